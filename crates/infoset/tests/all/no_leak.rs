//! No referee of a built-in game tells a player more than the view: in games played at
//! random, every history that fits a view could be the true one, and nobody would
//! notice.
//!
//! For each game, each player and each view:
//! 1. the set of the view alone holds the true history;
//! 2. whichever of its members is taken for the truth, the referee gives the same view;
//! 3. the referee offers the player to move the same tries, and what cannot be tried is answered
//!    with the same words;
//! 4. a piece that the player to move does not see may be elsewhere: if they do not see
//!    that, they may try the same.
//!
//! So it is for both back ends, each a referee of its own. By code, games are played until
//! all was heard that the rules can say, and a try was refused, and something captured.
//!
//! A short run is part of the tests. The long one takes this many games of each kind, longer
//! ones with larger sets:
//!
//! `NO_LEAK=20 cargo test --release -p multigame-infoset no_leak:: -- --nocapture`

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "how long the run is, is said from outside, and it says what it finds"
)]

use crate::eager::{Heard, Most, play_eagerly};
use game::{Field, Made, Perceived, Player, Referee, Rng, Turn};
use infoset::{
    History, Limits, MergedSet, Observation, Session, SessionError, Step, write_transcript,
};
use ir::Program;
use native::Native;
use std::collections::BTreeSet;
use testing::hidden::{hidden_games, play};

/// How far the test goes.
#[derive(Clone, Copy)]
struct Size {
    /// This many games at least,
    n_games: u64,
    /// of this length,
    most: Most,
    /// and of a large set this many members.
    n_members: usize,
    /// Whether games are played until everything was heard.
    hears_all: bool,
}

/// The size for code, which is quick: a larger one if it is asked for from outside.
fn size() -> Size {
    let asked = std::env::var("NO_LEAK").ok().and_then(|n| n.parse().ok());
    let (n_games, turns, histories, compared, n_members) = match asked {
        Some(n_games) => (n_games, 40, 100_000, 3_000_000, 5000),
        None => (2, 14, 600, 15_000, 200),
    };
    let most = Most { turns, histories, compared };
    Size { n_games, most, n_members, hears_all: true }
}

/// More games than these are not played to hear what is missing.
const MOST_GAMES: u64 = 40;

/// Of this many members, or somewhat more, it is asked what may be tried, and what is not
/// possible: that takes longer than to replay them.
const OFFERS: usize = 16;

/// Numbers of tries, for which a random game must be long.
const RARE: [&str; 7] = ["2", "3", "4", "5", "6", "7", "8"];

/// The true history, as the players would tell their own part of it.
fn truth<G: Referee>(session: &Session<'_, G>, view: &Observation) -> History {
    let step = |(text, turn): (&str, &Perceived)| match (&turn.made, text.strip_prefix('[')) {
        (Made::Move(own), _) => Step { text: own.clone(), refused: false },
        (_, Some(text)) => Step { text: text.trim_end_matches(']').to_string(), refused: true },
        (_, None) => Step { text: text.to_string(), refused: false },
    };
    session.line().texts().zip(&view.turns).map(step).collect()
}

/// Plays histories as if they were the true one, each on from where it leaves the last.
struct Replay<'g, 'v, G: Referee> {
    game: &'g G,
    view: &'v Observation,
    /// The last history.
    history: History,
    /// The game before each of its turns, and after them.
    sessions: Vec<Session<'g, G>>,
}

impl<'g, 'v, G: Referee> Replay<'g, 'v, G> {
    fn new(game: &'g G, view: &'v Observation) -> Self {
        let sessions = vec![Session::new(game, game.start()).unwrap()];
        Replay { game, view, history: History::new(), sessions }
    }

    /// The game with another history; nothing if it cannot have gone this way.
    fn to(&mut self, history: &History) -> Option<&Session<'g, G>> {
        let same = self.history.iter().zip(history).take_while(|(old, new)| old == new).count();
        self.sessions.truncate(same + 1);
        self.history.clone_from(history);
        for (step, turn) in history.iter().zip(&self.view.turns).skip(same) {
            let mut session = self.sessions.last()?.clone();
            make(self.game, &mut session, step, turn)?;
            self.sessions.push(session);
        }
        self.sessions.last()
    }
}

