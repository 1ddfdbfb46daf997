//! `multigame learn`: an evaluation that a game finds for itself, by playing.

use super::answer::{exit_code, give, reason};
use super::args::LearnArgs;
use super::engine::{self, Choice, Engine, Job};
use super::files::{self, read_bytes, replace, replace_bytes};
use super::learned::is_file;
use super::position::load_to_measure;
use super::report::Failure;
use super::settings::{unknown, usual_threads};
use super::svg::lines::{Chart, Series, svg};
use super::terminal::{self, Progress};
use super::words::count;
use ::ranks::Team;
use game::{Facts, Game};
use learn::{Course, Method, Round, Training, TrainingError};
use multigame::parts::{LearnedFor, load};
use patterns::{FileError, Header, LearnedFile, Look, Model, Plan};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long is learned if nobody says otherwise.
const TIME: Duration = Duration::from_secs(600);

/// The teacher of those who begin with nothing.
const NOBODY: &str = "none";

/// What was learned.
#[derive(Serialize)]
struct Learned {
    game: String,
    file: String,
    seed: u64,
    games: u64,
    rounds: usize,
    weights: usize,
    bytes: usize,
    elo: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl Display for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Learned { file, games, rounds, weights, bytes, elo, seed, .. } = self;
        writeln!(f, "{file}: {weights} weights in {bytes} bytes")?;
        writeln!(
            f,
            "{} in {}, seed {seed}; the rounds add up to {elo:+.0} Elo above where it began",
            count(*games, "game"),
            count(*rounds as u64, "round")
        )
    }
}

pub(super) fn run(args: &LearnArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    let asked: Vec<&str> =
        args.teacher.as_deref().filter(|name| *name != NOBODY).into_iter().collect();
    let game = load_to_measure(&args.game, &args.without, &asked)?.game;
    let rules = LearnedFor::new(&game);
    engine::run(game, &Choice::of(args.backend), &Learns { args, rules, team: RefCell::new(team) })
}

struct Learns<'a, 'l> {
    args: &'a LearnArgs,
    rules: LearnedFor,
    team: RefCell<&'a mut Team<'l>>,
}

impl Job for Learns<'_, '_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let (args, facts) = (self.args, game.facts());
        let team = &mut **self.team.borrow_mut();
        refuse(facts)?;
        if args.nodes.is_some() && args.method != Method::Fit {
            return Err(Failure::new("only weights that are fitted learn from players who think")
                .hint("add `--method fit`"));
        }
        let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.mgl", facts.name)));
        if !is_file(&out.to_string_lossy()) {
            return Err(Failure::new("a learned evaluation is a file whose name ends in `.mgl`")
                .at(&out.display().to_string())
                .hint("commands tell it from the name of an evaluation by that ending"));
        }
        if team.is_first() {
            files::check_new(&out, args.force)?;
        }
        let threads = args.threads.unwrap_or_else(usual_threads);
        // Several ranks have to see the same games, so none of them goes by its clock.
        let has_clock = team.size() == 1;
        let may_look = |part| !has_clock || self.may_look(part);
        let mut course =
            Course::new(&game, args.seed, threads, &mut || may_look(8))?.by(args.method);
        (course.depth, course.nodes) = (args.depth, args.nodes);
        let known = self.known(facts)?;
        course.teacher = if known.is_none() { self.teacher(facts)? } else { None };
        let look = self.look(&game, known.as_ref(), &mut || may_look(4))?;
        let model = Model::new(facts, Plan::new(facts, look), &self.rules.symmetries);
        if !team.is_first() {
            terminal::wait_for_interrupt();
            learn::help(&game, model, &course, team).map_err(|why| failure(why, &out))?;
            return exit_code(terminal::interrupted());
        }
        let training = Training::new(&game, model, course, team);
        let mut training = training.map_err(|why| failure(why, &out))?;
        if let Some(known) = &known {
            training.begin_with(known);
        }
        self.resume(&mut training)?;
        let stopped = self.learn(&mut training, &out, facts, team)?;
        learn::dismiss(team).map_err(|why| failure(why, &out))?;
        let file = self.write(&training, &out, facts)?;
        if let Some(path) = &args.svg {
            replace(path, &curve(&facts.name, training.rounds()))?;
        }
        let answer = Learned {
            game: facts.name.clone(),
            file: out.display().to_string(),
            seed: args.seed,
            games: training.games(),
            rounds: training.rounds().len(),
            weights: file.numbers.len(),
            bytes: file.write().len(),
            elo: training.rounds().last().map_or(0.0, |round| round.elo.round()),
            reason: reason(stopped),
        };
        give(&answer, args.json)?;
        exit_code(stopped)
    }
}

