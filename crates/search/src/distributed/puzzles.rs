//! Puzzles solved by many ranks: rounds of IDA* in which each rank visits a part, and an
//! agreement after each round on what comes next.
//!
//! All ranks call the same function with the same puzzle, and all get the same answer. A
//! cheapest solution costs the same for any number of ranks; which one of several is found
//! may differ. Rounds follow each other as on one rank (see `puzzle/ida_star.rs`): the next
//! limit is the least cost and bound above this one that any rank has seen.

use super::agreement::{Agreed, Ended, agree, failure_bytes, read_failure, unreadable};
use super::agreement::{read_solution, write_solution};
use super::puzzle_jobs::Noted;
use super::puzzle_work::{PuzzleRank, PuzzleRanks};
use super::recording::RecordedPiece;
use super::visited::Visited;
use super::{puzzle_jobs, puzzle_stealing, tds};
use crate::limits::{Limits, Watch};
use crate::parallel::ThreadWork;
use crate::puzzle::{
    Answer, Depths, Ground, NEVER, Puzzle, PuzzleMethod, PuzzleProgress, PuzzleTask, Report, SMALL,
    Unsolved, a_star, refusal, solve_puzzle,
};
use crate::reached::Reached;
use game::Game;
use ranks::{Journal, Lost, Team};

/// Which rank visits what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PuzzlePlatform {
    /// Transposition-driven scheduling if there are several ranks, and work stealing for
    /// rules that look at earlier positions.
    #[default]
    Auto,
    /// Transposition-driven scheduling: each position is visited by the rank that owns it.
    Tds,
    /// Work stealing: a rank without work asks another one for some.
    Stealing,
}

impl PuzzlePlatform {
    /// All platforms with their names and a sentence about each.
    pub const ALL: [(PuzzlePlatform, &'static str, &'static str); 3] = [
        (PuzzlePlatform::Auto, "auto", "chooses among the others"),
        (PuzzlePlatform::Tds, "tds", "each position is visited by the rank that owns it"),
        (PuzzlePlatform::Stealing, "steal", "a rank without work asks another one for some"),
    ];

    /// The platform of a name.
    pub fn from_name(name: &str) -> Option<PuzzlePlatform> {
        PuzzlePlatform::ALL.iter().find(|(_, n, _)| *n == name).map(|(platform, ..)| *platform)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        PuzzlePlatform::ALL.iter().find(|(p, ..)| *p == self).map_or("", |(_, name, _)| name)
    }
}

/// This many nodes on average are visited at once. Pieces of this size are small enough to be
/// spread evenly, and large enough to be worth a message. With 400, the first of Korf's
/// instances took a fifth more nodes, because fewer positions were looked up, and shares
/// among a hundred simulated ranks were less even (1.13 rather than 1.08).
const NODES_AT_ONCE: u64 = 100;

/// Between two looks for messages a rank visits about this many nodes.
pub(super) const NODES_BETWEEN_POLLS: u64 = 256;

/// Finds a cheapest solution of a puzzle with all ranks of a team, or proves that there is
/// none; see [`solve_puzzle`]. All ranks call it with the same puzzle and get the same
/// answer. Limits: a rank that has used up its share of the nodes, its time, or
/// was stopped ends the work of all. Progress is that of this rank times their number.
pub fn solve_puzzle_with_team<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    at: &G::Position,
    past: &[G::Position],
    task: &PuzzleTask,
    on_progress: &mut dyn FnMut(PuzzleProgress),
) -> Result<Puzzle<G::Position>, Unsolved> {
    if team.size() == 1 && task.platform == PuzzlePlatform::Auto {
        return solve_puzzle(game, at, past, task, on_progress);
    }
    let scale = Scale { nodes_at_once: NODES_AT_ONCE, recorder: None };
    solve_with(team, game, Reached { at, past }, task, scale, None, on_progress)
}

/// The same by numbered jobs, of which a journal keeps what came of them: it is not done again
/// by whoever begins with that journal. Only the first rank has one; all ranks call this.
pub fn solve_puzzle_with_journal<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    reached: Reached<'_, G::Position>,
    task: &PuzzleTask,
    journal: Option<&mut dyn Journal>,
    on_progress: &mut dyn FnMut(PuzzleProgress),
) -> Result<Puzzle<G::Position>, Unsolved> {
    let mut noted = Noted::new(journal);
    let scale = Scale { nodes_at_once: NODES_AT_ONCE, recorder: None };
    solve_with(team, game, reached, task, scale, Some(&mut noted), on_progress)
}

