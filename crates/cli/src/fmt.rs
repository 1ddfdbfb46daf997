//! `multigame fmt`: rules files in the one canonical form.

#![allow(clippy::disallowed_methods, reason = "this command rewrites files")]

use super::args::FmtArgs;
use super::report::Failure;
use super::terminal;
use crate::{library, standard_input};
use std::path::{Path, PathBuf};
use syntax::{Sources, format};

pub(super) fn run(args: &FmtArgs) -> Result<u8, Failure> {
    let mut changed = 0;
    let mut failures = Vec::new();
    for file in &args.files {
        match one(file, args.check) {
            Ok(differs) => changed += u32::from(differs),
            Err(failure) => failures.push(failure),
        }
    }
    // Every file gets its turn before the first failure is reported, so that
    // one bad file does not hide the others.
    if let Some(last) = failures.pop() {
        failures.iter().for_each(|failure| {
            failure.print();
        });
        return Err(last);
    }
    Ok(u8::from(args.check && changed > 0))
}

/// Formats one file; gives whether its text was not in canonical form.
fn one(file: &Path, check: bool) -> Result<bool, Failure> {
    let from_stdin = standard_input::is_meant(file);
    let found = if from_stdin { library::find("-") } else { library::read(file) };
    let (name, text) = found.map(|found| (found.source, found.text))?;
    let formatted = format(&text).map_err(|diagnostics| {
        let mut sources = Sources::default();
        sources.add(name.as_str(), text.as_str());
        Failure::rules(sources, diagnostics, "the text is left as it is")
    })?;
    let differs = formatted != text;
    match (from_stdin, check) {
        (_, true) if differs => terminal::print(&format!("{name} is not in canonical form\n"))?,
        (true, false) => terminal::print(&formatted)?,
        (false, false) if differs => replace(file, &formatted)?,
        _ => {}
    }
    Ok(differs)
}

/// Puts a new text in the place of a file.
pub(super) fn replace(file: &Path, text: &str) -> Result<(), Failure> {
    replace_with(file, |scratch| {
        std::fs::write(scratch, text)?;
        match std::fs::metadata(file) {
            Ok(metadata) => std::fs::set_permissions(scratch, metadata.permissions()),
            Err(_) => Ok(()),
        }
    })
}

/// Puts what `write` writes in the place of a file at once, so that the file is
/// whole whatever happens.
pub(super) fn replace_with(
    file: &Path,
    write: impl FnOnce(&Path) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let (target, scratch) = places(file)?;
    terminal::writes_scratch(Some(&scratch));
    let result = write(&scratch).and_then(|()| std::fs::rename(&scratch, &target));
    terminal::writes_scratch(None);
    result.map_err(|why| {
        let _ = std::fs::remove_file(&scratch);
        Failure::new(format!("`{}` cannot be written: {why}", file.display()))
    })
}

/// Finds out whether a file can be replaced, before work is done whose result it
/// should take.
pub(super) fn check_replaceable(file: &Path) -> Result<(), Failure> {
    let (_, scratch) = places(file)?;
    let tried = std::fs::write(&scratch, "").and_then(|()| std::fs::remove_file(&scratch));
    tried.map_err(|why| Failure::new(format!("`{}` cannot be written: {why}", file.display())))
}

/// Where a file is, and where its new text is written first.
fn places(file: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    // Only files are replaced: not devices, pipes, folders or links to nothing.
    if std::fs::symlink_metadata(file).is_ok() && !file.is_file() {
        return Err(
            Failure::new(format!("`{}` is not a file", file.display())).hint("choose another name")
        );
    }
    // A link stays a link: its target is what is replaced.
    let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let scratch = target.with_file_name(name);
    Ok((target, scratch))
}
