//! What generated code compares turns with: a perceived turn translated into bits,
//! words and numbers, in the memory of a thread.

use crate::layout::Layout;
use crate::runtime::EventTag;
use crate::shared::Shared;
use game::{Event, Facts, Field, Piece, readings};
use ir::analyses::CallGraph;
use ir::{Detail, Inst, Program, Write};

/// The bit of all messages that were not heard.
pub(crate) const OTHERS: u64 = 1 << 63;
/// The most messages that a turn is compared with.
const MOST_HEARD: usize = 60;
/// The most events of a move.
const MOST_EVENTS: usize = 61;
/// How far events have come that will not be those of the text.
pub(crate) const DEAD: u64 = MOST_EVENTS as u64 + 2;

/// An event: the bits that are compared, and what they must be.
pub(crate) type Step = [u64; 2];

/// No event is like this.
const NEVER: Step = [0, 1];

/// What a player perceived, as code reads it.
#[repr(C)]
pub(crate) struct Expected {
    /// Messages and their bits, up to the end.
    pub(crate) keys: *const [u64; 2],
    pub(crate) end: *const [u64; 2],
    /// The bits of what was said when the turn ended, of what was told before the next,
    /// and of what was said about a refusal.
    pub(crate) said: u64,
    pub(crate) told: u64,
    pub(crate) refused: u64,
    /// The fields that were seen, then what each set of pieces has of them; or null.
    pub(crate) seen: *const u64,
    /// How many moves the last turn compared.
    pub(crate) compared: u64,
    pub(crate) n_events: u64,
    /// The events of the player's own move or try; after them there are none.
    pub(crate) events: [Step; MOST_EVENTS + 3],
}

macro_rules! offsets {
    ($($name:ident = $field:ident),* $(,)?) => {
        impl Expected {
            $(pub(crate) const $name: usize = std::mem::offset_of!(Expected, $field);)*
        }
    };
}
offsets! {
    KEYS = keys, END = end, SAID = said, TOLD = told, REFUSED = refused, SEEN = seen,
    COMPARED = compared, N_EVENTS = n_events, EVENTS = events,
}

impl Default for Expected {
    fn default() -> Expected {
        Expected {
            keys: std::ptr::null(),
            end: std::ptr::null(),
            said: 0,
            told: 0,
            refused: 0,
            seen: std::ptr::null(),
            compared: 0,
            n_events: 0,
            events: [NEVER; MOST_EVENTS + 3],
        }
    }
}

impl Expected {
    /// From now on events are compared with these.
    pub(crate) fn follow(&mut self, steps: &[Step]) {
        self.n_events = steps.len() as u64;
        self.events[..steps.len()].copy_from_slice(steps);
        self.events[steps.len()..].fill(NEVER);
    }
}

/// Messages that were heard, each with a bit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    texts: Vec<String>,
    /// The numbers that code gives to messages with these texts, and their bits.
    pub(crate) keys: Vec<[u64; 2]>,
}

impl Heard {
    /// The bits of some texts; nothing if there are too many.
    pub(crate) fn bits(&mut self, shared: &Shared, texts: &[String]) -> Option<u64> {
        let mut bits = 0;
        for text in texts {
            let known = self.texts.iter().position(|known| known == text);
            let number = match known {
                Some(number) => number,
                None => {
                    let number = self.texts.len();
                    self.texts.push(text.clone());
                    let keys = keys_of(shared, text).into_iter();
                    self.keys.extend(keys.map(|key| [key, 1 << number]));
                    number
                }
            };
            bits |= 1 << number;
            if self.texts.len() > MOST_HEARD {
                return None;
            }
        }
        Some(bits)
    }
}

/// All numbers that code gives to messages with this text.
fn keys_of(shared: &Shared, text: &str) -> Vec<u64> {
    let mut keys = Vec::new();
    for (number, message) in shared.messages.iter().enumerate() {
        if let Some(rest) = text.strip_prefix(message.text.as_str()) {
            details_of(shared, rest, &message.details, number as u64, 16, &mut keys);
        }
    }
    keys
}

/// Reads what is said along with a message, one thing after the other.
fn details_of(
    shared: &Shared,
    text: &str,
    details: &[Detail],
    key: u64,
    shift: u32,
    keys: &mut Vec<u64>,
) {
    let Some((detail, others)) = details.split_first() else {
        if text.is_empty() {
            keys.push(key);
        }
        return;
    };
    let facts = shared.facts();
    let Some(text) = text.strip_prefix(' ').filter(|_| shift < 64) else { return };
    let mut read = |name: &str, value: u64| {
        if let Some(rest) = text.strip_prefix(name) {
            details_of(shared, rest, others, key | value << shift, shift + 16, keys);
        }
    };
    let fields = (0..facts.board.n_fields()).map(|i| facts.field_name(Field(i as u16)));
    match detail {
        Detail::Here => fields.enumerate().for_each(|(i, name)| read(name, i as u64)),
        Detail::Memory(_) => {
            read("-", 0);
            fields.enumerate().for_each(|(i, name)| read(name, i as u64 + 1));
        }
        Detail::Piece => {
            read("-", 0);
            for (i, piece) in shared.layout.pieces.iter().enumerate() {
                read(&facts.kinds[piece.kind().index()].name, i as u64 + 1);
            }
        }
    }
}

