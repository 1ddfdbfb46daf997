//! Every game of the repository is read without a message and keeps its tree
//! when it is formatted.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::{Path, PathBuf};

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "mg") {
            files.push(path);
        }
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "this test is about files")]
fn games_are_clean() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"), &mut files);
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a game can be read");
        assert_eq!(crate::common::check_any(&text), 0, "{}", file.display());
    }
}