/// How large pieces of work are, and who wants to know of each.
pub(super) struct Scale<'r> {
    pub(super) nodes_at_once: u64,
    pub(super) recorder: Option<&'r mut Vec<RecordedPiece>>,
}

/// Solves a puzzle with a team, be it a team of one; by numbered jobs, if these are noted.
pub(super) fn solve_with<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    reached: Reached<'_, G::Position>,
    task: &PuzzleTask,
    scale: Scale<'_>,
    noted: Option<&mut Noted<'_>>,
    on_progress: &mut dyn FnMut(PuzzleProgress),
) -> Result<Puzzle<G::Position>, Unsolved> {
    let Reached { at, past } = reached;
    let platform = platform(game, at, task)?;
    let size = team.size() as u64;
    let mut report = |mine: PuzzleProgress| {
        let PuzzleProgress { bound, nodes, positions } = mine;
        let (nodes, positions) = (nodes * size, positions * size);
        on_progress(PuzzleProgress { bound, nodes, positions });
    };
    let share = task.limits.nodes.map(|nodes| nodes.div_ceil(size));
    let limits = Limits { nodes: share, ..task.limits };
    let watch = Watch::new(&limits, task.stopper.clone());
    let mut ground = Ground::new(game, past, watch, Some(Report::new(&mut report)));
    if task.method == PuzzleMethod::Auto
        && !game.asks_for_past()
        && let Some(puzzle) = alone(team, &mut ground, at, task)?
    {
        return Ok(puzzle);
    }
    let traffic = team.traffic();
    let mut rounds = Rounds::new(&mut ground, reached, platform, task, scale);
    let answer = rounds.solve(team, noted)?;
    let (mut work, n_rounds) = (rounds.work, rounds.n_rounds);
    let positions = rounds.visited.len() as u64;
    let sent = team.traffic();
    work.nodes = ground.nodes();
    (work.messages, work.bytes) = (sent.messages - traffic.messages, sent.bytes - traffic.bytes);
    let ranks = gathered(team, work)?;
    let work = PuzzleRanks { platform, rounds: n_rounds, ranks };
    let threads = work.ranks.iter().map(|rank| ThreadWork { nodes: rank.nodes, idle: rank.idle });
    Ok(Puzzle {
        solution: answer,
        method: PuzzleMethod::IdaStar,
        nodes: work.nodes(),
        positions: team.all_reduce(&[positions], ranks::Sum)?.first().copied().unwrap_or(0),
        threads: threads.collect(),
        ranks: Some(work),
    })
}

/// What each rank did, at all ranks.
fn gathered(team: &mut Team<'_>, mine: PuzzleRank) -> Result<Vec<PuzzleRank>, Lost> {
    let all = team.all_gather(&mine.to_bytes())?;
    let read = |(rank, bytes): (usize, &Vec<u8>)| {
        PuzzleRank::from_bytes(bytes).ok_or_else(|| unreadable(rank as u64))
    };
    all.iter().enumerate().map(read).collect()
}

/// The platform for a task, if it makes sense for several ranks.
fn platform<G: Game>(
    game: &G,
    at: &G::Position,
    task: &PuzzleTask,
) -> Result<PuzzlePlatform, Unsolved> {
    let refused = |reason, hint| Err(Unsolved::Refused(reason, hint));
    if let Some((reason, hint)) = refusal(game, task) {
        return refused(reason, hint);
    }
    if task.threads > 1 {
        return refused("a rank searches a puzzle with one thread", "start more ranks instead");
    }
    if !matches!(task.method, PuzzleMethod::Auto | PuzzleMethod::IdaStar) {
        return refused("this method keeps its positions at one rank", "choose `ida-star`");
    }
    if !game.write_position(at, &mut Vec::new()) {
        return refused("positions of this back end cannot be sent", "start one rank alone");
    }
    match (task.platform, game.asks_for_past()) {
        (PuzzlePlatform::Tds, true) => refused(
            "the rules look at earlier positions, so a position is not the same by every way",
            "choose the platform `steal`, which sends positions with their past",
        ),
        (PuzzlePlatform::Auto, true) => Ok(PuzzlePlatform::Stealing),
        (PuzzlePlatform::Auto, false) => Ok(PuzzlePlatform::Tds),
        (platform, _) => Ok(platform),
    }
}

