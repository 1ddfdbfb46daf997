//! The numbers of moves. A move is known by its key: the field that a piece left, the field
//! that one entered, a third field where that is not enough, and the kind that was placed or
//! that a piece became. Keys with the same parts have the same shape, and each shape that occurs
//! has a block of numbers over the declared fields.
//!
//! Where what changes does not tell enough moves apart, or would need too many numbers, the texts of
//! moves have numbers instead ([`Wordings`]).
//!
//! A move whose key has no number, or has one that another move of its position has taken, gets
//! one of a few numbers at the end, by the order of the texts: such a number means something in
//! its position only.

use crate::wording::{Wording, Wordings};
use game::{Facts, Field, Kind};

/// More numbers than that are refused: a mask over them takes as many bytes for each game of a batch.
/// Duck chess, of which a move has three fields and may promote, has 1.3 million.
pub const MOST_ACTIONS: usize = 1 << 21;

/// How many numbers there are for moves that have none of their own, unless random games needed half
/// of them for one position.
pub const OTHERS: usize = 32;

/// How many more there are then than were needed: seldom positions need more.
const ROOM: usize = 8;
const MOST_OTHERS: usize = 1024;

/// What a move is known by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The field that a piece of the mover left.
    pub origin: Option<Field>,
    /// The field that a piece of the mover entered.
    pub target: Option<Field>,
    /// Another field that changed: where something else was placed, entered or removed.
    pub third: Option<Field>,
    /// The kind that was placed, where several can be, or that a piece became.
    pub kind: Option<Kind>,
}

/// Which parts a key has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape {
    pub(crate) fields: [bool; 3],
    pub(crate) kind: Option<Kind>,
}

/// There would be more numbers than anybody can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// How many.
    pub actions: usize,
}

/// The numbers of the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actions {
    n_fields: usize,
    n_kinds: usize,
    /// The first number of each shape, by [`place`]; `NONE` if the shape does not occur.
    starts: Vec<u32>,
    /// The shapes that occur with their first numbers, in ascending order.
    blocks: Vec<(Shape, usize)>,
    /// The first number that belongs to no key, and how many do.
    others: usize,
    n_others: usize,
    /// Whether third fields tell moves apart.
    pub(crate) has_third: bool,
    /// Whether kinds do.
    pub(crate) has_kinds: bool,
    /// The numbers of texts, if moves are known by these; then no key has a number.
    wordings: Option<Wordings>,
}

const NONE: u32 = u32::MAX;

impl Key {
    fn fields(&self) -> [Option<Field>; 3] {
        [self.origin, self.target, self.third]
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape { fields: self.fields().map(|field| field.is_some()), kind: self.kind }
    }
}

impl Actions {
    /// The numbers of keys with these shapes.
    pub(crate) fn new(
        facts: &Facts,
        mut shapes: Vec<Shape>,
        has_third: bool,
    ) -> Result<Actions, TooMany> {
        shapes.sort_unstable();
        shapes.dedup();
        let (n_fields, n_kinds) = (facts.board.n_fields(), facts.kinds.len());
        let mut actions = Actions {
            n_fields,
            n_kinds,
            starts: vec![NONE; 8 * (n_kinds + 1)],
            blocks: Vec::new(),
            others: 0,
            n_others: OTHERS,
            has_third,
            has_kinds: shapes.iter().any(|shape| shape.kind.is_some()),
            wordings: None,
        };
        for shape in shapes {
            let n_parts = shape.fields.iter().filter(|part| **part).count() as u32;
            let size = n_fields.saturating_pow(n_parts);
            let place = actions.place(shape);
            actions.starts[place] = u32::try_from(actions.others).unwrap_or(NONE);
            actions.blocks.push((shape, actions.others));
            actions.others = actions.others.saturating_add(size);
        }
        match actions.len() {
            ..=MOST_ACTIONS => Ok(actions),
            actions => Err(TooMany { actions }),
        }
    }

