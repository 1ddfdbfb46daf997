//! What changes a position: each write makes a new state, or none if it cannot
//! be done, and adds to the text of the move what a player chose by it.

use crate::numbers::counter_slot;
use crate::position::Parts;
use crate::run::Run;
use crate::state::State;
use crate::values::Frame;
use game::{Event, Facts, Field, FieldSet, Kind, Memory, Message, Outcome, Owner, Piece, Player};
use ir::{Amount, Audience, Detail, Value, Verdict, Whose, Write};
use std::sync::Arc;

impl<'r> Run<'r> {
    /// The state after a write; none if it cannot be done.
    pub fn write(&self, a: &Frame<'r>, s: Value, write: &Write) -> Option<State> {
        let facts = self.facts();
        let mut state = a.state(s).edit();
        match write {
            Write::Lift { f, amount } => lift(&mut state, a.field(*f)?, pieces(a, *amount))?,
            Write::Lower { f, amount } => {
                lower(facts, &mut state, a.field(*f)?, pieces(a, *amount))?;
            }
            Write::Put { f, v, whose, kind } => {
                let field = a.field(*f)?;
                put(&mut state, field, put_piece(facts, *whose, a.player(*v), *kind)?);
            }
            Write::PutAll { set, v, whose, kind } => {
                for field in self.fields(a, *set).iter() {
                    let piece = put_piece(facts, *whose, a.player(*v), *kind)?;
                    Arc::make_mut(&mut state.parts.tops)[field.index()] = Some(piece);
                    state.changed = true;
                }
            }
            Write::Clear { f } => {
                let field = a.field(*f)?;
                take_top(&mut state.parts, field)?;
                state.changed = true;
                state.note(Event::Remove(field));
            }
            Write::Become { f, kind } => {
                let top = &mut Arc::make_mut(&mut state.parts.tops)[a.field(*f)?.index()];
                *top = Some(Piece::new(*kind, (*top)?.owner()));
                state.changed = true;
                state.note(Event::Become(*kind));
            }
            Write::Enter { f, v, kind } => {
                enter(facts, &mut state, a.field(*f)?, a.player(*v), *kind)?;
            }
            Write::Keep { f, v } => keep(facts, &mut state, a.field(*f)?, a.player(*v))?,
            Write::Remember { f, memory } => {
                let entry = (a.field(*f)?, facts.memories[memory.index()].turns);
                Arc::make_mut(&mut state.parts.memories)[memory.index()] = Some(entry);
            }
            Write::SetCounter { v, counter, to } => {
                let (declared, to) = (&facts.counters[counter.index()], a.number(*to));
                if !(declared.low..=declared.high).contains(&to) {
                    return None;
                }
                let slot = counter_slot(facts, *counter, a.player(*v));
                Arc::make_mut(&mut state.parts.counters)[counter.index()][slot] = to;
            }
            Write::Outcome { v, verdict } => {
                state.outcome = Some(outcome(a, a.player(*v), *verdict));
            }
            Write::Pass => {
                state.passed = true;
                state.note(Event::Pass);
            }
            Write::Again => state.again = true,
            Write::Cost { to } => state.cost = Some(a.number(*to)),
            Write::Tell { v, f, to, message, details } => {
                let text = self.said(&state, a.field(*f), message, details)?;
                tell(facts, &mut state, a.player(*v), *to, text);
            }
            Write::Hush { like } => state.hush(a.state(*like)),
            Write::Before => state = State::new(self.before),
            Write::Mask { v, seen } => {
                mask(facts, &mut state.parts, a.player(*v), &self.fields(a, *seen));
            }
        }
        Some(state)
    }

    /// A message with what is said along with it.
    fn said(
        &self,
        state: &State,
        finger: Option<Field>,
        message: &str,
        details: &[Detail],
    ) -> Option<String> {
        let facts = self.facts();
        let remembered = |memory: Memory| state.parts.memory(memory);
        let mut text = message.to_string();
        for detail in details {
            text.push(' ');
            text.push_str(match detail {
                Detail::Here => facts.field_name(finger?),
                Detail::Piece => match state.parts.top(finger?) {
                    Some(piece) => &facts.kinds[piece.kind().index()].name,
                    None => "-",
                },
                Detail::Memory(memory) => remembered(*memory).map_or("-", |f| facts.field_name(f)),
            });
        }
        Some(text)
    }
}

/// How many pieces; none stands for all there are.
fn pieces(a: &Frame<'_>, amount: Amount) -> Option<i32> {
    match amount {
        Amount::One => Some(1),
        Amount::All => None,
        Amount::Number(number) => Some(a.number(number)),
    }
}

/// The piece of a kind that is put down for an owner, seen by a player. What a kind is nobody's of
/// stays nobody's; whoever has no sign for a kind cannot have such a piece.
pub fn put_piece(facts: &Facts, whose: Whose, v: Player, kind: Kind) -> Option<Piece> {
    let symbols = &facts.kinds[kind.index()].symbols;
    let owner = match whose {
        Whose::Own => v.into(),
        Whose::Enemy => v.other().into(),
        Whose::First => Owner::First,
        Whose::Second => Owner::Second,
        Whose::Nobody => Owner::Nobody,
        Whose::Any if symbols[2].is_some() => Owner::Nobody,
        Whose::Any => v.into(),
    };
    symbols[owner as usize].as_ref()?;
    Some(Piece::new(kind, owner))
}

