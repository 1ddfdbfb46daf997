//! Odd rules of a referee, written to find out where native code and the interpreter part:
//! refusals that cost the turn, rules that look back, messages that say much or the same
//! in two ways, moves that are made in several ways, texts that tell more than usual.

use crate::support::compare_referees::compare_referees;
use game::{Game, Referee, Witness};
use infoset::Session;
use native::Native;
use testing::hidden::{AGAIN, PASSING, RUNNERS, STUBBORN};

/// A refusal costs the turn only as long as the middle is empty.
const SOMETIMES: &str = "extends tictactoe
zones { middle (b2) }
seen = find own mark.
tries = new_mark.
refused = tell both 'no', try [ test [ find middle, points at empty field ], pass ].
";

/// One sees the mark that the enemy has just made, for one turn, and may not try it.
const FLASH: &str = "extends tictactoe
seen = either find own mark or [ find enemy mark, not before points at enemy mark ].
tries = new_mark.
refused = tell both 'no'.
told = try [ test [ find enemy mark, not before points at enemy mark ], tell own 'new' ].
";

/// Messages with fields, pieces and what is remembered, to one or both, some of them with
/// the same text as others; what is told differs by who has more of something.
const TALK: &str = "dimensions (4,4)
pieces { stone 'S' 's'
         king 'K' 'k' }
start {
  s . k .
  . s . .
  . . S .
  . K . S   w
}
memory { last for 2 turns  from }
counters { hits 0 .. 3 }
main = try walk else draw.
walk = find own piece, remember from, pickup, orthogonal, step,
    either [ points at empty field, putdown ]
    or [ points at enemy stone, tell both 'taken' here, tell own 'a' piece, add 1 to hits,
         remember last, putdown ]
    or [ points at enemy king, tell enemy 'taken' from here, putdown, win ].
seen = either find own piece or [ find own king, alldir, step ].
known = find own piece.
tries = walk.
refused = tell own 'no', tell enemy 'hm' last.
told = for each own stone do tell own 'stone' here,
    for each enemy king do tell both 'king at' here piece,
    try [ test [ find enemy king, points at last ], tell both 'king at' ],
    tell both 'last' last.
";

/// Loops inside loops: what a round remembers is told inside and after them, though most
/// rounds say nothing.
const NESTED: &str = "dimensions (5,4)
pieces { stone 'S' 's' }
start {
  s . s . s
  . . . . .
  . S . . .
  . . S S .   w
}
memory { from  far for 2 turns }
main = try [ find own stone, pickup, either orthogonal or diagonal, step,
    not points at own stone, putdown ] else lose.
seen = find own stone.
told = for each own stone do [
      remember from, for each [ diagonal, step, points at enemy stone ] do tell both 'near' from here
    ],
    tell own 'last' from,
    for each enemy stone do [
      remember far, for each [ forward, step, points at own stone ] do tell both 'under' far
    ],
    tell enemy 'far' far.
";

/// Moves that are made in several ways, which say different things.
const WAYS: &str = "dimensions (3,3)
pieces { stone 'S' 's' }
start {
  s s s
  . . .
  S S S   w
}
main = try [ find own stone, pickup, either step_on or jump ] else draw.
step_on = alldir, step, points at empty field, tell enemy 'step', putdown.
jump = alldir, step, either north or south or east or west, step, points at empty field,
    tell enemy 'jump' here, putdown.
seen = find own stone.
tries = find own stone, pickup, alldir, step, not points at own piece, putdown.
refused = tell both 'no'.
";

/// Captures come first, and texts that name several moves tell more.
const CAPTURES: &str = "dimensions (5,5)
pieces { man 'M' 'm' }
start {
  m . m . m
  . m . m .
  . . . . .
  . M . M .
  M . M . M   w
}
main = try hop else try stroll else lose.
hop = find own man, pickup, diagonal, step, points at enemy man, remove, tell both 'hit' here,
    step, points at empty field, putdown.
