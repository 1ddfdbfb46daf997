//! The text of a move, made from what the turn did: what was chosen, not what
//! followed from it.

use crate::facts::{Facts, KindFacts};
use crate::ids::{Field, Kind, Owner, Player};
use crate::turn::Event;

/// The text of a turn that did this. A turn that did nothing of it is `-`.
///
/// A piece picked up and put down is its two fields, and goes on if it is picked
/// up again where it was put down (`c3e5g7`); a piece placed is its field, with
/// its symbol before (`P@d3`) if the game can place several kinds; a removal is
/// `x` and the field; what a piece becomes is the symbol that the new kind has for
/// this player, who moves. Parts are joined by `/`, but for removals and promotions.
pub fn move_text(facts: &Facts, player: Player, events: &[Event]) -> String {
    let mut writer = Writer { facts, player, text: String::new(), state: TextState::default() };
    for &event in events {
        writer.event(event);
    }
    match writer.text.is_empty() {
        true => "-".to_string(),
        false => writer.text,
    }
}

/// What decides how a text goes on: of two texts in the same state, whatever happens next
/// adds the same to both, so the one that comes first still does afterwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextState {
    /// Whether there is a part to which another one is joined.
    has_part: bool,
    hand_is_full: bool,
    /// Where a piece was put down last, as long as it can go on from there.
    landed: Option<Field>,
    /// Whether that was the last event, so that what is put there changes the piece.
    just_put_down: bool,
}

impl TextState {
    /// The state after one more event.
    pub fn after(self, event: Event) -> TextState {
        let landed = match event {
            Event::Putdown(field) => Some(field),
            Event::Become(_) => self.landed,
            _ => None,
        };
        let hand_is_full = match event {
            Event::Pickup { .. } => true,
            Event::Putdown(_) => false,
            _ => self.hand_is_full,
        };
        let just_put_down = matches!(event, Event::Putdown(_));
        TextState { has_part: true, hand_is_full, landed, just_put_down }
    }

    /// Another number for each state.
    pub fn number(self) -> u32 {
        let flags = [self.has_part, self.hand_is_full, self.just_put_down];
        let landed = self.landed.map_or(0, |field| u32::from(field.0) + 1);
        flags.iter().fold(landed, |number, &flag| 2 * number + u32::from(flag))
    }
}

struct Writer<'a> {
    facts: &'a Facts,
    player: Player,
    text: String,
    state: TextState,
}

impl Writer<'_> {
    fn event(&mut self, event: Event) {
        let TextState { hand_is_full, landed, .. } = self.state;
        match event {
            Event::Pickup { field, amount } => {
                if amount.is_some() || landed != Some(field) {
                    self.part();
                    self.text.push_str(&amount.map_or(String::new(), |n| n.to_string()));
                    self.text.push_str(self.facts.field_name(field));
                }
            }
            Event::Putdown(field) => {
                // One putdown after another sows what is in the hand.
                if !hand_is_full && landed.is_none() {
                    self.part();
                }
                self.text.push_str(self.facts.field_name(field));
            }
            Event::Place(field, kind) => {
                self.part();
                if let Some(symbol) = place_symbol(self.facts, kind) {
                    self.text.push_str(symbol);
                    self.text.push('@');
                }
                self.text.push_str(self.facts.field_name(field));
            }
            Event::Remove(field) => {
                self.text.push('x');
                self.text.push_str(self.facts.field_name(field));
            }
            Event::Become(kind) => {
                self.text.push_str(promotion_symbol(self.facts, self.player, kind));
            }
            Event::Pass => {
                self.part();
                self.text.push_str("pass");
            }
        }
        self.state = self.state.after(event);
    }

    /// Begins a part that is joined to the one before.
    fn part(&mut self) {
        if self.state.has_part {
            self.text.push('/');
        }
    }
}

/// How a kind is written that is placed; not at all if there is only one.
pub(super) fn place_symbol(facts: &Facts, kind: Kind) -> Option<&str> {
    let owners = [Owner::First, Owner::Nobody, Owner::Second];
    (facts.placed.len() > 1).then(|| symbol(&facts.kinds[kind.index()], owners))
}

