//! Learning: the same games teach the same, more games teach more, and what was stopped can
//! go on.

use crate::{blank, looking};
use game::Game;
use learn::{Course, Method, Round, Training};
use native::Native;
use patterns::Look;
use ranks::{Network, Team, run};

/// The game, and weights that know nothing.
fn load(name: &str) -> (Native, patterns::Model) {
    let interp = testing::load(name);
    let model = blank(&interp);
    (testing::compiled(interp), model)
}

fn begin<'g>(
    game: &'g Native,
    model: &patterns::Model,
    method: Method,
    (seed, threads): (u64, usize),
) -> Training<'g, Native> {
    let course =
        Course::new(game, seed, threads, &mut || true).expect("rules that work").by(method);
    Training::new(game, model.clone(), course, &mut Team::alone()).expect("rules that work")
}

fn play(training: &mut Training<'_, Native>, games: u64) {
    play_with(training, games, &mut Team::alone());
}

fn play_with(training: &mut Training<'_, Native>, games: u64, team: &mut Team<'_>) {
    while training.games() < games {
        training.batch(Some(games - training.games()), team).expect("rules that work");
    }
}

#[test]
fn the_same_seed_teaches_the_same_whoever_plays() {
    let (game, model) = load("tictactoe");
    for (method, name) in Method::ALL {
        let learned = |seed, threads| {
            let mut training = begin(&game, &model, method, (seed, threads));
            play(&mut training, 400);
            training.finish(&mut Team::alone()).expect("rules that work");
            (training.best().numbers().to_vec(), training.rounds().to_vec())
        };
        let alone = learned(3, 1);
        assert_eq!(alone, learned(3, 1), "{name}");
        assert_eq!(alone, learned(3, 3), "{name}");
        assert_ne!(alone.0, learned(4, 1).0, "{name}");
    }
}

/// What was learned before is there at once, with its network or with a new one beside its tables.
#[test]
fn what_was_learned_is_taken_over() {
    let interp = testing::load("breakthrough");
    let [small, large] = [8, 16].map(|hidden| looking(&interp, Look { hidden, ..Look::default() }));
    let game = testing::compiled(interp);
    let mut first = begin(&game, &small, Method::Fit, (3, 2));
    play(&mut first, 64);
    first.finish(&mut Team::alone()).expect("rules that work");
    let numbers = first.best().numbers().to_vec();
    let taken_over = |model: &patterns::Model| {
        let mut training = begin(&game, model, Method::Fit, (4, 2));
        training.begin_with(first.best());
        training.best().numbers().to_vec()
    };
    assert_eq!(taken_over(&small), numbers);
    let n_of_tables = small.n_of_tables();
    assert!(numbers[..n_of_tables].iter().any(|number| *number != 0));
    assert_eq!(taken_over(&large)[..n_of_tables], numbers[..n_of_tables]);
    // What was begun with other weights is no beginning for these.
    let mut begun = begin(&game, &small, Method::Fit, (4, 2));
    begun.begin_with(first.best());
    let written = begun.checkpoint(9);
    assert!(begun.resume(&written, 9).is_ok());
    assert!(begin(&game, &small, Method::Fit, (4, 2)).resume(&written, 9).is_err());
}

/// Ranks that are threads play games for the first one, in a network that mixes up messages.
#[test]
fn the_same_seed_teaches_the_same_on_any_number_of_ranks() {
    // A small game whose rules have an evaluation, so that games of a teacher are handed out,
    // too.
    let small = "extends othello dimensions (4,4) zones { corner (a1, a4, d1, d4) }
        start { 4/1XO1/1OX1/4 }";
    let interp = testing::load_text("small", small).expect("sound rules");
    let model = blank(&interp);
    let game = testing::compiled(interp);
    for (method, name) in Method::ALL {
        let course = Course::new(&game, 3, 1, &mut || true).expect("rules that work").by(method);
        let course = Course { teacher: Some(0), ..course };
        let learned = |size: usize, threads: usize| {
            let course = Course { threads, ..course };
            let learned = run(size, Network::unruly(size as u64), |team| {
                if !team.is_first() {
                    learn::help(&game, model.clone(), &course, team).expect("rules that work");
                    return None;
                }
                let training = Training::new(&game, model.clone(), course, team);
                let mut training = training.expect("rules that work");
                play_with(&mut training, 40, team);
                training.finish(team).expect("rules that work");
                learn::dismiss(team).expect("all are there");
                Some((training.best().numbers().to_vec(), training.rounds().to_vec()))
            });
            learned.into_iter().next().flatten().expect("the first rank learns")
        };
        let alone = learned(1, 1);
        assert_eq!(alone, learned(2, 1), "{name}");
        assert_eq!(alone, learned(3, 2), "{name}");
    }
}

