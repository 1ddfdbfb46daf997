//! Sets that many ranks find together. All ranks come here; the first one gets what was
//! asked, and the others know only their shares.

use super::answer::{Found, likely};
use super::checkpoint::rules_number;
use super::search::{sharing, unasked, wants_belief};
use crate::args::InfosetArgs;
use crate::ranks::folder::Folder;
use crate::report::Failure;
use ::ranks::Team;
use game::{Counter, Referee, Rng};
use infoset::{DeepSearch, InfosetError, Limits, Observation, Survey, SurveyOf, TeamSet, Wanted};

/// Level by level, each position at the rank that owns it.
pub(super) fn merged<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
    team: &mut Team<'_>,
    watch: infoset::Watch<'_>,
) -> Result<Found, Failure> {
    refuse(&[("--list", args.list), ("--spill", args.spill.is_some())])?;
    refuse(&[("--resume", args.resume.is_some())])?;
    let limits = Limits { memory: args.memory };
    let set = TeamSet::before(team, game, observation, limits)?;
    let mut set = set.with_threads(args.n_threads());
    if args.sample.is_some() {
        refuse(&[("--checkpoint", args.checkpoint.is_some())])?;
        set = set.with_histories();
    } else if !args.positions {
        set = set.forgetting();
    }
    let folder = args.checkpoint.as_deref().map(|path| Folder::open(path, team));
    let mut folder = folder.transpose()?;
    let rules = if folder.is_some() { rules_number(args)? } else { 0 };
    if let Some(folder) = &mut folder {
        set.resume_last(team, rules, observation, folder)?;
    }
    for turn in &observation.turns[set.turns().len()..] {
        set.extend(team, turn, watch)?;
        if let Some(folder) = &mut folder {
            set.checkpoint(team, rules, observation, folder)?;
        }
    }
    set.close(team, watch)?;
    let unasked = unasked(args, game, observation)?;
    Ok(asked_of(args, game, &set, team, &unasked, watch)?)
}

/// What was asked about a set.
fn asked_of<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    set: &TeamSet<'_, G>,
    team: &mut Team<'_>,
    unasked: &[Counter],
    watch: infoset::Watch<'_>,
) -> Result<Found, InfosetError> {
    let histories = match args.sample {
        Some(n) => set.sample(team, n, &mut Rng::new(args.seed), watch)?,
        None => Vec::new(),
    };
    let (work, count) = (set.all_work(team)?, set.count(team)?);
    let asked = SurveyOf { belief: wants_belief(args), forgotten: unasked };
    let survey = set.survey(team, asked, &mut || watch(work))?;
    let positions = match args.positions {
        true if survey.positions * 2 * game.position_bytes() > args.memory => {
            return Err(InfosetError::ListMemory { limit: args.memory });
        }
        true => set.positions(team)?.map_or(Vec::new(), |positions| likely(game, &positions)),
        false => Vec::new(),
    };
    Ok(Found { count, survey, positions, histories, work })
}

/// One history after the other; tasks go from rank to rank.
pub(super) fn deep<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
    team: &mut Team<'_>,
    watch: infoset::Watch<'_>,
) -> Result<Found, Failure> {
    let [checkpoint, resume] = [&args.checkpoint, &args.resume].map(Option::is_some);
    refuse(&[("--checkpoint", checkpoint), ("--resume", resume)])?;
    let limits = Limits { memory: args.memory };
    let wanted = Wanted { positions: true, list: args.list, draws: args.sample.is_some() };
    let mut search = DeepSearch::new(game, observation, wanted, limits)?;
    search.run_with_team(team, sharing(args), watch)?;
    if !team.is_first() {
        let survey = Survey { positions: 0, boards: 0, belief: None };
        let (positions, histories, work) = (Vec::new(), Vec::new(), search.work());
        return Ok(Found { count: search.count(), survey, positions, histories, work });
    }
    Ok(super::search::found_by(args, game, &mut search, &unasked(args, game, observation)?, watch)?)
}

/// Refuses options that mean nothing to ranks.
fn refuse(options: &[(&str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(Failure::new(format!("`{name}` is for one process"))
            .hint("leave it out, or start the command without `mpirun`")),
        None => Ok(()),
    }
}
