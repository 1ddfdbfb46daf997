//! Matches in games that hide something, between players that know only their views: every
//! game goes through a referee. With `--vary` one setting of A takes several values, and
//! each is a line of a table.

use super::games::{Played, both};
use super::result::{MatchResult, Refereed, Work};
use super::series::{Outcome, PlaysPairs, Ranks, Series, on_all_ranks};
use super::{NAMES, unfinished};
use crate::answer::{exit_code, give, give_json, reason};
use crate::args::MatchArgs;
use crate::engine::{Engine, Job};
use crate::hidden::{End, Manner, Says, Seat, Side, Table, first_given};
use crate::position::{load_game, start};
use crate::ranks::Together;
use crate::referee::refereed_game;
use crate::report::Failure;
use crate::settings::{duration, evaluations, words};
use crate::terminal;
use crate::words::{count, round};
use ::ranks::{Sum, Team};
use game::{Player, Referee, Rng};
use infoset::Session;
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tune::Tally;

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

/// A match for each value of a setting of A.
#[derive(Serialize)]
struct Varied<'a> {
    game: &'a str,
    varied: &'a str,
    rows: Vec<VariedRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
struct VariedRow<'a> {
    value: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    work: Work,
}

impl VariedRow<'_> {
    fn text(&self) -> String {
        let VariedRow { value, wins, draws, losses, points, .. } = self;
        format!("{value:>10}{points:>8.1}{wins:>8}{draws:>8}{losses:>8}\n")
    }
}

/// Plays a match through a referee.
pub(super) fn run(args: &MatchArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    let loaded = load_game(&args.position.game, &args.position.without)?.game;
    let given = [
        ("--after", args.position.after.is_some()),
        ("--save", args.save.is_some()),
        ("--players", !args.players.is_empty()),
        ("--clock", args.clock.is_some()),
        ("--depth", args.limits.depth.is_some()),
        ("--nodes", args.limits.nodes.is_some()),
        ("--checkpoint", args.checkpoint.is_some()),
    ];
    if let Some(option) = first_given(&given).or(args.search.unseeded().next()) {
        return Err(Failure::new(format!("a refereed match takes no `{option}`"))
            .hint("what a player takes follows its name, as in `--a 'pimc nodes=500'`"));
    }
    let asked: Vec<&str> =
        [&args.a, &args.b].into_iter().flatten().flat_map(|side| evaluations(side)).collect();
    refereed_game(loaded, &asked, args.position.backend, &Match(Together::new(args, team)))
}

/// A match as work of a referee.
struct Match<'a, 'l>(Together<'a, 'l, MatchArgs>);

impl Job for Match<'_, '_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let (args, team) = (self.0.args, &mut **self.0.team.borrow_mut());
        match &args.vary {
            None => one(args, &game, args.a.as_deref().unwrap_or_default(), team),
            Some(vary) => table(args, &game, vary, team),
        }
    }
}

/// One match, with everything that is known about it.
fn one<G: Referee>(
    args: &MatchArgs,
    game: &G,
    a: &str,
    team: &mut Team<'_>,
) -> Result<u8, Failure> {
    let plan = plan(args, game, a)?;
    let outcome = play(args, &plan, team)?;
    let [work_a, work_b] = plan.work_of_all(team)?;
    if !team.is_first() {
        return exit_code(outcome.stopped);
    }
    if outcome.tally.n_games() == 0 {
        return Err(unfinished(args, &game.facts().name)?);
    }
    let besides = Refereed { refereed: true, work_a, work_b };
    give(&MatchResult::new(args, &game.facts().name, &outcome, Some(besides)), args.json)?;
    exit_code(outcome.stopped)
}

