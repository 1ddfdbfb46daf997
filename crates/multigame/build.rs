//! Builds the games of the folder `games/` into the program, so that
//! `multigame perft chess 4` works anywhere.

#![allow(clippy::disallowed_methods, reason = "a build script reads and writes files")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let games = here.join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut table = String::from("static GAMES: &[(&str, &str)] = &[\n");
    for (name, path) in rules_files(&games) {
        println!("cargo::rerun-if-changed={}", path.display());
        let path = path.canonicalize().expect("the file was just listed");
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("a string takes it");
    }
    table.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("games.rs"), table).expect("the output folder can be written");
}

/// The files `games/<name>/<name>.mg`, sorted by name.
fn rules_files(games: &Path) -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(games).expect("the folder games/ is part of the project");
    let mut found: Vec<(String, PathBuf)> = folders
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let path = games.join(&name).join(format!("{name}.mg"));
            path.is_file().then_some((name, path))
        })
        .collect();
    found.sort();
    found
}
