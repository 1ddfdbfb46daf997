//! Steps of a turn: what they say, and that they lead to the moves that the interpreter finds.

use crate::{Case, load};
use game::{Game, Line, Rng, Turn};
use std::collections::BTreeSet;
use trace::{Fate, Kind, Options, Trace, Tracer};

/// The moves and outcomes that a trace has found.
fn results(trace: &Trace) -> BTreeSet<String> {
    let ends = trace.steps.iter().filter(|step| step.fate == Fate::Result);
    ends.map(|step| step.words.split(':').next().unwrap_or("").to_string()).collect()
}

/// A trace follows the paths that the interpreter follows, whether it puts questions down or not.
#[test]
fn traces_find_the_moves_of_all_games() {
    for name in games::names() {
        let game = load(name, games::text(name).expect("rules"));
        let (mut line, mut random) = (Line::new(game.start()), Rng::new(5));
        for turn in 0..4 {
            let (at, past) = (line.position().clone(), line.past().to_vec());
            let Ok(Turn::Moves(moves)) = line.turn(&game) else { break };
            let expected: BTreeSet<String> =
                moves.iter().map(|made| format!("the move {}", made.text)).collect();
            let options = Options { questions: turn % 2 == 0, ..Options::default() };
            let trace = Tracer::of(&game).trace(&at, &past, &options);
            if trace.is_cut {
                assert!(results(&trace).is_subset(&expected), "{name} after {turn} moves");
            } else {
                assert_eq!(results(&trace), expected, "{name} after {turn} moves");
                well_formed(&trace);
            }
            let Some(made) = random.choose(&moves).cloned() else { break };
            let options = Options { text: Some(made.text.clone()), ..Options::default() };
            let only = Tracer::of(&game).trace(&at, &past, &options);
            if !only.is_cut {
                let named = BTreeSet::from([format!("the move {}", made.text)]);
                assert_eq!(results(&only), named, "{name}");
                well_formed(&only);
            }
            line.push(made);
        }
    }
}

/// Steps come after those that they name, and paths that end do not go on.
fn well_formed(trace: &Trace) {
    let mut goes_on = vec![false; trace.steps.len()];
    for (n, step) in trace.steps.iter().enumerate() {
        assert!(step.board < trace.boards.len() && step.func.index() < trace.names.len());
        for other in [step.before, step.question].into_iter().flatten() {
            assert!(other < n);
        }
        if let Some(before) = step.before {
            goes_on[before] = true;
        }
        if let Some(question) = step.question {
            assert_eq!(trace.steps[question].kind, Kind::Ask);
        }
    }
    for (step, goes_on) in trace.steps.iter().zip(goes_on) {
        assert_eq!(step.fate == Fate::GoesOn, goes_on, "{step:?}");
    }
}

#[test]
fn steps_of_a_rule_are_told_in_order() {
    let case = Case::new("chess", "", "");
    let options = Options { text: Some("b1c3".to_string()), ..Options::default() };
    let trace = Tracer::of(&case.game).trace(case.line.position(), &[], &options);
    let leap = trace
        .steps
        .iter()
        .filter(|step| trace.rule(step.func) == "leap" && step.question.is_none());
    let told: Vec<String> =
        leap.map(|step| format!("{}: {}", case.words(step.source), step.words)).collect();
    assert_eq!(
        told,
        [
            "orthogonal: north, 1 of 4",
            "step: to b2",
            "either rotate 45 or rotate -45: branch 1 of 2",
            "rotate 45: northeast",
            "step: to c3",
        ]
    );
    // All knights that leap are one set of positions where the rule has found them.
    let all = Tracer::of(&case.game).trace(case.line.position(), &[], &Options::default());
    let knight = all.steps.iter().position(|step| case.words(step.source) == "find own knight");
    let knights = all.positions(knight.expect("a step"));
    let fingers = knights.iter().map(|&n| all.steps[n].finger);
    let names: Vec<&str> =
        fingers.flatten().map(|field| case.game.facts().field_name(field)).collect();
    assert_eq!(names, ["b1", "g1"]);
    assert_eq!(all.steps[0].moves, 20);
}