/// How a new kind is written after a move of this player: by the symbol that the player
/// has for it, or in lower case where the symbols of the players differ in case only, as
/// programs expect it of chess.
pub(super) fn promotion_symbol(facts: &Facts, player: Player, kind: Kind) -> &str {
    let kind = &facts.kinds[kind.index()];
    if let [Some(first), Some(second), _] = &kind.symbols
        && first.to_lowercase() == second.to_lowercase()
    {
        let is_lower = first.to_lowercase() == *first;
        return if is_lower { first } else { second };
    }
    symbol(kind, [player.into(), player.other().into(), Owner::Nobody])
}

/// The first of these symbols that there is.
fn symbol(kind: &KindFacts, owners: [Owner; 3]) -> &str {
    owners.iter().find_map(|&owner| kind.symbols[owner as usize].as_deref()).unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    /// Events in a short form: `+e2` picks up, `+2e2` picks up two, `-e4` puts
    /// down, `Pd3` places a pawn, `xd3` removes, `=N` becomes, `pass`.
    fn check(facts: &Facts, events: &str, expected: &str) {
        let kind = |symbol: &str| facts.piece(symbol).unwrap().kind();
        let field = |name: &str| facts.board.field(name).unwrap();
        let read = |word: &str| match word.split_at(1) {
            _ if word == "pass" => Event::Pass,
            ("+", rest) => match rest.strip_prefix('2') {
                Some(rest) => Event::Pickup { field: field(rest), amount: Some(2) },
                None => Event::Pickup { field: field(rest), amount: None },
            },
            ("-", rest) => Event::Putdown(field(rest)),
            ("x", rest) => Event::Remove(field(rest)),
            ("=", rest) => Event::Become(kind(rest)),
            (symbol, rest) => Event::Place(field(rest), kind(symbol)),
        };
        let events: Vec<Event> = events.split_whitespace().map(read).collect();
        assert_eq!(move_text(facts, Player::First, &events), expected);
    }

    /// A player who promotes writes the symbol of the new piece, but a letter that both
    /// players have is small.
    #[test]
    fn what_a_piece_becomes_is_written_by_its_player() {
        let board = crate::Board::grid(3, 3, crate::Cyclic::NEITHER, false, |_, _| false);
        let mut facts = Facts::new("test", board);
        let kinds = [("king", "B", "W"), ("queen", "Q", "q"), ("rook", "t", "T")];
        facts.kinds =
            kinds.map(|(name, first, second)| KindFacts::of_players(name, first, second)).into();
        let text = |player, kind| move_text(&facts, player, &[Event::Become(Kind(kind))]);
        for (kind, [first, second]) in [["B", "W"], ["q", "q"], ["t", "t"]].iter().enumerate() {
            assert_eq!(text(Player::First, kind as u8), *first);
            assert_eq!(text(Player::Second, kind as u8), *second);
        }
    }

    #[test]
    fn pieces_are_moved() {
        let chess = samples::chess();
        check(&chess, "+e2 -e4", "e2e4");
        check(&chess, "+c3 -e5 +e5 -g7", "c3e5g7");
        check(&chess, "+d1 -d7 Pg7", "d1d7/g7");
        check(&chess, "+d1 -d7 +d1 -d2", "d1d7/d1d2");
        check(&chess, "+e7 -e8 =Q", "e7e8q");
        check(&chess, "+b6 -d8 =R +d8 -f6", "b6d8rf6");
    }

    #[test]
    fn pieces_are_placed_and_removed() {
        let chess = samples::chess();
        check(&chess, "Pd3", "d3");
        check(&chess, "Pd6 xa1", "d6xa1");
        check(&chess, "xa1 xb1 +c1 -c2", "xa1xb1/c1c2");
        check(&samples::minishogi(), "Pd3", "P@d3");
        check(&samples::minishogi(), "+d3 -d4 =+S", "d3d4+s");
    }

    #[test]
    fn stacks_say_how_many() {
        let stacking = samples::stacking();
        check(&stacking, "+a1 -b1", "a1b1");
        check(&stacking, "+2a1 -b1", "2a1b1");
        check(&stacking, "+2a1 -b1 +2b1 -b2", "2a1b1/2b1b2");
    }

    #[test]
    fn nothing_is_written_too() {
        check(&samples::chess(), "pass", "pass");
        check(&samples::chess(), "", "-");
    }
}
