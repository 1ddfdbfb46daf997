//! A contradiction in words, for whoever wrote down what they perceived.

use super::{Cause, Contradiction, Correction, Difference, Fact, Instead, Moment, Noticed};
use crate::observation::Observation;
use game::{Ending, Facts, Made, describe_outcome};

/// More facts than these explain nothing unless all of them are needed.
const MOST_FACTS: usize = 6;

impl Contradiction {
    /// What is wrong, in a sentence.
    pub fn message(&self, facts: &Facts, observation: &Observation) -> String {
        let turn = &observation.turns[self.turn];
        let mover = facts.player_name(turn.mover);
        let number = self.turn + 1;
        match &self.cause {
            Cause::NeverSaid { message, .. } => {
                format!("turn {number}: `{}` never says '{message}'", facts.name)
            }
            Cause::NoMove { text, .. } => {
                format!("turn {number}: {mover} can neither make nor try `{text}`")
            }
            Cause::Otherwise(_) => {
                let made = match &turn.made {
                    Made::Hidden => "?",
                    Made::Move(text) | Made::Refused(text) => text,
                };
                format!("no history fits turn {number} ({mover} {made})")
            }
        }
    }

    /// What was meant, or would have been perceived, and what contradicts itself; a line each.
    pub fn hints(&self, facts: &Facts, observation: &Observation) -> Vec<String> {
        match &self.cause {
            Cause::NeverSaid { meant, .. } | Cause::NoMove { meant, .. } => {
                match meant.is_empty() {
                    true => Vec::new(),
                    false => vec![format!("did you mean `{}`?", meant.join("` or `"))],
                }
            }
            Cause::Otherwise(instead) => {
                let fitted = match self.fitted {
                    1 => "1 history fits the turns before".to_string(),
                    n => format!("{n} histories fit the turns before"),
                };
                let mut lines = vec![fitted];
                // What a correction of this turn says is not said twice.
                let is_corrected = |it: &&Instead| {
                    self.corrections.iter().any(|correction| {
                        correction.turn == self.turn
                            && it.differences == [correction.difference.clone()]
                    })
                };
                let others = instead.iter().filter(|it| !is_corrected(it));
                lines.extend(others.map(|it| would_be(facts, it)));
                lines.extend(self.corrections.iter().map(|it| self.corrected(facts, it)));
                lines.extend(self.contradictory(facts, observation));
                lines
            }
        }
    }

    /// A correction in words.
    fn corrected(&self, facts: &Facts, correction: &Correction) -> String {
        let Correction { turn, difference, histories } = correction;
        let change = match difference {
            Difference::Said(moment, text) => format!("with {}", written(*moment, text)),
            Difference::Unsaid(moment, text) => format!("without {}", written(*moment, text)),
            Difference::Reworded(moment, was, text) => {
                format!("with {} instead of '{was}'", written(*moment, text))
            }
            Difference::OtherMoment(Moment::BeforeNext, text) => {
                format!("with `then` before '{text}'")
            }
            Difference::OtherMoment(Moment::WithMove, text) => {
                format!("with '{text}' before `then`")
            }
            Difference::Refusal(heard) if heard.is_empty() => {
                "with no answer to a refused try".to_string()
            }
            Difference::Refusal(heard) => format!("with the answer {} to a try", quoted(heard)),
            Difference::FewTries(n) => format!("with {n} refused tries"),
            Difference::OtherNext => "with the other player next".to_string(),
            other => format!("if {}", difference_in_words(facts, other)),
        };
        let fit = match histories {
            1 => "1 history fits".to_string(),
            n => format!("{n} histories fit"),
        };
        format!("turn {}: {change}, {fit} turn {}", turn + 1, self.turn + 1)
    }

    /// What contradicts itself; nothing if that could not be narrowed down to a few facts.
    fn contradictory(&self, facts: &Facts, observation: &Observation) -> Option<String> {
        if self.facts.is_empty() {
            let player = facts.player_name(observation.player);
            return Some(format!(
                "the moves of {player} contradict each other, whatever was heard"
            ));
        }
        if !self.is_least && self.facts.len() > MOST_FACTS {
            return None;
        }
        let list: Vec<String> =
            self.facts.iter().map(|fact| noticed(facts, observation, *fact)).collect();
        let which = match (self.is_least, list.len()) {
            (true, 1) => "this contradicts the moves that were made",
            (true, _) => "these contradict each other",
            (false, _) => "among these is a contradiction",
        };
        Some(format!("{which}: {}", list.join("; ")))
    }
}

