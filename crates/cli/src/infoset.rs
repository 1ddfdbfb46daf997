//! `multigame infoset`: every history that fits what a player perceived.

mod answer;
mod board;
mod checkpoint;
mod outlined;
mod ranked;
mod search;
mod simulated;
mod spill;

use super::answer::{STOPPED, give, give_json};
use super::args::{InfosetArgs, Method};
use super::engine::{Engine, Job};
use super::files::Drawing;
use super::ranks::Together;
use super::referee::{player, refereed};
use super::report::Failure;
use super::saved::Saved;
use super::terminal::complain;
use super::terminal::{self, Progress};
use super::words::count;
use ::ranks::Team;
pub(super) use answer::believed;
use answer::{Set, Unfinished, Unread};
use experiments::read_figure;
use game::{Facts, Referee};
use infoset::{InfosetError, Limits, Observation, TranscriptError, contradiction, read_transcript};
use search::{deep, merged};

pub(super) fn run(args: &InfosetArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    refereed(&args.game, args.backend, &Together::new(args, team))
}

impl Job for Together<'_, '_, InfosetArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        find(self.args, &game, &mut self.team.borrow_mut())
    }
}

/// Finds the set that was asked for.
fn find<G: Engine>(args: &InfosetArgs, game: &G, team: &mut Team<'_>) -> Result<u8, Failure> {
    check_method(args)?;
    let observation = part(args, observation(args, game)?)?;
    if let Some(turn) = args.outline {
        terminal::wait_for_interrupt();
        return match team.is_first() {
            true => outlined::tell(args, game, &observation, turn),
            false => Ok(0),
        };
    }
    let drawing = Drawing::new(args.svg.as_deref(), args.json, args.force)?;
    let n_turns = observation.turns.len();
    let (mut progress, mut last) = (Progress::new(), infoset::Progress::default());
    terminal::wait_for_interrupt();
    let mut watch = |now: infoset::Progress| {
        last = now;
        let shown = |rate| format!("{}, {rate:.0} a second", far(now, n_turns));
        progress.show_rate(now.compared, shown);
        !terminal::interrupted()
    };
    if !args.simulate.is_empty() {
        if !team.is_first() {
            return Ok(0);
        }
        let simulated = simulated::run(args, game, &observation, &drawing, &mut watch);
        progress.clear();
        if simulated.is_err() && terminal::interrupted() {
            stopped(args, game.facts(), &observation, last)?;
        }
        return simulated;
    }
    if args.prune && team.size() > 1 {
        return Err(Failure::new("`--prune` is for one process").hint("leave it out"));
    }
    let found = match (args.method, team.size()) {
        (Method::Merged, 1) => merged(args, game, &observation, &mut watch),
        (Method::DepthFirst, 1) => deep(args, game, &observation, &mut watch),
        (Method::Merged, _) => ranked::merged(args, game, &observation, team, &mut watch),
        (Method::DepthFirst, _) => ranked::deep(args, game, &observation, team, &mut watch),
    };
    if !team.is_first() {
        return found.map(|_| 0);
    }
    let why = match &found {
        Ok(answer) if answer.count == 0 => {
            contradiction(game, &observation, Limits { memory: args.memory }, &mut watch)
        }
        _ => Ok(None),
    };
    progress.clear();
    if (found.is_err() || why.is_err()) && terminal::interrupted() {
        stopped(args, game.facts(), &observation, last)?;
    }
    let (answer, why, facts) = (found?, why?, game.facts());
    let is_empty = answer.count == 0;
    if let Some(why) = &why {
        let (message, hints) = (why.message(facts, &observation), why.hints(facts, &observation));
        if why.is_slip() {
            return Err(hints.iter().fold(Failure::new(message), Failure::hint));
        }
        complain(&message);
        hints.iter().for_each(|hint| complain(&format!(" = note: {hint}")));
    }
    let is_printed = match &answer.survey.belief {
        Some(belief) => drawing.draw(|| board::svg(facts, belief, observation.player))?,
        None => false,
    };
    if !is_printed {
        give(&Set::new(args, facts, &observation, answer, why.as_ref()), args.json)?;
    }
    Ok(u8::from(is_empty))
}

/// The part of what a player perceived that was asked for.
fn part(args: &InfosetArgs, mut observation: Observation) -> Result<Observation, Failure> {
    if let Some(ply) = args.ply {
        if ply > observation.turns.len() {
            let n = count(observation.turns.len(), "turn");
            return Err(Failure::new(format!("there are only {n}, not {ply}")));
        }
        observation = observation.after(ply);
    }
    Ok(if args.ignore_end { observation.without_endings() } else { observation })
}

/// Reports how far a search came that Ctrl-C stopped.
fn stopped(
    args: &InfosetArgs,
    facts: &Facts,
    observation: &Observation,
    last: infoset::Progress,
) -> Result<(), Failure> {
    if args.json {
        give_json(&Unfinished::new(facts, observation, last))?;
    }
    complain(&far(last, observation.turns.len()));
    Ok(())
}

