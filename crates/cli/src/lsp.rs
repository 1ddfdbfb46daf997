//! `multigame lsp`: lets the language server speak over standard input and output, and hands
//! it the files that it may look at.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read and written here")]

use super::args::LspArgs;
use super::report::{Failure, WRONG_INPUT};
use ::lsp::{Disk, Ended, serve};
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// Longer files hold no rules.
const MAX_BYTES: u64 = 1 << 20;

/// A folder with more entries than these is no folder of rules.
const MAX_ENTRIES: usize = 2000;

pub(super) fn run(_: &LspArgs) -> Result<u8, Failure> {
    let input = BufReader::new(std::io::stdin());
    let mut output = std::io::stdout().lock();
    match serve(input, &mut output, &Files) {
        Ok(Ended::Asked) => Ok(0),
        Ok(Ended::Left) => Ok(1),
        Ok(Ended::Broken(why)) => {
            Failure::new(format!("what the client says cannot be understood: {why}"))
                .hint("an editor starts this command; `docs/editors.md` says how")
                .print();
            Ok(WRONG_INPUT)
        }
        Err(why) => Err(Failure::new(format!("the client has gone: {why}"))),
    }
}

struct Files;

impl Disk for Files {
    fn read(&self, path: &Path) -> Option<String> {
        if !path.is_file() {
            return None;
        }
        let mut text = String::new();
        File::open(path).ok()?.take(MAX_BYTES + 1).read_to_string(&mut text).ok()?;
        Some(text)
    }

    fn beside(&self, folder: &Path) -> Vec<PathBuf> {
        let entries = |folder: &Path| -> Vec<PathBuf> {
            let read = fs::read_dir(folder).into_iter().flatten().flatten();
            read.take(MAX_ENTRIES).map(|entry| entry.path()).collect()
        };
        let is_rules = |path: &PathBuf| path.extension().is_some_and(|it| it == "mg");
        let mut found: Vec<PathBuf> = entries(folder).into_iter().filter(is_rules).collect();
        let beside = folder.parent().map_or_else(Vec::new, entries);
        for folder in beside.iter().filter(|it| it.is_dir() && it.as_path() != folder) {
            found.extend(entries(folder).into_iter().filter(is_rules));
        }
        found.sort();
        found
    }

    fn show_built_in(&self, name: &str, text: &str) -> Option<PathBuf> {
        let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
        let folder = cache.filter(|it| it.is_absolute()).or_else(home)?;
        let folder = folder.join("multigame").join(env!("CARGO_PKG_VERSION"));
        let path = folder.join(format!("{name}.mg"));
        if self.read(&path).as_deref() != Some(text) {
            fs::create_dir_all(&folder).ok()?;
            fs::write(&path, text).ok()?;
        }
        Some(path)
    }
}
