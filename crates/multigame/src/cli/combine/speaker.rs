//! What can be said of the moves of a combination, from the conditions that the
//! search was told: with the names of the players, and with fields put together
//! that need the same.

use crate::Reader;
use crate::cli::engine::Engine;
use crate::cli::report::Failure;
use ::combine::{Answer, Step, Threat};
use game::{Facts, Field, Move, Need, Piece, Player, Setup, Turn};

/// Knows the game and who wins it.
pub(super) struct Speaker<'a, G: Engine> {
    pub(super) game: &'a G,
    pub(super) reader: &'a Reader<'a, G>,
    pub(super) winner: Player,
}

impl<G: Engine> Speaker<'_, G> {
    pub(super) fn facts(&self) -> &Facts {
        self.game.facts()
    }

    /// The name of the winner.
    pub(super) fn winner(&self) -> &str {
        self.facts().player_name(self.winner)
    }

    /// The name of the opponent.
    pub(super) fn loser(&self) -> &str {
        self.facts().player_name(self.winner.other())
    }

    /// What a move threatens. A way to win was read where the move had not been made
    /// yet, and may need something beside the board that the move has used up; so only
    /// moves are told that would win if it were the winner's turn.
    pub(super) fn threats(&self, step: &Step<G::Position>) -> Vec<Threat> {
        let is_way = |threat: &Threat| matches!(threat, Threat::Wins { .. });
        let setup = Setup { player: self.winner, ..self.game.setup(&step.to) };
        let turn = self.game.position(&setup).map(|turned| self.game.turn(&turned, &[]));
        let (true, Ok(Ok(Turn::Moves(moves)))) = (step.threats.iter().any(is_way), turn) else {
            return step.threats.clone();
        };
        let wins = |played: &Move<G::Position>| {
            played.outcome.is_some_and(|outcome| outcome.for_player(self.winner) > 0)
        };
        let winning: Vec<String> =
            moves.into_iter().filter(wins).map(|played| played.text).collect();
        let is_real = |threat: &Threat| match threat {
            Threat::Wins { text, .. } => winning.contains(text),
            _ => true,
        };
        let real: Vec<Threat> = step.threats.iter().filter(|t| is_real(t)).cloned().collect();
        if !real.is_empty() {
            return real;
        }
        let told = |text| Threat::Wins { text, needs: Vec::new() };
        winning.into_iter().map(told).collect()
    }

    /// What a threat needs, with the names of the players.
    pub(super) fn needs(&self, threat: &Threat) -> Vec<String> {
        match threat {
            Threat::Wins { needs, .. } => self.named(needs, self.winner),
            Threat::Stuck { needs } => self.named(needs, self.winner.other()),
            Threat::Twice { .. } => Vec::new(),
        }
    }

    /// The fields that a threat needs something of.
    pub(super) fn fields(&self, threat: &Threat) -> Vec<Field> {
        let needs = self.needs(threat);
        let names = needs.iter().filter_map(|words| split(words).1);
        names.filter_map(|name| self.field(name)).collect()
    }

    fn field(&self, name: &str) -> Option<Field> {
        let facts = self.facts();
        let mut fields = (0..facts.board.n_fields()).map(|i| Field(i as u16));
        fields.find(|field| facts.field_name(*field) == name)
    }

    /// What an answer destroys, with the names of the players.
    pub(super) fn destroys(
        &self,
        step: &Step<G::Position>,
        answer: &Answer<G::Position>,
    ) -> Result<Vec<String>, Failure> {
        let is_stuck = matches!(step.threats[..], [Threat::Stuck { .. }]);
        if !is_stuck {
            return Ok(self.named(&answer.destroys, self.winner));
        }
        let board = self.game.setup(&answer.to).board;
        let is_gone = |need: &Need| !need.allowed.contains(&top(&board, need.field));
        let needs = self.reader.stuck_needs(&step.to)?.into_iter().filter(is_gone);
        let words: Vec<String> = needs.map(|need| need.words).collect();
        Ok(self.named(&words, self.winner.other()))
    }

    /// The only thing of the opponent that he loses by, if he has no move: what is
    /// threatened.
    pub(super) fn target(&self, at: &G::Position) -> Result<Option<String>, Failure> {
        let loser = self.winner.other();
        let is_his =
            |top: &Option<Piece>| top.is_some_and(|piece| piece.owner().player() == Some(loser));
        let needs = self.reader.stuck_needs(at)?;
        let mut his = needs.iter().filter(|need| need.allowed.iter().all(is_his));
        Ok(match (his.next(), his.next()) {
            (Some(need), None) => self.named(std::slice::from_ref(&need.words), loser).pop(),
            _ => None,
        })
    }

    /// Conditions with the names of the players instead of `own` and `enemy`. Questions
    /// that the rules answer with no stay as they are: they quote the rules.
    fn named(&self, conditions: &[String], own: Player) -> Vec<String> {
        let facts = self.facts();
        let mut said = Vec::with_capacity(conditions.len());
        for words in conditions {
            let named = words.split(' ').map(|word| match word {
                "own" => facts.player_name(own),
                "enemy" => facts.player_name(own.other()),
                word => word,
            });
            said.push(match is_question(words) {
                true => words.clone(),
                false => named.collect::<Vec<_>>().join(" "),
            });
        }
        said
    }
}

