//! What makes a search better, each thing on its own and by its name: what it learns about
//! the order of moves, what it remembers, and what it leaves out because it is unlikely to
//! matter. What makes no sense together is refused with the reason.

use crate::algorithms::Algorithm;
use crate::settings::Evaluation;

/// What makes a search better, each on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heuristics {
    /// Searches to depth 1, 2, 3 and so on, each with what the last one found.
    pub deepening: bool,
    /// Remembers positions in the transposition table.
    pub table: bool,
    /// Tries moves first that caused a cutoff elsewhere at the same depth.
    pub killers: bool,
    /// Tries moves first that were good elsewhere, by their signature difference.
    pub history: bool,
    /// Searches the move first after which the evaluation is best.
    pub first_by_evaluation: bool,
    /// Tries moves in the order of the evaluations of where they lead, where that pays.
    pub by_evaluation: bool,
    /// Tries moves in the order of what the table knows of the positions after them from
    /// an earlier depth: at the root, and where much is to be searched.
    pub earlier_values: bool,
    /// Begins with a narrow window around the last value.
    pub aspiration: bool,
    /// Follows captures at the horizon until there are none. Unlike the others it
    /// changes values.
    pub quiescence: bool,
    /// Does not count turns to which there are few answers as depth. This changes
    /// values, too, and the nodes of a depth.
    pub forced: bool,
    /// Tries moves that come late in the order less deep first. Like all that follow it
    /// changes values, but wins and losses that are found are true.
    pub reductions: bool,
    /// Leaves out near the horizon what the evaluation is too far away from.
    pub futility: bool,
    /// Leaves out quiet moves near the horizon that come late in the order.
    pub late_moves: bool,
    /// Is content where even a pass would be good enough.
    pub null_move: bool,
}

impl Heuristics {
    /// None of them.
    pub const NONE: Heuristics = Heuristics {
        deepening: false,
        table: false,
        killers: false,
        history: false,
        first_by_evaluation: false,
        by_evaluation: false,
        earlier_values: false,
        aspiration: false,
        quiescence: false,
        forced: false,
        reductions: false,
        futility: false,
        late_moves: false,
        null_move: false,
    };

    /// All that go together, are of use in every game, and leave nothing out that could
    /// change a value.
    pub const ALL: Heuristics = Heuristics {
        deepening: true,
        table: true,
        killers: true,
        history: true,
        first_by_evaluation: false,
        by_evaluation: true,
        earlier_values: false,
        aspiration: true,
        quiescence: true,
        forced: false,
        reductions: false,
        futility: false,
        late_moves: false,
        null_move: false,
    };

    /// Those with which a computer plays best in most games: they look at what seems
    /// likely first, and at the rest less deep.
    pub const SELECTIVE: Heuristics = Heuristics { reductions: true, ..Heuristics::ALL };

    /// Their names.
    pub const NAMES: [&'static str; 14] = [
        "deepening",
        "table",
        "killers",
        "history",
        "first-by-evaluation",
        "by-evaluation",
        "earlier-values",
        "aspiration",
        "quiescence",
        "forced",
        "reductions",
        "futility",
        "late-moves",
        "null-move",
    ];

    /// All that make sense with an algorithm.
    pub fn of(algorithm: Algorithm) -> Heuristics {
        match algorithm {
            Algorithm::Minimax | Algorithm::Negamax => {
                Heuristics { deepening: true, ..Heuristics::NONE }
            }
            algorithm if algorithm.grows_tree() => Heuristics::NONE,
            _ => Heuristics::SELECTIVE,
        }
    }

    /// These without those that ask an evaluation whether it is content.
    pub fn without_evaluation(self) -> Heuristics {
        Heuristics { quiescence: false, futility: false, null_move: false, ..self }
    }

    /// These without those that leave something out: with them a search finds the values
    /// that looking at everything to the depth would find.
    pub fn exact(self) -> Heuristics {
        let (reductions, futility, late_moves, null_move) = (false, false, false, false);
        Heuristics { reductions, futility, late_moves, null_move, ..self }
    }