fn lift(state: &mut State, field: Field, amount: Option<i32>) -> Option<()> {
    if !state.hand.is_empty() {
        return None;
    }
    let height = state.parts.height(field);
    let n = amount.map_or(Some(height), |n| usize::try_from(n).ok())?;
    if n < 1 || n > height {
        return None;
    }
    let said = (n < height).then_some(n as u8);
    state.note(Event::Pickup { field, amount: said });
    for _ in 0..n {
        state.hand.extend(take_top(&mut state.parts, field));
    }
    state.hand.reverse();
    state.changed = true;
    Some(())
}

fn lower(facts: &Facts, state: &mut State, field: Field, amount: Option<i32>) -> Option<()> {
    let n = amount.map_or(Some(state.hand.len()), |n| usize::try_from(n).ok())?;
    if n < 1 || n > state.hand.len() {
        return None;
    }
    let pieces: Vec<Piece> = state.hand.drain(..n).collect();
    put_on(facts, &mut state.parts, field, &pieces)?;
    state.changed = true;
    // Of what stays in the hand, a text that must tell everything tells how much
    // was left here: the field once for each piece.
    let told = if state.hand.is_empty() { 1 } else { n };
    for _ in 0..told {
        state.note(Event::Putdown(field));
    }
    Some(())
}

/// Puts a piece in the place of the top one.
fn put(state: &mut State, field: Field, piece: Piece) {
    Arc::make_mut(&mut state.parts.tops)[field.index()] = Some(piece);
    state.changed = true;
    let just_put_down = state.trace.last().is_some_and(|last| last.event == Event::Putdown(field));
    state.note(match just_put_down {
        true => Event::Become(piece.kind()),
        false => Event::Place(field, piece.kind()),
    });
}

fn enter(facts: &Facts, state: &mut State, field: Field, v: Player, kind: Kind) -> Option<()> {
    let entry = facts.reserve_index(kind)?;
    let count = &mut Arc::make_mut(&mut state.parts.reserve)[entry][v.index()];
    *count = count.checked_sub(1)?;
    put_on(facts, &mut state.parts, field, &[Piece::new(kind, v.into())])?;
    state.changed = true;
    state.note(Event::Place(field, kind));
    Some(())
}

fn keep(facts: &Facts, state: &mut State, field: Field, v: Player) -> Option<()> {
    let kind = take_top(&mut state.parts, field)?.kind();
    let entry = facts.kept_in(kind)?;
    // A player without a symbol for a kind cannot have it in reserve either.
    facts.kinds[facts.reserve[entry].kind.index()].symbols[v.index()].as_ref()?;
    let count = &mut Arc::make_mut(&mut state.parts.reserve)[entry][v.index()];
    *count = count.checked_add(1)?;
    state.changed = true;
    Some(())
}

/// Takes the top piece off a field.
fn take_top(parts: &mut Parts, field: Field) -> Option<Piece> {
    let top = &mut Arc::make_mut(&mut parts.tops)[field.index()];
    let piece = top.take()?;
    if !parts.lower.is_empty() && !parts.lower[field.index()].is_empty() {
        *top = Arc::make_mut(&mut parts.lower)[field.index()].pop();
    }
    Some(piece)
}

/// Puts pieces on top of a field, or in the place of what stood there if the
/// game does not stack.
fn put_on(facts: &Facts, parts: &mut Parts, field: Field, pieces: &[Piece]) -> Option<()> {
    let (&last, rest) = pieces.split_last()?;
    let height = parts.height(field);
    let top = &mut Arc::make_mut(&mut parts.tops)[field.index()];
    let covered = top.replace(last);
    if let Some(most) = facts.stacks {
        if height + pieces.len() > usize::from(most) {
            return None;
        }
        let below = &mut Arc::make_mut(&mut parts.lower)[field.index()];
        below.extend(covered);
        below.extend(rest);
    }
    Some(())
}

fn outcome(a: &Frame<'_>, v: Player, verdict: Verdict) -> Outcome {
    let (value, scored) = match verdict {
        Verdict::Win => (1, false),
        Verdict::Lose => (-1, false),
        Verdict::Draw => (0, false),
        Verdict::Score(value) => (a.number(value), true),
    };
    // Seen from either side an outcome is reversed by a change of sign.
    let seen = Outcome { value, scored }.for_player(v);
    Outcome { value: seen, scored }
}

fn tell(facts: &Facts, state: &mut State, v: Player, to: Audience, text: String) {
    for player in &Player::BOTH[..facts.n_players()] {
        let hears = match to {
            Audience::Both => true,
            Audience::Own => *player == v,
            Audience::Enemy => *player != v,
        };
        if hears {
            state.told.push(Message { to: *player, text: text.clone() });
        }
    }
}

/// Leaves only what a player sees.
pub(crate) fn mask(facts: &Facts, parts: &mut Parts, v: Player, seen: &FieldSet) {
    let hidden = |i: usize| !seen.contains(Field(i as u16));
    for (i, top) in Arc::make_mut(&mut parts.tops).iter_mut().enumerate() {
        *top = if hidden(i) { None } else { *top };
    }
    for (i, below) in Arc::make_mut(&mut parts.lower).iter_mut().enumerate() {
        if hidden(i) {
            below.clear();
        }
    }
    let enemy = v.other().index();
    for (i, counter) in Arc::make_mut(&mut parts.counters).iter_mut().enumerate() {
        if facts.counters[i].symbols.is_some() {
            counter[enemy] = 0;
        }
    }
    for counts in Arc::make_mut(&mut parts.reserve) {
        counts[enemy] = 0;
    }
    for memory in Arc::make_mut(&mut parts.memories) {
        *memory = None;
    }
}
