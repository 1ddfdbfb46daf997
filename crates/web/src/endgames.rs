//! Endgame tables on the page: what a position and each of its moves is worth, where somebody
//! has handed tables to the server.

use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use multigame::{Player, Position, Text};
use serde::Serialize;

/// What a table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTable {
    /// What it is worth to the player to move if no counter makes the game a draw.
    pub worth: Worth,
    /// Whether it is worth that in any case: a counter, as of fifty moves, cannot end the game before.
    pub in_time: bool,
}

/// How a game ends if both play as well as possible, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// They win in this many turns.
    Wins(u32),
    /// They lose in this many turns.
    Loses(u32),
    /// Nobody wins.
    Draw,
}

/// Endgame tables of some games. The library reads no files; this does.
pub trait EndgameTables: Send + Sync {
    /// What a position of a game is worth, if a table of exactly these rules has it.
    fn probe(&self, game: &Text, position: &str) -> Option<InTable>;
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
    // Nobody has built tables for rules that were sent, and to open some takes long.
    if asked.wanted.rules.is_some() || entry.shown.facts().n_players() != 2 {
        return Ok(nothing);
    }
    let probe = |position: &Position| tables.probe(&entry.text, &position.to_string());
    let mut found = Vec::new();
    if position.outcome()?.is_none() {
        for made in &position.moves()? {
            let mut after = position.clone();
            after.play(made);
            let is_mover = after.player() == position.player();
            let known = match after.outcome()? {
                Some(outcome) => {
                    let worth = match outcome.winner() {
                        None => Worth::Draw,
                        Some(winner) if winner == position.player() => Worth::Wins(0),
                        Some(_) => Worth::Loses(0),
                    };
                    Some(InTable { worth, in_time: true })
                }
                None => probe(&after).map(|known| if is_mover { known } else { known.turned() }),
            };
            found.extend(known.map(|known| (made.text().to_string(), known.later())));
        }
    }
    found.sort_by_key(|(_, known)| std::cmp::Reverse(known.rank()));
    let words = |known: &InTable| known.words(&position);
    let bar = |known: &InTable| {
        let sign = if position.player() == Player::First { 1.0 } else { -1.0 };
        let share = if known.in_time { 1.0 } else { 0.5 };
        sign * share * f64::from(known.rank().signum())
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
        let worth = match self.worth {
            Worth::Wins(turns) => Worth::Loses(turns),
            Worth::Loses(turns) => Worth::Wins(turns),
            Worth::Draw => Worth::Draw,
        };
        InTable { worth, ..self }
    }

    /// The same a turn before.
    fn later(self) -> InTable {
        let worth = match self.worth {
            Worth::Wins(turns) => Worth::Wins(turns + 1),
            Worth::Loses(turns) => Worth::Loses(turns + 1),
            Worth::Draw => Worth::Draw,
        };
        InTable { worth, ..self }
    }

    /// The better, the larger: wins that come soon, then those that a counter may prevent, and
    /// losses the other way around.
    fn rank(self) -> i32 {
        const FAR: i32 = 1 << 20;
        let of = |turns: u32| i32::try_from(turns).unwrap_or(FAR - 1).min(FAR - 1);
        let sure = if self.in_time { FAR } else { 0 };
        match self.worth {
            Worth::Wins(turns) => sure + FAR - of(turns),
            Worth::Loses(turns) => of(turns) - FAR - sure,
            Worth::Draw => 0,
        }
    }

    fn words(self, position: &Position) -> String {
        let facts = position.game().facts();
        let turns = |n: u32| if n == 1 { "1 turn".to_string() } else { format!("{n} turns") };
        let won = |player: Player, n: u32| {
            let unless = if self.in_time { "" } else { ", if no counter makes it a draw before" };
            format!("{} in {}{unless}", facts.player_does(player, "wins"), turns(n))
        };
        match self.worth {
            Worth::Wins(n) => won(position.player(), n),
            Worth::Loses(n) => won(position.player().other(), n),
            Worth::Draw => "draw".to_string(),
        }
    }
}
