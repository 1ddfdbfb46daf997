//! What a turn can have done whose text is known: the texts of moves read backwards.
//!
//! Readings are looked for from the first letter to the last. Each event of
//! [`move_text`](super::move_text) that begins with the next letters is tried; a pickup
//! where a piece has just landed has no letters.

use super::moves::{place_symbol, promotion_symbol};
use crate::facts::Facts;
use crate::ids::{Field, Kind, Player};
use crate::turn::Event;

/// More events, or more readings, are not followed.
const MOST: usize = 60;
/// Nor is a text that takes more steps: each letter may go on in several ways.
const MOST_STEPS: usize = 20_000;

/// All that a turn can have done whose text is this, if whole fields are picked up;
/// nothing if there is too much of it.
pub fn readings(facts: &Facts, text: &str) -> Option<Vec<Vec<Event>>> {
    let mut reader = Reader { facts, events: Vec::new(), found: Vec::new(), steps: 0 };
    if text == "-" {
        reader.found.push(Vec::new());
    }
    reader.read(text, true, Hand { is_full: false, landed: None }).then_some(reader.found)
}

/// What the writer of a text knows of the hand.
#[derive(Clone, Copy)]
struct Hand {
    is_full: bool,
    /// Where a piece was put down last, as long as it can go on from there.
    landed: Option<Field>,
}

struct Reader<'f> {
    facts: &'f Facts,
    events: Vec<Event>,
    found: Vec<Vec<Event>>,
    steps: usize,
}

impl Reader<'_> {
    /// Reads on from here; whether all readings were found.
    fn read(&mut self, text: &str, is_first: bool, hand: Hand) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        if text.is_empty() {
            if !hand.is_full && !is_first {
                self.found.push(self.events.clone());
            }
            return self.found.len() <= MOST;
        }
        if self.events.len() >= MOST {
            return false;
        }
        // A part that is joined to the one before.
        let part = if is_first { Some(text) } else { text.strip_prefix('/') };
        self.read_fields(text, part, hand) && self.read_others(text, part, hand)
    }

    fn read_fields(&mut self, text: &str, part: Option<&str>, hand: Hand) -> bool {
        let facts = self.facts;
        for i in 0..facts.board.n_fields() {
            let field = Field(i as u16);
            let name = facts.field_name(field);
            let lifted = Hand { is_full: true, landed: None };
            let rest = match hand.landed == Some(field) {
                true => Some(text),
                false => part.and_then(|text| text.strip_prefix(name)),
            };
            if !hand.is_full && !self.go_on(Event::Pickup { field, amount: None }, rest, lifted) {
                return false;
            }
            let begins_part = !hand.is_full && hand.landed.is_none();
            let rest = if begins_part { part } else { Some(text) };
            let rest = rest.and_then(|text| text.strip_prefix(name));
            let lowered = Hand { is_full: false, landed: Some(field) };
            if !self.go_on(Event::Putdown(field), rest, lowered) {
                return false;
            }
            let gone = Hand { landed: None, ..hand };
            let rest = text.strip_prefix('x').and_then(|text| text.strip_prefix(name));
            if !self.go_on(Event::Remove(field), rest, gone) {
                return false;
            }
            for kind in (0..facts.kinds.len()).map(|i| Kind(i as u8)) {
                let rest = match place_symbol(facts, kind) {
                    Some(symbol) => part
                        .and_then(|text| text.strip_prefix(symbol))
                        .and_then(|text| text.strip_prefix('@')),
                    None => part,
                };
                let rest = rest.and_then(|text| text.strip_prefix(name));
                if !self.go_on(Event::Place(field, kind), rest, gone) {
                    return false;
                }
            }
        }
        true
    }

    fn read_others(&mut self, text: &str, part: Option<&str>, hand: Hand) -> bool {
        for kind in (0..self.facts.kinds.len()).map(|i| Kind(i as u8)) {
            let [first, second] =
                Player::BOTH.map(|player| promotion_symbol(self.facts, player, kind));
            // What has no letters could have happened any number of times.
            if first.is_empty() || second.is_empty() {
                return false;
            }
            for symbol in if first == second { vec![first] } else { vec![first, second] } {
                if !self.go_on(Event::Become(kind), text.strip_prefix(symbol), hand) {
                    return false;
                }
            }
        }
        let rest = part.and_then(|text| text.strip_prefix("pass"));
        self.go_on(Event::Pass, rest, Hand { landed: None, ..hand })
    }

    fn go_on(&mut self, event: Event, rest: Option<&str>, hand: Hand) -> bool {
        let Some(rest) = rest else { return true };
        self.events.push(event);
        let all = self.read(rest, false, hand);
        self.events.pop();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{move_text, samples};

    fn check(facts: &Facts, text: &str, expected: &[Event]) {
        let all = readings(facts, text).unwrap();
        assert!(all.iter().any(|events| events == expected), "{text}: {all:?}");
        for events in &all {
            assert_eq!(move_text(facts, Player::First, events), text, "{events:?}");
        }
    }

    #[test]
    fn a_text_is_read_as_it_was_written() {
        let chess = samples::chess();
        let field = |name: &str| chess.board.field(name).unwrap();
        let (from, to) = (Event::Pickup { field: field("e7"), amount: None }, field("e8"));
        let queen = chess.piece("q").unwrap().kind();
        check(&chess, "e7e8", &[from, Event::Putdown(to)]);
        check(&chess, "e7e8q", &[from, Event::Putdown(to), Event::Become(queen)]);
        check(&chess, "pass", &[Event::Pass]);
        check(&chess, "-", &[]);
        let on = Event::Pickup { field: to, amount: None };
        let on = [from, Event::Putdown(to), on, Event::Putdown(field("e6"))];
        check(&chess, "e7e8e6", &on);
        check(&chess, "e7e8xe6", &[from, Event::Putdown(to), Event::Remove(field("e6"))]);
        let shogi = samples::minishogi();
        let place =
            Event::Place(shogi.board.field("d3").unwrap(), shogi.piece("P").unwrap().kind());
        check(&shogi, "P@d3", &[place]);
    }

    #[test]
    fn a_text_that_can_be_read_in_too_many_ways_is_given_up() {
        let chess = samples::chess();
        assert_eq!(readings(&chess, &format!("{}z", "a1b2".repeat(25))), None);
    }

    #[test]
    fn what_no_turn_writes_has_no_reading() {
        let chess = samples::chess();
        for text in ["", "e9", "e7e", "??", "e7/"] {
            assert_eq!(readings(&chess, text), Some(Vec::new()), "{text}");
        }
    }
}
