//! Plays two settings of players of a hidden game against each other by processor time, which
//! load on the machine does not disturb.
//!
//! `cargo run --release -p multigame-hidden-play --example versus -- GAME MS PAIRS SEED A... -- B...`
//!
//! MS are the milliseconds of processor time for a turn; what is used too much is taken from the
//! next turns. PAIRS games with changed sides are played from openings of random turns. A and B
//! are settings: `ismcts`, `worlds=N`, `samples=N` and `nodes=N` (with samples, time only ends
//! what takes too long), `model=X`, `algorithm=NAME`, `evaluation=NAME` or `none`. The name may be
//! a file of weights that were learned for other rules, if these have the same pieces and fields.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this is a program of its own, which says what it finds"
)]

use game::{Game, Player as Side, Rng, heard_by};
use hidden_play::{Method, PlayError, Player, Settings};
use infoset::Session;
use interp::Rank;
use native::Native;
use patterns::LearnedFile;
use search::{Algorithm, Evaluation, Heuristics};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// Random turns before the players begin.
const OPENING: usize = 4;
/// A game that lasts longer is a draw.
const LONGEST: usize = 300;

/// The processor time of this thread so far, in milliseconds.
fn processor() -> f64 {
    const FILE: &str = "/proc/thread-self/schedstat";
    thread_local!(static TIMES: File = File::open(FILE).expect("a system that tells"));
    let mut text = [0; 64];
    let n = TIMES.with(|file| file.read_at(&mut text, 0)).expect("times");
    let nanos = text[..n].split(|byte| *byte == b' ').next().unwrap_or_default();
    nanos.iter().fold(0.0, |sum, digit| 10.0 * sum + f64::from(digit - b'0')) / 1e6
}

/// The game with the evaluations in these files.
fn load(name: &str, words: &[String]) -> Native {
    let mut game = testing::load(name);
    for word in words {
        let file = word.strip_prefix("evaluation=").filter(|name| name.ends_with(".mgl"));
        let Some(file) = file else { continue };
        let bytes = std::fs::read(file).expect("a file");
        let learned = LearnedFile::read(&bytes).expect("weights");
        // Which weights are shared is a matter of the rules for which they were learned.
        let rules = testing::load(&learned.header.game);
        let symmetries = ir::analyses::folded_for_evaluations(rules.program());
        let model = learned.model(game.facts(), &symmetries, learned.header.rules);
        game = game.with_learned(file, Arc::new(model.expect("weights that fit")), Rank::Last);
    }
    testing::compiled(game)
}

fn settings(game: &Native, words: &[String]) -> Settings {
    let method =
        if words.iter().any(|word| word == "ismcts") { Method::Ismcts } else { Method::Pimc };
    let mut settings = Settings { samples: None, ..Settings::new(game.facts(), method) };
    for (key, value) in words.iter().filter_map(|word| word.split_once('=')) {
        let number = value.parse().ok();
        match key {
            "algorithm" => {
                let algorithm = Algorithm::from_name(value).expect("an algorithm");
                settings.search.algorithm = algorithm;
                settings.search.heuristics = Heuristics::of(algorithm);
            }
            "evaluation" if value == "none" => settings.search.evaluation = Evaluation::None,
            "evaluation" => {
                let known = &game.facts().evaluations;
                let place = known.iter().position(|name| name == value).expect("an evaluation");
                settings.search.evaluation = Evaluation::Rules(place);
            }
            "model" => settings.model = value.parse().expect("a number"),
            "worlds" => settings.worlds = number,
            "samples" => settings.samples = number,
            "nodes" => settings.nodes = number.expect("a number") as u64,
            _ => panic!("there is no setting `{key}`"),
        }
    }
    settings
}

/// A player with what is left of its time.
struct Seat<'g> {
    player: Player<'g, Native>,
    /// What it may use for this turn, and what it has used too much before.
    left: f64,
    debt: f64,
    samples: usize,
    attempts: usize,
    spent: f64,
}

