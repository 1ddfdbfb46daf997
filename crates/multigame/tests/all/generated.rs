//! Small games that chance makes up are played by two implementations, which
//! must agree. Where they do not, the game is made smaller and shown; what was
//! found that way is kept in `generated/` and run every time.
//!
//! `GENERATED=100 cargo test -p multigame generated::` plays a hundred times as many, for
//! an evening; `GENERATED_SEED` begins somewhere else, and `GENERATED_OFF` names
//! passes and switches, with commas between, of which no more is to be heard.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use crate::support::compare::{Compared, Plan, Visit, compare, compare_and, texts_are_fixed};
use crate::support::compare_native::drivers_differ;
use crate::support::generate::{Generator, positions};
use crate::support::mutate::mutate;
use crate::support::shrink::{shrink, words};
use game::{Game, Rng, RulesError, Setup};
use interp::{Interp, Limits};
use ir::{Directions, Inst, Program, Term};
use multigame::Text;
use multigame::parts::check_text;
use native::Native;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Chance begins here unless `GENERATED_SEED` says otherwise.
const SEED: u64 = 20_250_801;

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// So many games, or as many times more as `GENERATED` says.
fn n_games(usual: u64) -> u64 {
    usual * from_environment("GENERATED").unwrap_or(1)
}

/// What became of one text.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// The compiler refused it.
    Refused,
    /// There is nothing to compare with.
    Alone,
    Agree(Compared),
    Differ(String),
}

/// A turn of a made-up game may do so much before it is left alone.
const LIMITS: Limits = Limits { steps: 300_000, depth: 400, results: 3_000 };

/// Compares an interpreter with another implementation of its program, if there
/// is one.
trait Compare: Fn(&Interp, &[Setup], Plan) -> Result<Option<Compared>, String> {}

impl<F: Fn(&Interp, &[Setup], Plan) -> Result<Option<Compared>, String>> Compare for F {}

/// Compares with an implementation that is made from the program.
fn with<B: Game>(make: impl Fn(&Program) -> Result<B, String>) -> impl Compare {
    move |one: &Interp, others: &[Setup], plan: Plan| {
        let compared = compare(one, &make(one.program())?, others, plan);
        compared.map(Some).map_err(|difference| difference.to_string())
    }
}