    /// The heuristic of a name, to be turned on or off.
    pub fn by_name(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "deepening" => &mut self.deepening,
            "table" => &mut self.table,
            "killers" => &mut self.killers,
            "history" => &mut self.history,
            "first-by-evaluation" => &mut self.first_by_evaluation,
            "by-evaluation" => &mut self.by_evaluation,
            "earlier-values" => &mut self.earlier_values,
            "aspiration" => &mut self.aspiration,
            "quiescence" => &mut self.quiescence,
            "forced" => &mut self.forced,
            "reductions" => &mut self.reductions,
            "futility" => &mut self.futility,
            "late-moves" => &mut self.late_moves,
            "null-move" => &mut self.null_move,
            _ => return None,
        })
    }

    /// Why they make no sense with an algorithm and an evaluation, and what to do about it.
    pub(crate) fn senseless(
        &self,
        algorithm: Algorithm,
        evaluation: Evaluation,
    ) -> Option<(&'static str, &'static str)> {
        let plain = matches!(algorithm, Algorithm::Minimax | Algorithm::Negamax);
        let orders = self.killers || self.history || self.by_evaluation;
        let is_ordered = orders || self.first_by_evaluation || self.earlier_values;
        Some(match () {
            _ if algorithm == Algorithm::MtdF && !self.table => (
                "MTD(f) searches the same positions again and again and needs a table",
                "turn the heuristic `table` on",
            ),
            _ if plain && is_ordered => (
                "minimax and negamax look at every move, so their order makes no difference",
                "turn the ordering heuristics off",
            ),
            _ if self.earlier_values && !(self.table && self.deepening) => (
                "earlier values are those of lesser depths, and the table remembers them",
                "turn `deepening` and `table` on",
            ),
            _ if self.earlier_values && (!self.by_evaluation || self.first_by_evaluation) => (
                "earlier values take the place of evaluations in the order of moves, and moves \
                 are not ordered by evaluations",
                "turn `by-evaluation` on, and `first-by-evaluation` off",
            ),
            _ if self.aspiration && (plain || !self.deepening) => (
                "a narrow window needs an algorithm with a window, and a value to begin with",
                "turn `deepening` on, and choose alpha-beta or one of its kin",
            ),
            _ if algorithm.is_best_first() && *self != Heuristics::NONE => (
                "best-first minimax has a tree of its own and looks at no window, so nothing \
                 that helps alpha-beta helps it",
                "turn all heuristics off",
            ),
            _ if algorithm.grows_tree() && *self != Heuristics::NONE => (
                "Monte-Carlo tree search has a tree of its own and looks at no window, so \
                 nothing that helps alpha-beta helps it",
                "turn all heuristics off",
            ),
            _ => return self.senseless_near_the_horizon(plain, orders, evaluation),
        })
    }

    /// The same of those that change values.
    fn senseless_near_the_horizon(
        &self,
        plain: bool,
        orders: bool,
        evaluation: Evaluation,
    ) -> Option<(&'static str, &'static str)> {
        let no_evaluation = evaluation == Evaluation::None;
        Some(match () {
            _ if self.quiescence && (plain || no_evaluation) => (
                "captures are followed until somebody is content with the evaluation, \
                 by an algorithm with a window",
                "turn `quiescence` off, or choose an evaluation and alpha-beta or its kin",
            ),
            _ if self.forced && plain => (
                "minimax and negamax look at every position to a depth, and at none beyond it",
                "turn `forced` off, or choose alpha-beta or one of its kin",
            ),
            _ if *self != self.exact() && plain => (
                "minimax and negamax look at every position to a depth and leave nothing out",
                "turn `reductions`, `futility`, `late-moves` and `null-move` off, or choose \
                 alpha-beta or one of its kin",
            ),
            _ if (self.reductions || self.late_moves) && !orders => (
                "moves that come late are tried less deep or left out, and here their order \
                 means nothing",
                "turn `reductions` and `late-moves` off, or `by-evaluation`, `killers` or \
                 `history` on",
            ),
            _ if (self.futility || self.null_move) && no_evaluation => (
                "whether a position is good enough as it is says the evaluation, and there is none",
                "turn `futility` and `null-move` off, or choose an evaluation",
            ),
            _ => return None,
        })
    }
}
