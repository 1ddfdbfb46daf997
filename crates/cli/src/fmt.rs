//! `multigame fmt`: rules files in the one canonical form.

use super::args::FmtArgs;
use super::files::{is_standard, replace};
use super::library;
use super::report::Failure;
use super::terminal;
use std::path::Path;
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
    let found = library::read(file)?;
    let (name, text) = (found.source, found.text);
    let formatted = format(&text).map_err(|diagnostics| {
        let mut sources = Sources::default();
        sources.add(name.as_str(), text.as_str());
        Failure::rules(sources, diagnostics, "the text is left as it is")
    })?;
    let differs = formatted != text;
    match (is_standard(file), check) {
        (_, true) if differs => terminal::print(&format!("{name} is not in canonical form\n"))?,
        (true, false) => terminal::print(&formatted)?,
        (false, false) if differs => replace(file, &formatted)?,
        _ => {}
    }
    Ok(differs)
}