/// Options that mean nothing to the method are a mistake of somebody who expects that
/// they do.
fn check_method(args: &InfosetArgs) -> Result<(), Failure> {
    let (is_simulated, is_merged) = (!args.simulate.is_empty(), args.method == Method::Merged);
    let for_deep = [("--grain", args.grain.is_some()), ("--balance", args.balance.is_some())];
    if let (Some((name, _)), true, false) =
        (for_deep.iter().find(|it| it.1), is_merged, is_simulated)
    {
        return Err(Failure::new(format!("`{name}` is for depth-first search"))
            .hint("add `--method depth-first`, or leave it out"));
    }
    if args.spill.is_some() && (is_simulated || !is_merged) {
        return Err(Failure::new("`--spill` is for merged sets").hint("leave it out"));
    }
    if args.prune && (is_simulated || !is_merged) {
        return Err(Failure::new("`--prune` is for merged sets").hint("leave it out"));
    }
    // What is pruned depends on turns that come later, which a resumed search may not share.
    let kept = [("--checkpoint", &args.checkpoint), ("--resume", &args.resume)];
    if let (true, Some((name, _))) = (args.prune, kept.iter().find(|it| it.1.is_some())) {
        return Err(Failure::new(format!("a pruned set cannot be kept: `--prune` and `{name}`"))
            .hint("leave one of them out"));
    }
    Ok(())
}

/// How far the work on this many turns is, in words.
fn far(now: infoset::Progress, n_turns: usize) -> String {
    let infoset::Progress { size, compared, .. } = now;
    let turn = turn(now, n_turns);
    format!("turn {turn}: {size} found, {compared} compared")
}

/// The turn that is worked on; after the last one what was found is looked over.
fn turn(now: infoset::Progress, n_turns: usize) -> usize {
    (now.depth + 1).min(n_turns)
}

/// What the player perceived, from a transcript or a full record.
fn observation<G: Referee>(args: &InfosetArgs, game: &G) -> Result<Observation, Failure> {
    let (saved, facts) = (Saved::read(&args.transcript)?, game.facts());
    let named = args.player.as_deref().map(|name| player(facts, name)).transpose()?;
    let begins_with =
        |title: &str| saved.text.trim_start_matches('\u{feff}').trim().starts_with(title);
    if begins_with("multigame record") {
        let Some(player) = named else {
            let failure = Failure::new("a full record is what no player perceived");
            return Err(failure.hint("say whose set by `--player NAME`"));
        };
        return Ok(saved.session(game)?.view(player).clone());
    }
    let wrong = |why: TranscriptError| saved.wrong(&why, &why.hint);
    if !begins_with("multigame") && saved.text.contains('{') {
        let Some(player) = named else {
            let failure = Failure::new("this notation does not say whose transcript it is");
            return Err(failure.hint("say it by `--player NAME`"));
        };
        let (limits, most) = (Limits { memory: args.memory }, args.ply.unwrap_or(usize::MAX));
        terminal::wait_for_interrupt();
        let read = read_figure(game, player, &saved.text, &args.letters, limits, most, &mut |_| {
            !terminal::interrupted()
        });
        if terminal::interrupted() {
            if args.json {
                let player = facts.player_name(player);
                let (game, histories, reason) = (facts.name.as_str(), None, STOPPED);
                give_json(&Unread { game, player, histories, reason })?;
            }
            return Err(Failure::interrupted());
        }
        return read.map_err(wrong);
    }
    let read = read_transcript(facts, &saved.text).map_err(wrong)?;
    match named {
        Some(player) if player != read.player => Err(wrong_player(facts, &read)),
        _ => Ok(read),
    }
}

fn wrong_player(facts: &Facts, read: &Observation) -> Failure {
    let name = facts.player_name(read.player);
    Failure::new(format!("this is the transcript of {name}"))
        .hint("only from the full record can the set of either player be found")
}

impl From<InfosetError> for Failure {
    fn from(why: InfosetError) -> Failure {
        match why {
            InfosetError::Rules(error) => (*error).into(),
            InfosetError::Start(message, hint) => Failure::new(message).hint(hint),
            InfosetError::Stopped => Failure::interrupted(),
            InfosetError::Memory { .. } | InfosetError::ListMemory { .. } => {
                Failure::new(why.to_string()).hint("`--memory` gives it more")
            }
            InfosetError::Storage(_) => {
                Failure::new(why.to_string()).hint("`--spill DIR` names another folder")
            }
            InfosetError::TooMany
            | InfosetError::Lost(_)
            | InfosetError::Checkpoint(_)
            | InfosetError::OtherBackEnd => Failure::new(why.to_string()),
        }
    }
}
