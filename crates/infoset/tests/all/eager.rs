//! Random games in which soon everything happens that a referee can announce: who moves
//! likes to try what is refused, to capture, and to do what makes the referee say
//! something that nobody has heard yet.
//!
//! A game goes on until one of its players has too many histories to look at, or they take
//! too long to find; what was played up to then is given back.

use game::{Game, Move, Player, Referee, Rng, Turn};
use infoset::{InfosetError, Limits, MergedSet, Progress, Session, referee};
use ir::{Inst, Program, Write};
use std::collections::BTreeSet;

/// What happened in the games so far.
pub(crate) struct Heard {
    /// What the rules can say and nobody has heard yet: first words, of which one message
    /// is enough.
    pub(crate) missing: BTreeSet<String>,
    /// How many tries were refused.
    pub(crate) n_refused: usize,
    /// How many turns took men off the board.
    pub(crate) n_captures: usize,
    /// How many turns were played.
    pub(crate) n_turns: usize,
}

impl Heard {
    /// Nothing yet of all that these rules can say.
    pub(crate) fn nothing_of(program: &Program) -> Heard {
        let insts = program.funcs.iter().flat_map(|func| &func.blocks).flat_map(|it| &it.insts);
        let said = insts.filter_map(|inst| match inst {
            Inst::Write { write: Write::Tell { message, .. }, .. } => Some(first_word(message)),
            _ => None,
        });
        Heard { missing: said.collect(), n_refused: 0, n_captures: 0, n_turns: 0 }
    }

    fn hear(&mut self, text: &str) {
        self.missing.remove(&first_word(text));
    }

    fn is_news(&self, text: &str) -> bool {
        self.missing.contains(&first_word(text))
    }
}

fn first_word(text: &str) -> String {
    text.split(' ').next().unwrap_or(text).to_string()
}

fn n_men<G: Game>(game: &G, position: &G::Position) -> u32 {
    game.pieces(position).iter().sum()
}

/// What is said when a move is made, and before the turn after it.
fn said<G: Referee>(game: &G, at: &G::Position, made: &Move<G::Position>) -> Vec<String> {
    let told = game.told(&made.to, at).unwrap();
    made.told.iter().chain(&told).map(|message| message.text.clone()).collect()
}

/// What the player to move attempts.
fn choose<G: Referee>(
    game: &G,
    session: &Session<'_, G>,
    heard: &Heard,
    rng: &mut Rng,
) -> Option<String> {
    let at = session.line().position();
    let Turn::Moves(moves) = session.line().turn(game).unwrap() else { return None };
    if rng.below(4) == 0 {
        let mut tries = session.attemptable().unwrap();
        tries.retain(|text| !moves.iter().any(|made| made.is_called(text)));
        if let Some(text) = rng.choose(&tries) {
            return Some(text.clone());
        }
    }
    let is_wanted = |made: &&Move<G::Position>| {
        said(game, at, made).iter().any(|text| heard.is_news(text))
            || n_men(game, &made.to) < n_men(game, at)
    };
    let wanted: Vec<&Move<G::Position>> = match rng.below(3) {
        0 => Vec::new(),
        _ => moves.iter().filter(is_wanted).collect(),
    };
    // A move that is news comes before one that only captures.
    let is_news =
        |made: &&&Move<G::Position>| said(game, at, made).iter().any(|text| heard.is_news(text));
    let news: Vec<&Move<G::Position>> = wanted.iter().filter(is_news).copied().collect();
    let chosen = rng.choose(&news).or(rng.choose(&wanted)).copied();
    chosen.or(rng.choose(&moves)).map(|made| made.text.clone())
}

/// How far a game goes, if it is not over before.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    pub(crate) turns: usize,
    /// The histories of a player.
    pub(crate) histories: u128,
    /// The positions that are compared to find them.
    pub(crate) compared: u64,
}

/// Plays a game from this position that goes so far at most.
pub(crate) fn play_eagerly<'g, G: Referee>(
    game: &'g G,
    start: &G::Position,
    seed: u64,
    most: Most,
    heard: &mut Heard,
) -> Session<'g, G> {
    let mut rng = Rng::new(seed);
    let mut session = Session::new(game, start.clone()).unwrap();
    let new = |player| MergedSet::new(game, player, start.clone(), Limits::default());
    let mut sets = Player::BOTH.map(|player| new(player).counts_only());
    while session.line().len() < most.turns {
        let (n_turns, n_before) = (session.line().len(), n_men(game, session.line().position()));
        let Some(text) = choose(game, &session, heard, &mut rng) else { break };
        session.attempt(&text).unwrap();
        if session.line().len() == n_turns {
            continue;
        }
        let is_too_much = sets.iter_mut().any(|set| {
            let view = session.view(set.player());
            let mut watch = |now: Progress| now.compared < most.compared;
            match set.extend_all(&view.turns, &mut watch) {
                Err(InfosetError::Stopped) => true,
                grown => grown.is_ok() && set.count().unwrap() > most.histories,
            }
        });
        if is_too_much {
            let mut record = session.whole_turns().unwrap();
            record.moves.truncate(n_turns);
            return referee(game, &record).unwrap();
        }
        heard.n_turns += 1;
        heard.n_captures += usize::from(n_men(game, session.line().position()) < n_before);
        for player in Player::BOTH {
            let Some(turn) = session.view(player).turns.last() else { continue };
            heard.n_refused += turn.refused.iter().filter(|it| it.text.is_some()).count();
            let refused = turn.refused.iter().flat_map(|it| &it.heard);
            refused.chain(&turn.said).chain(&turn.told).for_each(|text| heard.hear(text));
        }
    }
    let record = session.whole_turns().unwrap();
    referee(game, &record).unwrap()
}
