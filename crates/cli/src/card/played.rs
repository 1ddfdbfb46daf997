//! One game of a report, and what is counted while it is played.

use crate::args::ReportArgs;
use crate::report::Failure;
use game::{Rng, mix};
use multigame::{Found, Game, Player, Position, Search, Verdict};

/// A search remembers positions of one game in this many bytes.
const TABLE: usize = 16 << 20;

/// A game that was played.
pub(super) struct Played {
    /// How many moves there were in each turn.
    pub(super) widths: Vec<usize>,
    pub(super) opening: String,
    pub(super) winner: Option<Player>,
    /// Whether the rules ended it.
    pub(super) is_finished: bool,
    pub(super) lead_changes: usize,
    /// How many turns changed each field.
    pub(super) changes: Vec<usize>,
}

impl Played {
    /// The points of the first player, from 0 to 1.
    pub(super) fn points(&self) -> f64 {
        match self.winner {
            Some(Player::First) => 1.0,
            Some(Player::Second) => 0.0,
            None => 0.5,
        }
    }
}

/// Plays the game of a number.
pub(super) fn play(game: &Game, args: &ReportArgs, number: u32) -> Result<Played, Failure> {
    let mut random = Rng::new(mix(args.seed) ^ u64::from(number));
    // Each game has a search of its own, so that it does not depend on those before it.
    let search = Search::new(game).memory(TABLE).threads(1).nodes(args.nodes);
    let mut position = game.start();
    let mut played = Played {
        widths: Vec::new(),
        opening: String::new(),
        winner: None,
        is_finished: false,
        lead_changes: 0,
        changes: vec![0; game.facts().board.n_fields()],
    };
    let mut leader = None;
    while played.widths.len() < args.max_turns as usize {
        if let Some(outcome) = position.outcome()? {
            (played.winner, played.is_finished) = (outcome.winner(), true);
            break;
        }
        let moves = position.moves()?;
        let is_random = played.widths.len() < args.random as usize;
        let chosen = match is_random || moves.len() == 1 {
            true => random.below(moves.len()),
            false => {
                let found = search.best(&position)?;
                let now = leads(&position, &found);
                if now.is_some() && leader.is_some() && now != leader {
                    played.lead_changes += 1;
                }
                leader = now.or(leader);
                let is_best = |made: &multigame::Move| found.best() == Some(made);
                moves.iter().position(is_best).unwrap_or(0)
            }
        };
        let before = position.setup();
        position.play(&moves[chosen]);
        let after = position.setup();
        for (i, n) in played.changes.iter_mut().enumerate() {
            *n += usize::from(before.board[i] != after.board[i]);
        }
        if played.widths.is_empty() {
            played.opening = moves[chosen].text().to_string();
        }
        played.widths.push(moves.len());
    }
    Ok(played)
}

/// Who is ahead, as a search sees it; nobody if it is even.
fn leads(position: &Position, found: &Found) -> Option<Player> {
    let value = match (found.verdict(), found.win_share()) {
        (Verdict::Open(_), Some(share)) => share - 0.5,
        (Verdict::Points(points), _) => f64::from(points),
        _ => f64::from(found.score()),
    };
    let player = position.player();
    match value {
        v if v > 0.0 => Some(player),
        v if v < 0.0 => Some(player.other()),
        _ => None,
    }
}
