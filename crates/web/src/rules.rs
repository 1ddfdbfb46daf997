//! Rules as somebody writes them: what is wrong with them, and their canonical form.

use crate::catalog::Wanted;
use crate::declared::{Declared, Finding};
use crate::refusal::Refusal;
use crate::server::Shared;
use multigame::parts::{check_text, syntax};
use serde::Serialize;

/// What is found in rules.
#[derive(Serialize)]
pub(crate) struct Checked {
    findings: Vec<Finding>,
    /// The game, if it can be compiled.
    game: Option<Declared>,
}

/// The rules, laid out.
#[derive(Serialize)]
pub(crate) struct Formatted {
    rules: String,
}

/// Looks for mistakes.
pub(crate) fn check(shared: &Shared, wanted: &Wanted) -> Result<Checked, Refusal> {
    let text = shared.catalog.text(wanted)?;
    let findings: Vec<Finding> = check_text(&text).diagnostics.iter().map(Finding::new).collect();
    let is_sound = findings.iter().all(|found| !found.is_error());
    let entry = is_sound.then(|| shared.catalog.find(wanted)).transpose()?;
    Ok(Checked { findings, game: entry.map(|entry| Declared::new(&entry)) })
}

/// Answers what a game declares.
pub(crate) fn declared(shared: &Shared, wanted: &Wanted) -> Result<Declared, Refusal> {
    Ok(Declared::new(&*shared.catalog.find(wanted)?))
}

/// Lays rules out.
pub(crate) fn format(shared: &Shared, wanted: &Wanted) -> Result<Formatted, Refusal> {
    let text = shared.catalog.text(wanted)?;
    match syntax::format(&text.text) {
        Ok(rules) => Ok(Formatted { rules }),
        Err(found) => {
            let first = found.first().map_or_else(String::new, |found| found.title.clone());
            Err(Refusal::bad(format!("the rules cannot be laid out: {first}"), "mend them first"))
        }
    }
}