/// Compares the lowered program of a text with another implementation of it.
fn judge(text: &str, compare: &impl Compare) -> Verdict {
    let checked = check_text(&Text::new("generated", text));
    let Some(rules) = checked.rules else { return Verdict::Refused };
    let program = rules::lower(&rules);
    let compared = catch_unwind(AssertUnwindSafe(|| {
        let one = Interp::new(program).map_err(|why| format!("{why:?}"))?.with_limits(LIMITS);
        let others = positions(one.facts(), &mut Rng::new(3), 4);
        let texts = texts_are_fixed(one.program());
        compare(&one, &others, Plan { games: 1, turns: 8, seed: 5, texts })
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

/// Compares on the texts of many seeds, each with the implementation without
/// what chance turns off of the switches.
fn many<C: Compare>(
    n_games: u64,
    text: impl Fn(u64) -> String,
    switches: &[&str],
    maker: impl Fn(Vec<String>) -> C,
) -> Totals {
    let mut totals = Totals::default();
    let first = from_environment("GENERATED_SEED").unwrap_or(SEED);
    for seed in first..first + n_games {
        let (text, compare) = (text(seed), maker(some_off(seed, switches)));
        match judge(&text, &compare) {
            Verdict::Refused => totals.refused += 1,
            Verdict::Alone => totals.alone += 1,
            Verdict::Agree(compared) => totals.add(compared),
            Verdict::Differ(_) => {
                let still = |text: &str| matches!(judge(text, &compare), Verdict::Differ(_));
                let small = shrink(&text, still);
                let verdict = judge(&small, &compare);
                let culprits = culprits(&small, switches, &maker);
                totals.found.push(Found { seed, text: small, verdict, culprits });
            }
        }
        if totals.found.len() == MAX_FOUND {
            break;
        }
    }
    totals
}

/// The fewest switches found with which a text still differs; none if it takes
/// only what cannot be switched off.
fn culprits<C: Compare>(
    text: &str,
    switches: &[&str],
    maker: impl Fn(Vec<String>) -> C,
) -> Vec<String> {
    let mut off: Vec<String> = Vec::new();
    for switch in switches {
        off.push(switch.to_string());
        if !matches!(judge(text, &maker(off.clone())), Verdict::Differ(_)) {
            off.pop();
        }
    }
    let all = switches.iter().map(|switch| switch.to_string());
    all.filter(|switch| !off.contains(switch)).collect()
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

/// A game made of nothing.
fn made_up(seed: u64) -> String {
    Generator::game(&mut Rng::new(seed))
}

/// A game made of nothing in which pieces stand on each other.
fn stacked(seed: u64) -> String {
    Generator::stacking(&mut Rng::new(seed))
}

/// How often chance may try until a game is one that the compiler takes.
const TRIES: usize = 6;

/// A built-in game with something changed. Much that can be changed makes rules
/// unsound, and there is nothing to compare then.
fn varied(seed: u64) -> String {
    let names: Vec<&str> = games::names().collect();
    variation(names[seed as usize % names.len()], seed)
}

/// Whether pieces stand on each other in a game.
fn has_stacks(name: &str) -> bool {
    testing::load(name).facts().stacks.is_some()
}

fn variation(name: &str, seed: u64) -> String {
    let text = games::text(name).expect("it is built in");
    let (words, mut random) = (words(text), Rng::new(seed));
    for _ in 1..TRIES {
        let text = mutate(&words, &mut random);
        if check_text(&Text::new("generated", &text)).rules.is_some() {
            return text;
        }
    }
    mutate(&words, &mut random)
}

/// So many differences are enough for one run.
const MAX_FOUND: usize = 10;

/// A made-up game on which implementations differ, made small.
#[derive(Debug)]
struct Found {
    seed: u64,
    text: String,
    verdict: Verdict,
    culprits: Vec<String>,
}

/// What came of many games.
#[derive(Debug, Default)]
struct Totals {
    refused: u32,
    alone: u32,
    played: u32,
    moves: u32,
    errors: u32,
    given_up: u32,
    found: Vec<Found>,
}

impl Totals {
    fn add(&mut self, compared: Compared) {
        self.played += 1;
        self.moves += compared.moves;
        self.errors += compared.errors;
        self.given_up += compared.given_up;
    }

    /// Nothing differs, and what was compared is worth the name.
    fn check(&self) {
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

/// The program after all passes but those that are off.
fn optimized(off: Vec<String>) -> impl Compare {
    with(move |program: &Program| {
        let mut program = program.clone();
        ir::passes::optimize(&mut program, &off);
        Interp::new(program).map_err(|why| format!("{why:?}"))
    })
}

/// Native code without what is off, and all of its drivers.
fn native(off: Vec<String>) -> impl Compare {
    move |one: &Interp, others: &[Setup], plan: Plan| {
        let Ok(native) = Native::new(one.clone(), &off) else { return Ok(None) };
        if is_too_long(&native) {
            return Ok(None);
        }
        let look = |visit: Visit<'_, Native>| drivers_differ(&native, &visit);
        let compared = compare_and(one, &native, others, plan, &look);
        compared.map(Some).map_err(|difference| difference.to_string())
    }
}

/// Whether rules branch so often that no code is made for them, which some do
/// without the passes that make sets of walks. That is found out late.
fn is_too_long(native: &Native) -> bool {
    let start = native.start();
    let errors = [
        native.turn(&start, &[]).err(),
        native.successors(&start, &[]).err(),
        native.perft(&start, &[], 2, false).err(),
        native.perft(&start, &[], 2, true).err(),
        native.playouts(&start, 1, 1, 8).err(),
    ];
    let no_code = ["there is no code for this game", "some of the code for this game"];
    let is_about_code = |why: &RulesError| no_code.iter().any(|no| why.message.starts_with(no));
    errors.iter().flatten().any(is_about_code)
}

fn passes() -> Vec<&'static str> {
    ir::passes::PASSES.iter().map(|pass| pass.name).collect()
}

/// What can be turned off in native code: the passes, and switches of its own.
fn switches() -> Vec<&'static str> {
    let own = native::SWITCHES.iter().map(|(name, _)| *name);
    passes().into_iter().chain(own).collect()
}

#[test]
fn passes_change_no_made_up_game() {
    many(n_games(200), made_up, &passes(), optimized).check();
}

#[test]
fn passes_change_no_variation_of_a_game() {
    many(n_games(72), varied, &passes(), optimized).check();
}

#[test]
fn native_code_changes_no_made_up_game() {
    many(n_games(60), made_up, &switches(), native).check();
}

#[test]
fn native_code_changes_no_made_up_game_with_stacks() {
    many(n_games(60), stacked, &switches(), native).check();
}

#[test]
fn native_code_changes_no_variation_of_a_game_with_stacks() {
    let stacks = |seed: u64| {
        let names: Vec<&str> = games::names().filter(|name| has_stacks(name)).collect();
        variation(names[seed as usize % names.len()], seed)
    };
    many(n_games(20), stacks, &switches(), native).check();
}

#[test]
fn native_code_changes_no_variation_of_a_game() {
    many(n_games(20), varied, &switches(), native).check();
}

/// What was found once is right with everything, without one, and with only one
/// of the switches.
fn check_found<C: Compare>(switches: &[&str], maker: impl Fn(Vec<String>) -> C) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/generated");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut wrong = Vec::new();
    for file in files {
        let path = file.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let others = |on| switches.iter().filter(move |&switch| switch != on).copied();
        let alone = switches.iter().map(|&switch| vec![switch]);
        let off = alone.chain(switches.iter().map(|on| others(on).collect()));
        for off in off.chain([Vec::new()]) {
            let off: Vec<String> = off.into_iter().map(String::from).collect();
            let verdict = judge(&text, &maker(off.clone()));
            if !matches!(verdict, Verdict::Agree(_)) {
                wrong.push(format!("{} without {off:?}: {verdict:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn passes_change_nothing_that_was_found() {
    check_found(&passes(), optimized);
}

#[test]
fn native_code_changes_nothing_that_was_found() {
    check_found(&switches(), native);
}

#[test]
fn made_up_games_survive_the_text_form() {
    let again = |program: &Program| {
        let text = ir::print(program);
        let again = ir::parse(program.facts.clone(), &text).map_err(|why| format!("{why:?}"))?;
        Interp::new(again).map_err(|why| format!("{why:?}"))
    };
    many(50, made_up, &[], |_| with(again)).check();
}

/// The same program with every choice taken in another order.
fn reversed(program: &Program) -> Result<Interp, String> {
    let mut program = program.clone();
    for block in program.funcs.iter_mut().flat_map(|func| &mut func.blocks) {
        match &mut block.term {
            Term::Fork(targets) => targets.reverse(),
            Term::ChooseDirection { from: Directions::Compass(sides), .. } => {
                sides.iter_mut().for_each(|side| side.reverse());
            }
            _ => {}
        }
    }
    Interp::new(program).map_err(|why| format!("{why:?}"))
}

#[test]
fn the_order_of_choices_makes_no_difference() {
    many(n_games(100), made_up, &[], |_| with(reversed)).check();
    many(n_games(36), varied, &[], |_| with(reversed)).check();
}

/// A compiler that forgets to turn the finger once.
fn careless(program: &Program) -> Result<Interp, String> {
    let mut program = program.clone();
    let blocks = program.funcs.iter_mut().flat_map(|func| &mut func.blocks);
    for inst in blocks.flat_map(|block| &mut block.insts) {
        if let Inst::Rotate { degrees, .. } = inst {
            *degrees = 0;
        }
    }
    Interp::new(program).map_err(|why| format!("{why:?}"))
}

#[test]
fn a_wrong_program_is_found_and_made_small() {
    let found = many(100, made_up, &[], |_| with(careless)).found;
    assert!(!found.is_empty(), "nobody noticed");
    for Found { text, verdict, .. } in found {
        assert!(matches!(verdict, Verdict::Differ(_)), "{text}");
        assert!(text.contains("rotate"), "{text}");
        assert!(words(&text).len() < 60, "this is not small:\n{text}");
    }
}