/// A match for each value of a setting of A.
fn table<G: Referee>(
    args: &MatchArgs,
    game: &G,
    vary: &str,
    team: &mut Team<'_>,
) -> Result<u8, Failure> {
    let Some((name, values)) = vary.split_once('=') else {
        let failure = Failure::new(format!("`{vary}` names no setting"));
        return Err(failure.hint("write it like `samples=10,100,1000`"));
    };
    // A wrong value is refused before the games of those before it are played.
    let mut plans = Vec::new();
    for value in values.split(',') {
        let a = format!("{} {name}={value}", args.a.as_deref().unwrap_or_default());
        plans.push((value, plan(args, game, &a)?));
    }
    let (mut rows, mut all) = (Vec::new(), Work::default());
    let mut stopped = false;
    for (value, plan) in plans {
        let outcome = play(args, &plan, team)?;
        let [work, _] = plan.work_of_all(team)?;
        let Tally { wins, draws, losses, .. } = outcome.tally;
        let points = round(100.0 * outcome.tally.score(), 1);
        all.sampled += work.sampled;
        let row = VariedRow { value, wins, draws, losses, points, work };
        if !args.json && team.is_first() {
            if rows.is_empty() {
                terminal::print(&heading(args, name, plan.seed))?;
            }
            terminal::print(&row.text())?;
        }
        rows.push(row);
        stopped = outcome.stopped;
        if stopped {
            break;
        }
    }
    if !team.is_first() {
        return exit_code(stopped);
    }
    if args.json {
        let (game, reason) = (game.facts().name.as_str(), reason(stopped));
        give_json(&Varied { game, varied: name, rows, reason })?;
    } else if !stopped {
        terminal::print(&all.sample_words(NAMES[0]))?;
    }
    exit_code(stopped)
}

/// What comes before the lines of a table.
fn heading(args: &MatchArgs, setting: &str, seed: u64) -> String {
    let games = count(u64::from(args.games.div_ceil(2)) * 2, "game");
    let titles = ["points", "won", "drew", "lost"].map(|it| format!("{it:>8}")).concat();
    format!("{games} for each line, the seed is {seed}\n{setting:>10}{titles}\n")
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
    for word in words(settings).filter(|_| program.is_some()) {
        let value = word.strip_prefix("time=").ok_or_else(|| {
            Failure::new(format!("a program that talks to a referee takes no `{word}`"))
                .hint("it takes `time=TIME`; all else belongs to its command")
        })?;
        time = Some(duration(value).map_err(Failure::new)?);
    }
    Ok(time.map_or(args.patience, |time| time + args.margin))
}

fn play<G: Referee>(
    args: &MatchArgs,
    plan: &Plan<'_, G>,
    team: &mut Team<'_>,
) -> Result<Outcome, Failure> {
    let players =
        || Box::new(|pair: u64, stopped: &AtomicBool| plan.pair(pair, stopped)) as PlaysPairs<'_>;
    on_all_ranks(&Series::of(args, None), &players, &|| {}, Ranks { team, noted: None })
}

impl<G: Referee> Plan<'_, G> {
    /// What both sides did at all ranks.
    fn work_of_all(&self, team: &mut Team<'_>) -> Result<[Work; 2], Failure> {
        let mut all = [Work::default(); 2];
        for (work, of_all) in self.work.iter().zip(&mut all) {
            let work = work.lock().map_or_else(|_| Work::default(), |work| *work);
            let mine = [work.attempts, work.samples, work.nodes, work.sampled];
            if let &[attempts, samples, nodes, sampled] = &team.all_reduce(&mine, Sum)?[..] {
                *of_all = Work { attempts, samples, nodes, sampled };
            }
        }
        Ok(all)
    }

    /// Both games of a pair; nothing if the match was stopped.
    fn pair(&self, pair: u64, stopped: &AtomicBool) -> Result<Option<[Played; 2]>, Failure> {
        both(|color| self.game(pair, color, stopped))
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
        let side_of = |player: Player| usize::from(player != color);
        let side = |player: Player| {
            let mut side = self.sides[side_of(player)].clone();
            if let Side::Computer(settings, _) = &mut side {
                settings.seed = settings.seed.wrapping_add(seed << 20);
            }
            let patience = self.patience[side_of(player)];
            (side, Manner { seed, patience, says: Says::Nothing })
        };
        let mut table = Table::new(game, session, side)?;
        let goes_on = || !stopped.load(Ordering::Relaxed) && !terminal::interrupted();
        let end = table.play(args.max_turns as usize, &mut |_| Ok(goes_on()))?;
        for player in Player::BOTH {
            if let Seat::Computer(computer) = &table.seats[player.index()]
                && let Ok(mut all) = self.work[side_of(player)].lock()
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
        Ok(Some(match end {
            End::Over(outcome) => Played::scored(outcome.for_player(color)),
            End::TooLong => Played::scored(0),
            End::Left => return Ok(None),
            End::Forfeit(player, why) => Played::forfeit(side_of(player), why),
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
