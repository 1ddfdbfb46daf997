//! How a game is searched where no file says so: what its declarations and a few random games
//! show, with the reasons in words.

use crate::reading::AUTOMATIC;
use game::{Facts, Game, Line, Rng, Turn};
use search::{Algorithm, Heuristics, Settings};

/// Settings that follow from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The settings.
    pub settings: Settings,
    /// For settings that are not the usual ones, why; by name.
    pub why: Vec<(&'static str, String)>,
}

/// What random games show of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Nature {
    /// Whether whatever is on a field stays there as it is.
    stays: bool,
    /// Which part of the fields is taken when a game ends, on average.
    filled: f64,
    /// Whether all sequences of moves to the end are so few that alpha-beta sees them all.
    is_small: bool,
}

impl Nature {
    /// What is taken for granted where nothing was shown.
    const UNKNOWN: Nature = Nature { stays: false, filled: 0.0, is_small: false };
}

/// This many random games are looked at,
const GAMES: u64 = 4;
/// no further than this many turns each,
const TURNS: usize = 300;
/// and none is begun after this many moves: on large boards a game or two show enough, and take
/// the interpreter seconds.
const MOVES: usize = 50_000;
/// Where random games fill so much of the board, nobody wins by a few pieces early on.
const FULL: f64 = 0.75;
/// Alpha-beta with a table sees the end of a game with this many sequences of moves, as a
/// power of e, in a second or less.
const SMALL: f64 = 16.0;

/// How a game is searched where nobody says so. Alpha-beta with the first evaluation is right
/// where the rules have an evaluation, and where something moves or changes, because a study
/// of the rules finds out what that is worth. Where pieces come and stay until the board is
/// nearly full, and nobody has said what a position is worth, random games know more: with
/// evaluations of a study hex was won by them, and five in a row and othello were lost.
pub fn derive<G: Game>(game: &G) -> Derived {
    derive_while(game, &mut || true)
}

/// The same as long as somebody waits for it: what is not looked at to its end has the usual
/// settings.
pub fn derive_while<G: Game>(game: &G, go_on: &mut dyn FnMut() -> bool) -> Derived {
    let facts = game.facts();
    let usual = Derived { settings: Settings::new(facts), why: Vec::new() };
    if facts.n_players() != 2 || has_own_evaluation(facts) {
        return usual;
    }
    let Nature { stays, filled, is_small } = nature(game, go_on).unwrap_or(Nature::UNKNOWN);
    if !stays || filled < FULL || is_small {
        return usual;
    }
    let (algorithm, heuristics) = (Algorithm::Mcts, Heuristics::NONE);
    let settings = Settings { algorithm, heuristics, ..usual.settings };
    let why = format!(
        "the rules have no evaluation, pieces come and stay, and {:.0} % of the fields are \
         taken when random games end",
        100.0 * filled
    );
    Derived { settings, why: vec![("algorithm", why), ("heuristics", String::new())] }
}

/// Whether somebody has said what a position is worth.
fn has_own_evaluation(facts: &Facts) -> bool {
    facts.evaluations.iter().any(|name| name != AUTOMATIC)
}

/// Looks at some random games, and no longer than something stays. Nothing if nobody waits for
/// it any more, or if the rules go wrong at once, which whoever searches will notice, too.
fn nature<G: Game>(game: &G, go_on: &mut dyn FnMut() -> bool) -> Option<Nature> {
    let (mut taken, mut is_small) = (0.0, true);
    let (mut n_games, mut n_moves) = (0, 0);
    for seed in 1..=GAMES {
        if n_moves > MOVES {
            break;
        }
        n_games += 1;
        let (mut line, mut random) = (Line::new(game.start()), Rng::new(seed));
        let (mut before, mut sequences) = (game.setup(line.position()).board, 0.0);
        while line.len() < TURNS {
            if !go_on() {
                return None;
            }
            let moves = match line.turn(game) {
                Ok(Turn::Moves(moves)) => moves,
                Err(_) if line.is_empty() => return None,
                Ok(Turn::Over(_)) | Err(_) => break,
            };
            n_moves += moves.len();
            sequences += (moves.len() as f64).ln();
            let Some(chosen) = random.choose(&moves) else { break };
            line.push(chosen.clone());
            let now = game.setup(line.position()).board;
            let is_same = |(was, is): (&Vec<_>, &Vec<_>)| was.is_empty() || was == is;
            if !before.iter().zip(&now).all(is_same) {
                return Some(Nature::UNKNOWN);
            }
            before = now;
        }
        is_small &= sequences < SMALL;
        let n_taken = before.iter().filter(|field| !field.is_empty()).count();
        taken += n_taken as f64 / before.len().max(1) as f64;
    }
    Some(Nature { stays: true, filled: taken / f64::from(n_games), is_small })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_show_whether_pieces_stay_until_the_board_is_full() {
        let check = |name: &str, stays: bool, is_full: bool, is_small: bool| {
            let found = nature(&testing::load(name), &mut || true).expect("random games");
            let seen = (found.stays, found.filled >= FULL, found.is_small);
            assert_eq!(seen, (stays, is_full, is_small), "{name}: {found:?}");
        };
        check("tictactoe", true, true, true);
        check("hex", true, true, false);
        check("gomoku9", true, false, false);
        check("connect4", true, false, false);
        check("othello", false, false, false);
        check("breakthrough", false, false, false);
    }

    #[test]
    fn nobody_looks_longer_than_somebody_waits() {
        let game = testing::load("hex");
        let mut left = 10;
        let found = nature(&game, &mut || {
            left -= 1;
            left > 0
        });
        assert_eq!((found, left), (None, 0));
    }

    /// On 400 fields one game has more moves than all four of an ordinary one.
    #[test]
    fn few_games_are_looked_at_where_there_are_many_moves() {
        let text = "dimensions (20,20)\npieces { stone 'X' 'O' }\n\
                    main = try [ find empty field, replace by own stone ] else draw.\n";
        let game = testing::load_text("wide", text).expect("rules");
        let mut turns = 0;
        let found = nature(&game, &mut || {
            turns += 1;
            true
        });
        let found = found.expect("random games");
        assert!(found.stays && found.filled > 0.5 && turns <= TURNS, "{turns} {found:?}");
    }

    #[test]
    fn rules_that_go_wrong_are_tried_once() {
        // Both of the results end the game, and differently.
        let text = "dimensions (3,1)\npieces { stone 'X' 'O' }\nmain = either win or lose.\n";
        let game = testing::load_text("torn", text).expect("rules");
        let mut n_turns = 0;
        let found = nature(&game, &mut || {
            n_turns += 1;
            true
        });
        assert_eq!((found, n_turns), (None, 1));
    }

    #[test]
    fn rules_with_an_evaluation_are_searched_by_alpha_beta() {
        assert_eq!(derive(&testing::load("hex")).settings.algorithm, Algorithm::Pvs);
        assert_eq!(derive(&testing::load("tictactoe")).settings.algorithm, Algorithm::Pvs);
        let text = "dimensions (6,6)\npieces { stone 'X' 'O' }\n\
                    main = try [ find empty field, replace by own stone ] else lose.\n";
        let game = testing::load_text("fill", text).expect("rules");
        let plain = derive(&game);
        assert_eq!(plain.settings.algorithm, Algorithm::Mcts);
        assert!(plain.settings.check(game.facts()).is_ok() && !plain.why.is_empty());
    }
}
