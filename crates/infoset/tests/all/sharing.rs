//! Sets are the same however many threads find them, and however these share the work.

use game::{Player, Referee, Rng};
use infoset::{
    Balance, DeepSearch, Grain, History, InfosetError, Limits, MergedSet, Observation, Possible,
    Sharing, Storage, Survey, SurveyOf, Wanted,
};
use interp::Interp;
use native::Native;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use testing::hidden::{FLASH, RUNNERS, built_in, given, play};

/// A refusal costs the turn and the enemy is not told, so there are many histories.
const ABRUPT: &str = "extends phantom_tictactoe\nrefused = pass.\n";

/// A game with larger sets, which need code.
pub(crate) fn kriegspiel() -> Native {
    Native::new(testing::load("kriegspiel"), &[]).unwrap()
}

/// Games, each with this many turns that its sets have some thousand positions or histories.
pub(crate) fn games() -> Vec<(Interp, usize)> {
    vec![
        (built_in("phantom_tictactoe"), 6),
        (given("abrupt", ABRUPT), 7),
        (given("runners", RUNNERS), 12),
        (given("flash", FLASH), 5),
    ]
}

/// Everything that a set tells.
#[derive(Debug, PartialEq)]
pub(crate) struct Told<P> {
    pub(crate) count: u128,
    pub(crate) positions: Vec<Possible<P>>,
    pub(crate) histories: Vec<History>,
    pub(crate) drawn: Vec<History>,
    pub(crate) compared: u64,
}

pub(crate) fn merged<G: Referee>(
    game: &G,
    view: &Observation,
    threads: usize,
) -> Told<G::Position> {
    let set = MergedSet::before(game, view, Limits::default()).unwrap();
    told_by(set.with_threads(threads), view)
}

pub(crate) fn told_by<G: Referee>(
    mut set: MergedSet<'_, G>,
    view: &Observation,
) -> Told<G::Position> {
    let watch = &mut |_| true;
    set.extend_all(&view.turns, watch).unwrap();
    Told {
        count: set.count().unwrap(),
        positions: set.positions().unwrap(),
        histories: set.listed(watch).unwrap(),
        drawn: set.sample(20, &mut Rng::new(3), watch).unwrap(),
        compared: set.work().compared,
    }
}

pub(crate) fn deep<G: Referee>(
    game: &G,
    view: &Observation,
    sharing: Sharing,
) -> Told<G::Position> {
    let watch = &mut |_| true;
    let wanted = Wanted { positions: true, list: true, draws: true };
    let mut search = DeepSearch::new(game, view, wanted, Limits::default()).unwrap();
    search.run(sharing, watch).unwrap();
    Told {
        count: search.count(),
        drawn: search.sample(20, &mut Rng::new(3), sharing, watch).unwrap(),
        positions: search.positions(),
        histories: search.histories(),
        compared: search.work().compared,
    }
}

#[test]
fn merged_sets_are_the_same_for_any_number_of_threads() {
    games().iter().for_each(|(game, n_turns)| check_merged(game, *n_turns));
    check_merged(&kriegspiel(), 4);
}

fn check_merged<G: Referee>(game: &G, n_turns: usize) {
    let session = play(game, 7, n_turns);
    for player in Player::BOTH {
        let view = session.view(player);
        let one = merged(game, view, 1);
        assert!(one.count > 0);
        for threads in [2, 3, 8] {
            let several = merged(game, view, threads);
            assert_eq!(one, several, "{} {player:?} {threads}", game.facts().name);
        }
    }
}

/// Rules that call each other 6,000 deep before they come to a mark.
fn chain() -> Interp {
    let mut rules = "extends phantom_tictactoe\nnew_mark = rule0.\n".to_string();
    for i in 0..5999 {
        rules += &format!("rule{i} = try rule{} else draw.\n", i + 1);
    }
    rules += "rule5999 = find empty field, replace by own mark.\n";
    given("chain", &rules).with_limits(interp::Limits::on_worker())
}

#[test]
fn every_thread_has_room_for_deep_rules() {
    let check = || {
        let game = chain();
        let session = play(&game, 7, 2);
        let view = session.view(Player::First);
        let one = deep(&game, view, Sharing::default());
        assert_eq!(deep(&game, view, Sharing { threads: 4, ..Sharing::default() }), one);
        assert_eq!(merged(&game, view, 4).count, one.count);
    };
    game::crew::on_worker(check).unwrap();
}

/// Keeps in memory what a set has no memory for, and counts it.
#[derive(Default)]
struct Shelf {
    kept: Mutex<BTreeMap<u64, Vec<u8>>>,
    n_saved: AtomicU64,
}

impl Storage for Shelf {
    fn save(&self, bytes: &[u8]) -> Result<u64, String> {
        let number = self.n_saved.fetch_add(1, Ordering::Relaxed);
        self.kept.lock().unwrap().insert(number, bytes.to_vec());
        Ok(number)
    }

