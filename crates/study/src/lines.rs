//! Writes what was found as lines of rules.

use crate::automatic::NAME;
use crate::candidates::Candidate;
use std::collections::BTreeSet;

/// A term of an evaluation: a weight, a value, and the lines that it needs.
#[derive(Clone, Debug)]
pub(crate) struct Weighted {
    pub(crate) weight: i32,
    pub(crate) value: String,
    pub(crate) needs: Vec<String>,
}

/// The lines of an evaluation, laid out as the formatter does it.
pub(crate) fn evaluation(terms: &[Weighted]) -> String {
    let needs: BTreeSet<&str> =
        terms.iter().flat_map(|term| term.needs.iter().map(String::as_str)).collect();
    let mut sum = String::new();
    for term in terms {
        let sign = match (sum.is_empty(), term.weight < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        sum += &match term.weight.unsigned_abs() {
            1 => format!("{sign}{}", term.value),
            size => format!("{sign}{size} * {}", term.value),
        };
    }
    let needs: String = needs.iter().map(|line| format!("{line}\n")).collect();
    let text = format!(
        "{needs}value {NAME}_worth = {sum}.\n\
         evaluation {NAME} = {NAME}_worth - as opponent {NAME}_worth.\n"
    );
    syntax::format(&text).unwrap_or(text)
}

/// The lines with which a game can be asked for each candidate, and after them for
/// what rules say of the player to move alone.
pub(crate) fn questions(candidates: &[Candidate]) -> String {
    let mut needs: BTreeSet<&str> = BTreeSet::new();
    let (mut text, mut own) = (String::new(), String::new());
    for (i, candidate) in candidates.iter().enumerate() {
        needs.extend(candidate.needs.iter().map(String::as_str));
        text += &format!(
            "value {NAME}_value_{i} = {}.\n\
             evaluation {NAME}_{i} = {NAME}_value_{i} - as opponent {NAME}_value_{i}.\n",
            candidate.value
        );
        if candidate.is_rule {
            own += &format!("evaluation {NAME}_own_{i} = {NAME}_value_{i}.\n");
        }
    }
    let needs: String = needs.iter().map(|line| format!("{line}\n")).collect();
    needs + &text + &own
}
