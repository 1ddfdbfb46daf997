//! What becomes of a rules text that two implementations play: they agree, they differ, or
//! there is nothing to compare. Where they differ the text is made smaller, and the
//! switches that it takes are found.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use crate::support::compare::{Compared, Plan, compare, synonyms_are_fixed};
use crate::support::positions::positions;
use crate::support::shrink::shrink;
use game::{Game, Rng, Setup};
use interp::{Interp, Limits};
use ir::Program;
use multigame::Text;
use multigame::parts::check_text;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Chance begins here unless `GENERATED_SEED` says otherwise.
const SEED: u64 = 20_250_801;

/// This many differences are enough for one run.
const MAX_FOUND: usize = 10;

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// This many games, or as many times more as `GENERATED` says.
pub(crate) fn n_games(usual: u64) -> u64 {
    usual * from_environment("GENERATED").unwrap_or(1)
}

/// What became of one text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The compiler refused it.
    Refused,
    /// There is nothing to compare with.
    Alone,
    Agree(Compared),
    Differ(String),
}

/// How far a text is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Positions besides the first one.
    pub(crate) positions: usize,
    /// Turns from each.
    pub(crate) turns: usize,
    /// A turn may do so much before it is left alone.
    pub(crate) limits: Limits,
}

/// Compares an interpreter with another implementation of its program, if there
/// is one.
pub(crate) trait Compare:
    Fn(&Interp, &[Setup], Plan) -> Result<Option<Compared>, String>
{
}

impl<F: Fn(&Interp, &[Setup], Plan) -> Result<Option<Compared>, String>> Compare for F {}

/// Compares with an implementation that is made from the program.
pub(crate) fn with<B: Game>(make: impl Fn(&Program) -> Result<B, String>) -> impl Compare {
    move |one: &Interp, others: &[Setup], plan: Plan| {
        let compared = compare(one, &make(one.program())?, others, plan);
        compared.map(Some).map_err(|difference| difference.to_string())
    }
}

/// The program after all passes but those that are off.
pub(crate) fn without(program: &Program, off: &[String]) -> Result<Interp, String> {
    let mut program = program.clone();
    ir::passes::optimize(&mut program, off);
    Interp::new(program).map_err(|why| format!("{why:?}"))
}

/// What was compared with native code, if there was any.
pub(crate) fn by_code(compared: Compared) -> Option<Compared> {
    (compared.without_code < compared.positions).then_some(compared)
}

pub(crate) fn passes() -> Vec<&'static str> {
    ir::passes::PASSES.iter().map(|pass| pass.name).collect()
}

/// What can be turned off in native code: the passes, and switches of its own.
pub(crate) fn switches() -> Vec<&'static str> {
    let own = native::SWITCHES.iter().map(|(name, _)| *name);
    passes().into_iter().chain(own).collect()
}

/// Compares the lowered program of a text with another implementation of it.
pub(crate) fn judge(text: &str, effort: Effort, compare: &impl Compare) -> Verdict {
    let checked = check_text(&Text::new("generated", text));
    let Some(rules) = checked.rules else { return Verdict::Refused };
    let program = rules::lower(&rules);
    let compared = catch_unwind(AssertUnwindSafe(|| {
        let one =
            Interp::new(program).map_err(|why| format!("{why:?}"))?.with_limits(effort.limits);
        let others = positions(one.facts(), &mut Rng::new(3), effort.positions);
        let synonyms = synonyms_are_fixed(one.program());
        compare(&one, &others, Plan { games: 1, turns: effort.turns, seed: 5, synonyms })
    }));
    match compared {
        Ok(Ok(Some(compared))) => Verdict::Agree(compared),
        Ok(Ok(None)) => Verdict::Alone,
        Ok(Err(what)) => Verdict::Differ(what),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            Verdict::Differ(format!("panics: {}", text.unwrap_or_default()))
        }
    }
}

/// Many texts to be judged.
pub(crate) struct Trial<'a, T, M> {
    pub(crate) n_games: u64,
    pub(crate) effort: Effort,
    /// The text of a seed.
    pub(crate) text: T,
    /// What chance turns off.
    pub(crate) switches: &'a [&'a str],
    /// What compares, for a seed, without what is turned off.
    pub(crate) maker: M,
}

