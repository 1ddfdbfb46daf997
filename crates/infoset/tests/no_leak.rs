//! No referee of a built-in game tells a player more than his view: in games played at
//! random, every history that fits a view could be the true one, and nobody would
//! notice.
//!
//! For each game, each player and each view:
//! 1. the set of the view alone holds the true history;
//! 2. whichever of its members is taken for the truth, the referee gives the same view;
//! 3. he offers the player to move the same tries, and what cannot be tried is answered
//!    with the same words.
//!
//! So it is for both back ends, each a referee of its own.

#[path = "support/hidden.rs"]
mod hidden;

use game::{Game, Made, Perceived, Player, Referee, Turn};
use hidden::{hidden_games, play};
use infoset::{
    History, Limits, MergedSet, Observation, Session, SessionError, Step, write_transcript,
};
use interp::Interp;
use native::Native;
use std::collections::BTreeSet;

/// The turns that are played: of large boards there are soon more histories than a test
/// can look at.
fn n_turns(game: &Interp) -> usize {
    match game.facts().board.n_fields() {
        ..20 => 5,
        20..100 => 2,
        _ => 1,
    }
}

/// The true history, as the player would tell his own part of it.
fn truth<G: Referee>(session: &Session<'_, G>, view: &Observation) -> History {
    let step = |(text, turn): (&str, &Perceived)| match (&turn.made, text.strip_prefix('[')) {
        (Made::Move(own), _) => Step { text: own.clone(), refused: false },
        (_, Some(text)) => Step { text: text.trim_end_matches(']').to_string(), refused: true },
        (_, None) => Step { text: text.to_string(), refused: false },
    };
    session.line().texts().zip(&view.turns).map(step).collect()
}

/// Plays a history as if it were the true one. The enemy is refused as often as the
/// view says, whatever he tries.
fn replay<'g, G: Referee>(
    game: &'g G,
    history: &History,
    view: &Observation,
) -> Option<Session<'g, G>> {
    let mut session = Session::new(game, game.start()).unwrap();
    for (step, turn) in history.iter().zip(&view.turns) {
        for refused in &turn.refused {
            let text = refused.text.clone().or_else(|| illegal(game, &session).pop())?;
            let answer = session.attempt(&text).ok()?;
            if answer.accepted || answer.is_turn_over {
                return None;
            }
        }
        let answer = session.attempt(&step.text).ok()?;
        if answer.accepted == step.refused || !answer.is_turn_over {
            return None;
        }
    }
    Some(session)
}

/// What the player to move may attempt and would be refused.
fn illegal<G: Referee>(game: &G, session: &Session<'_, G>) -> Vec<String> {
    let Turn::Moves(moves) = session.line().turn(game).unwrap() else { return Vec::new() };
    let mut attempts = session.attemptable().unwrap();
    attempts.retain(|text| !moves.iter().any(|made| made.is_called(text)));
    attempts
}

/// What the player to move may try, going by what he knows.
fn tries<G: Referee>(game: &G, session: &Session<'_, G>) -> Vec<String> {
    let (at, past) = (session.line().position(), session.line().past());
    game.tries(at, past.last().unwrap_or(at), past).unwrap()
}

/// What is answered to texts that nobody can try.
fn nonsense<G: Referee>(session: &mut Session<'_, G>) -> Vec<Option<SessionError>> {
    ["", "zz", "a1a1", "e2e9", "pass", "[a1]"].map(|text| session.attempt(text).err()).to_vec()
}

/// Checks the views of a game that was played so far; gives the number of members
/// that were taken for the truth. `has_known`: a rule `known` says itself what may be
/// used beyond what is seen.
fn check<G: Referee>(game: &G, session: &Session<'_, G>, has_known: bool) -> usize {
    let mut n_checked = 0;
    for player in Player::BOTH {
        let view = session.view(player);
        let told = || write_transcript(game.facts(), view);
        let set = MergedSet::of(game, view, Limits::default(), &mut |_| true).unwrap();
        let (mut members, truth, mut met) = (Vec::new(), truth(session, view), false);
        let every = 1 + set.count().unwrap() / 8;
        let mut number = 0;
        set.list(&mut |history| {
            met |= *history == truth;
            if number % every == 0 {
                members.push(history.clone());
            }
            number += 1;
            Ok(true)
        })
        .unwrap();
        assert!(met, "the truth is not in the set:\n{}", told());
        let is_over = session.line().outcome(game).unwrap().is_some();
        let is_his = !is_over && session.line().player(game) == player;
        let (mut offered, mut answered) = (BTreeSet::new(), Vec::new());
        for history in &members {
            let mut other = replay(game, history, view).unwrap_or_else(|| panic!("{history:?}"));
            assert_eq!(other.view(player), view, "{history:?} looks different");
            if is_his {
                offered.insert(tries(game, &other));
                answered.push(nonsense(&mut other));
            }
            n_checked += 1;
        }
        // Without tries a player is told his legal moves.
        let by_view = game.can_refuse() && !has_known;
        assert!(!by_view || offered.len() <= 1, "what may be tried tells something:\n{}", told());
        if by_view {
            assert!(answered.windows(2).all(|two| two[0] == two[1]), "{answered:?}\n{}", told());
        }
    }
    n_checked
}

/// Checks two games, played at random.
fn check_games<G: Referee>(game: &G, n_turns: usize, has_known: bool) {
    let seeds = 500..502;
    let n_checked: usize =
        seeds.map(|seed| check(game, &play(game, seed, n_turns), has_known)).sum();
    assert!(n_checked > 9, "{}: only {n_checked} members", game.facts().name);
}

#[test]
fn nobody_is_told_more_than_his_view() {
    let games = hidden_games();
    assert!(games.len() >= 9, "only {} games hide something", games.len());
    for game in &games {
        check_games(game, n_turns(game), game.program().entries.known.is_some());
    }
}

#[test]
fn nor_by_code() {
    let mut n_compiled = 0;
    for game in hidden_games() {
        let (n_turns, has_known) = (n_turns(&game), game.program().entries.known.is_some());
        if let Ok(native) = Native::new(game, &[]) {
            check_games(&native, n_turns, has_known);
            n_compiled += 1;
        }
    }
    assert!(n_compiled >= 9, "there is code for {n_compiled} games only");
}

/// The test above can fail: here the enemy keeps a player from trying the field beside
/// him, without being seen.
#[test]
fn a_leak_is_found() {
    let text = "extends phantom_tictactoe
        tries = find empty field, not [ east, step, points at enemy mark ], replace by own mark.
        known = find mark.";
    let text = multigame::library::given("leak", text);
    let game = multigame::load_text(&text).ok().unwrap().game;
    let session = play(&game, 7, 4);
    let view = session.view(Player::First);
    let set = MergedSet::of(&game, view, Limits::default(), &mut |_| true).unwrap();
    let mut offered = BTreeSet::new();
    set.list(&mut |history| {
        let other = replay(&game, history, view).unwrap();
        offered.insert(tries(&game, &other));
        Ok(true)
    })
    .unwrap();
    assert!(offered.len() > 1);
}
