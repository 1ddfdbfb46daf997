//! The search of the tree of threats and answers: depth-first proof-number search,
//! in which the number of answers still to be refuted is the proof number, so that
//! threats with few answers come first and escapes prune from the bottom.
//!
//! 1. Where the winner is to move, one threat must do: the least proof number of their
//!    pairs, the sum of their disproof numbers.
//! 2. After a threat every answer must fail: the sum of the proof numbers of the
//!    answers, the least disproof number.
//! 3. What is proved is checked by the move generator; an answer that was overlooked
//!    is added, and the search goes on.
//! 4. Long wins are looked for only if there are no short ones: the number of moves
//!    is doubled. What is found is tried again with one move less, until there is
//!    nothing shorter.
//!
//! Positions are told apart by the moves that are left, so that play that goes round
//! in circles has an end.
//!
//! Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications" (2002).

use crate::Settings;
use crate::check::{Checker, Flaw, Told};
use crate::combination::{Combination, Step};
use crate::threats::{Expander, Expansion, Meaning, Pair};
use game::{Game, Insight, RulesError, Worker};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A number that is never reached.
const INFINITE: u32 = u32::MAX / 2;

/// Longer wins are not looked for: each move takes room on the stack.
const LONGEST: u32 = 250;

/// Wins in this many moves are looked for first.
const FIRST_MOVES: u32 = 4;

/// This many visits for each position that may be looked at: what is known is visited
/// again and again, and play may go round in circles.
const VISITS_PER_NODE: u64 = 20;

/// Beyond as many positions as it took to find a combination, this many are looked at to
/// find a shorter one.
const TO_SHORTEN: u64 = 2000;

/// More answers that were overlooked than that are not mended.
const MOST_FLAWS: u32 = 200;

/// What a search for a combination has found.
#[derive(Clone, Debug)]
pub struct Report<P> {
    /// The combination, if there is one.
    pub combination: Option<Combination<P>>,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Positions that were looked at to check what was found.
    pub checked: u64,
    /// Whether all threats were looked at.
    pub complete: bool,
    /// Whether the search was broken off.
    pub stopped: bool,
}

/// Looks for a win by threats of the player to move. No more is looked at once `go_on`
/// says no; it is given the number of positions so far.
pub fn find<G: Game, I: Insight<Position = G::Position>>(
    game: &G,
    insight: &I,
    at: &G::Position,
    past: &[G::Position],
    settings: Settings,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Report<G::Position>, RulesError> {
    let winner = game.player(at);
    let mut prover = Prover {
        expander: Expander::new(
            game,
            insight,
            past,
            winner,
            Settings { quiet: false, ..settings },
            go_on,
        ),
        known: FxHashMap::default(),
        values: FxHashMap::default(),
        won: FxHashMap::default(),
        visits: 0,
    };
    let mut report =
        Report { combination: None, nodes: 0, checked: 0, complete: true, stopped: false };
    prover.search(at, past, &mut report)?;
    // Quiet moves are many: they are looked at only if nothing else wins.
    if settings.quiet && report.combination.is_none() && !prover.expander.stopped {
        prover.expander.settings.quiet = true;
        prover.known.clear();
        prover.search(at, past, &mut report)?;
    }
    report.nodes = prover.expander.nodes;
    report.stopped = prover.expander.stopped;
    let is_all = !prover.expander.stopped && !prover.expander.cut;
    report.complete &= report.combination.is_some() || is_all;
    Ok(report)
}

/// How near a position is to being proved, and to being given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const GIVEN_UP: Numbers = Numbers { proof: INFINITE, disproof: 0 };
const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

/// What was found for each position of the winner: the number of the pair that wins.
pub(crate) struct Proof<'p, P> {
    pub(crate) known: &'p FxHashMap<P, Rc<Expansion<P>>>,
    won: &'p FxHashMap<(P, u32), usize>,
}

impl<P: Clone + Eq + std::hash::Hash> Proof<'_, P> {
    /// The pair that wins a position with this many moves left; none if a move wins.
    pub(crate) fn pair(&self, at: &P, left: u32) -> Option<&Pair<P>> {
        let Expansion::Threats(pairs) = &**self.known.get(at)? else { return None };
        pairs.get(*self.won.get(&(at.clone(), left))?)
    }
}

