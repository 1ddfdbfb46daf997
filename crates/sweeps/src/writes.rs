//! What changes a position, in all ways in which the fields that are written may have held
//! something: each way takes its part for granted.

use crate::run::Run;
use crate::vague::{Frame, Path, State};
use game::{Event, Field, Piece};
use infoset::Contents;
use interp::machine::put_piece;
use ir::drive::{Flow, Stop, Val};
use ir::{Amount, Audience, Detail, Value, Write};

/// Positions after a write, each with what it takes for granted.
type Ways = Vec<(State, Path)>;

impl<'p> Run<'p> {
    /// The positions after a write; none if it cannot be done.
    pub(crate) fn written(
        &self,
        a: &Frame<'p>,
        s: Value,
        write: &Write,
        path: &Path,
    ) -> Flow<Ways> {
        let mut state = self.edit(a, s);
        let facts = self.facts();
        let ways = match write {
            Write::Lift { f, amount } => {
                let may_be = state.hand.is_none() && may_be_one(a, *amount);
                match a.field(*f).filter(|_| may_be) {
                    Some(field) => self.lifted(a, s, field, &path_of(a, *amount, path)),
                    None => Vec::new(),
                }
            }
            Write::Lower { f, amount } => match (a.field(*f), state.hand.take()) {
                (Some(field), Some(piece)) if may_be_one(a, *amount) => {
                    state.put(field, Contents::just(Some(piece)));
                    state.note(Event::Putdown(field));
                    vec![(state, path_of(a, *amount, path))]
                }
                _ => Vec::new(),
            },
            Write::Put { f, v, whose, kind } => {
                let piece = put_piece(facts, *whose, a.player(*v), *kind);
                match a.field(*f).zip(piece) {
                    Some((field, piece)) => {
                        state.put(field, Contents::just(Some(piece)));
                        let last = state.events.last().map(|(event, _)| *event);
                        state.note(match last == Some(Event::Putdown(field)) {
                            true => Event::Become(piece.kind()),
                            false => Event::Place(field, piece.kind()),
                        });
                        vec![(state, path.clone())]
                    }
                    None => Vec::new(),
                }
            }
            Write::Clear { f } => self.taken(a, s, *f, path, |state, field, _| {
                state.put(field, Contents::EMPTY);
                state.note(Event::Remove(field));
            }),
            // What is in a reserve is not known.
            Write::Keep { f, .. } => {
                let path = path.clone().exact_if(false);
                let keep = |state: &mut State, field, _| state.put(field, Contents::EMPTY);
                self.taken(a, s, *f, &path, keep)
            }
            Write::Become { f, kind } => self.taken(a, s, *f, path, |state, field, before| {
                let pieces = self.each_of(before).into_iter().flatten();
                let after = pieces.map(|piece| Piece::new(*kind, piece.owner()));
                state.put(field, Contents::of(after));
                state.note(Event::Become(*kind));
            }),
            Write::Enter { f, v, kind } => match a.field(*f) {
                Some(field) => {
                    let piece = Piece::new(*kind, a.player(*v).into());
                    state.put(field, Contents::just(Some(piece)));
                    state.note(Event::Place(field, *kind));
                    vec![(state, path.clone().exact_if(false))]
                }
                None => Vec::new(),
            },
            Write::Remember { f, memory } => match a.field(*f) {
                Some(field) => {
                    state.memories[memory.index()] = Some(field);
                    vec![(state, path.clone())]
                }
                None => Vec::new(),
            },
            Write::SetCounter { counter, to, .. } => {
                let declared = &facts.counters[counter.index()];
                match a.get(*to) {
                    Val::Number(to) if !(declared.low..=declared.high).contains(to) => Vec::new(),
                    Val::Number(_) => vec![(state, path.clone())],
                    _ => vec![(state, path.clone().exact_if(false))],
                }
            }
            Write::Outcome { .. } => {
                state.is_over = true;
                vec![(state, path.clone())]
            }
            Write::Pass => {
                state.passed = true;
                state.note(Event::Pass);
                vec![(state, path.clone())]
            }
            Write::Again => {
                state.again = true;
                vec![(state, path.clone())]
            }
            Write::Cost { .. } => vec![(state, path.clone())],
            Write::Hush { like } => {
                state.events.clone_from(&a.state(*like).events);
                vec![(state, path.clone())]
            }
            Write::Tell { v, f, to, message, details } => {
                let hears = match to {
                    Audience::Both => true,
                    Audience::Own => a.player(*v) == self.player,
                    Audience::Enemy => a.player(*v) != self.player,
                };
                match hears {
                    true => self.said(a, s, a.field(*f), message, details, path),
                    false => vec![(state, path.clone())],
                }
            }
            // Of no other change is it known what it does to possible contents.
            _ => return Err(Stop::Unknown),
        };
        Ok(ways)
    }

