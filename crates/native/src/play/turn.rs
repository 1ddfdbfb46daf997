//! Turns with texts: the results of code that keeps what was done, named as the
//! interpreter names them.

use crate::code::{Native, Stopped};
use crate::layout::TurnSlot;
use crate::position::Position;
use crate::runtime::{Ctx, EventNode, EventTag};
use game::{
    Asked, Collector, Event, Field, Game, Kind, Message, Outcome, Player, RulesError, Turn, Way,
};

/// One way to make a move.
#[derive(Clone)]
struct Done {
    all: Vec<Event>,
    cost: i32,
    told: Vec<Message>,
}

impl Way for Done {
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

impl Native {
    /// The outcome or the moves of a position, with texts.
    pub(crate) fn named_turn(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Turn<Position>, RulesError> {
        if let Some(outcome) = self.outcome(position) {
            return Ok(Turn::Over(outcome));
        }
        let offered = self.offered(position, past, None);
        offered.or_else(|stopped| self.turn_instead(position, past, &stopped))
    }

    /// As [`Native::named_turn`], with the questions about earlier positions, put
    /// behind what is in the list.
    pub(crate) fn named_turn_asking(
        &self,
        position: &Position,
        past: &[Position],
        asked: &mut Vec<Asked>,
    ) -> Result<Turn<Position>, RulesError> {
        if let Some(outcome) = self.outcome(position) {
            return Ok(Turn::Over(outcome));
        }
        let before = asked.len();
        let offered = self.offered(position, past, self.remembers().then_some(&mut *asked));
        offered.or_else(|stopped| {
            asked.truncate(before);
            self.turn_instead_asking(position, past, asked, &stopped)
        })
    }

    /// What code offers, with the questions about earlier positions if they are wanted.
    fn offered(
        &self,
        position: &Position,
        past: &[Position],
        asked: Option<&mut Vec<Asked>>,
    ) -> Result<Turn<Position>, Stopped> {
        let collector = self.with_memory(|ctx| {
            self.remember(ctx, past);
            ctx.asked = asked.is_some().then(Vec::new);
            let found = self.records(ctx, position);
            if let (Some(asked), Some(found)) = (asked, ctx.asked.take()) {
                asked.extend(found);
            }
            let (n, messages) = found?;
            self.collect(ctx, position, n as usize, &messages)
        })?;
        collector.finish().map(Into::into).map_err(|_| Stopped::Problem(0))
    }

    fn collect(
        &self,
        ctx: &Ctx,
        position: &Position,
        n: usize,
        messages: &[String],
    ) -> Result<Collector<'_, Position, Done>, Stopped> {
        let (shared, facts) = (self.shared(), self.facts());
        let layout = &shared.layout;
        let player = self.player_of(position.words());
        let mut collector = Collector::new(facts, player);
        let size = shared.record_words();
        for record in ctx.produced().chunks_exact(size).take(n) {
            let slot = |slot: TurnSlot| record[layout.turn(slot)];
            let outcome = match slot(TurnSlot::OutFlag) {
                0 => None,
                flag => Some(Outcome { value: slot(TurnSlot::OutValue) as i32, scored: flag == 2 }),
            };
            if slot(TurnSlot::Hand) != 0 {
                return Err(Stopped::Problem(0));
            }
            let mut to = vec![0; shared.words()];
            if !shared.close(position.words(), record, &mut to) {
                if let Some(outcome) = outcome {
                    collector.over(outcome).map_err(|_| Stopped::Problem(0))?;
                }
                continue;
            }
            shared.sign(&mut to);
            let same = shared.same_material(position.words(), &to);
            if outcome.is_none() && slot(TurnSlot::Passed) == 0 && same {
                continue;
            }
            if shared.has_wrong_number(&to) {
                return Err(Stopped::Problem(0));
            }
            let nodes = ctx.events(slot(TurnSlot::Trace));
            let (all, _) = events(&nodes);
            let text = game::move_text(facts, player, &usual_events(&nodes));
            let told = self.told(&ctx.events(slot(TurnSlot::Told)), messages);
            let way = Done { all, cost: slot(TurnSlot::Cost) as i32, told };
            let mut undecided = to.clone();
            layout.set_outcome(&mut undecided, None);
            let (to, key) = (self.wrap(&to), self.wrap(&undecided));
            collector.add(key, to, outcome, text, way).map_err(|_| Stopped::Problem(0))?;
        }
        Ok(collector)
    }

    /// What the referee said, each message once.
    pub(crate) fn told(&self, events: &[EventNode], messages: &[String]) -> Vec<Message> {
        let facts = self.facts();
        let mut told: Vec<(u64, String)> = Vec::new();
        for event in events {
            if event.tag == EventTag::Tell as u64 {
                told.push((event.data[0], messages[event.data[1] as usize].clone()));
            } else if let Some((_, text)) = told.last_mut() {
                let value = event.data[1] as usize;
                let field = |i: usize| facts.field_name(Field(i as u16));
                text.push(' ');
                text.push_str(match (event.data[0], value) {
                    (0, field_number) => field(field_number),
                    (_, 0) => "-",
                    (1, piece) => {
                        let kind = self.shared().layout.pieces[piece - 1].kind();
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
