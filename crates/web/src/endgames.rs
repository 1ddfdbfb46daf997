//! Endgame tables on the page: what a position and each of its moves is worth, where somebody
//! has handed tables to the server.

use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use multigame::{Player, Position};
use serde::Serialize;

/// What a table says of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InTable {
    /// They win in this many turns.
    Wins(u32),
    /// They lose in this many turns.
    Loses(u32),
    /// Nobody wins.
    Draw,
}

/// Endgame tables of built-in games. The library reads no files; this does.
pub trait EndgameTables: Send + Sync {
    /// What a position of a game is worth, if a table has it.
    fn probe(&self, game: &str, position: &str) -> Option<InTable>;
}

/// What tables know of a position.
#[derive(Serialize)]
pub(crate) struct Answer {
    /// The position in words; nothing if no table has it.
    words: Option<String>,
    /// The moves that lead to positions that tables have, the best first.
    moves: Vec<MoveOf>,
}

#[derive(Serialize)]
struct MoveOf {
    #[serde(rename = "move")]
    text: String,
    words: String,
    /// From -1 to 1 for the first player.
    bar: f64,
}

/// Answers what tables know.
pub(crate) fn endgame(shared: &Shared, asked: &Asked) -> Result<Answer, Refusal> {
    let nothing = Answer { words: None, moves: Vec::new() };
    let Some(tables) = shared.tables.as_deref() else { return Ok(nothing) };
    let Found { entry, position, .. } = shared.lines.find(&shared.catalog, asked)?;
    // Rules that were sent may be called like a game that has tables.
    if asked.wanted.rules.is_some() || entry.shown.facts().n_players() != 2 {
        return Ok(nothing);
    }
    let probe = |position: &Position| tables.probe(entry.shown.name(), &position.to_string());
    let mut found = Vec::new();
    if position.outcome()?.is_none() {
        for made in &position.moves()? {
            let mut after = position.clone();
            after.play(made);
            let is_mover = after.player() == position.player();
            let known = match after.outcome()? {
                Some(outcome) => Some(match outcome.winner() {
                    None => InTable::Draw,
                    Some(winner) if winner == position.player() => InTable::Wins(0),
                    Some(_) => InTable::Loses(0),
                }),
                None => probe(&after).map(|known| if is_mover { known } else { known.turned() }),
            };
            found.extend(known.map(|known| (made.text().to_string(), known.later())));
        }
    }
    found.sort_by_key(|(_, known)| std::cmp::Reverse(known.rank()));
    let words = |known: &InTable| known.words(&position);
    let bar = |known: &InTable| {
        let sign = if position.player() == Player::First { 1.0 } else { -1.0 };
        sign * f64::from(known.rank().signum())
    };
    let moves = found.iter().map(|(text, known)| MoveOf {
        text: text.clone(),
        words: words(known),
        bar: bar(known),
    });
    Ok(Answer { moves: moves.collect(), words: probe(&position).as_ref().map(words) })
}

impl InTable {
    /// The same for the other player.
    fn turned(self) -> InTable {
        match self {
            InTable::Wins(turns) => InTable::Loses(turns),
            InTable::Loses(turns) => InTable::Wins(turns),
            InTable::Draw => InTable::Draw,
        }
    }

    /// The same a turn before.
    fn later(self) -> InTable {
        match self {
            InTable::Wins(turns) => InTable::Wins(turns + 1),
            InTable::Loses(turns) => InTable::Loses(turns + 1),
            InTable::Draw => InTable::Draw,
        }
    }

    /// The better, the larger: wins that come soon, and losses that come late.
    fn rank(self) -> i32 {
        const FAR: i32 = 1 << 20;
        let of = |turns: u32| i32::try_from(turns).unwrap_or(FAR - 1).min(FAR - 1);
        match self {
            InTable::Wins(turns) => FAR - of(turns),
            InTable::Loses(turns) => of(turns) - FAR,
            InTable::Draw => 0,
        }
    }

    fn words(self, position: &Position) -> String {
        let facts = position.game().facts();
        let turns = |n: u32| if n == 1 { "1 turn".to_string() } else { format!("{n} turns") };
        match self {
            InTable::Wins(n) => {
                format!("{} in {}", facts.player_does(position.player(), "wins"), turns(n))
            }
            InTable::Loses(n) => {
                format!("{} in {}", facts.player_does(position.player().other(), "wins"), turns(n))
            }
            InTable::Draw => "draw".to_string(),
        }
    }
}
