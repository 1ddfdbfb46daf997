//! Sets and searches that were saved go on as if nothing had happened, and files that are damaged,
//! foreign or forged are reported.

use crate::sharing::{deep, games, kriegspiel, merged, told_by};
use game::{Player, Referee, Rng};
use infoset::{DeepSearch, InfosetError, Limits, MergedSet, Observation, Sharing, Wanted};
use native::Native;
use testing::hidden::{built_in, play};

/// What the checkpoints are said to belong to.
const RULES: u64 = 77;

#[test]
fn a_set_that_was_saved_goes_on_after_every_turn() {
    games().iter().for_each(|(game, n_turns)| check_saved(game, *n_turns));
    check_saved(&kriegspiel(), 3);
}

fn check_saved<G: Referee>(game: &G, n_turns: usize) {
    let session = play(game, 7, n_turns);
    let view = session.view(Player::First);
    let expected = merged(game, view, 1);
    let mut set = MergedSet::before(game, view, Limits::default()).unwrap();
    for turn in &view.turns {
        set.extend(turn, &mut |_| true).unwrap();
        let mut saved = Vec::new();
        set.save(RULES, view, &mut saved).unwrap();
        let fresh = MergedSet::before(game, view, Limits::default()).unwrap();
        let mut resumed = fresh.with_threads(2);
        resumed.resume(RULES, view, &mut &saved[..]).unwrap();
        assert_eq!(resumed.turns().len(), set.turns().len());
        assert_eq!(told_by(resumed, view), expected, "{}", game.facts().name);
    }
}

#[test]
fn a_search_that_was_saved_goes_on_wherever_it_was_stopped() {
    let game = kriegspiel();
    let session = play(&game, 7, 4);
    let view = session.view(Player::Second);
    let (expected, sharing) = (deep(&game, view, Sharing::default()), Sharing::default());
    let wanted = Wanted { positions: true, list: true, draws: true };
    let fresh = || DeepSearch::new(&game, view, wanted, Limits::default()).unwrap();
    for last in 0..3 {
        let (mut search, mut looks) = (fresh(), 0);
        let run = search.run(sharing, &mut |_| {
            looks += 1;
            looks <= last
        });
        assert_eq!(run, Err(InfosetError::Stopped));
        let mut saved = Vec::new();
        search.save(RULES, &mut saved).unwrap();
        let mut resumed = fresh();
        let stopped = fresh().resume(RULES, &mut &saved[..], &mut |_| false);
        assert_eq!(stopped, Err(InfosetError::Stopped));
        resumed.resume(RULES, &mut &saved[..], &mut |_| true).unwrap();
        resumed.run(Sharing { threads: 2, ..sharing }, &mut |_| true).unwrap();
        assert_eq!(resumed.count(), expected.count);
        assert_eq!(resumed.work().compared, expected.compared);
        let drawn = resumed.sample(20, &mut Rng::new(3), sharing, &mut |_| true).unwrap();
        assert_eq!(drawn, expected.drawn);
        assert_eq!(resumed.positions(), expected.positions);
        assert_eq!(resumed.histories(), expected.histories);
    }
}

