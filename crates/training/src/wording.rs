//! Numbers of moves that only their texts tell apart: where a turn changes whatever is there, as when
//! a part of the board is turned, or changes too many things to have a number for each choice of them.
//!
//! The wording of a text is what is left of it without the names of its fields: `b2/a2a2` is `0/11`
//! over b2 and a2, and `C@a1` a camel before `@0`. Two texts of a position differ in their wordings or
//! in their fields. So each wording has a block of numbers over the declared fields.

use crate::actions::{MOST_ACTIONS, TooMany};
use crate::texts::{first_field, longest_name};
use game::{Facts, Field, Kind};

/// A part of a wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// A field, by its place among the different fields of the text.
    Field(usize),
    /// The symbol of a piece of this kind.
    Kind(Kind),
    /// Any other character.
    Other(char),
}

/// What is left of a text without the names of its fields.
pub(crate) type Wording = Vec<Part>;

/// The wordings that have numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wordings {
    n_fields: usize,
    /// In ascending order, with the first number of each.
    blocks: Vec<(Wording, usize)>,
}

/// The wording of a text, and the different fields in it.
pub(crate) fn read(facts: &Facts, text: &str) -> (Wording, Vec<Field>) {
    let longest = longest_name(facts);
    let (mut parts, mut fields, mut rest) = (Wording::new(), Vec::new(), text);
    while !rest.is_empty() {
        let (part, length) = match first_field(facts, rest, longest) {
            Some((field, length)) => {
                let known = fields.iter().position(|other| *other == field);
                let place = known.unwrap_or_else(|| {
                    fields.push(field);
                    fields.len() - 1
                });
                (Part::Field(place), length)
            }
            None => symbol(facts, rest, parts.last()).unwrap_or_else(|| {
                let other = rest.chars().next().unwrap_or(' ');
                (Part::Other(other), other.len_utf8())
            }),
        };
        parts.push(part);
        rest = &rest[length..];
    }
    (parts, fields)
}

/// The symbol that a text begins with, and its length. One is written before `@`, and after the field
/// where a piece became another; elsewhere a letter belongs to a word such as `pass`.
fn symbol(facts: &Facts, text: &str, last: Option<&Part>) -> Option<(Part, usize)> {
    let found = facts.pieces().filter(|piece| text.starts_with(facts.symbol(*piece)));
    let found = found.max_by_key(|piece| facts.symbol(*piece).len())?;
    let length = facts.symbol(found).len();
    let is_one = text[length..].starts_with('@') || matches!(last, Some(Part::Field(_)));
    is_one.then_some((Part::Kind(found.kind()), length))
}

/// How many different fields a wording has.
fn n_parts(wording: &Wording) -> u32 {
    let places = wording.iter().filter_map(|part| match part {
        Part::Field(place) => Some(*place as u32 + 1),
        _ => None,
    });
    places.max().unwrap_or(0)
}

/// A wording with each kind that could be chosen in place of one that was.
fn alike(facts: &Facts, wording: &Wording) -> Vec<Wording> {
    let promotions = || facts.kinds.iter().flat_map(|kind| kind.promotes.iter().copied());
    let promotions: Vec<Kind> = promotions().collect();
    let mut found = vec![wording.clone()];
    for (place, part) in wording.iter().enumerate() {
        let Part::Kind(_) = part else { continue };
        let kinds = match wording.get(place + 1) {
            Some(Part::Other('@')) => &facts.placed,
            _ => &promotions,
        };
        found.extend(kinds.iter().map(|kind| {
            let mut other = wording.clone();
            other[place] = Part::Kind(*kind);
            other
        }));
    }
    found
}

impl Wordings {
    /// The numbers of these wordings and of all that are alike, and how many there are.
    pub(crate) fn new(facts: &Facts, seen: &[Wording]) -> Result<(Wordings, usize), TooMany> {
        let mut wordings: Vec<Wording> =
            seen.iter().flat_map(|wording| alike(facts, wording)).collect();
        wordings.sort_unstable();
        wordings.dedup();
        let n_fields = facts.board.n_fields();
        let (mut blocks, mut actions) = (Vec::new(), 0_usize);
        for wording in wordings {
            let size = n_fields.saturating_pow(n_parts(&wording));
            blocks.push((wording, actions));
            actions = actions.saturating_add(size);
        }
        match actions {
            ..=MOST_ACTIONS => Ok((Wordings { n_fields, blocks }, actions)),
            actions => Err(TooMany { actions }),
        }
    }

    /// The number of a text, if its wording has some.
    pub(crate) fn number(&self, facts: &Facts, text: &str) -> Option<u32> {
        let (wording, fields) = read(facts, text);
        let block = self.blocks.binary_search_by(|(other, _)| other.cmp(&wording)).ok()?;
        let within = fields.iter().fold(0, |sum, field| sum * self.n_fields + field.index());
        Some((self.blocks[block].1 + within) as u32)
    }

    /// The text of a number, with the names of kinds in place of their symbols; nothing if the number
    /// belongs to no wording.
    pub(crate) fn describe(&self, facts: &Facts, number: usize) -> Option<String> {
        let (wording, start) = self.blocks.iter().rev().find(|(_, start)| *start <= number)?;
        let (mut rest, mut fields) = (number - start, Vec::new());
        for _ in 0..n_parts(wording) {
            fields.push(Field((rest % self.n_fields) as u16));
            rest /= self.n_fields;
        }
        fields.reverse();
        let mut text = String::new();
        for part in wording {
            match *part {
                Part::Field(place) => text.push_str(facts.field_name(*fields.get(place)?)),
                Part::Kind(kind) => text.push_str(&facts.kinds[kind.index()].name),
                Part::Other(other) => text.push(other),
            }
        }
        Some(text)
    }
}
