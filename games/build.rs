//! Builds the games of this folder into the library, so that whatever is built with it
//! has them anywhere.

#![allow(clippy::disallowed_methods, reason = "a build script reads and writes files")]

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let games = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", games.display());
    let text = table("GAMES", &games, |name| format!("{name}.mg"))
        + &table("PLANS", &games, |_| "bench.csv".to_string())
        + &bytes("LEARNED", &games, |name| format!("{name}.mgl"))
        + &table("SETTINGS", &games, |name| format!("{name}.settings"))
        + &drawings(&games);
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("games.rs"), text).expect("the output folder can be written");
}

/// A table with the names of games and the texts of one file of each.
fn table(table: &str, games: &Path, file: impl Fn(&str) -> String) -> String {
    let mut text = format!("static {table}: &[(&str, &str)] = &[\n");
    for (name, path) in files(games, file) {
        println!("cargo::rerun-if-changed={}", path.display());
        let path = path.canonicalize().expect("the file was just listed");
        text += &format!("    ({name:?}, include_str!({path:?})),\n");
    }
    text + "];\n"
}

/// A table with the names of games and the bytes of one file of each.
fn bytes(table: &str, games: &Path, file: impl Fn(&str) -> String) -> String {
    let mut text = format!("static {table}: &[(&str, &[u8])] = &[\n");
    for (name, path) in files(games, file) {
        println!("cargo::rerun-if-changed={}", path.display());
        let path = path.canonicalize().expect("the file was just listed");
        text += &format!("    ({name:?}, include_bytes!({path:?})),\n");
    }
    text + "];\n"
}

/// A table with the names of games, and of the files with the ending `svg` in the folder of each,
/// and their texts.
fn drawings(games: &Path) -> String {
    let mut text = "static DRAWINGS: &[(&str, &str, &str)] = &[\n".to_string();
    for (game, rules) in files(games, |name| format!("{name}.mg")) {
        let folder = rules.parent().expect("a file is in a folder");
        println!("cargo::rerun-if-changed={}", folder.display());
        let listed = fs::read_dir(folder).expect("the folder of a game can be read");
        let paths = listed.map(|entry| entry.expect("the folder was just listed").path());
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|ending| ending == "svg")).collect();
        paths.sort();
        for path in paths {
            println!("cargo::rerun-if-changed={}", path.display());
            let path = path.canonicalize().expect("the file was just listed");
            let name = path.file_stem().expect("a file has a name").to_string_lossy();
            text += &format!("    ({game:?}, {name:?}, include_str!({path:?})),\n");
        }
    }
    text + "];\n"
}

/// The files `games/<name>/<file>` that are there, sorted by name.
fn files(games: &Path, file: impl Fn(&str) -> String) -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(games).expect("the folder of this package can be read");
    let mut found: Vec<(String, PathBuf)> = folders
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let path = games.join(&name).join(file(&name));
            path.is_file().then_some((name, path))
        })
        .collect();
    found.sort();
    found
}