    fn load(&self, number: u64) -> Result<Vec<u8>, String> {
        self.kept.lock().unwrap().get(&number).cloned().ok_or("it is gone".to_string())
    }

    fn remove(&self, number: u64) {
        self.kept.lock().unwrap().remove(&number);
    }
}

#[test]
fn a_set_that_was_spilled_tells_the_same() {
    games().iter().for_each(|(game, n_turns)| check_spilled(game, *n_turns));
    check_spilled(&kriegspiel(), 4);
}

fn check_spilled<G: Referee>(game: &G, n_turns: usize) {
    let session = play(game, 7, n_turns);
    let view = session.view(Player::First);
    let expected = merged(game, view, 1);
    let whole = MergedSet::of(game, view, Limits::default(), &mut |_| true).unwrap();
    let survey = |set: &MergedSet<'_, G>, limits| {
        Survey::of(game, set, SurveyOf { belief: true, forgotten: &[] }, limits, &mut || true)
            .unwrap()
    };
    let mut n_spilled = 0;
    // So little that only part of the set fits, down to where it is refused.
    for share in [2, 3, 5, 10] {
        let limits = Limits { memory: whole.bytes() / share };
        for threads in [1, 3] {
            let shelf = Arc::new(Shelf::default());
            let set = MergedSet::before(game, view, limits).unwrap().with_threads(threads);
            let mut set = set.with_storage(Arc::clone(&shelf) as Arc<dyn Storage>);
            match set.extend_all(&view.turns, &mut |_| true) {
                Ok(()) => {}
                Err(InfosetError::Memory { .. }) => continue,
                Err(why) => panic!("{why}"),
            }
            n_spilled += usize::from(shelf.n_saved.load(Ordering::Relaxed) > 0);
            assert_eq!(set.count(), Ok(expected.count));
            assert_eq!(set.positions().as_ref(), Ok(&expected.positions));
            assert_eq!(survey(&set, limits), survey(&whole, Limits::default()));
            let mut listed = Vec::new();
            let list = set.list(&mut |history| {
                listed.push(history.clone());
                Ok(true)
            });
            assert_eq!((list, &listed), (Ok(()), &expected.histories));
            drop(set);
            assert!(shelf.kept.lock().unwrap().is_empty(), "nothing remains");
        }
    }
    assert!(n_spilled > 0 || whole.bytes() < 4096, "{}", game.facts().name);
}

#[test]
fn depth_first_search_finds_the_same_however_it_is_shared() {
    games().iter().for_each(|(game, n_turns)| check_deep(game, *n_turns));
    check_deep(&kriegspiel(), 3);
}

fn check_deep<G: Referee>(game: &G, n_turns: usize) {
    let session = play(game, 7, n_turns);
    let view = session.view(Player::First);
    let one = deep(game, view, Sharing::default());
    let whole = merged(game, view, 1);
    assert_eq!((one.count, &one.histories), (whole.count, &whole.histories));
    assert_eq!(one.positions.len(), whole.positions.len());
    assert_eq!(one.drawn.len(), 20);
    for threads in [1, 2, 3, 8] {
        for (balance, name) in Balance::ALL {
            let levels = [0, 1, 3, 99].map(Grain::Levels).into_iter();
            for grain in levels.chain([Grain::Work(0), Grain::Work(40), Grain::Adaptive]) {
                let shared = deep(game, view, Sharing { threads, grain, balance, seed: 1 });
                assert_eq!(one, shared, "{} {threads} {name} {grain:?}", game.facts().name);
            }
        }
    }
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let game = kriegspiel();
    let session = play(&game, 7, 4);
    let view = session.view(Player::Second);
    let expected = deep(&game, view, Sharing::default());
    for threads in [1, 3] {
        for grain in [Grain::Levels(3), Grain::Work(300), Grain::Adaptive] {
            let sharing = Sharing { threads, grain, balance: Balance::Stealing, seed: 1 };
            let wanted = Wanted { positions: true, list: true, draws: true };
            let mut search = DeepSearch::new(&game, view, wanted, Limits::default()).unwrap();
            let (mut runs, mut is_done) = (0, false);
            while !is_done {
                let mut looks = 0;
                let run = search.run(sharing, &mut |_| {
                    looks += 1;
                    looks < 2
                });
                is_done = run.is_ok();
                runs += 1;
            }
            // With several the watch may not be asked again before all is done.
            assert!(runs > 1 || threads > 1, "{runs}");
            assert_eq!(search.count(), expected.count);
            assert_eq!(search.work().compared, expected.compared);
            let drawn = search.sample(20, &mut Rng::new(3), sharing, &mut |_| true).unwrap();
            assert_eq!(drawn, expected.drawn);
            assert_eq!(search.positions(), expected.positions);
            assert_eq!(search.histories(), expected.histories);
        }
    }
}