/// Only two players can learn like this. Where something is hidden they see everything, as
/// those do who search positions that are possible for them.
fn refuse(facts: &Facts) -> Result<(), Failure> {
    if facts.n_players() == 1 {
        return Err(Failure::new("this is a puzzle for one player").hint(search::SOLVE_IT));
    }
    if facts.hidden {
        terminal::note("players do not see everything in this game; it is learned as if they did");
    }
    Ok(())
}

impl Learns<'_, '_> {
    /// Whether there is time for random games, before learning begins with the rest: as long as
    /// not this part of the time is gone.
    fn may_look(&self, part: u32) -> bool {
        let is_late = |time: Duration| terminal::left_of(time) < time - time / part;
        !self.args.time.is_some_and(is_late)
    }

    /// The evaluation of the rules to begin with: the first one unless the user says otherwise.
    fn teacher(&self, facts: &Facts) -> Result<Option<usize>, Failure> {
        let known = &facts.evaluations;
        match self.args.teacher.as_deref() {
            None => Ok((!known.is_empty()).then_some(0)),
            Some(NOBODY) => Ok(None),
            Some(name) => match known.iter().position(|known| known == name) {
                Some(number) => Ok(Some(number)),
                None => {
                    let known = known.iter().map(String::as_str).chain([NOBODY]);
                    Err(unknown("evaluation", name, known))
                }
            },
        }
    }

    /// The evaluation to begin with, if the user names a file. What was learned for a game that
    /// is built in may be the beginning for other rules with the same fields and pieces.
    fn known(&self, facts: &Facts) -> Result<Option<Model>, Failure> {
        let Some(path) = &self.args.from else { return Ok(None) };
        let place = path.display().to_string();
        let wrong = |why: FileError| Failure::new(why.message).at(&place).hint(why.hint);
        let file = LearnedFile::read(&read_bytes(path)?).map_err(wrong)?;
        let (symmetries, rules) = (&self.rules.symmetries, self.rules.fingerprint);
        let Header { game, rules: theirs, .. } = &file.header;
        let other = (*theirs != rules).then(|| load(game).ok()).flatten().map(|it| it.game);
        let of_other = other.map(|other| (LearnedFor::new(&other), other));
        let Some((source, other)) = of_other.filter(|(it, _)| it.fingerprint == *theirs) else {
            return file.model(facts, symmetries, rules).map(Some).map_err(wrong);
        };
        let model = file.model(other.facts(), &source.symmetries, *theirs).map_err(wrong)?;
        let is_alike = facts.kinds.iter().map(|kind| &kind.name).eq(other
            .facts()
            .kinds
            .iter()
            .map(|kind| &kind.name));
        let carried = model.carried(facts, symmetries).filter(|_| is_alike);
        let carried = carried.ok_or_else(|| {
            Failure::new(format!(
                "{} has other fields or pieces than {game}, for which this was learned",
                facts.name
            ))
            .at(&place)
            .hint("leave `--from` out")
        })?;
        terminal::note(&format!("begins with what was learned for {game}"));
        Ok(Some(carried))
    }