    /// A piece goes into the hand: a way for each that may be there.
    fn lifted(&self, a: &Frame<'p>, s: Value, field: Field, path: &Path) -> Ways {
        let now = self.now(a, s, field, path);
        let is_known = a.state(s).on(field).is_none() || now.is_sure();
        let pieces = self.each_of(now).into_iter().flatten();
        let lift = |piece: Piece| {
            let way = match a.state(s).on(field) {
                None => path.narrowed(field, Contents::just(Some(piece)))?,
                Some(_) => path.clone().exact_if(is_known),
            };
            let mut state = self.edit(a, s);
            state.note(Event::Pickup { field, amount: None });
            state.put(field, Contents::EMPTY);
            state.hand = Some(piece);
            Some((state, way))
        };
        pieces.filter_map(lift).collect()
    }

    /// Something is done to the piece on a field, if there is one.
    fn taken(
        &self,
        a: &Frame<'p>,
        s: Value,
        f: Value,
        path: &Path,
        take: impl FnOnce(&mut State, Field, Contents),
    ) -> Ways {
        let Some(field) = a.field(f) else { return Vec::new() };
        let before = self.now(a, s, field, path);
        let pieces = before.minus(Contents::EMPTY);
        if pieces.is_nothing() {
            return Vec::new();
        }
        let way = match a.state(s).on(field) {
            None => path.narrowed(field, pieces),
            Some(_) => Some(path.clone().exact_if(pieces == before)),
        };
        let mut state = self.edit(a, s);
        take(&mut state, field, pieces);
        way.map(|way| (state, way)).into_iter().collect()
    }

    /// The player hears something, unless that is not what was heard.
    fn said(
        &self,
        a: &Frame<'p>,
        s: Value,
        finger: Option<Field>,
        message: &str,
        details: &[Detail],
        path: &Path,
    ) -> Ways {
        let facts = self.facts();
        // What it says, by what lies under the finger.
        let text = |top: Option<Piece>| -> Option<Option<String>> {
            let mut text = message.to_string();
            for detail in details {
                text.push(' ');
                text.push_str(match detail {
                    Detail::Here => facts.field_name(finger?),
                    Detail::Piece => {
                        finger?;
                        top.map_or("-", |piece| &facts.kinds[piece.kind().index()].name)
                    }
                    Detail::Memory(memory) => match a.state(s).memories[memory.index()] {
                        Some(field) => facts.field_name(field),
                        None => return Some(None),
                    },
                });
            }
            Some(Some(text))
        };
        let tells_piece = details.iter().any(|detail| matches!(detail, Detail::Piece));
        let tops = match finger.filter(|_| tells_piece) {
            Some(field) => self.each_of(self.now(a, s, field, path)),
            None => vec![None],
        };
        let say = |top: Option<Piece>| {
            let mut state = self.edit(a, s);
            match text(top)? {
                Some(text) if self.is_heard(&text) => state.hear(text),
                Some(_) => return None,
                None => state.is_told_vaguely = true,
            }
            let way = match finger.filter(|_| tells_piece) {
                Some(field) if a.state(s).on(field).is_none() => {
                    path.narrowed(field, Contents::just(top))?
                }
                Some(field) => path.clone().exact_if(self.now(a, s, field, path).is_sure()),
                None => path.clone(),
            };
            Some((state, way))
        };
        tops.into_iter().filter_map(say).collect()
    }

    fn is_heard(&self, text: &String) -> bool {
        self.heard.borrow().as_ref().is_none_or(|heard| heard.contains(text))
    }
}

/// Whether this many pieces may be one.
fn may_be_one(a: &Frame<'_>, amount: Amount) -> bool {
    match amount {
        Amount::One | Amount::All => true,
        Amount::Number(number) => !matches!(a.get(number), Val::Number(n) if *n != 1),
    }
}

/// The path, which is only exact if this many pieces are surely one.
fn path_of(a: &Frame<'_>, amount: Amount, path: &Path) -> Path {
    let is_known = match amount {
        Amount::One | Amount::All => true,
        Amount::Number(number) => matches!(a.get(number), Val::Number(_)),
    };
    path.clone().exact_if(is_known)
}
