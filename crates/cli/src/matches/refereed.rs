//! Matches in games that hide something, between players that know only their views: every
//! game goes through a referee. With `--vary` one setting of A takes several values, and
//! each is a line of a table.

use super::games::Played;
use super::tally::{Score, Tally};
use super::{NAMES, Outcome, Pair, gather, report, unfinished};
use crate::args::MatchArgs;
use crate::hidden::{End, Says, Seat, Side, Table};
use crate::position::load_game;
use crate::referee::{Refereed, refereed_game, start};
use crate::report::Failure;
use crate::settings::duration;
use crate::{json, terminal};
use game::{Player, Referee, Rng, crew};
use infoset::Session;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// What all games of a refereed match have in common.
struct Plan<'a, G: Referee> {
    game: &'a G,
    start: G::Position,
    sides: [Side; 2],
    /// How long each side may take for an attempt, if it is a program.
    patience: [Duration; 2],
    args: &'a MatchArgs,
    seed: u64,
    work: [Mutex<Work>; 2],
}

/// What a side did in all games.
#[derive(Clone, Copy, Default)]
struct Work {
    attempts: u64,
    samples: u64,
    nodes: u64,
    /// Games in which it kept only a sample of what was possible.
    sampled: u64,
}

/// Plays a match through a referee.
pub(super) fn run(args: &MatchArgs) -> Result<u8, Failure> {
    let loaded = load_game(&args.position.game, &args.position.without)?.game;

    let refused = [
        ("--after", args.position.after.is_some()),
        ("--clock", args.clock.is_some()),
        ("--depth", args.limits.depth.is_some()),
        ("--nodes", args.limits.nodes.is_some()),
    ];
    let refused = refused.into_iter().filter(|(_, is_given)| *is_given);
    let mut refused = refused.map(|(option, _)| option.to_string()).chain(args.search.unseeded());
    if let Some(option) = refused.next() {
        return Err(Failure::new(format!("a refereed match takes no `{option}`"))
            .hint("what a player takes stands behind its name, as in `--a 'pimc nodes=500'`"));
    }
    refereed_game(loaded, args.position.backend, &Match(args))
}

/// A match as work of a referee.
struct Match<'a>(&'a MatchArgs);

impl Refereed for Match<'_> {
    fn run<G: Referee>(&self, game: G) -> Result<u8, Failure> {
        match &self.0.vary {
            None => one(self.0, &game, self.0.a.as_deref().unwrap_or_default()),
            Some(vary) => table(self.0, &game, vary),
        }
    }
}

/// One match, with everything that is known about it.
fn one<G: Referee>(args: &MatchArgs, game: &G, a: &str) -> Result<u8, Failure> {
    let plan = plan(args, game, a)?;
    let outcome = play(args, &plan)?;
    if outcome.tally.n_games() == 0 {
        return Err(unfinished(args, &game.facts().name)?);
    }
    let mut more = json!({ "refereed": true });
    for (name, work) in NAMES.iter().zip(works(&plan)) {
        more[format!("work_{}", name.to_lowercase())] = work;
    }
    report(args, &game.facts().name, &outcome, Some(more))?;
    if !args.json {
        let mut lines = format!("the seed is {}\n", plan.seed);
        for (name, work) in NAMES.iter().zip(plan.work.iter().map(read)) {
            lines += &words(name, work);
        }
        terminal::print(&lines)?;
    }
    if outcome.stopped { Err(Failure::interrupted()) } else { Ok(0) }
}