/// What 32 games teach whose players think: weights and rounds.
fn thought(nodes: u64, threads: usize) -> (Vec<i16>, Vec<Round>) {
    let (game, model) = load("tictactoe");
    let course =
        Course::new(&game, 5, threads, &mut || true).expect("rules that work").by(Method::Fit);
    let course = Course { nodes: Some(nodes), ..course };
    let mut training =
        Training::new(&game, model, course, &mut Team::alone()).expect("rules that work");
    play(&mut training, 32);
    training.finish(&mut Team::alone()).expect("rules that work");
    (training.best().numbers().to_vec(), training.rounds().to_vec())
}

#[test]
fn players_who_think_teach_the_same_whoever_plays() {
    assert_eq!(thought(100, 1), thought(100, 2));
}

/// A node is too little for a search, so that players who have no more look a turn ahead.
#[test]
fn players_think_where_rules_have_no_evaluation() {
    assert!(testing::load("tictactoe").facts().evaluations.is_empty());
    assert_ne!(thought(400, 2), thought(1, 2));
}

#[test]
fn a_checkpoint_goes_on_as_if_nothing_had_happened() {
    let (game, model) = load("tictactoe");
    for (method, name) in Method::ALL {
        let begin = |seed, threads| begin(&game, &model, method, (seed, threads));
        let mut whole = begin(1, 1);
        play(&mut whole, 352);
        let written = whole.checkpoint(9);
        play(&mut whole, 800);
        let mut resumed = begin(1, 2);
        resumed.resume(&written, 9).expect("its own checkpoint");
        assert_eq!(resumed.games(), 352);
        play(&mut resumed, 800);
        assert_eq!(resumed.best().numbers(), whole.best().numbers(), "{name}");
        assert!(resumed.checkpoint(9) == whole.checkpoint(9), "{name}");
        // Other rules, another seed, and bytes that were cut are refused.
        assert!(begin(1, 1).resume(&written, 8).is_err());
        assert!(begin(2, 1).resume(&written, 9).is_err());
        assert!(begin(1, 1).resume(&written[..written.len() - 1], 9).is_err());
        for (other, _) in Method::ALL.into_iter().filter(|(other, _)| *other != method) {
            let mut other = self::begin(&game, &model, other, (1, 1));
            assert!(other.resume(&written, 9).is_err());
        }
    }
}

#[test]
fn what_was_learned_beats_what_knows_nothing() {
    let cases = [
        ("othello", Method::Differences),
        ("breakthrough", Method::Differences),
        ("breakthrough", Method::Fit),
    ];
    for (name, method) in cases {
        let (game, model) = load(name);
        let mut training = begin(&game, &model, method, (1, 2));
        play(&mut training, 320);
        let first = training.rounds()[0];
        assert!(first.score.share() > 0.65, "{name}: {first:?}");
    }
}

#[test]
fn a_teacher_is_believed_before_the_first_game() {
    let (game, model) = load("breakthrough");
    let course = Course::new(&game, 1, 1, &mut || true).expect("rules that work");
    let value = |course: Course| {
        let training = Training::new(&game, model.clone(), course, &mut Team::alone());
        let training = training.expect("rules that work");
        let mut follower = patterns::Follower::new(training.best().clone());
        // White is a man ahead, and is to move.
        let text = "pppppppp/ppppppp1/8/8/8/8/PPPPPPPP/PPPPPPPP w 1";
        let setup = game::parse_position(game.facts(), text).expect("a position");
        follower.evaluate(&game, &game.position(&setup).expect("a position"))
    };
    assert_eq!(value(course), 0);
    assert!(value(Course { teacher: Some(0), ..course }) > 50);
}

/// A network is learned beside the tables, the same by any number of threads and after a
/// checkpoint.
#[test]
fn a_network_learns_the_same_whoever_plays() {
    let interp = testing::load("tictactoe");
    let look = Look { hidden: 8, ..Look::new(interp.facts()) };
    let model = looking(&interp, look);
    let game = testing::compiled(interp);
    let begin = |threads| begin(&game, &model, Method::Fit, (3, threads));
    let mut whole = begin(1);
    play(&mut whole, 352);
    let written = whole.checkpoint(9);
    play(&mut whole, 800);
    let mut resumed = begin(2);
    resumed.resume(&written, 9).expect("its own checkpoint");
    play(&mut resumed, 800);
    assert_eq!(resumed.best().numbers(), whole.best().numbers());
    let of_network = &whole.best().numbers()[whole.best().n_of_tables()..];
    assert!(of_network.iter().any(|number| *number != 0));
}
