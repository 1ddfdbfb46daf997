//! Finds a set in one of two ways, and what was asked about it.

use super::answer::{Found, likely};
use super::checkpoint::Checkpoints;
use super::outlined::outline;
use super::spill::Folder;
use crate::args::InfosetArgs;
use crate::engine::Engine;
use crate::report::Failure;
use crate::terminal;
use game::{Counter, Referee, Rng};
use infoset::{
    DeepSearch, InfosetError, Limits, MergedSet, Observation, Sharing, Survey, SurveyOf, Wanted,
    forgettable,
};
use std::sync::Arc;

/// Level by level, with equal positions taken for one.
pub(super) fn merged<G: Engine>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
    watch: infoset::Watch<'_>,
) -> Result<Found, Failure> {
    let limits = Limits { memory: args.memory };
    let mut checkpoints = Checkpoints::new(args)?;
    let storage = Arc::new(Folder::new(args.spill.as_deref()));
    let set = MergedSet::before(game, observation, limits)?;
    let mut set = set.with_threads(args.n_threads()).with_storage(storage);
    if !args.positions {
        set = set.forgetting();
    }
    if args.prune {
        set = set.within(Arc::new(outline(game, observation)?));
    }
    if args.sample.is_none() && !args.list {
        set = set.counts_only();
    }
    let rules = checkpoints.rules;
    checkpoints.resume(|from| set.resume(rules, observation, from))?;
    for turn in &observation.turns[set.turns().len()..] {
        match set.extend(turn, watch) {
            Err(InfosetError::Stopped) => return Err(checkpoints.stopped()),
            extended => extended?,
        }
        checkpoints.save(|to| set.save(rules, observation, to))?;
    }
    set.close(watch)?;
    Ok(asked_of(args, game, &set, &unasked(args, game, observation)?, watch)?)
}

/// What was asked about a merged set.
fn asked_of<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    set: &MergedSet<'_, G>,
    unasked: &[Counter],
    watch: infoset::Watch<'_>,
) -> Result<Found, InfosetError> {
    let histories = match args.sample {
        Some(n) => set.sample(n, &mut Rng::new(args.seed), watch)?,
        None if args.list => set.listed(watch)?,
        None => Vec::new(),
    };
    let (work, count) = (set.work(), set.count()?);
    let limits = Limits { memory: args.memory };
    let asked = SurveyOf { belief: wants_belief(args), forgotten: unasked };
    let survey = Survey::of(game, set, asked, limits, &mut || watch(work))?;
    let positions = match args.positions {
        true if survey.positions * 2 * game.position_bytes() > limits.memory => {
            return Err(InfosetError::ListMemory { limit: limits.memory });
        }
        true => likely(game, &set.positions()?),
        false => Vec::new(),
    };
    Ok(Found { count, survey, positions, histories, work })
}

/// One history after the other.
pub(super) fn deep<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
    watch: infoset::Watch<'_>,
) -> Result<Found, Failure> {
    let limits = Limits { memory: args.memory };
    let mut checkpoints = Checkpoints::new(args)?;
    let wanted = Wanted { positions: true, list: args.list, draws: args.sample.is_some() };
    let mut search = DeepSearch::new(game, observation, wanted, limits)?;
    let rules = checkpoints.rules;
    checkpoints.resume(|from| search.resume(rules, from, watch))?;
    loop {
        // It stops to be written, and goes on.
        let run = search.run(sharing(args), &mut |now| watch(now) && !checkpoints.is_time());
        let is_stopped = run == Err(InfosetError::Stopped);
        if is_stopped {
            checkpoints.save(|to| search.save(rules, to))?;
        }
        match run {
            Ok(()) => break,
            Err(_) if is_stopped && !terminal::interrupted() => {}
            Err(_) if is_stopped => return Err(checkpoints.stopped()),
            Err(why) => return Err(why.into()),
        }
    }
    Ok(found_by(args, game, &mut search, &unasked(args, game, observation)?, watch)?)
}

/// The counters that positions are not told apart by, because they cannot matter; where positions
/// are listed there are none.
pub(super) fn unasked<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
) -> Result<Vec<Counter>, InfosetError> {
    match args.positions {
        true => Ok(Vec::new()),
        false => forgettable(game, observation),
    }
}

/// Whether it is to be shown, or drawn, what is where.
pub(super) fn wants_belief(args: &InfosetArgs) -> bool {
    args.belief || args.svg.is_some()
}

/// How threads share a depth-first search.
pub(super) fn sharing(args: &InfosetArgs) -> Sharing {
    let default = Sharing::default();
    Sharing {
        threads: args.n_threads(),
        grain: args.grain.unwrap_or(default.grain),
        balance: args.balance.map_or(default.balance, Into::into),
        seed: 0,
    }
}

/// What a depth-first search has found.
pub(super) fn found_by<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    search: &mut DeepSearch<'_, G>,
    unasked: &[Counter],
    watch: infoset::Watch<'_>,
) -> Result<Found, InfosetError> {
    let histories = match args.sample {
        Some(n) => search.sample(n, &mut Rng::new(args.seed), sharing(args), watch)?,
        None => search.histories(),
    };
    let (count, work) = (search.count(), search.work());
    let positions = search.positions();
    let limits = Limits { memory: args.memory };
    let asked = SurveyOf { belief: wants_belief(args), forgotten: unasked };
    let survey = Survey::of(game, &positions[..], asked, limits, &mut || watch(work))?;
    let positions = if args.positions { likely(game, &positions) } else { Vec::new() };
    Ok(Found { count, survey, positions, histories, work })
}
