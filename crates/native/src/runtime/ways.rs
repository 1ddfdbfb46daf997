//! Ways to make a move, as events tell them: what texts and messages are made of, and which
//! way counts where several lead to the same.

use super::{Ctx, EventNode, EventTag};
use crate::layout::TurnSlot;
use crate::shared::Shared;
use game::{Event, Field, Kind, Message, Player, TextState, Way, compare_ways};

/// One way to make a move.
#[derive(Clone)]
pub(crate) struct Done {
    usual: Vec<Event>,
    all: Vec<Event>,
    cost: i32,
    told: Vec<Message>,
}

impl Way for Done {
    fn usual_events(&self) -> Vec<Event> {
        self.usual.clone()
    }

    fn all_events(&self) -> Vec<Event> {
        self.all.clone()
    }

    fn cost(&self) -> i32 {
        self.cost
    }

    fn told(&self) -> Vec<Message> {
        self.told.clone()
    }
}

impl Ctx {
    /// How a configuration came about.
    pub(crate) fn way(&self, record: &[u64]) -> Done {
        let shared = self.shared();
        let slot = |slot: TurnSlot| record[shared.layout.turn(slot)];
        let nodes = self.events(slot(TurnSlot::Trace));
        Done {
            usual: usual_events(&nodes),
            all: events(&nodes).0,
            cost: slot(TurnSlot::Cost) as i32,
            told: shared.told(&self.events(slot(TurnSlot::Told))),
        }
    }

    /// Whether the way to a configuration names it rather than the way to an equal one, and
    /// how much work it was to find out. Where no texts are kept, it makes no difference.
    pub(super) fn names(&self, record: &[u64], known: &[u64]) -> (bool, i64) {
        let layout = &self.shared().layout;
        let differs = |slot: TurnSlot| record[layout.turn(slot)] != known[layout.turn(slot)];
        if !self.keeps_texts || !(differs(TurnSlot::Trace) || differs(TurnSlot::Told)) {
            return (false, 0);
        }
        let (way, other) = (self.way(record), self.way(known));
        let work = (way.all.len() + other.all.len()) as i64;
        (compare_ways(self.shared().facts(), self.mover, &way, &other).is_lt(), work)
    }
}

impl Ctx {
    /// How the texts of a configuration go on, as a number. Where no texts are kept, all
    /// are alike.
    pub(super) fn text_state(&self, record: &[u64]) -> u64 {
        if !self.keeps_texts {
            return 0;
        }
        let trace = record[self.shared().layout.turn(TurnSlot::Trace)];
        let (all, quiet) = events(&self.events(trace));
        let [mut usual, mut whole] = [TextState::default(); 2];
        for (event, quiet) in all.into_iter().zip(quiet) {
            whole = whole.after(event);
            usual = if quiet { usual } else { usual.after(event) };
        }
        u64::from(usual.number()) << 32 | u64::from(whole.number())
    }
}

impl Shared {
    /// What the referee said, each message once.
    pub(crate) fn told(&self, events: &[EventNode]) -> Vec<Message> {
        let facts = self.facts();
        let mut told: Vec<(u64, String)> = Vec::new();
        for event in events {
            if event.tag == EventTag::Tell as u64 {
                told.push((event.data[0], self.messages[event.data[1] as usize].text.clone()));
            } else if let Some((_, text)) = told.last_mut() {
                let value = event.data[1] as usize;
                let field = |i: usize| facts.field_name(Field(i as u16));
                text.push(' ');
                text.push_str(match (event.data[0], value) {
                    (0, field_number) => field(field_number),
                    (_, 0) => "-",
                    (1, piece) => {
                        let kind = self.layout.pieces[piece - 1].kind();
                        &facts.kinds[kind.index()].name
                    }
                    (_, next) => field(next - 1),
                });
            }
        }
        let mut said: Vec<Message> = Vec::new();
        for (who, text) in told {
            for player in &Player::BOTH[..facts.n_players()] {
                let message = Message { to: *player, text: text.clone() };
                if who >> player.index() & 1 == 1 && !said.contains(&message) {
                    said.push(message);
                }
            }
        }
        said
    }
}

/// Events as texts usually tell them.
pub(crate) fn usual_events(nodes: &[EventNode]) -> Vec<Event> {
    let (all, quiet) = events(nodes);
    all.into_iter().zip(quiet).filter(|(_, quiet)| !quiet).map(|(event, _)| event).collect()
}

/// Events as texts tell them, and whether each is usually left out.
fn events(nodes: &[EventNode]) -> (Vec<Event>, Vec<bool>) {
    let mut events: Vec<Event> = Vec::new();
    let mut quiet = Vec::new();
    for node in nodes {
        let (field, kind) = (Field(node.data[0] as u16), Kind(node.data[1] as u8));
        let just_put_down = events.last() == Some(&Event::Putdown(field));
        let n_pieces = (node.data[1] > 0).then_some(node.data[1] as u8);
        let event = match node.tag {
            tag if tag == EventTag::Pickup as u64 => Event::Pickup { field, amount: n_pieces },
            tag if tag == EventTag::Putdown as u64 => Event::Putdown(field),
            tag if tag == EventTag::Place as u64 => Event::Place(field, kind),
            tag if tag == EventTag::Remove as u64 => Event::Remove(field),
            tag if tag == EventTag::Become as u64 => Event::Become(kind),
            tag if tag == EventTag::Put as u64 && just_put_down => Event::Become(kind),
            tag if tag == EventTag::Put as u64 => Event::Place(field, kind),
            _ => Event::Pass,
        };
        // What is put down while something stays in the hand is told piece by piece.
        let times = if event == Event::Putdown(field) { n_pieces.unwrap_or(1) } else { 1 };
        events.extend(std::iter::repeat_n(event, times.into()));
        quiet.extend(std::iter::repeat_n(node.data[2] != 0, times.into()));
    }
    (events, quiet)
}