struct Prover<'a, G: Game, I: Insight<Position = G::Position>> {
    expander: Expander<'a, G, I>,
    known: FxHashMap<G::Position, Rc<Expansion<G::Position>>>,
    /// By position and the number of moves that are left.
    values: FxHashMap<(G::Position, u32), Numbers>,
    won: FxHashMap<(G::Position, u32), usize>,
    visits: u64,
}

impl<G: Game, I: Insight<Position = G::Position>> Prover<'_, G, I> {
    /// Looks for a combination, checks it, and makes it shorter.
    fn search(
        &mut self,
        at: &G::Position,
        past: &[G::Position],
        report: &mut Report<G::Position>,
    ) -> Result<(), RulesError> {
        let winner = self.expander.winner;
        let longest = self.expander.settings.most_moves.min(LONGEST);
        let mut most_moves = FIRST_MOVES.min(longest);
        // With this many moves there is nothing.
        let mut too_few = 0;
        let mut flaws = 0;
        while most_moves > too_few {
            if !self.prove(at, most_moves)? {
                too_few = most_moves;
                if report.combination.is_some() || self.expander.stopped {
                    break;
                }
                most_moves = (2 * most_moves).min(longest);
                continue;
            }
            let mut checker = Checker::new(self.expander.game, self.expander.insight, past, winner);
            let told = self.told(&mut checker, at, most_moves)?;
            report.checked += checker.nodes;
            match told {
                Ok(first) => {
                    most_moves = first.n_moves().min(most_moves) - 1;
                    report.combination = Some(Combination { first, scored: checker.scored.get() });
                    // Making it shorter may take as long as finding it did.
                    let most = 2 * self.expander.nodes + TO_SHORTEN;
                    self.expander.settings.most_nodes = self.expander.settings.most_nodes.min(most);
                }
                Err(Flaw::Overlooked { at, to, answer }) if flaws < MOST_FLAWS => {
                    flaws += 1;
                    self.known.remove(&at);
                    self.expander.overlooked.entry((at, to)).or_default().push(answer);
                }
                Err(Flaw::Overlooked { .. } | Flaw::Otherwise | Flaw::Stopped) => {
                    report.complete = false;
                    break;
                }
            }
        }
        Ok(())
    }

    fn prove(&mut self, at: &G::Position, most_moves: u32) -> Result<bool, RulesError> {
        self.values.clear();
        self.won.clear();
        self.visit(at, most_moves, Numbers { proof: INFINITE, disproof: INFINITE })?;
        Ok(self.numbers(at, most_moves) == PROVED)
    }

    /// Puts what was proved into words, if it stands up to every answer.
    fn told(
        &mut self,
        checker: &mut Checker<'_, G, I>,
        at: &G::Position,
        most_moves: u32,
    ) -> Told<G::Position, Step<G::Position>> {
        let proof = Proof { known: &self.known, won: &self.won };
        checker.tell(at, &proof, most_moves, &mut self.expander)
    }

    fn numbers(&self, at: &G::Position, left: u32) -> Numbers {
        if left == 0 {
            return GIVEN_UP;
        }
        self.values.get(&(at.clone(), left)).copied().unwrap_or(UNKNOWN)
    }

    /// Searches below a position until its numbers reach the limits.
    fn visit(&mut self, at: &G::Position, left: u32, limits: Numbers) -> Result<(), RulesError> {
        let expansion = self.expansion(at)?;
        let key = (at.clone(), left);
        let pairs = match &*expansion {
            Expansion::Won(_) => {
                self.values.insert(key, PROVED);
                return Ok(());
            }
            Expansion::Nothing => {
                self.values.insert(key, GIVEN_UP);
                return Ok(());
            }
            Expansion::Threats(pairs) => pairs,
        };
        self.expander.worker.enter(at);
        let flow = loop {
            let chosen = self.choose(pairs, left - 1);
            if let Some(winning) = chosen.winning {
                self.won.insert(key.clone(), winning);
            }
            self.values.insert(key.clone(), chosen.numbers);
            let Numbers { proof, disproof } = chosen.numbers;
            if proof >= limits.proof || disproof >= limits.disproof || self.is_over() {
                break Ok(());
            }
            let Some((pair, answer, below)) = chosen.next(pairs, limits) else { break Ok(()) };
            // Where the winner moves again, the answer is what the move has led to.
            let is_answered = !matches!(pair.meaning, Meaning::Again);
            if is_answered {
                self.expander.worker.enter(&pair.to);
            }
            let flow = self.visit(&pair.answers[answer], left - 1, below);
            if is_answered {
                self.expander.worker.leave();
            }
            if flow.is_err() {
                break flow;
            }
        };
        self.expander.worker.leave();
        flow
    }

    fn is_over(&mut self) -> bool {
        self.visits += 1;
        let most = self.expander.settings.most_nodes;
        self.expander.stopped |= self.visits / VISITS_PER_NODE >= most;
        self.expander.is_over()
    }

    fn expansion(&mut self, at: &G::Position) -> Result<Rc<Expansion<G::Position>>, RulesError> {
        if let Some(known) = self.known.get(at) {
            return Ok(known.clone());
        }
        let expansion = Rc::new(self.expander.expand(at)?);
        self.known.insert(at.clone(), expansion.clone());
        Ok(expansion)
    }

    /// The numbers of a position from those of the answers to its threats, and which
    /// threat and answer to look at next.
    fn choose(&self, pairs: &[Pair<G::Position>], left: u32) -> Chosen {
        let mut chosen =
            Chosen { numbers: GIVEN_UP, winning: None, best: None, second_proof: INFINITE };
        for (i, pair) in pairs.iter().enumerate() {
            let of_pair = self.of_pair(pair, left);
            let Numbers { proof, disproof } = of_pair.numbers;
            if proof == 0 {
                return Chosen { numbers: PROVED, winning: Some(i), best: None, ..chosen };
            }
            chosen.numbers.disproof = (chosen.numbers.disproof + disproof).min(INFINITE);
            if proof < chosen.numbers.proof {
                chosen.second_proof = chosen.numbers.proof;
                chosen.numbers.proof = proof;
                chosen.best = Some((i, of_pair));
            } else {
                chosen.second_proof = chosen.second_proof.min(proof);
            }
        }
        chosen
    }

    fn of_pair(&self, pair: &Pair<G::Position>, left: u32) -> OfPair {
        let mut of_pair = OfPair {
            numbers: Numbers { proof: 0, disproof: INFINITE },
            answer: 0,
            answer_proof: 0,
            second_disproof: INFINITE,
        };
        // A threat that cannot be carried out in time is none.
        if left < pair.meaning.to_carry_out() {
            of_pair.numbers = GIVEN_UP;
            return of_pair;
        }
        for (i, answer) in pair.answers.iter().enumerate() {
            let Numbers { proof, disproof } = self.numbers(answer, left);
            of_pair.numbers.proof = (of_pair.numbers.proof + proof).min(INFINITE);
            if proof > 0 && disproof < of_pair.numbers.disproof {
                of_pair.second_disproof = of_pair.numbers.disproof;
                of_pair.numbers.disproof = disproof;
                (of_pair.answer, of_pair.answer_proof) = (i, proof);
            } else if proof > 0 {
                of_pair.second_disproof = of_pair.second_disproof.min(disproof);
            }
        }
        of_pair
    }
}

/// The numbers after a threat, and the answer to look at next.
#[derive(Clone, Copy)]
struct OfPair {
    numbers: Numbers,
    answer: usize,
    answer_proof: u32,
    second_disproof: u32,
}

/// What to look at next.
struct Chosen {
    numbers: Numbers,
    winning: Option<usize>,
    best: Option<(usize, OfPair)>,
    second_proof: u32,
}

impl Chosen {
    /// The threat, the answer and the limits up to which it is worth looking at.
    fn next<'p, P>(
        &self,
        pairs: &'p [Pair<P>],
        limits: Numbers,
    ) -> Option<(&'p Pair<P>, usize, Numbers)> {
        let (i, of_pair) = self.best?;
        let Numbers { proof, disproof } = of_pair.numbers;
        let most_proof = limits.proof.min(self.second_proof.saturating_add(1));
        let most_disproof = (limits.disproof - self.numbers.disproof).saturating_add(disproof);
        let below = Numbers {
            proof: (most_proof - proof).saturating_add(of_pair.answer_proof).min(INFINITE),
            disproof: most_disproof.min(of_pair.second_disproof.saturating_add(1)).min(INFINITE),
        };
        Some((&pairs[i], of_pair.answer, below))
    }
}
