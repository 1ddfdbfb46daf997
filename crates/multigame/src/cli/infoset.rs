//! `multigame infoset`: every history that fits what a player perceived.

mod answer;

use super::args::{InfosetArgs, Method};
use super::referee::{player, refereed_game, session};
use super::report::Failure;
use super::terminal::{self, Progress};
use super::{files, terminal::complain};
use answer::{Answer, show};
use game::{Facts, Game, Rng};
use infoset::{
    History, InfosetError, Limits, MergedSet, Observation, depth_first, histories_of,
    merge_positions, read_transcript,
};
use interp::Interp;

pub(super) fn run(args: &InfosetArgs) -> Result<u8, Failure> {
    let game = refereed_game(&args.game)?;
    let mut observation = observation(args, &game)?;
    if let Some(ply) = args.ply {
        if ply > observation.turns.len() {
            let n = observation.turns.len();
            return Err(Failure::new(format!("there are only {n} turns, not {ply}")));
        }
        observation = observation.after(ply);
    }
    if args.ignore_end {
        observation = observation.without_endings();
    }
    let mut progress = Progress::new();
    terminal::wait_for_interrupt();
    let mut watch = |now: infoset::Progress| {
        progress.show(|time| {
            let rate = now.compared as f64 / time.as_secs_f64().max(0.001);
            let infoset::Progress { depth, size, compared, .. } = now;
            format!("turn {}: {size} found, {compared} compared, {rate:.0} a second", depth + 1)
        });
        !terminal::interrupted()
    };
    let found = match args.method {
        Method::Merged => merged(args, &game, &observation, &mut watch),
        Method::DepthFirst => deep(args, &game, &observation, &mut watch),
    };
    progress.clear();
    match found {
        Ok(answer) => {
            if answer.count == 0 {
                explain_empty(&game, &observation, args.memory);
            }
            show(args, &game, &observation, &answer)?;
            Ok(0)
        }
        Err(why) => Err(failure(why)),
    }
}

/// What the player perceived, from a transcript or a full record.
fn observation(args: &InfosetArgs, game: &Interp) -> Result<Observation, Failure> {
    let (text, facts) = (files::read(&args.transcript)?, game.facts());
    let named = args.player.as_deref().map(|name| player(facts, name)).transpose()?;
    let begins_with = |title: &str| text.trim_start_matches('\u{feff}').trim().starts_with(title);
    if begins_with("multigame record") {
        let Some(player) = named else {
            let failure = Failure::new("a full record is what no player perceived");
            return Err(failure.hint("say whose set by `--player NAME`"));
        };
        return Ok(session(game, &args.transcript, &text)?.view(player).clone());
    }
    let read = read_transcript(facts, &text).map_err(|why| {
        Failure::new(format!("{}: {why}", args.transcript.display())).hint(&why.hint)
    })?;
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

fn merged(
    args: &InfosetArgs,
    game: &Interp,
    observation: &Observation,
    watch: infoset::Watch<'_>,
) -> Result<Answer, InfosetError> {
    let limits = Limits { memory: args.memory };
    let set = MergedSet::of(game, observation, limits, watch)?;
    let mut histories = Vec::new();
    if args.list {
        set.list(&mut |history| {
            histories.push(history.clone());
            Ok(watch(set.work()))
        })?;
    }
    if let Some(n) = args.sample {
        histories = set.sample(n, &mut Rng::new(args.seed))?;
    }
    let work = set.work();
    Ok(Answer { count: set.count()?, positions: set.positions()?, histories, work })
}

fn deep(
    args: &InfosetArgs,
    game: &Interp,
    observation: &Observation,
    watch: infoset::Watch<'_>,
) -> Result<Answer, InfosetError> {
    let mut rng = Rng::new(args.seed);
    let (mut histories, mut met) = (Vec::<History>::new(), 0usize);
    let mut last = Vec::new();
    let (count, work) = depth_first(game, observation, watch, &mut |path| {
        if let Some(position) = path.positions.last() {
            last.push((position.clone(), path.histories().ok_or(InfosetError::TooMany)?));
        }
        if last.len() >= 1024 {
            let merged = merge_positions(std::mem::take(&mut last))?;
            last = merged.into_iter().map(|it| (it.position, it.histories)).collect();
        }
        if args.list {
            histories.extend(histories_of(game, observation, path)?);
        } else if let Some(n) = args.sample {
            for history in histories_of(game, observation, path)? {
                keep_fairly(&mut histories, n, &mut met, history, &mut rng);
            }
        }
        Ok(())
    })?;
    Ok(Answer { count, positions: merge_positions(last)?, histories, work })
}

/// Keeps `n` of the histories that are met, each set of `n` equally likely (algorithm R,
/// Vitter 1985).
fn keep_fairly(kept: &mut Vec<History>, n: usize, met: &mut usize, new: History, rng: &mut Rng) {
    *met += 1;
    if kept.len() < n {
        kept.push(new);
    } else if let Some(place) = kept.get_mut(rng.below(*met)) {
        *place = new;
    }
}

/// Says after which turn nothing fits any more.
fn explain_empty(game: &Interp, observation: &Observation, memory: usize) {
    for n in 1..=observation.turns.len() {
        let limits = Limits { memory };
        let set = MergedSet::of(game, &observation.after(n), limits, &mut |_| true);
        if set.and_then(|set| set.count()) == Ok(0) {
            complain(&format!("no history fits what was perceived of turn {n}"));
            return;
        }
    }
}

fn failure(why: InfosetError) -> Failure {
    match why {
        InfosetError::Rules(error) => (*error).into(),
        InfosetError::Start(message, hint) => Failure::new(message).hint(hint),
        InfosetError::Stopped => Failure::interrupted(),
        InfosetError::Memory { .. } => {
            Failure::new(why.to_string()).hint("`--memory` gives it more")
        }
        InfosetError::TooMany => Failure::new(why.to_string()),
    }
}