/// A fact in words.
fn noticed(facts: &Facts, observation: &Observation, fact: Fact) -> String {
    let turn = &observation.turns[fact.turn];
    let number = fact.turn + 1;
    let heard = |messages: &[String]| match messages {
        [] => "nothing was said".to_string(),
        messages => format!("{} was said", quoted(messages)),
    };
    match fact.noticed {
        Noticed::Refused(i) => match turn.refused.get(i).and_then(|it| it.text.as_ref()) {
            Some(text) => format!("turn {number}: `{text}` was refused"),
            None => format!("turn {number}: a try was refused"),
        },
        Noticed::Said => format!("turn {number}: {} with the move", heard(&turn.said)),
        Noticed::Told => format!("turn {number}: {} before the next turn", heard(&turn.told)),
        Noticed::Seen => format!("turn {number}: what was seen"),
        Noticed::Ending => match turn.ending {
            Ending::Over(outcome) => {
                format!("turn {number}: the game was over ({})", describe_outcome(facts, outcome))
            }
            Ending::GoesOn | Ending::Unsaid => match turn.next {
                Some(next) => format!("turn {number}: {} was next", facts.player_name(next)),
                None => format!("turn {number}: the game went on"),
            },
        },
    }
}

/// What would have been perceived, in a sentence.
fn would_be(facts: &Facts, instead: &Instead) -> String {
    let Instead { differences, positions, looked_at } = instead;
    let share = match (positions, looked_at) {
        (1, 1) => String::new(),
        (n, all) if n == all => format!("in all {all} positions "),
        (n, all) => format!("in {n} of {all} positions "),
    };
    let words: Vec<String> = differences.iter().map(|it| difference_in_words(facts, it)).collect();
    format!("{share}{}", words.join(", and "))
}

fn difference_in_words(facts: &Facts, difference: &Difference) -> String {
    let when = |moment: &Moment| match moment {
        Moment::WithMove => "with the move",
        Moment::BeforeNext => "before the next turn",
    };
    match difference {
        Difference::Said(moment, text) => format!("'{text}' would be said {}", when(moment)),
        Difference::Unsaid(moment, text) => {
            format!("'{text}' would not be said {}", when(moment))
        }
        Difference::Reworded(moment, was, text) => {
            format!("'{text}' would be said instead of '{was}' {}", when(moment))
        }
        Difference::OtherMoment(Moment::WithMove, text) => {
            format!("'{text}' would be said with the move, not before the next turn")
        }
        Difference::OtherMoment(Moment::BeforeNext, text) => {
            format!("'{text}' would be said before the next turn, not with the move")
        }
        Difference::Over(over) => {
            format!("the game would be over ({})", describe_outcome(facts, over.outcome()))
        }
        Difference::GoesOn => "the game would go on".to_string(),
        Difference::Seen(fields) => {
            let names: Vec<&str> = fields.iter().map(|field| facts.field_name(*field)).collect();
            format!("something else would be seen on {}", names.join(", "))
        }
        Difference::OtherNext => "the other player would be next".to_string(),
        Difference::MoveRefused => "the move would be refused".to_string(),
        Difference::TryAccepted(text) => format!("`{text}` would be accepted"),
        Difference::NoTry(text) => format!("`{text}` could not be tried"),
        Difference::Refusal(heard) => match heard.as_slice() {
            [] => "nothing would be said about a refused try".to_string(),
            heard => format!("{} would be said about a refused try", quoted(heard)),
        },
        Difference::RefusalPasses => "a refused try would cost the turn".to_string(),
        Difference::FewTries(0) => "no try could be refused".to_string(),
        Difference::FewTries(n) => format!("no more than {n} tries could be refused"),
        Difference::NoMove => "the move could neither be made nor tried".to_string(),
        Difference::OtherMover => "the other player would be to move".to_string(),
    }
}

/// A message as a transcript has it.
fn written(moment: Moment, text: &str) -> String {
    match moment {
        Moment::WithMove => format!("'{text}'"),
        Moment::BeforeNext => format!("`then '{text}'`"),
    }
}

fn quoted(messages: &[String]) -> String {
    let quoted: Vec<String> = messages.iter().map(|it| format!("'{it}'")).collect();
    quoted.join(" and ")
}