#[test]
fn what_is_too_long_is_cut_and_can_be_narrowed() {
    let case = Case::new("chess", "", "");
    let tracer = Tracer::of(&case.game);
    let trace = |options: &Options| tracer.trace(case.line.position(), &[], options);
    let short = trace(&Options { most: 5_000, ..Options::default() });
    assert!(!short.is_cut && !short.has_questions);
    let cut = trace(&Options { most: 100, ..Options::default() });
    assert!(cut.is_cut && cut.steps.len() == 100);
    let text = Some("e2e4".to_string());
    let narrowed = trace(&Options { most: 5_000, text, ..Options::default() });
    assert!(!narrowed.is_cut && narrowed.has_questions);
    let rule = Some("castle".to_string());
    let ruled = trace(&Options { rule, questions: false, ..Options::default() });
    let rules: BTreeSet<&str> = ruled
        .steps
        .iter()
        .filter(|step| step.kind == Kind::Walk && step.fate == Fate::GoesOn)
        .map(|step| ruled.rule(step.func))
        .collect();
    assert_eq!(rules, BTreeSet::from(["castle"]));
    let stopped =
        tracer.while_wanted(&|| false).trace(case.line.position(), &[], &Options::default());
    assert!(stopped.is_cut);
}

/// A change for which nobody wrote words is told by its declaration.
#[test]
fn changes_without_words_of_their_own_are_told_by_what_they_are() {
    let game = load("mine", "dimensions (1,1) pieces { man 'M' 'm' } main = again, pass.");
    let trace = Tracer::of(&game).trace(&game.start(), &[], &Options::default());
    let told: Vec<&str> = trace.steps.iter().map(|step| step.words.as_str()).collect();
    assert!(told.contains(&"the same player moves next"), "{told:?}");
}

#[test]
fn mistakes_of_rules_are_told() {
    let text = "dimensions (2,1) pieces { man 'M' 'm' } start { M . }
        main = find own man, points at empty field, win.";
    let game = load("stuck", text);
    let trace = Tracer::of(&game).trace(&game.start(), &[], &Options::default());
    assert_eq!(
        trace.error.map(|error| error.message),
        Some("there is no move and no outcome".into())
    );
    let last = trace.steps.last().expect("a step");
    assert_eq!((last.fate, last.words.as_str()), (Fate::Ends, "there is a white man on a1"));
}

/// Where only one rule is told, the others have more boards than steps, and these are bounded, too.
#[test]
fn boards_are_bounded_as_steps_are() {
    let changes = "add 1 to n, ".repeat(50);
    let text = format!(
        "dimensions (2,1) pieces {{ man 'M' 'm' }} counters {{ n 0 .. 90 }} start {{ M m }}
        main = {changes}find own man, other.
        other = pickup, east, step, remove, putdown."
    );
    let game = load("counting", &text);
    let trace = |most: usize| {
        let rule = Some("other".to_string());
        let options = Options { rule, questions: false, most, ..Options::default() };
        Tracer::of(&game).trace(&game.start(), &[], &options)
    };
    let whole = trace(1_000);
    assert!(!whole.is_cut && whole.boards.len() > 50 && whole.steps.len() < 30);
    let cut = trace(30);
    assert!(cut.is_cut && cut.boards.len() <= 31);
}

/// A board of many fields, changed on a hundred thousand paths none of which leads to a move: what is
/// kept of them is bounded in bytes, too.
#[test]
fn large_boards_are_bounded_in_bytes() {
    let rules = "dimensions (26,40) pieces { stone 'X' 'O' } main = try [ find field, find empty \
        field, replace by own stone, points at enemy stone ] else lose.";
    let game = load("wide", rules);
    let options = Options { most: usize::MAX, ..Options::default() };
    let trace = Tracer::of(&game).trace(&game.start(), &[], &options);
    assert!(trace.is_cut && trace.boards.len() > 1000);
    assert!(trace.boards.len() * 26 * 40 <= interp::KEPT_BYTES + (1 << 20));
}