impl Seat<'_> {
    fn pay(&mut self, spent: f64) {
        self.left -= spent;
        self.spent += spent;
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args[i].parse::<f64>().expect("a number");
    let game = load(&args[0], &args);
    let (time, pairs, seed) = (number(1), number(2) as u64, number(3) as u64);
    let mut sides = args[4..].split(|word| word == "--").map(|words| settings(&game, words));
    let [a, b] = [sides.next().expect("settings"), sides.next().expect("other settings")];
    let (mut points, mut results) = ([0usize; 3], Vec::new());
    let mut work = [[0.0; 3]; 2];
    for pair in 0..pairs {
        let mut sum = 0.0;
        for first in [0, 1] {
            let seed = seed.wrapping_mul(1000) + pair;
            let both = if first == 0 { [a, b] } else { [b, a] };
            let both = both.map(|it| Settings { seed, ..it });
            let (value, seats) = play(&game, both, time, seed);
            let value = if first == 0 { value } else { 1.0 - value };
            for (i, seat) in seats.into_iter().enumerate() {
                let sums = &mut work[i ^ first];
                sums.iter_mut().zip(seat).for_each(|(sum, more)| *sum += more);
            }
            points[(2.0 * (1.0 - value)) as usize] += 1;
            sum += value;
        }
        results.push(sum / 2.0);
        if (pair + 1) % 10 == 0 || pair + 1 == pairs {
            report(&points, &results);
        }
    }
    for (name, [spent, attempts, samples]) in ["A", "B"].iter().zip(work) {
        println!(
            "{name}: {:.1} ms and {:.1} samples an attempt, {attempts} attempts",
            spent / attempts,
            samples / attempts
        );
    }
}

/// Wins, draws and losses of A, and the difference in Elo with twice its standard error, from
/// the results of pairs.
fn report(points: &[usize; 3], results: &[f64]) {
    let n = results.len() as f64;
    let mean = results.iter().sum::<f64>() / n;
    let squares = results.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
    let error = 2.0 * (squares / (n * (n - 1.0).max(1.0))).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "A {}-{}-{} (wins, draws, losses): {:+.0} Elo ({:+.0} .. {:+.0})",
        points[0],
        points[1],
        points[2],
        elo(mean),
        elo(mean - error),
        elo(mean + error)
    );
}

/// What the first player got, and time, attempts and samples of both.
fn play(game: &Native, both: [Settings; 2], time: f64, seed: u64) -> (f64, [[f64; 3]; 2]) {
    let mut session = Session::new(game, game.start()).expect("a game");
    let mut rng = Rng::new(seed);
    while session.line().len() < OPENING {
        let attempts = session.attemptable().expect("attempts");
        let Some(text) = rng.choose(&attempts) else { break };
        session.attempt(text).expect("an attempt");
    }
    let mut seats = Side::BOTH.map(|side| Seat {
        player: Player::new(game, session.view(side), both[side.index()]).expect("a player"),
        left: time,
        debt: 0.0,
        samples: 0,
        attempts: 0,
        spent: 0.0,
    });
    let value = loop {
        match session.line().outcome(game).expect("an outcome") {
            Some(over) => break 0.5 + 0.5 * f64::from(over.for_player(Side::First).signum()),
            None if session.line().len() >= LONGEST => break 0.5,
            None => {}
        }
        let side = session.line().player(game);
        let seat = &mut seats[side.index()];
        let tries = session.tries().expect("tries");
        // Attempts may follow in the same turn: each takes half of what is left.
        let (began, most) = (processor(), seat.left / 2.0);
        let thought = seat.player.attempt(&tries, &mut || processor() - began < most);
        let thought = match thought {
            Err(PlayError::Nothing) => break f64::from(u8::from(side == Side::Second)),
            thought => thought.expect("an attempt"),
        };
        seat.pay(processor() - began);
        (seat.attempts, seat.samples) = (seat.attempts + 1, seat.samples + thought.samples);
        match session.attempt(&thought.text) {
            Ok(answer) if answer.is_turn_over => {}
            Ok(answer) => {
                seat.player.refused(&thought.text, heard_by(side, &answer.said));
                continue;
            }
            Err(_) => {
                seat.player.impossible(&thought.text);
                continue;
            }
        }
        for side in Side::BOTH {
            perceive(&session, &mut seats[side.index()], side, time);
        }
    };
    (value, seats.map(|seat| [seat.spent, seat.attempts as f64, seat.samples as f64]))
}

/// Lets a player perceive what it was not told yet. As in the command, a turn of the enemy may
/// take three eighths of the time, and one of its own an eighth.
fn perceive(session: &Session<'_, Native>, seat: &mut Seat<'_>, side: Side, time: f64) {
    let told = seat.player.n_turns();
    for turn in &session.view(side).turns[told..] {
        let is_own_next = turn.mover != side;
        let most = time * if is_own_next { 3.0 } else { 1.0 } / 8.0;
        let began = processor();
        let left = &mut || 1.0 - (processor() - began) / most.max(1e-9);
        seat.player.perceive(turn, left).expect("a turn that can be followed");
        seat.pay(processor() - began);
        if !is_own_next {
            // A turn of its own is over.
            seat.debt = (-seat.left).max(0.0);
            seat.left = (time - seat.debt).max(time / 8.0);
        }
    }
}
