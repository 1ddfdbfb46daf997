//! What can be said of the moves of a combination, from the conditions that the
//! search was told: with the names of the players, and with fields put together
//! that need the same.

use crate::combination::{Answer, Made, Step, Threat};
use game::{Facts, Field, Game, Piece, Player, Reasons};

/// Knows the game and who wins it.
pub struct Speaker<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// Who wins it.
    pub winner: Player,
}

impl<G: Game> Speaker<'_, G> {
    /// What the game declares.
    pub fn facts(&self) -> &Facts {
        self.game.facts()
    }

    /// The name of the winner.
    pub fn winner(&self) -> &str {
        self.facts().player_name(self.winner)
    }

    /// Who wins, with a verb.
    pub fn winner_does(&self, verb: &str) -> String {
        self.facts().player_does(self.winner, verb)
    }

    /// The opponent, with a verb.
    pub fn loser_does(&self, verb: &str) -> String {
        self.facts().player_does(self.winner.other(), verb)
    }

    /// The name of the winner, or of the opponent.
    pub fn name(&self, own: bool) -> &str {
        if own { self.winner() } else { self.loser() }
    }

    /// The name of the opponent.
    pub fn loser(&self) -> &str {
        self.facts().player_name(self.winner.other())
    }

    /// What a threat needs, with the names of the players.
    pub fn needs(&self, threat: &Threat) -> Vec<String> {
        let Some((takes, own)) = self.takes(threat) else { return Vec::new() };
        let words = takes.needs.iter().map(|need| &need.words).chain(&takes.also);
        words.map(|words| self.named(words, own)).collect()
    }

    /// The fields that a threat needs something of.
    pub fn fields(&self, threat: &Threat) -> Vec<Field> {
        let takes = self.takes(threat).map(|(takes, _)| takes.needs.iter());
        takes.into_iter().flatten().map(|need| need.field).collect()
    }

    /// What a threat takes, and from whose point of view that is said.
    fn takes<'t>(&self, threat: &'t Threat) -> Option<(&'t Reasons, Player)> {
        match threat {
            Threat::Wins(way) => Some((&way.takes, self.winner)),
            Threat::Series { takes, .. } => Some((takes, self.winner)),
            Threat::Stuck(takes) => Some((takes, self.winner.other())),
            Threat::Squeezed | Threat::Twice { .. } => None,
        }
    }

    /// What an answer destroys, with the names of the players.
    pub fn destroys(&self, step: &Step<G::Position>, answer: &Answer<G::Position>) -> Vec<String> {
        let is_stuck = matches!(step.threats[..], [Threat::Stuck(_)]);
        let own = if is_stuck { self.winner.other() } else { self.winner };
        answer.destroys.iter().map(|need| self.named(&need.words, own)).collect()
    }

    /// The only thing of the opponent that a threat needs, which is what it aims at.
    pub fn target(&self, takes: &Reasons) -> Option<String> {
        let loser = self.winner.other();
        let is_theirs =
            |top: &Option<Piece>| top.is_some_and(|piece| piece.owner().player() == Some(loser));
        let mut theirs = takes.needs.iter().filter(|need| need.allowed.iter().all(is_theirs));
        match (theirs.next(), theirs.next()) {
            (Some(need), None) => Some(self.named(&need.words, loser)),
            _ => None,
        }
    }

    /// A condition with the names of the players instead of `own` and `enemy`. Questions
    /// that the rules answer with no stay as they are: they quote the rules.
    pub fn named(&self, words: &str, own: Player) -> String {
        if is_question(words) {
            return words.to_string();
        }
        let facts = self.facts();
        let named = words.split(' ').map(|word| match word {
            "own" => facts.player_name(own),
            "enemy" => facts.player_name(own.other()),
            word => word,
        });
        named.collect::<Vec<_>>().join(" ")
    }
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

/// Conditions in one line: fields that need the same are together, and questions
/// that the rules answer with no are left out.
pub fn together(conditions: &[String]) -> String {
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

/// The answer that takes longest, which is the one that is shown at length.
pub fn longest<P>(step: &Step<P>) -> Option<&Answer<P>> {
    step.answers.iter().max_by_key(|answer| answer.then.n_moves())
}

/// What the winner plays after the longest answer, or at once if they move again.
pub fn onward<P>(step: &Step<P>) -> Option<&Step<P>> {
    longest(step).map(|answer| &answer.then).or(step.next.as_deref())
}

/// A move of a line.
pub struct Ply<'s, P> {
    /// Its text.
    pub text: &'s str,
    /// Whether it is the winner's.
    pub own: bool,
    /// Whether any other move loses, too, without being an answer.
    pub any: bool,
    /// The position after it.
    pub to: &'s P,
    /// What is known of it, if it is a move of the winner that threatens something or wins.
    pub step: Option<&'s Step<P>>,
}

impl<'s, P> Ply<'s, P> {
    /// Its text; nothing if any move loses in the same way.
    pub fn shown(&self) -> Option<&'s str> {
        (!self.any).then_some(self.text)
    }
}

/// The moves of somebody, as a part of a line.
fn plies<P>(moves: &[Made<P>], any: bool) -> impl Iterator<Item = Ply<'_, P>> {
    moves.iter().map(move |Made { text, own, to }| Ply { text, own: *own, any, to, step: None })
}

/// The texts of moves.
pub fn made<P>(moves: &[Made<P>]) -> Vec<&str> {
    moves.iter().map(|made| made.text.as_str()).collect()
}

/// The moves with which an opponent who has not answered a threat begins, and what follows.
pub fn punished<P>(step: &Step<P>) -> (&[Made<P>], &[Made<P>]) {
    let n_theirs = step.finish.iter().take_while(|made| !made.own).count();
    step.finish.split_at(n_theirs)
}

/// The longest line: the moves of the winner, and what the opponent answers.
pub fn line<P>(first: &Step<P>) -> Vec<Ply<'_, P>> {
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(step) = next {
        line.push(Ply { text: &step.text, own: true, any: false, to: &step.to, step: Some(step) });
        match longest(step) {
            Some(answer) => line.extend(plies(&answer.moves, false)),
            None => {
                let (theirs, rest) = punished(step);
                line.extend(plies(theirs, true).chain(plies(rest, false)));
            }
        }
        next = onward(step);
    }
    line
}

/// The texts of the longest line; nothing where any move loses in the same way.
pub fn texts<P>(first: &Step<P>) -> Vec<Option<String>> {
    line(first).iter().map(|ply| ply.shown().map(str::to_string)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_need_the_same_are_together() {
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