/// What the turns and tries of a game may do, as far as their texts tell it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Whether events may be taken back.
    pub(crate) hushes: bool,
    places: bool,
    removes: bool,
    becomes: bool,
}

impl Habits {
    pub(crate) fn of(program: &Program) -> Habits {
        let entries = &program.entries;
        let roots = [entries.main].into_iter().chain(entries.tries);
        let mut habits = Habits { hushes: false, places: false, removes: false, becomes: false };
        for func in CallGraph::new(program).reachable(roots) {
            let insts = program.funcs[func.index()].blocks.iter().flat_map(|block| &block.insts);
            for inst in insts {
                let Inst::Write { write, .. } = inst else { continue };
                match write {
                    Write::Hush { .. } => habits.hushes = true,
                    Write::Clear { .. } => habits.removes = true,
                    Write::Become { .. } => habits.becomes = true,
                    Write::Keep { .. } => habits.removes = true,
                    Write::Enter { .. } => habits.places = true,
                    // What is put where a piece has landed is what that piece becomes.
                    Write::Put { .. } => (habits.places, habits.becomes) = (true, true),
                    _ => {}
                }
            }
        }
        habits
    }

    /// Whether a turn can have done this. Where no event is taken back a piece is put
    /// down only if one was picked up before.
    fn allow(self, events: &[Event]) -> bool {
        let mut is_full = self.hushes;
        events.iter().all(|event| match event {
            Event::Pickup { .. } => {
                is_full = true;
                true
            }
            Event::Putdown(_) => std::mem::replace(&mut is_full, self.hushes),
            Event::Place(..) => self.places,
            Event::Remove(_) => self.removes,
            Event::Become(_) => self.becomes,
            Event::Pass => true,
        })
    }
}

/// The events of a move of this text, as code compares them, in each way that it can
/// be read; nothing if there are too many.
pub(crate) fn steps_of(shared: &Shared, text: &str) -> Option<Vec<Vec<Step>>> {
    let facts = shared.facts();
    let mut all: Vec<Vec<Step>> = Vec::new();
    for events in readings(facts, text)?.into_iter().filter(|it| shared.habits.allow(it)) {
        let steps: Vec<Step> = events.iter().map(|event| step(facts, *event)).collect();
        if steps.len() > MOST_EVENTS {
            return None;
        }
        if !all.contains(&steps) {
            all.push(steps);
        }
    }
    Some(all)
}

fn step(facts: &Facts, event: Event) -> Step {
    let code = |tag: EventTag, field: Field, kind: u64| {
        tag as u64 | (field.index() as u64) << 8 | kind << 24
    };
    let none = Field(0);
    let exactly = |code: u64| [u64::MAX, code];
    match event {
        Event::Pickup { field, .. } => exactly(code(EventTag::Pickup, field, 0)),
        Event::Putdown(field) => exactly(code(EventTag::Putdown, field, 0)),
        // The text does not say what was placed if it can be one thing only.
        Event::Place(field, _) if facts.placed.len() <= 1 => {
            [(1 << 24) - 1, code(EventTag::Place, field, 0)]
        }
        Event::Place(field, kind) => exactly(code(EventTag::Place, field, kind.index() as u64)),
        Event::Remove(field) => exactly(code(EventTag::Remove, field, 0)),
        Event::Become(kind) => exactly(code(EventTag::Become, none, kind.index() as u64)),
        Event::Pass => exactly(code(EventTag::Pass, none, 0)),
    }
}

/// The fields that were seen and what each set of pieces has of them; nothing if code
/// has no place for what was seen.
pub(crate) fn seen_words(layout: &Layout, seen: &[(Field, Vec<Piece>)]) -> Option<Vec<u64>> {
    let words = layout.words;
    let mut all = vec![0u64; words * (layout.n_sets + 1)];
    for (field, stack) in seen {
        let (word, bit) = (field.index() / 64, 1 << (field.index() % 64));
        *all.get_mut(word)? |= bit;
        match stack.as_slice() {
            [] => {}
            [piece] if layout.pieces.contains(piece) => {
                let sets =
                    [layout.owners[piece.owner() as usize], layout.kinds[piece.kind().index()]];
                for set in sets.into_iter().flatten() {
                    all[words * (set + 1) + word] |= bit;
                }
            }
            _ => return None,
        }
    }
    Some(all)
}
