//! What may be tried instead of the settings of a game: each other algorithm and evaluation,
//! each heuristic turned on or off, and each number a step up and down. A candidate differs in
//! one thing, so that the record says what each of them was worth.

use crate::given::with_algorithm;
use game::Facts;
use search::{Algorithm, Evaluation, Heuristics, Number, Settings};

/// Settings that may be better, and in what they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What is changed, such as `heuristics -killers`.
    pub change: String,
    /// The settings with the change.
    pub settings: Settings,
}

/// All settings that differ from these in one thing and make sense. `step` is the part of
/// their range that numbers are moved by.
pub fn candidates(from: &Settings, facts: &Facts, step: f64) -> Vec<Candidate> {
    let mut found = algorithms(from, facts);
    found.extend(heuristics(from));
    found.extend(evaluations(from, facts));
    found.extend(numbers(from, step));
    found
        .retain(|candidate| candidate.settings != *from && candidate.settings.check(facts).is_ok());
    found
}

/// Algorithms that look at every position are left out: none of the others is worse.
fn algorithms(from: &Settings, facts: &Facts) -> Vec<Candidate> {
    let plain = [Algorithm::Minimax, Algorithm::Negamax];
    let others = Algorithm::ALL.iter().filter(|(algorithm, ..)| !plain.contains(algorithm));
    let others = others.filter(|(algorithm, ..)| *algorithm != from.algorithm);
    let candidate = |(algorithm, name, _): &(Algorithm, &str, _)| {
        let mut settings = with_algorithm(*from, *algorithm, facts);
        settings.heuristics.quiescence &= from.evaluation != Evaluation::None;
        Candidate { change: format!("algorithm {name}"), settings }
    };
    others.map(candidate).collect()
}

fn heuristics(from: &Settings) -> Vec<Candidate> {
    let candidate = |name: &&str| {
        let mut settings = *from;
        let one = settings.heuristics.by_name(name)?;
        *one = !*one;
        let sign = if *one { '+' } else { '-' };
        Some(Candidate { change: format!("heuristics {sign}{name}"), settings })
    };
    Heuristics::NAMES.iter().filter_map(candidate).collect()
}

fn evaluations(from: &Settings, facts: &Facts) -> Vec<Candidate> {
    let named = facts.evaluations.iter().enumerate();
    let named = named.map(|(n, name)| (Evaluation::Rules(n), name.as_str()));
    let candidate = |(evaluation, name): (Evaluation, &str)| {
        let mut settings = Settings { evaluation, ..*from };
        settings.heuristics.quiescence &= evaluation != Evaluation::None;
        Candidate { change: format!("evaluation {name}"), settings }
    };
    named.chain([(Evaluation::None, "none")]).map(candidate).collect()
}

fn numbers(from: &Settings, step: f64) -> Vec<Candidate> {
    let looked_at = |number: &&Number| (number.is_of)(from.algorithm);
    let mut found = Vec::new();
    for number in Settings::NUMBERS.iter().filter(looked_at) {
        let Number { name, low, high, is_whole, read, write, .. } = number;
        for by in [step, -step] {
            let moved = (read(from) + by * (high - low)).clamp(*low, *high);
            // Numbers with few digits are as good, and easier to read.
            let moved = if *is_whole { moved.round() } else { (moved * 1000.0).round() / 1000.0 };
            let mut settings = *from;
            write(&mut settings, moved);
            found.push(Candidate { change: format!("{name} {moved}"), settings });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    #[test]
    fn candidates_differ_in_one_thing_and_make_sense() {
        let game = testing::load("breakthrough");
        let from = Settings::new(game.facts());
        let found = candidates(&from, game.facts(), 0.125);
        let changes: Vec<&str> = found.iter().map(|it| it.change.as_str()).collect();
        for wanted in ["algorithm mcts", "heuristics -killers", "heuristics +forced"] {
            assert!(changes.contains(&wanted), "{wanted}: {changes:?}");
        }
        // Aspiration needs deepening, so that deepening cannot go alone.
        assert!(!changes.contains(&"heuristics -deepening"), "{changes:?}");
        assert!(!changes.iter().any(|it| it.starts_with("mcts.")), "{changes:?}");
        for candidate in &found {
            assert!(candidate.settings.check(game.facts()).is_ok() && candidate.settings != from);
        }
    }

    #[test]
    fn numbers_of_the_algorithm_are_moved_within_their_range() {
        let game = testing::load("breakthrough");
        let (algorithm, heuristics) = (Algorithm::Mcts, Heuristics::NONE);
        let from = Settings { algorithm, heuristics, ..Settings::new(game.facts()) };
        let found = candidates(&from, game.facts(), 0.125);
        let turns = found.iter().find(|it| it.change == "mcts.turns 125").expect("a number");
        assert_eq!(turns.settings.mcts.turns.get(), 125.0);
    }
}