/// Lets the first rank try to solve a puzzle by A*, which is done before others could
/// help if there are few positions, and proves what IDA* never finds out. The others wait.
fn alone<G: Game>(
    team: &mut Team<'_>,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    task: &PuzzleTask,
) -> Result<Option<Puzzle<G::Position>>, Unsolved> {
    const SOLVED: u8 = 0;
    const NO_SOLUTION: u8 = 1;
    const FAILED: u8 = 2;
    let mut bytes = Vec::new();
    if team.is_first() {
        match a_star::solve(ground, at, task.memory, SMALL) {
            Ok(Some(solution)) => {
                bytes.push(SOLVED);
                write_solution(ground.game(), &solution, &mut bytes);
            }
            Ok(None) => bytes.push(NO_SOLUTION),
            Err(failure) => {
                bytes.push(FAILED);
                bytes.extend(failure_bytes(&failure));
            }
        }
    }
    let counts = team.all_reduce(&[ground.nodes(), ground.positions], ranks::Sum)?;
    ground.positions = 0;
    let bytes = team.broadcast(bytes)?;
    let solution = match bytes.split_first() {
        Some((&SOLVED, rest)) => {
            Some(read_solution(ground.game(), rest).ok_or_else(|| unreadable(0))?)
        }
        Some((&NO_SOLUTION, _)) => None,
        Some((&FAILED, rest)) => match read_failure(rest) {
            Some(Unsolved::Memory) => return Ok(None),
            failure => return Err(failure.ok_or_else(|| unreadable(0))?),
        },
        _ => return Err(unreadable(0).into()),
    };
    let &[nodes, positions] = &counts[..] else { return Ok(None) };
    let method = PuzzleMethod::AStar;
    let threads = vec![ThreadWork { nodes, ..ThreadWork::default() }];
    Ok(Some(Puzzle { solution, method, nodes, positions, threads, ranks: None }))
}

/// The rounds of a rank.
pub(super) struct Rounds<'h, 'g, 'p, G: Game> {
    pub(super) ground: &'h mut Ground<'g, 'p, G>,
    pub(super) at: &'h G::Position,
    pub(super) past: &'h [G::Position],
    platform: PuzzlePlatform,
    /// The limit of this round, and what the root needs at least.
    pub(super) limit: i64,
    pub(super) bound: i32,
    pub(super) depths: Depths,
    pub(super) visited: Visited<G::Position>,
    pub(super) n_rounds: u64,
    pub(super) work: PuzzleRank,
    pub(super) recorder: Option<&'h mut Vec<RecordedPiece>>,
}

impl<'h, 'g, 'p, G: Game> Rounds<'h, 'g, 'p, G> {
    fn new(
        ground: &'h mut Ground<'g, 'p, G>,
        Reached { at, past }: Reached<'h, G::Position>,
        platform: PuzzlePlatform,
        task: &PuzzleTask,
        scale: Scale<'h>,
    ) -> Rounds<'h, 'g, 'p, G> {
        let visited = Visited::new(task.memory, ground.position_bytes());
        Rounds {
            ground,
            at,
            past,
            platform,
            limit: 0,
            bound: 0,
            depths: Depths::with_mean(scale.nodes_at_once),
            visited,
            n_rounds: 0,
            work: PuzzleRank::default(),
            recorder: scale.recorder,
        }
    }

    /// One round after the other, until all ranks agree that it was the last.
    fn solve(
        &mut self,
        team: &mut Team<'_>,
        mut noted: Option<&mut Noted<'_>>,
    ) -> Result<Answer<G::Position>, Unsolved> {
        self.bound = self.ground.bound_of(self.at)?;
        if self.bound == NEVER {
            return Ok(None);
        }
        self.limit = i64::from(self.bound);
        loop {
            self.ground.bound = self.limit;
            self.n_rounds += 1;
            self.work.nodes_before_last = self.ground.nodes();
            let ended: Ended<G::Position> = match (&mut noted, self.platform) {
                (Some(noted), _) => puzzle_jobs::round(team, self, noted)?,
                (None, PuzzlePlatform::Stealing) => puzzle_stealing::round(team, self)?,
                (None, _) => tds::round(team, self)?,
            };
            match agree(team, self.ground.game(), ended)? {
                Agreed::Found(solution) => return Ok(Some(solution)),
                Agreed::Next(next) => self.limit = next,
                Agreed::Nothing => return Ok(None),
            }
        }
    }
}
