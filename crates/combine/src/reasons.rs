//! What is told of a threat and of the answers to it: the wins that are really there, what
//! they need, and which of these needs an answer destroys.

use crate::check::Checker;
use crate::combination::Threat;
use crate::threats::{Meaning, Pair};
use crate::ways::Way;
use game::{Game, Insight, Need, Piece, Reasons, RulesError, Turn, WayToWin};
use std::rc::Rc;

impl<G: Game, I: Insight<Position = G::Position>> Checker<'_, G, I> {
    /// What a move threatens. A way to win may need something beside the board that is
    /// not there any more, so only those are told that would win in the next turn.
    pub(crate) fn threats(
        &self,
        at: &G::Position,
        meaning: &Meaning<G::Position>,
    ) -> Result<Vec<Threat>, RulesError> {
        if let Meaning::Stuck = meaning {
            return Ok(vec![Threat::Stuck(self.insight.why_if_stuck(at)?)]);
        }
        let setup = game::Setup { player: self.winner, ..self.game.setup(at) };
        let turned = self.game.position(&setup).unwrap_or_else(|_| at.clone());
        let is_real = |way: &&Rc<Way>, winning: &[String]| winning.contains(&way.told.text);
        match meaning {
            Meaning::Ways(ways) if ways.iter().any(|way| !way.series.is_empty()) => {
                let told = ways.iter().map(|way| Threat::Series {
                    text: way.told.text.clone(),
                    n_moves: way.n_moves(),
                    takes: way.told.takes.clone(),
                });
                Ok(told.collect())
            }
            Meaning::Ways(ways) => {
                let winning = self.winning(&turned, ways)?;
                let real = ways.iter().filter(|way| is_real(way, &winning));
                let told: Vec<WayToWin> = real.map(|way| WayToWin::clone(&way.told)).collect();
                let only =
                    |text| WayToWin { text, takes: Reasons::default(), late: false, sure: false };
                let told = match told.is_empty() {
                    true => winning.into_iter().map(only).collect(),
                    false => told,
                };
                Ok(told.into_iter().map(Threat::Wins).collect())
            }
            Meaning::Squeezed => Ok(vec![Threat::Squeezed]),
            Meaning::Stuck | Meaning::Again => Ok(Vec::new()),
            Meaning::Twice(doubles) => {
                let told = doubles.iter().map(|double| {
                    Ok(Threat::Twice {
                        text: self.text(&turned, &double.to)?.unwrap_or_default(),
                        wins: double.ways.iter().map(|way| way.told.text.clone()).collect(),
                    })
                });
                told.collect()
            }
        }
    }

    /// The texts of the moves that win a position, by one of these ways if they win only
    /// when the opponent's turn begins; in the order of the texts.
    fn winning(&self, at: &G::Position, ways: &[Rc<Way>]) -> Result<Vec<String>, RulesError> {
        let Turn::Moves(moves) = self.game.turn(at, &[])? else { return Ok(Vec::new()) };
        let mut texts = Vec::new();
        for played in moves {
            let is_late = |way: &Rc<Way>| way.told.late && way.told.text == played.text;
            let wins = match played.outcome.is_none() && ways.iter().any(is_late) {
                true => {
                    matches!(self.game.turn(&played.to, &[])?, Turn::Over(end) if self.wins(Some(end)))
                }
                false => self.wins(played.outcome),
            };
            if wins {
                texts.push(played.text);
            }
        }
        texts.sort_unstable();
        Ok(texts)
    }

    /// What an answer destroys of what was threatened.
    pub(crate) fn destroyed(
        &self,
        pair: &Pair<G::Position>,
        threats: &[Threat],
        answer: &G::Position,
    ) -> Vec<Need> {
        let told = threats.iter().flat_map(|threat| match threat {
            Threat::Wins(way) => &way.takes.needs[..],
            Threat::Stuck(takes) | Threat::Series { takes, .. } => &takes.needs[..],
            Threat::Squeezed | Threat::Twice { .. } => &[],
        });
        let doubles = match &pair.meaning {
            Meaning::Twice(doubles) => &doubles[..],
            _ => &[],
        };
        let of_doubles = doubles.iter().flat_map(|double| &double.ways);
        let needs = told.chain(of_doubles.flat_map(|way| &way.told.takes.needs));
        let (before, after) = (self.game.setup(&pair.to).board, self.game.setup(answer).board);
        let holds = |board: &[Vec<Piece>], need: &Need| {
            need.allowed.contains(&board[need.field.index()].last().copied())
        };
        let mut gone: Vec<Need> = Vec::new();
        for need in needs.filter(|need| holds(&before, need) && !holds(&after, need)) {
            if !gone.contains(need) {
                gone.push(need.clone());
            }
        }
        gone
    }
}
