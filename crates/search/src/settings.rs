//! How a search is done: algorithm, heuristics, evaluation. What makes no sense
//! together is refused with the reason.

use crate::algorithms::Algorithm;
use crate::distributed::Reach;
use crate::heuristics::Heuristics;
use crate::mcts::MctsSettings;
use crate::parallel::Platform;
use crate::value::OutcomeValue;
use game::Facts;

/// What a position is worth where the search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// An evaluation of the rules, by its number.
    Rules(usize),
    /// A function of the library's user; see
    /// [`Search::with_evaluation`](crate::Search::with_evaluation).
    Own,
    /// Nothing: only outcomes count.
    None,
}

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// What makes it faster.
    pub heuristics: Heuristics,
    /// What positions are worth where the search ends.
    pub evaluation: Evaluation,
    /// What the end of a game is worth.
    pub outcomes: OutcomeValue,
    /// Whether a position at the horizon is evaluated even if the turn that led
    /// there has ended the game.
    pub evaluates_ends: bool,
    /// The bytes of the table.
    pub table_bytes: usize,
    /// Who searches what, if there are several threads.
    pub platform: Platform,
    /// The number of threads, at each rank.
    pub threads: usize,
    /// Ranks take moves from each other where so much depth is left.
    pub fork_depth: u32,
    /// On the platform `steal` ranks ask the owner of a position what it knows, where so
    /// much depth is left.
    pub remote_depth: u32,
    /// Ranks tell all others what they store, where so much depth is left. If nothing is
    /// said, few ranks do so where much is left, and on the platform `lazy` all do.
    pub told_depth: Option<u32>,
    /// What random games are drawn from.
    pub seed: u64,
    /// The numbers of Monte-Carlo tree search.
    pub mcts: MctsSettings,
    /// The numbers of alpha-beta and its kin.
    pub depth_first: DepthFirstSettings,
}

/// The numbers of alpha-beta and its kin. Their names and bounds are in `numbers.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthFirstSettings {
    /// With less depth left, moves are not evaluated to find their order.
    pub evaluated_depth: u16,
    /// This many moves are never tried less deep.
    pub reductions_first: u16,
    /// How much less deep late moves are tried, in percent of what is usual.
    pub reductions_percent: u16,
    /// Depth is taken away in steps of this many turns.
    pub reductions_step: u16,
    /// How many turns less deep the position after a pass is searched, at least.
    pub null_reduction: u16,
    /// How far away is too far for futility, in percent of what is usual.
    pub futility_percent: u16,
}

impl Default for DepthFirstSettings {
    fn default() -> DepthFirstSettings {
        DepthFirstSettings {
            evaluated_depth: 3,
            reductions_first: 4,
            reductions_percent: 100,
            reductions_step: 1,
            null_reduction: 2,
            futility_percent: 100,
        }
    }
}

/// What to do where there is no room for a table.
pub const SMALLER_TABLE: &str = "choose a smaller table";

/// What to do with a puzzle.
pub const SOLVE_IT: &str = "puzzles are solved, not searched";

/// More threads are refused: nobody has them, and each takes memory.
pub const MOST_THREADS: usize = 256;

/// What all ranks are told costs sixteen bytes for each, and a search to this depth some
/// hundred nodes.
const USUAL_TOLD_DEPTH: u32 = 4;
/// More ranks would spend too much time on what they are told.
const FEW_RANKS: usize = 8;