    /// The numbers of texts that are worded like these.
    pub(crate) fn of_texts(facts: &Facts, seen: &[Wording]) -> Result<Actions, TooMany> {
        let (wordings, others) = Wordings::new(facts, seen)?;
        let none = Actions::new(facts, Vec::new(), false)?;
        Ok(Actions { wordings: Some(wordings), others, ..none })
    }

    /// The same with enough numbers that belong to no key, where a position has needed this many.
    pub(crate) fn with_room(self, needed: usize) -> Actions {
        let n_others = match needed > OTHERS / 2 {
            true => (ROOM * needed).next_power_of_two().min(MOST_OTHERS),
            false => OTHERS,
        };
        Actions { n_others, ..self }
    }

    /// Whether moves are known by their texts, and not by what they change.
    pub fn are_of_texts(&self) -> bool {
        self.wordings.is_some()
    }

    /// The number of a text, where moves are known by these.
    pub(crate) fn number_of_text(&self, facts: &Facts, text: &str) -> Option<u32> {
        self.wordings.as_ref()?.number(facts, text)
    }

    fn place(&self, shape: Shape) -> usize {
        let bits = shape.fields.iter().fold(0, |bits, &part| 2 * bits + usize::from(part));
        bits * (self.n_kinds + 1) + shape.kind.map_or(0, |kind| kind.index() + 1)
    }

    /// How many numbers there are.
    #[allow(clippy::len_without_is_empty, reason = "there are always some")]
    pub fn len(&self) -> usize {
        self.others.saturating_add(self.n_others)
    }

    /// How many numbers belong to no key.
    pub(crate) fn n_others(&self) -> usize {
        self.n_others
    }

    /// The first of the numbers at the end, which belong to no key.
    pub fn others(&self) -> usize {
        self.others
    }

    /// The number of a key, if its shape has some.
    #[inline]
    pub fn number(&self, key: &Key) -> Option<u32> {
        // One loop for both, because this is done for every move of every position.
        let (mut shape, mut within) = (0, 0);
        for field in [key.origin, key.target, key.third] {
            shape = 2 * shape + usize::from(field.is_some());
            if let Some(field) = field {
                within = within * self.n_fields + field.index();
            }
        }
        let kind = key.kind.map_or(0, |kind| kind.index() + 1);
        let start = self.starts[shape * (self.n_kinds + 1) + kind];
        (start != NONE).then(|| start + within as u32)
    }

    /// The key of a number; nothing if it belongs to none.
    pub fn key(&self, number: usize) -> Option<Key> {
        if number >= self.others {
            return None;
        }
        let (shape, start) = self.blocks.iter().rev().find(|(_, start)| *start <= number)?;
        let mut rest = number - start;
        let mut fields = [None; 3];
        for (place, _) in shape.fields.iter().enumerate().rev().filter(|(_, part)| **part) {
            fields[place] = Some(Field((rest % self.n_fields) as u16));
            rest /= self.n_fields;
        }
        let [origin, target, third] = fields;
        Some(Key { origin, target, third, kind: shape.kind })
    }

    /// A number in words: `e2e4`, `e7e8=queen`, `b2`, or `other 3` at the end.
    pub fn describe(&self, facts: &Facts, number: usize) -> Option<String> {
        if number >= self.len() {
            return None;
        }
        if number >= self.others {
            return Some(format!("other {}", number - self.others + 1));
        }
        if let Some(wordings) = &self.wordings {
            return wordings.describe(facts, number);
        }
        let key = self.key(number)?;
        let name = |field: Option<Field>| field.map_or("", |field| facts.field_name(field));
        let kind = key.kind.map(|kind| facts.kinds[kind.index()].name.as_str());
        let mut text = match (key.origin, kind) {
            (None, Some(kind)) => format!("{kind}@{}", name(key.target)),
            (_, Some(kind)) => format!("{}{}={kind}", name(key.origin), name(key.target)),
            (_, None) => format!("{}{}", name(key.origin), name(key.target)),
        };
        if key.third.is_some() {
            text.push_str(&format!("/{}", name(key.third)));
        }
        Some(if text.is_empty() { "-".to_string() } else { text })
    }
}
