//! Chooses among candidates: what is expected in advance, corrected by a fit.
//!
//! 1. The pieces of a kind are expected to be worth as much as they have moves.
//! 2. Moves, fields on which a piece would win, and parts of what wins are expected to
//!    be worth something, too. For moves the rule is asked that goes with their number
//!    and takes the least work.
//! 3. All together are one term of the fit. Where the outcomes say nothing, it is the
//!    whole evaluation.

use crate::candidates::Candidate;
use crate::fit::{Column, Outcomes, Term, correlation, fit, spread};
use crate::lines::Weighted;
use crate::samples::Samples;

/// What the candidates say of the samples.
pub(crate) struct Table<'a> {
    /// The candidates.
    pub(crate) candidates: &'a [Candidate],
    /// What each says; nothing if that is of no use.
    pub(crate) columns: Vec<Option<Column>>,
    /// What rules say of the player to move alone.
    pub(crate) own: Vec<Option<Column>>,
}

/// A move is expected to be worth so much of what a piece with one move is worth.
const MOVE: f64 = 0.1;
/// The same for a field on which a piece would win, and for a part of what wins.
const THREAT: f64 = 1.0;
const PART: f64 = 0.2;
/// A rule goes with the number of moves if it is correlated with it so closely.
const CLOSELY: f64 = 0.8;
/// What is expected counts for at least so much of what all other terms are worth.
const EXPECTED: f64 = 0.5;
/// What positions are worth is about so much on average, so that numbers are as long
/// as people write them.
const TYPICAL: f64 = 300.0;
/// No weight is greater, so that no value is taken for a win.
const GREATEST: f64 = 5_000.0;
/// A term that changes less than this share of the typical value is left out.
const LEAST_SHARE: f64 = 0.03;

/// The candidates that help, with their weights.
pub(crate) fn choose<P>(table: &Table<'_>, samples: &Samples<P>) -> Vec<(usize, f64)> {
    let ones = vec![1.0; samples.list.len()];
    let outcomes = Outcomes {
        column: samples.list.iter().map(|sample| sample.outcome).collect(),
        games: samples.list.iter().map(|sample| sample.game).collect(),
        controls: vec![ones, samples.list.iter().map(|sample| sample.first).collect()],
    };
    let expected = expected(table, samples);
    let known: Vec<usize> =
        (0..table.columns.len()).filter(|&i| table.columns[i].is_some()).collect();
    let column = |i: usize| table.columns[i].clone().unwrap_or_default();
    let mut whole = vec![0.0; samples.list.len()];
    for &(i, weight) in &expected {
        whole.iter_mut().zip(column(i)).for_each(|(sum, n)| *sum += weight * n);
    }
    let work = |i: usize| table.candidates[i].work as f64;
    let mut terms: Vec<Term> =
        known.iter().map(|&i| Term { column: column(i), work: work(i), expected: false }).collect();
    terms.push(Term { column: whole, work: 1.0, expected: true });
    let mut weights = vec![0.0; table.candidates.len()];
    let mut fitted = fit(&terms, &outcomes);
    raise(&terms, &mut fitted);
    for (term, weight) in fitted {
        match known.get(term) {
            Some(&i) => weights[i] += weight,
            None => expected.iter().for_each(|&(i, share)| weights[i] += weight * share),
        }
    }
    weights.into_iter().enumerate().filter(|(_, weight)| *weight != 0.0).collect()
}

/// Sees to it that what is expected counts for something, where it was taken.
fn raise(terms: &[Term], fitted: &mut [(usize, f64)]) {
    let size = |(i, weight): &(usize, f64)| spread(&terms[*i].column) * weight.abs();
    let others = fitted.iter().filter(|(i, _)| !terms[*i].expected).map(size).sum::<f64>();
    if let Some((i, weight)) = fitted.iter_mut().find(|(i, _)| terms[*i].expected) {
        let unit = spread(&terms[*i].column).max(1e-9);
        let least = if others > 0.0 { others * EXPECTED / unit } else { 1.0 };
        *weight = weight.max(least);
    }
}

/// What is expected in advance: pieces by their moves, parts of what wins, and moves.
fn expected<P>(table: &Table<'_>, samples: &Samples<P>) -> Vec<(usize, f64)> {
    let mut found: Vec<(usize, f64)> = Vec::new();
    for (i, candidate) in table.candidates.iter().enumerate() {
        let mobility = candidate.counts.map_or(0.0, |kind| samples.mobility(kind));
        if mobility > 0.0 && table.columns[i].is_some() {
            found.push((i, mobility));
        }
    }
    for (i, candidate) in table.candidates.iter().enumerate() {
        if table.columns[i].is_some() && (candidate.is_threat || candidate.is_part) {
            found.push((i, if candidate.is_threat { THREAT } else { PART }));
        }
    }
    let n_moves: Column = samples.list.iter().map(|sample| sample.n_moves).collect();
    let goes_with = |i: &usize| {
        let own = table.own[*i].as_ref().filter(|_| table.columns[*i].is_some());
        own.is_some_and(|own| correlation(own, &n_moves) >= CLOSELY)
    };
    let moves = (0..table.candidates.len()).filter(goes_with);
    if let Some(i) = moves.min_by_key(|&i| table.candidates[i].work) {
        found.push((i, MOVE));
    }
    found
}

/// Makes whole numbers of weights, and leaves out what hardly changes the value.
pub(crate) fn weigh(table: &Table<'_>, weights: &[(usize, f64)]) -> Vec<Weighted> {
    let of = |i: usize| table.columns[i].as_deref().unwrap_or(&[]);
    let n_samples = weights.first().map_or(0, |&(i, _)| of(i).len());
    let value = |s: usize| weights.iter().map(|&(i, weight)| weight * of(i)[s]).sum::<f64>();
    let whole = spread(&(0..n_samples).map(value).collect::<Vec<f64>>());
    if whole <= 0.0 {
        return Vec::new();
    }
    let scale = TYPICAL / whole;
    let mut found = Vec::new();
    for &(i, weight) in weights {
        let weight = (weight * scale).clamp(-GREATEST, GREATEST);
        if weight.abs() * spread(of(i)) < LEAST_SHARE * TYPICAL || weight.round() == 0.0 {
            continue;
        }
        let Candidate { value, needs, .. } = table.candidates[i].clone();
        found.push(Weighted { weight: weight.round() as i32, value, needs });
    }
    found
}