#[test]
fn a_checkpoint_that_is_damaged_or_foreign_is_told() {
    let game = built_in("phantom_tictactoe");
    let session = play(&game, 7, 5);
    let view = session.view(Player::First);
    let mut set = MergedSet::before(&game, view, Limits::default()).unwrap();
    set.extend(&view.turns[0], &mut |_| true).unwrap();
    let mut saved = Vec::new();
    set.save(RULES, view, &mut saved).unwrap();
    let resume = |rules, view: &Observation, bytes: &[u8]| {
        let mut set = MergedSet::before(&game, view, Limits::default()).unwrap();
        set.resume(rules, view, &mut &bytes[..]).err().map(|why| why.to_string())
    };
    assert_eq!(resume(RULES, view, &saved), None);
    for i in 0..saved.len() {
        let mut damaged = saved.clone();
        damaged[i] ^= 4;
        let why = resume(RULES, view, &damaged).unwrap_or_else(|| panic!("byte {i} is not missed"));
        assert!(why.starts_with("the checkpoint "), "{why}");
        assert!(resume(RULES, view, &saved[..i]).is_some(), "cut off at {i}");
    }
    let why = |rules, view| resume(rules, view, &saved).unwrap();
    assert_eq!(why(RULES + 1, view), "the checkpoint was made by other rules");
    let other = session.view(Player::Second);
    assert_eq!(why(RULES, other), "the checkpoint was made for another transcript");
    let short = view.after(0);
    let fewer = "the checkpoint was made for more turns than there are here";
    assert_eq!(why(RULES, &short), fewer);
    let mut search = DeepSearch::new(&game, view, Wanted::default(), Limits::default()).unwrap();
    let why = search.resume(RULES, &mut &saved[..], &mut |_| true).err().unwrap().to_string();
    assert_eq!(why, "the checkpoint was made by the other method, or with other options");
    // Code writes positions otherwise.
    let code = Native::new(game.clone(), &[]).unwrap();
    let mut set = MergedSet::before(&code, view, Limits::default()).unwrap();
    let why = set.resume(RULES, view, &mut &saved[..]);
    assert_eq!(why, Err(InfosetError::OtherBackEnd));
}

/// A checkpoint in which a byte was changed, with the checksum that goes with that.
fn forged(saved: &[u8], i: usize, flip: u8) -> Option<Vec<u8>> {
    let mut bytes = saved.to_vec();
    let mut begin = "multigame infoset 3\n".len();
    let number = |at: usize| u64::from_le_bytes(saved[at..at + 8].try_into().unwrap());
    loop {
        let (first, n) = (begin + 16, number(begin) as usize);
        if (first..first + n).contains(&i) {
            bytes[i] ^= flip;
            let (words, rest) = bytes[first..first + n].as_chunks::<8>();
            let words = words.iter().map(|word| u64::from_le_bytes(*word));
            let rest = rest.iter().map(|byte| u64::from(*byte));
            let sum = words.chain(rest).fold(n as u64, |sum, word| game::mix(sum ^ word));
            bytes[begin + 8..first].copy_from_slice(&sum.to_le_bytes());
            return Some(bytes);
        }
        begin = first + n;
        if n == 0 {
            return None;
        }
    }
}

/// Somebody may write a checkpoint by hand. What it says of numbers must be believed, but
/// a position that cannot be is reported.
#[test]
fn a_forged_position_is_told() {
    let code = Native::new(testing::load("phantom_tictactoe"), &[]).unwrap();
    // Code keeps a signature with each position, which must fit; the interpreter finds it
    // again, so that less can be wrong, and more bytes are numbers that are believed.
    check_forged(&code, 4);
    check_forged(&built_in("phantom_tictactoe"), 1);
}

fn check_forged<G: Referee>(game: &G, times: u32) {
    let session = play(game, 7, 3);
    let view = session.view(Player::First);
    let fresh = || MergedSet::before(game, view, Limits::default()).unwrap();
    let mut set = fresh();
    set.extend(&view.turns[0], &mut |_| true).unwrap();
    set.extend(&view.turns[1], &mut |_| true).unwrap();
    let mut saved = Vec::new();
    set.save(RULES, view, &mut saved).unwrap();
    let (mut refused, mut accepted) = (0, 0);
    for i in 0..saved.len() {
        for flip in [1, 0x10, 0x80] {
            let Some(bytes) = forged(&saved, i, flip) else { continue };
            assert!(bytes != saved, "byte {i}");
            let mut resumed = fresh();
            match resumed.resume(RULES, view, &mut &bytes[..]) {
                Err(why) => {
                    assert!(why.to_string().contains("the checkpoint "), "{why}");
                    refused += 1;
                }
                Ok(()) => {
                    accepted += 1;
                    // Whatever it says can be gone on with.
                    if let Some(turn) = view.turns.get(resumed.turns().len()) {
                        let _ = resumed.extend(turn, &mut |_| true);
                    }
                    for possible in resumed.positions().unwrap_or_default() {
                        let again = game.position(&game.setup(&possible.position)).unwrap();
                        assert_eq!(game.likeness(&again), game.likeness(&possible.position));
                    }
                }
            }
        }
    }
    assert!(refused > times * accepted, "{refused} refused, {accepted} accepted");
}