impl<T: Fn(u64) -> String, C: Compare, M: Fn(u64, Vec<String>) -> C> Trial<'_, T, M> {
    /// Compares on the texts of many seeds, each without what chance turns off.
    pub(crate) fn run(&self) -> Totals {
        let mut totals = Totals::default();
        let first = from_environment("GENERATED_SEED").unwrap_or(SEED);
        // What brings the whole program down can be read there afterwards.
        let last = std::env::var("GENERATED_LAST");
        for seed in first..first + self.n_games {
            let text = (self.text)(seed);
            if let Ok(path) = &last {
                std::fs::write(path, format!("// {seed}\n{text}")).expect("a file can be written");
            }
            let compare = (self.maker)(seed, some_off(seed, self.switches));
            match judge(&text, self.effort, &compare) {
                Verdict::Refused => totals.refused += 1,
                Verdict::Alone => totals.alone += 1,
                Verdict::Agree(compared) => totals.add(compared),
                Verdict::Differ(_) => totals.found.push(self.found(seed, &text, &compare)),
            }
            if totals.found.len() == MAX_FOUND {
                break;
            }
        }
        totals
    }

    fn found(&self, seed: u64, text: &str, compare: &C) -> Found {
        let still = |text: &str| matches!(judge(text, self.effort, compare), Verdict::Differ(_));
        let text = shrink(text, still);
        let verdict = judge(&text, self.effort, compare);
        let culprits = self.culprits(seed, &text);
        Found { seed, text, verdict, culprits }
    }

    /// The fewest switches found with which a text still differs; none if it takes
    /// only what cannot be switched off.
    fn culprits(&self, seed: u64, text: &str) -> Vec<String> {
        let mut off: Vec<String> = Vec::new();
        for switch in self.switches {
            off.push(switch.to_string());
            let compare = (self.maker)(seed, off.clone());
            if !matches!(judge(text, self.effort, &compare), Verdict::Differ(_)) {
                off.pop();
            }
        }
        let all = self.switches.iter().map(|switch| switch.to_string());
        all.filter(|switch| !off.contains(switch)).collect()
    }
}

/// Nothing for every other game, otherwise what chance says; always those in
/// `GENERATED_OFF`.
fn some_off(seed: u64, switches: &[&str]) -> Vec<String> {
    let never = std::env::var("GENERATED_OFF").unwrap_or_default();
    let mut random = Rng::new(seed);
    let all_on = random.below(2) == 0;
    let is_off = |switch: &String| {
        let by_chance = random.below(2) == 0;
        !all_on && by_chance || never.split(',').any(|name| name == switch)
    };
    switches.iter().map(|switch| switch.to_string()).filter(is_off).collect()
}

/// A made-up game on which implementations differ, made small.
#[derive(Debug)]
pub(crate) struct Found {
    seed: u64,
    pub(crate) text: String,
    pub(crate) verdict: Verdict,
    culprits: Vec<String>,
}

/// What came of many games.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    refused: u32,
    alone: u32,
    played: u32,
    positions: u32,
    moves: u32,
    errors: u32,
    given_up: u32,
    pub(crate) found: Vec<Found>,
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Totals { refused, alone, played, positions, moves, errors, given_up, found } = self;
        write!(f, "{played} compared in {positions} positions with {moves} moves, ")?;
        write!(f, "{errors} errors, {given_up} turns too long; ")?;
        write!(f, "{refused} refused, {alone} without code, {} differ", found.len())
    }
}

impl Totals {
    fn add(&mut self, compared: Compared) {
        self.played += 1;
        self.positions += compared.positions;
        self.moves += compared.moves;
        self.errors += compared.errors;
        self.given_up += compared.given_up;
    }

    /// Nothing differs, and what was compared is worth the name.
    pub(crate) fn check(&self) {
        let show = |found: &Found| {
            let Found { seed, text, verdict, culprits } = found;
            format!("// {seed}: {culprits:?}\n{text}\n// {verdict:?}\n")
        };
        let found: String = self.found.iter().map(show).collect();
        assert!(self.found.is_empty(), "{} games differ:\n{found}", self.found.len());
        assert!(self.played > 2 * self.refused, "too many are refused: {self:?}");
        assert!(self.moves > 10 * self.played, "too little was compared: {self:?}");
    }
}