/// A match for each value of a setting of A.
fn table<G: Referee>(args: &MatchArgs, game: &G, vary: &str) -> Result<u8, Failure> {
    let Some((name, values)) = vary.split_once('=') else {
        let failure = Failure::new(format!("`{vary}` names no setting"));
        return Err(failure.hint("write it like `samples=10,100,1000`"));
    };
    // A wrong value is told before the games of those before it are played.
    let mut plans = Vec::new();
    for value in values.split(',') {
        let a = format!("{} {name}={value}", args.a.as_deref().unwrap_or_default());
        plans.push((value, plan(args, game, &a)?));
    }
    let (mut rows, mut sampled) = (Vec::new(), 0);
    let answer =
        |rows| json!({ "game": game.facts().name, "varied": name, "rows": Value::Array(rows) });
    for (value, plan) in plans {
        let outcome = play(args, &plan)?;
        let Tally { wins, draws, losses, .. } = outcome.tally;
        let points = 100.0 * outcome.tally.score();
        let work = read(&plan.work[0]);
        sampled += work.sampled;
        rows.push(json!({
            "value": value, "wins": wins, "draws": draws, "losses": losses,
            "points": (10.0 * points).round() / 10.0, "work": work_json(work),
        }));
        if !args.json {
            if rows.len() == 1 {
                let games = terminal::count(u64::from(args.games.div_ceil(2)) * 2, "game");
                let head = format!("{games} for each line, the seed is {}\n", plan.seed);
                let titles = ["points", "won", "drew", "lost"].map(|it| format!("{it:>8}"));
                terminal::print(&format!("{head}{name:>10}{}\n", titles.concat()))?;
            }
            terminal::print(&format!("{value:>10}{points:>8.1}{wins:>8}{draws:>8}{losses:>8}\n"))?;
        }
        if outcome.stopped {
            if args.json {
                json::print(&json::whole_unless(true, answer(rows)))?;
            }
            return Err(Failure::interrupted());
        }
    }
    match args.json {
        true => json::print(&answer(rows))?,
        false => terminal::print(&sample_words(NAMES[0], sampled))?,
    }
    Ok(0)
}

fn plan<'a, G: Referee>(args: &'a MatchArgs, game: &'a G, a: &str) -> Result<Plan<'a, G>, Failure> {
    let (facts, seed) = (game.facts(), super::seed(args));
    let side = |text: &str, program: &Option<String>| match program {
        Some(command) => Ok(Side::Program(command.clone())),
        None => Side::parse(facts, text, seed).map(|side| side.or_time(args.limits.time)),
    };
    let b = args.b.as_deref().unwrap_or_default();
    let sides = [
        side(a, &args.a_program).map_err(|why| why.at("--a"))?,
        side(b, &args.b_program).map_err(|why| why.at("--b"))?,
    ];
    if sides.contains(&Side::Human) {
        return Err(
            Failure::new("people do not play in matches").hint("`multigame play` is for them")
        );
    }
    let start = start(game, args.position.position.as_deref())?;
    let patience = [
        patience(args, a, &args.a_program).map_err(|why| why.at("--a"))?,
        patience(args, b, &args.b_program).map_err(|why| why.at("--b"))?,
    ];
    Ok(Plan { game, start, sides, patience, args, seed, work: Default::default() })
}

/// How long a program may take for an attempt: the time of its settings, or that of both
/// sides, and the margin besides; without any, as long as everybody is patient.
fn patience(
    args: &MatchArgs,
    settings: &str,
    program: &Option<String>,
) -> Result<Duration, Failure> {
    let mut time = args.limits.time;
    let words = settings.split([' ', ';']).filter(|word| !word.is_empty());
    for word in words.filter(|_| program.is_some()) {
        let value = word.strip_prefix("time=").ok_or_else(|| {
            Failure::new(format!("a program that talks to a referee takes no `{word}`"))
                .hint("it takes `time=TIME`; all else stands in its command")
        })?;
        time = Some(duration(value).map_err(Failure::new)?);
    }
    Ok(time.map_or(args.patience, |time| time + args.margin))
}

/// Plays all pairs, several at once if that is asked for.
fn play<G: Referee>(args: &MatchArgs, plan: &Plan<'_, G>) -> Result<Outcome, Failure> {
    let n_pairs = u64::from(args.games.div_ceil(2));
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, results) = channel::<Pair>();
    terminal::wait_for_interrupt();
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            let work = move || {
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= n_pairs || stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    if sender.send((pair, plan.pair(pair, stopped))).is_err() {
                        return;
                    }
                }
            };
            crew::spawn(scope, work).map_err(|why| Failure::no_thread(&why))?;
        }
        drop(sender);
        let gathered = gather(args, &results);
        stopped.store(true, Ordering::Relaxed);
        gathered
    })
}

