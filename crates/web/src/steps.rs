//! The text of a move as the steps by which a person enters it: fields to click, and choices
//! such as what a piece becomes.
//!
//! Texts are made of the names of fields, symbols and a few marks (`game::move_text`). They are
//! read here from left to right, the longest name first, going back where that leads nowhere.

use game::Facts;
use serde::Serialize;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Step {
    /// A field, by its number.
    Field(usize),
    /// Something that is chosen: `place:` or `become:` with the number of a kind, `take:` with
    /// how many pieces, or `word:` with a text.
    Choice(String),
}

/// What reads the moves of a game.
pub(crate) struct Steps {
    /// Names of fields with their numbers, longer ones first.
    fields: Vec<(String, usize)>,
    /// Symbols with the numbers of their kinds, longer ones first.
    symbols: Vec<(String, usize)>,
}

impl Steps {
    pub(crate) fn new(facts: &Facts) -> Steps {
        let mut fields: Vec<(String, usize)> =
            facts.board.names.iter().enumerate().map(|(i, name)| (name.clone(), i)).collect();
        fields.sort_by_key(|(name, i)| (std::cmp::Reverse(name.len()), *i));
        let mut symbols: Vec<(String, usize)> = Vec::new();
        for (i, kind) in facts.kinds.iter().enumerate().filter(|(_, kind)| !kind.gone) {
            for symbol in kind.symbols.iter().flatten() {
                symbols.push((symbol.clone(), i));
            }
        }
        symbols.sort_by_key(|(symbol, i)| (std::cmp::Reverse(symbol.len()), *i));
        Steps { fields, symbols }
    }

    /// The steps of a move.
    pub(crate) fn of(&self, text: &str) -> Vec<Step> {
        let (mut steps, mut dead) = (Vec::new(), vec![false; text.len() + 1]);
        match self.read(text, 0, &mut steps, &mut dead) && !steps.is_empty() {
            true => steps,
            false => vec![Step::Choice(format!("word:{text}"))],
        }
    }

    /// Reads on from a place; `dead` are the places from which nothing can be read.
    fn read(&self, text: &str, at: usize, steps: &mut Vec<Step>, dead: &mut [bool]) -> bool {
        if at == text.len() {
            return true;
        }
        if dead[at] {
            return false;
        }
        let n_steps = steps.len();
        for (step, length) in self.next(&text[at..]) {
            steps.extend(step);
            if self.read(text, at + length, steps, dead) {
                return true;
            }
            steps.truncate(n_steps);
        }
        dead[at] = true;
        false
    }

    /// What a text may begin with, and how long that is.
    fn next(&self, text: &str) -> Vec<(Option<Step>, usize)> {
        let mut next = Vec::new();
        for (name, field) in self.fields.iter().filter(|(name, _)| text.starts_with(name)) {
            next.push((Some(Step::Field(*field)), name.len()));
        }
        for (symbol, kind) in &self.symbols {
            if let Some(rest) = text.strip_prefix(symbol.as_str()) {
                let (word, length) = match rest.starts_with('@') {
                    true => ("place", symbol.len() + 1),
                    false => ("become", symbol.len()),
                };
                next.push((Some(Step::Choice(format!("{word}:{kind}"))), length));
            }
        }
        let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if n_digits > 0 {
            next.push((Some(Step::Choice(format!("take:{}", &text[..n_digits]))), n_digits));
        }
        if text.starts_with("pass") {
            next.push((Some(Step::Choice("word:pass".to_string())), 4));
        }
        if text.starts_with(['/', 'x']) {
            next.push((None, 1));
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multigame::Game;

    fn check(game: &str, text: &str, expected: &[&str]) {
        let game = Game::load(game).expect("a game");
        let facts = game.facts();
        let shown = |step: Step| match step {
            Step::Field(i) => facts.board.names[i].clone(),
            Step::Choice(words) => match words.split_once(':') {
                Some((word @ ("place" | "become"), kind)) => {
                    let kind: usize = kind.parse().expect("a number");
                    format!("{word} {}", facts.kinds[kind].name)
                }
                _ => words,
            },
        };
        let steps: Vec<String> = Steps::new(facts).of(text).into_iter().map(shown).collect();
        assert_eq!(steps, expected, "{text}");
    }

    #[test]
    fn texts_are_read_step_by_step() {
        check("chess", "e2e4", &["e2", "e4"]);
        check("chess", "e7e8q", &["e7", "e8", "become queen"]);
        check("hex", "a11", &["a11"]);
        check("amazons", "a4a10/a9", &["a4", "a10", "a9"]);
        check("minishogi", "P@c3", &["place pawn", "c3"]);
        check("minishogi", "a1a5+s", &["a1", "a5", "become narigin"]);
        check("nine_mens_morris", "a1xd6", &["a1", "d6"]);
        check("othello", "pass", &["word:pass"]);
        check("othello", "-", &["word:-"]);
    }

    /// Every legal move of every game can be entered, and no two by the same steps.
    #[test]
    fn moves_of_all_games_are_told_apart() {
        for name in Game::names() {
            let game = Game::load(name).expect("a game");
            let steps = Steps::new(game.facts());
            let mut position = game.start();
            for turn in 0..6 {
                let moves = position.moves().expect("moves");
                let mut seen: Vec<Vec<Step>> = Vec::new();
                for made in &moves {
                    let entered = steps.of(made.text());
                    let is_word =
                        matches!(&entered[..], [Step::Choice(w)] if w.starts_with("word"));
                    assert!(!is_word || made.text() == "pass", "{name}: {made}");
                    seen.push(entered);
                }
                let n_moves = seen.len();
                seen.sort_by_key(|entered| format!("{entered:?}"));
                seen.dedup();
                assert_eq!(seen.len(), n_moves, "{name} after {turn} turns");
                let Some(made) = moves.get((7 * turn) % moves.len().max(1)) else { break };
                position.play(made);
            }
        }
    }
}