/// What lies on top of a field.
fn top(board: &[Vec<Piece>], field: Field) -> Option<Piece> {
    board[field.index()].last().copied()
}

/// Whether a condition is that the rules answer a question as they did.
fn is_question(words: &str) -> bool {
    words.starts_with("not ") || words.starts_with("the same ")
}

/// What a condition says, and of which field if it is of one.
fn split(words: &str) -> (&str, Option<&str>) {
    if is_question(words) {
        return (words, None);
    }
    match (words.strip_suffix(" is empty"), words.rsplit_once(" on ")) {
        (Some(field), _) => ("", Some(field)),
        (None, Some((what, field))) => (what, Some(field)),
        (None, None) => (words, None),
    }
}

/// Conditions in one line: fields that need the same stand together, and questions
/// that the rules answer with no are left out.
pub(super) fn together(conditions: &[String]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for words in conditions.iter().filter(|words| !is_question(words)) {
        let (what, field) = split(words);
        match groups.iter_mut().find(|(known, _)| *known == what) {
            Some((_, fields)) => fields.extend(field),
            None => groups.push((what, field.into_iter().collect())),
        }
    }
    let said = groups.iter().map(|(what, fields)| match (*what, &fields[..]) {
        ("", fields) => format!("{} empty", fields.join(" ")),
        (what, []) => what.to_string(),
        (what, fields) => format!("{what} on {}", fields.join(" ")),
    });
    said.collect::<Vec<_>>().join(", ")
}

/// The answer that takes longest, which is the one that is told at length.
pub(super) fn longest<P>(step: &Step<P>) -> Option<&Answer<P>> {
    step.answers.iter().max_by_key(|answer| answer.then.n_moves())
}

/// The longest line: each move of the winner with what the opponent answers, which is
/// nothing where any move loses in the same way.
pub(super) fn line<P>(first: &Step<P>) -> Vec<Option<&str>> {
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(step) = next {
        line.push(Some(step.text.as_str()));
        let answer = longest(step);
        match (answer, &step.finish) {
            (Some(answer), _) => line.push(Some(answer.text.as_str())),
            (None, Some(finish)) => line.extend([None, Some(finish.as_str())]),
            (None, None) => {}
        }
        next = answer.map(|answer| &answer.then);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_need_the_same_stand_together() {
        let said =
            |list: &[&str]| together(&list.iter().map(|s| s.to_string()).collect::<Vec<_>>());
        assert_eq!(
            said(&["white queen on c4", "d5 is empty", "e6 is empty", "not [ limit ]"]),
            "white queen on c4, d5 e6 empty"
        );
        assert_eq!(
            said(&["quiet <= 149", "stone on a1", "stone on b1"]),
            "quiet <= 149, stone on a1 b1"
        );
    }
}