/// Settings that make no sense together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    /// Why.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Settings {
    /// Settings that play well.
    pub fn new(facts: &Facts) -> Settings {
        let (evaluation, heuristics) = match facts.evaluations.is_empty() {
            // Without an evaluation there is nothing to be content with.
            true => (Evaluation::None, Heuristics::SELECTIVE.without_evaluation()),
            false => (Evaluation::Rules(0), Heuristics::SELECTIVE),
        };
        Settings {
            algorithm: Algorithm::Pvs,
            heuristics,
            evaluation,
            outcomes: OutcomeValue::Soon,
            evaluates_ends: false,
            table_bytes: 64 << 20,
            platform: Platform::Serial,
            threads: 1,
            fork_depth: 5,
            remote_depth: 7,
            told_depth: None,
            seed: 1,
            mcts: MctsSettings::default(),
            depth_first: DepthFirstSettings::default(),
        }
    }

    /// Refuses what makes no sense together, or for a game.
    pub fn check(&self, facts: &Facts) -> Result<(), SettingsError> {
        let refuse = |message: &str, hint: &str| {
            Err(SettingsError { message: message.to_string(), hint: hint.to_string() })
        };
        let h = &self.heuristics;
        if facts.n_players() == 1 {
            return refuse("this is a puzzle for one player", SOLVE_IT);
        }
        if let Some((message, hint)) = h.senseless(self.algorithm, self.evaluation) {
            return refuse(message, hint);
        }
        if self.algorithm.is_best_first() && self.evaluation == Evaluation::None {
            return refuse(
                "best-first minimax goes where the evaluation is best, and there is none",
                "choose an evaluation, such as `automatic`, or the algorithm `mcts`",
            );
        }
        if self.algorithm != Algorithm::Mcts && self.mcts != MctsSettings::default() {
            return refuse(
                "only Monte-Carlo tree search plays at random",
                "choose the algorithm `mcts`, or leave its numbers out",
            );
        }
        if let Evaluation::Rules(n) = self.evaluation
            && n >= facts.evaluations.len()
        {
            return refuse(
                "the rules have no such evaluation",
                "choose one of those that they have",
            );
        }
        match self.check_threads() {
            Some((message, hint)) => refuse(message, hint),
            None => Ok(()),
        }
    }

    /// What this many ranks ask and tell each other.
    pub(crate) fn reach(&self, size: usize) -> Reach {
        let is_lazy = self.platform == Platform::Lazy;
        let owned_from = (!is_lazy).then_some(self.remote_depth);
        let usual = if is_lazy || size <= FEW_RANKS { USUAL_TOLD_DEPTH } else { u32::MAX };
        Reach { owned_from, told_from: self.told_depth.unwrap_or(usual) }
    }

    /// Why the platform makes no sense with the rest, and what to do about it.
    fn check_threads(&self) -> Option<(&'static str, &'static str)> {
        let algorithm = self.algorithm;
        let plain = matches!(algorithm, Algorithm::Minimax | Algorithm::Negamax);
        match self.platform {
            _ if !(1..=MOST_THREADS).contains(&self.threads) => {
                Some(("the number of threads is not between 1 and 256", "give another number"))
            }
            Platform::Serial if algorithm.is_best_first() && self.threads == 1 => None,
            _ if algorithm.is_best_first() => Some((
                "best-first minimax looks at one line after the other, with one thread",
                "choose one thread, or another algorithm",
            )),
            Platform::SharedTree if algorithm != Algorithm::Mcts => Some((
                "only Monte-Carlo tree search has a tree that threads could share",
                "choose another platform, such as `ybw`, or the algorithm `mcts`",
            )),
            Platform::SharedTree => None,
            platform if algorithm == Algorithm::Mcts && platform != Platform::Serial => Some((
                "the threads of Monte-Carlo tree search share its tree",
                "choose the platform `tree`",
            )),
            Platform::Serial if self.threads > 1 => Some((
                "on the platform `serial` one thread searches",
                "choose another platform, such as `ybw` or for `mcts` `tree`, or one thread",
            )),
            Platform::Stealing | Platform::Lazy
                if self.fork_depth == 0 || self.remote_depth == 0 =>
            {
                Some((
                    "at the horizon there is nothing to take from another rank or to ask it",
                    "give a depth of at least 1",
                ))
            }
            Platform::SharedTable | Platform::Lazy | Platform::Abdada if !self.heuristics.table => {
                Some((
                    "the threads of this platform know of each other by the table only",
                    "turn the heuristic `table` on, or choose another platform",
                ))
            }
            Platform::RootParallel if algorithm == Algorithm::MtdF => Some((
                "MTD(f) has no whole window that the moves of the root could be given",
                "choose another algorithm or another platform",
            )),
            Platform::Jamboree if algorithm != Algorithm::Pvs => Some((
                "Jamboree tests moves as principal variation search does",
                "choose the algorithm `pvs`, or the platform `ybw`",
            )),
            Platform::SharedTable
            | Platform::YoungBrothers
            | Platform::Abdada
            | Platform::Stealing
            | Platform::Lazy
                if plain =>
            {
                Some((
                    "minimax and negamax use no table and leave nothing out that could be shared",
                    "choose the platform `root`, or alpha-beta or one of its kin",
                ))
            }
            Platform::Serial
            | Platform::RootParallel
            | Platform::SharedTable
            | Platform::Jamboree
            | Platform::YoungBrothers
            | Platform::Abdada
            | Platform::Stealing
            | Platform::Lazy => None,
        }
    }
}