impl<G: Referee> Plan<'_, G> {
    /// Both games of a pair; nothing if the match was stopped.
    fn pair(&self, pair: u64, stopped: &AtomicBool) -> Result<Option<[Played; 2]>, Failure> {
        let first = self.game(pair, Player::First, stopped)?;
        let Some(first) = first else { return Ok(None) };
        let second = self.game(pair, Player::Second, stopped)?;
        Ok(second.map(|second| [first, second]))
    }

    /// A game in which A has this color.
    fn game(
        &self,
        pair: u64,
        color: Player,
        stopped: &AtomicBool,
    ) -> Result<Option<Played>, Failure> {
        let (game, args) = (self.game, self.args);
        let session = self.opened(pair)?;
        let seed = self.seed.wrapping_add(1 + 2 * pair + color.index() as u64);
        let seat = |player: Player| {
            let side = usize::from(player != color);
            let side = match &self.sides[side] {
                Side::Computer(settings, time) => {
                    let mut settings = *settings;
                    settings.seed = settings.seed.wrapping_add(seed << 20);
                    Side::Computer(settings, *time)
                }
                other => other.clone(),
            };
            let how = (seed, self.patience[usize::from(player != color)], Says::Nothing);
            Seat::new(game, &side, session.view(player), how)
        };
        let seats = [seat(Player::First)?, seat(Player::Second)?];
        let mut table = Table::new(game, session, seats);
        let goes_on = || !stopped.load(Ordering::Relaxed) && !terminal::interrupted();
        let end = table.play(args.max_turns as usize, &mut |_| Ok(goes_on()))?;
        for player in Player::BOTH {
            if let Seat::Computer(computer) = &table.seats[player.index()]
                && let Ok(mut all) = self.work[usize::from(player != color)].lock()
            {
                let (attempts, samples, nodes) = computer.work;
                *all = Work {
                    attempts: all.attempts + attempts,
                    samples: all.samples + samples,
                    nodes: all.nodes + nodes,
                    sampled: all.sampled + u64::from(computer.keeps_sample()),
                };
            }
        }
        let score = |points: i32| match points.signum() {
            1 => Score::Win,
            0 => Score::Draw,
            _ => Score::Loss,
        };
        Ok(Some(match end {
            End::Over(outcome) => Played { score: score(outcome.for_player(color)), forfeit: None },
            End::TooLong => Played { score: Score::Draw, forfeit: None },
            End::Left => return Ok(None),
            End::Forfeit(player, why) => {
                let loser = usize::from(player != color);
                let score = if loser == 0 { Score::Loss } else { Score::Win };
                Played { score, forfeit: Some((loser, why)) }
            }
        }))
    }

    /// A game after the turns that are drawn at random.
    fn opened(&self, pair: u64) -> Result<Session<'_, G>, Failure> {
        let mut rng = Rng::new(self.seed.wrapping_add(pair));
        let mut session = Session::new(self.game, self.start.clone())?;
        let n_turns = self.args.opening.unwrap_or(0) as usize;
        while session.line().len() < n_turns {
            let attempts = session.attemptable()?;
            let Some(text) = rng.choose(&attempts) else { break };
            session.attempt(text).map_err(|why| Failure::new(why.to_string()))?;
        }
        Ok(session)
    }
}

fn read(work: &Mutex<Work>) -> Work {
    work.lock().map_or_else(|_| Work::default(), |work| *work)
}

fn works<G: Referee>(plan: &Plan<'_, G>) -> [Value; 2] {
    [0, 1].map(|side| work_json(read(&plan.work[side])))
}

fn work_json(Work { attempts, samples, nodes, sampled }: Work) -> Value {
    json!({ "attempts": attempts, "samples": samples, "nodes": nodes, "sampled_games": sampled })
}

/// The work of a side for an attempt on average; nothing if it did not think.
fn words(name: &str, Work { attempts, samples, nodes, sampled }: Work) -> String {
    if attempts == 0 {
        return String::new();
    }
    let each = |n: u64, noun| terminal::count((n + attempts / 2) / attempts, noun);
    let (samples, nodes) = (each(samples, "sample"), each(nodes, "node"));
    let all = match attempts {
        1 => "1 attempt,".to_string(),
        n => format!("{n} attempts, each"),
    };
    format!("{name}: {all} with {samples} and {nodes}\n{}", sample_words(name, sampled))
}

/// In how many games a side kept only a sample; nothing if in none.
fn sample_words(name: &str, sampled: u64) -> String {
    if sampled == 0 {
        return String::new();
    }
    let games = terminal::count(sampled, "game");
    format!("{name} kept only a sample of what was possible in {games}\n")
}