/// Makes a turn as if it were the true one. The enemy is refused as often as the view
/// says, whatever they try.
fn make<G: Referee>(
    game: &G,
    session: &mut Session<'_, G>,
    step: &Step,
    turn: &Perceived,
) -> Option<()> {
    for refused in &turn.refused {
        let text = refused.text.clone().or_else(|| illegal(game, session).pop())?;
        let answer = session.attempt(&text).ok()?;
        if answer.accepted || answer.is_turn_over {
            return None;
        }
    }
    let answer = session.attempt(&step.text).ok()?;
    (answer.accepted != step.refused && answer.is_turn_over).then_some(())
}

/// What the player to move may attempt and would be refused.
fn illegal<G: Referee>(game: &G, session: &Session<'_, G>) -> Vec<String> {
    let Turn::Moves(moves) = session.line().turn(game).unwrap() else { return Vec::new() };
    let mut attempts = session.attemptable().unwrap();
    attempts.retain(|text| !moves.iter().any(|made| made.is_called(text)));
    attempts
}

/// What the player to move may try, going by what they know.
fn tries<G: Referee>(game: &G, session: &Session<'_, G>) -> Vec<String> {
    let (at, past) = (session.line().position(), session.line().past());
    game.tries(at, past.last().unwrap_or(at), past).unwrap()
}

/// What is answered to texts that nobody can try.
fn nonsense<G: Referee>(session: &mut Session<'_, G>) -> Vec<Option<SessionError>> {
    ["", "zz", "a1a1", "e2e9", "pass", "[a1]"].map(|text| session.attempt(text).err()).to_vec()
}

/// The members of a set, or evenly chosen ones of a large set; and the truth must be one.
fn members<G: Referee>(set: &MergedSet<'_, G>, truth: &History, most: usize) -> Vec<History> {
    let every = set.count().unwrap().div_ceil(most as u128).max(1);
    let (mut members, mut is_met, mut number) = (Vec::new(), false, 0);
    set.list(&mut |history| {
        let is_truth = history == truth;
        is_met |= is_truth;
        if is_truth || number % every == 0 {
            members.push(history.clone());
        }
        number += 1;
        Ok(true)
    })
    .unwrap();
    assert_eq!(Ok(number), set.count(), "not all histories are listed");
    assert!(is_met, "the truth is not in the set");
    members
}

/// Checks the view of a player in a game that was played so far; gives the number of
/// members that were taken for the truth. `has_known`: a rule `known` says itself what
/// may be used beyond what is seen.
fn check<G: Referee>(
    game: &G,
    session: &Session<'_, G>,
    player: Player,
    has_known: bool,
    most: usize,
) -> usize {
    let view = session.view(player);
    let told = || write_transcript(game.facts(), view);
    let set = MergedSet::of(game, view, Limits::default(), &mut |_| true).unwrap();
    let members = members(&set, &truth(session, view), most);
    let is_over = session.line().outcome(game).unwrap().is_some();
    let is_theirs = !is_over && session.line().player(game) == player;
    // Without tries players are told their legal moves.
    let by_view = is_theirs && game.can_refuse() && !has_known;
    let (mut same, mut replay) = (None, Replay::new(game, view));
    for (number, history) in members.iter().enumerate() {
        let other = replay.to(history).unwrap_or_else(|| panic!("{history:?}"));
        assert_eq!(other.view(player), view, "{history:?} looks different");
        if by_view && number % (1 + members.len() / OFFERS) == 0 {
            let offered = (tries(game, other), nonsense(&mut other.clone()));
            let first = same.get_or_insert_with(|| offered.clone());
            assert_eq!(offered, *first, "what may be tried tells something:\n{}", told());
        }
    }
    members.len()
}