    /// What is looked at: what suits the game, or what the evaluation to begin with looks at, but
    /// for what the user says.
    fn look<G: Engine>(
        &self,
        game: &G,
        known: Option<&Model>,
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<Look, Failure> {
        let (args, facts) = (self.args, game.facts());
        let usual = match known {
            Some(known) => known.plan().look(),
            None => Look { stages: learn::stages(game, args.seed, wanted)?, ..Look::new(facts) },
        };
        let look = usual
            .changed(&args.look)
            .map_err(|why| Failure::new(why).hint(format!("here it would usually be `{usual}`")))?;
        if known.is_some() && (Look { hidden: usual.hidden, ..look }) != usual {
            return Err(Failure::new(format!(
                "the evaluation to begin with has tables for `{usual}`, and not for `{look}`"
            ))
            .hint("change nothing but `hidden`, or leave `--from` out"));
        }
        if look.hidden > 0 && args.method != Method::Fit {
            return Err(Failure::new(
                "only weights that are fitted may have a network beside them",
            )
            .hint(match known {
                Some(_) => {
                    "add `--method fit`, or `--look hidden=0`, which leaves out that of the file"
                }
                None => "add `--method fit`, or leave `hidden` out",
            }));
        }
        match look.fits(facts) {
            true => Ok(look),
            false => Err(Failure::new(format!("`{look}` makes tables that are too large"))
                .hint("shorter lines or smaller boxes have smaller ones")),
        }
    }

    /// Goes on with what a checkpoint holds, if there is one.
    fn resume<G: Engine>(&self, training: &mut Training<'_, G>) -> Result<(), Failure> {
        let Some(path) = self.args.checkpoint.as_deref().filter(|path| path.exists()) else {
            return Ok(());
        };
        let bytes = read_bytes(path)?;
        training.resume(&bytes, self.rules.fingerprint).map_err(|why| failure(why, path))?;
        let games = training.games();
        terminal::note(&format!("goes on after {games} games, from `{}`", path.display()));
        Ok(())
    }

    /// Learns until time or games are over; whether Ctrl-C ended it.
    fn learn<G: Engine>(
        &self,
        training: &mut Training<'_, G>,
        out: &Path,
        facts: &Facts,
        team: &mut Team<'_>,
    ) -> Result<bool, Failure> {
        let args = self.args;
        terminal::wait_for_interrupt();
        let mut progress = Progress::new();
        let time = args.time.or(args.games.is_none().then_some(TIME));
        let is_over = |games: u64| {
            time.is_some_and(|time| terminal::left_of(time).is_zero())
                || args.games.is_some_and(|most| games >= most)
        };
        while !is_over(training.games()) && !terminal::interrupted() {
            let most = args.games.map(|most| most - training.games());
            let round = training.batch(most, team).map_err(|why| failure(why, out))?;
            let elo = training.rounds().last().map_or(0.0, |round| round.elo);
            progress.show(|time| {
                let (games, seconds) = (training.games(), time.as_secs_f64());
                format!("{games} games, {elo:+.0} Elo; {seconds:.0} s; Ctrl-C keeps the best")
            });
            if round.is_some() {
                self.write(training, out, facts)?;
                if let Some(path) = &args.checkpoint {
                    replace_bytes(path, &training.checkpoint(self.rules.fingerprint))?;
                }
            }
        }
        progress.clear();
        // What the last games taught is compared, too.
        training.finish(team).map_err(|why| failure(why, out))?;
        if let Some(path) = &args.checkpoint {
            replace_bytes(path, &training.checkpoint(self.rules.fingerprint))?;
        }
        Ok(terminal::interrupted())
    }

    /// Writes the best weights up to now.
    fn write<G: Engine>(
        &self,
        training: &Training<'_, G>,
        out: &Path,
        facts: &Facts,
    ) -> Result<LearnedFile, Failure> {
        let (model, course) = (training.best(), training.course());
        let games = training.games();
        let made = format!(
            "by multigame {} from {games} games, seed {}, {}{}",
            env!("CARGO_PKG_VERSION"),
            course.seed,
            match course.nodes {
                Some(nodes) => format!("nodes {nodes}"),
                None => format!("depth {}", course.depth),
            },
            match course.method {
                Method::Differences => String::new(),
                method => format!(", method {}", method.name()),
            }
        );
        let header = Header {
            game: facts.name.clone(),
            rules: self.rules.fingerprint,
            look: model.plan().look(),
            made: vec![made],
        };
        let file = LearnedFile { header, numbers: model.numbers().to_vec() };
        replace_bytes(out, &file.write())?;
        Ok(file)
    }
}

fn failure(why: TrainingError, path: &Path) -> Failure {
    match why {
        TrainingError::Rules(error) => Failure::from(error),
        TrainingError::Lost(lost) => Failure::from(lost),
        TrainingError::Search(error) => Failure::new(error.message)
            .hint("without `--nodes` the players look only some turns ahead"),
        TrainingError::Checkpoint(message) => Failure::new(message)
            .at(&path.display().to_string())
            .hint("choose another name for the checkpoint, or delete this one"),
    }
}

/// How the best weights became better, over the games.
fn curve(game: &str, rounds: &[Round]) -> String {
    let points = rounds.iter().map(|round| (round.games as f64, round.elo.max(0.0))).collect();
    let best = Series { name: "the best so far".to_string(), points };
    svg(&Chart {
        title: format!("{game}: what was learned"),
        across: "games",
        up: "Elo",
        logarithmic: false,
        logarithmic_across: false,
        panels: vec![("Elo above where it began".to_string(), vec![best])],
    })
}