stroll = find own man, pickup, forward, step, points at empty field, putdown.
seen = either find own man or [ find own man, diagonal, step ].
tries = either stroll or [ find own man, pickup, diagonal, step, step, putdown ].
refused = tell own 'no'.
";

/// Stones are put down and flipped around; several kinds can be placed.
const PLACING: &str = "dimensions (3,3)
pieces { stone 'S' 's'
         rock 'R' 'r' }
start {
  . . .
  . . .
  . . .   w
}
main = try [ find empty field, either replace by own stone
    or [ replace by own rock, tell both 'rock' ],
    try [ orthogonal, step, points at enemy stone, replace by own stone ] ] else draw.
seen = find own piece.
tries = find empty field, either replace by own stone or replace by own rock.
told = for each enemy rock do tell own 'beware' here.
refused = tell enemy 'no'.
";

fn from_text(name: &str, rules: &str) -> Native {
    Native::new(testing::hidden::given(name, rules), &[])
        .unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn check(name: &str, rules: &str) {
    let native = from_text(name, rules);
    let mut found = 0;
    for seed in 0..12 {
        found += compare_referees(name, (native.interp(), &native), seed, 12);
    }
    assert!(found > 100, "{name}: only {found} positions fitted");
}

#[test]
fn refusals_that_cost_the_turn() {
    check("passing", PASSING);
    check("sometimes", SOMETIMES);
}

#[test]
fn rules_that_look_back() {
    check("runners", RUNNERS);
    check("stubborn", STUBBORN);
    check("flash", FLASH);
}

#[test]
fn players_who_go_on() {
    check("again", AGAIN);
}

#[test]
fn messages_that_say_much() {
    check("talk", TALK);
    check("nested", NESTED);
}

#[test]
fn moves_that_are_made_in_several_ways() {
    check("ways", WAYS);
    check("placing", PLACING);
}

#[test]
fn captures_that_come_first() {
    check("captures", CAPTURES);
}

/// A piece is put down in a question on its way, as a king that castles is: what was put
/// down there is no part of the move.
const OVER_A_FIELD: &str = "dimensions (6,5)
pieces { man 'M' 'm' }
start {
  m . m . . m
  . . . . . .
  . . . . . .
  . . . . . .
  M . . M . M   w
}
main = try leap else lose.
leap = find own man, pickup, orthogonal, step, points at empty field,
    test [ putdown, not attacked ], step, not points at own man, putdown.
attacked = find enemy man, orthogonal, step, points at own man.
seen = find own man.
tries = leap.
refused = tell both 'no'.
";

#[test]
fn pieces_that_are_put_down_in_a_question() {
    check("over_a_field", OVER_A_FIELD);
}

/// A message that is said before it is tested whether it should be, and taken back.
const TAKEN_BACK: &str = "extends tictactoe
zones { middle (b2)   corner (a1, c3) }
seen = find own mark.
tries = new_mark.
refused = tell own 'no'.
told = try [ tell own 'a', test [ find enemy mark, points at corner ] ] else tell own 'b'.
";

/// The same in a loop, and after something that is surely said.
const TAKEN_BACK_IN_TURN: &str = "extends tictactoe
zones { middle (b2)   corner (a1, c3) }
seen = find own mark.
tries = new_mark.
refused = tell own 'no'.
told = tell both 'first', for each enemy mark do
    try [ tell own 'a', points at corner ] else try [ points at middle, tell own 'b' ].
";

/// Pieces that are put down before it is tested whether they may, and taken back.
const PUT_BACK: &str = "dimensions (3,3)
pieces { stone 'S' 's'
         rock 'R' 'r' }
zones { corner (a1, c3) }
start {
  . . .
  . . .
  . . .   w
}
main = try place else draw.
place = find empty field, try [ replace by own stone, points at corner ] else replace by own rock.
seen = find own piece.
tries = find empty field, try [ replace by own rock, points at corner ] else replace by own stone.
refused = tell both 'no'.
";

/// What may be tried looks back, which shows no more than is known now.
const BACK_IN_TRIES: &str = "extends tictactoe
seen = find own mark.
tries = find empty field, before points at empty field, replace by own mark.
refused = tell own 'no'.
";

#[test]
fn messages_and_pieces_that_are_taken_back() {
    check("taken_back", TAKEN_BACK);
    check("taken_back_in_turn", TAKEN_BACK_IN_TURN);
    check("put_back", PUT_BACK);
}

#[test]
fn tries_that_look_back_see_no_more() {
    check("back_in_tries", BACK_IN_TRIES);
}

/// Has code answered for all turns of a game that is played in some way?
fn answers_by_code(name: &str, native: &Native) {
    let mut session = Session::new(native, native.start()).unwrap();
    for _ in 0..4 {
        let attempts = session.attemptable().unwrap();
        session.attempt(&attempts[attempts.len() / 2]).unwrap();
    }
    for player in game::Player::BOTH {
        let mut witness = native.witness(player);
        let line = session.line();
        for (i, turn) in session.view(player).turns.iter().enumerate() {
            let (past, at) = (&line.past()[..i], &line.past()[i]);
            witness.expect(turn);
            let before = past.last().unwrap_or(at);
            let mut list = Vec::new();
            witness.fitting(at, before, past, &mut list).unwrap();
            // Tries for which there is no code are compared by their texts.
            let is_by_text = !turn.refused.is_empty();
            assert!(witness.is_by_code() || is_by_text, "{name}: {turn:?}");
            assert!(!list.is_empty(), "{name}: what happened does not fit {turn:?}");
        }
    }
}

/// That the comparisons above compare code, and not the general witness with itself.
#[test]
fn code_answers_where_it_can() {
    answers_by_code("flash", &from_text("flash", FLASH));
    answers_by_code("talk", &from_text("talk", TALK));
    answers_by_code("nested", &from_text("nested", NESTED));
    answers_by_code("captures", &from_text("captures", CAPTURES));
    let mut hidden = 0;
    for name in games::names() {
        let game = testing::load(name);
        if game.facts().hidden
            && let Ok(native) = Native::new(game, &[])
            && native.is_distinct()
        {
            answers_by_code(name, &native);
            hidden += 1;
        }
    }
    assert!(hidden >= 4, "only {hidden} built-in games with a referee");
}

/// Positions come back from bytes as they were, and bytes that are none are refused:
/// each changed byte that is read says a position that can be written.
#[test]
fn only_positions_are_read() {
    for (name, rules) in [("talk", TALK), ("nested", NESTED), ("placing", PLACING)] {
        let native = from_text(name, rules);
        let mut session = Session::new(&native, native.start()).unwrap();
        for _ in 0..5 {
            let attempts = session.attemptable().unwrap();
            session.attempt(&attempts[attempts.len() / 3]).unwrap();
        }
        let mut refused = 0;
        for position in session.line().past() {
            let mut bytes = Vec::new();
            assert!(native.write_position(position, &mut bytes));
            assert_eq!(native.read_position(&bytes).as_ref(), Some(position), "{name}");
            assert_eq!(native.read_position(&bytes[1..]), None);
            for i in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[i] ^= 0xff;
                let Some(read) = native.read_position(&changed) else {
                    refused += 1;
                    continue;
                };
                let setup = native.setup(&read);
                assert!(setup.board.iter().all(|stack| stack.len() <= 1), "{name}: byte {i}");
                for (values, counter) in setup.counters.iter().zip(&native.facts().counters) {
                    assert!(values.iter().all(|it| (counter.low..=counter.high).contains(it)));
                }
            }
        }
        assert!(refused > 20, "{name}: only {refused} are refused");
    }
}