/// Moves what a player does not see to another field that they do not see, and of which they
/// do not notice anything; they may try the same then. Returns whether that was possible.
fn check_change<G: Referee>(game: &G, session: &Session<'_, G>, rng: &mut Rng) -> bool {
    let (at, past) = (session.line().position(), session.line().past());
    let before = past.last().unwrap_or(at);
    let player = game.player(at);
    let seen = game.seen(at, before, player).unwrap();
    let mut setup = game.setup(at);
    let unseen = || (0..setup.board.len()).filter(|i| !seen.contains(Field(*i as u16)));
    let men: Vec<usize> = unseen().filter(|i| !setup.board[*i].is_empty()).collect();
    let free: Vec<usize> = unseen().filter(|i| setup.board[*i].is_empty()).collect();
    let (Some(&from), Some(&to)) = (rng.choose(&men), rng.choose(&free)) else { return false };
    setup.board.swap(from, to);
    let Ok(other) = game.position(&setup) else { return false };
    if game.seen(&other, before, player).unwrap() != seen {
        return false;
    }
    let boards = [at, &other].map(|at| game.setup(&game.view(at, before, player).unwrap()).board);
    assert_eq!(boards[0], boards[1], "a player knows what they do not see");
    let tries = [at, &other].map(|at| game.tries(at, before, past).unwrap());
    assert_eq!(tries[0], tries[1], "what may be tried tells what is not seen");
    true
}

/// Checks games, played at random until everything was heard that the rules can say.
fn check_games<G: Referee>(game: &G, program: &Program, size: Size) {
    let name = &game.facts().name;
    let has_known = program.entries.known.is_some();
    let mut heard = Heard::nothing_of(program);
    heard.missing.retain(|words| !RARE.contains(&words.as_str()));
    let captures = game.facts().kinds.len() > 1;
    let (mut n_members, mut n_changes, mut n_games) = (0, 0, 0);
    let mut rng = Rng::new(1);
    for seed in 0..MOST_GAMES.max(size.n_games) {
        let is_enough = !size.hears_all
            || heard.missing.is_empty()
                && (heard.n_refused > 0 || !game.can_refuse())
                && (heard.n_captures > 0 || !captures);
        if is_enough && seed >= size.n_games {
            break;
        }
        let session = play_eagerly(game, &game.start(), seed, size.most, &mut heard);
        for player in Player::BOTH {
            // Games that are played only to hear more are looked at less closely.
            let most = if seed < size.n_games { size.n_members } else { size.n_members / 5 };
            n_members += check(game, &session, player, has_known, most);
        }
        if game.can_refuse() && !has_known {
            n_changes += (0..20).filter(|_| check_change(game, &session, &mut rng)).count();
        }
        n_games += 1;
    }
    println!(
        "{name}: {n_games} games, {} turns, {} captures, {} refusals, {n_members} members, \
        {n_changes} changes",
        heard.n_turns, heard.n_captures, heard.n_refused
    );
    assert!(n_members > 2, "{name}: only {n_members} members");
    if size.hears_all {
        assert_eq!(heard.missing, BTreeSet::new(), "{name}: never heard");
        assert!(heard.n_refused > 0 || !game.can_refuse(), "{name}: nothing was refused");
        assert!(heard.n_captures > 0 || !captures, "{name}: nothing was captured");
    }
}

#[test]
fn nobody_is_told_more_than_his_view() {
    let games = hidden_games();
    assert!(games.len() >= 9, "only {} games hide something", games.len());
    for game in &games {
        let most = Most { turns: 6, histories: 150, compared: 1500 };
        let size = Size { n_games: 1, most, n_members: 150, hears_all: false };
        check_games(game, game.program(), size);
    }
}

#[test]
fn nor_by_code() {
    let mut n_compiled = 0;
    for game in hidden_games() {
        let program = game.program().clone();
        if let Ok(native) = Native::new(game, &[]) {
            check_games(&native, &program, size());
            n_compiled += 1;
        }
    }
    assert!(n_compiled >= 9, "there is code for {n_compiled} games only");
}

/// The test above can fail: here an enemy who is not seen keeps a player from trying the
/// field beside them.
#[test]
fn a_leak_is_found() {
    let text = "extends phantom_tictactoe
        tries = find empty field, not [ east, step, points at enemy mark ], replace by own mark.
        known = find mark.";
    let game = testing::load_text("leak", text).expect("sound rules");
    let session = play(&game, 7, 4);
    let view = session.view(Player::First);
    let set = MergedSet::of(&game, view, Limits::default(), &mut |_| true).unwrap();
    let (mut offered, mut replay) = (BTreeSet::new(), Replay::new(&game, view));
    set.list(&mut |history| {
        let other = replay.to(history).unwrap();
        offered.insert(tries(&game, other));
        Ok(true)
    })
    .unwrap();
    assert!(offered.len() > 1);
}
