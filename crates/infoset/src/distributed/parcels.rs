//! What ranks send each other while a level grows: positions with their histories, and
//! questions about earlier positions. Bytes that cannot be read are somebody's mistake, and
//! are reported rather than believed.

use super::family::{Family, Parent, Row};
use crate::limits::InfosetError;
use game::Referee;
use game::bytes::{Reader, put, put_position, read_position};
use ranks::{Kind, Lost};

/// A notice that somebody cannot go on, with the reason.
pub(super) const FAILED: Kind = 0;

const CHILD: u8 = 0;
const QUESTION: u8 = 1;
const OCCURRENCE: u8 = 2;
const FAMILY: u8 = 3;

/// A position to which histories lead.
pub(super) struct Child<P> {
    pub(super) position: P,
    pub(super) histories: u128,
    /// The earlier positions that its rules may ask for, the oldest first.
    pub(super) past: Vec<P>,
    /// The position before, where that is compared.
    pub(super) before: Option<P>,
    /// Where it comes from at the rank that sends it.
    pub(super) from: u32,
    /// How many different turns lead from there.
    pub(super) ways: u32,
}

/// Whether positions of a likeness have occurred at so many depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) likeness: u64,
    pub(super) needed: u32,
}

/// At how many depths positions of a likeness have occurred, and at which last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) likeness: u64,
    pub(super) depths: u32,
    pub(super) last: u32,
}

/// A piece of work.
pub(super) enum Piece<P> {
    Child(Child<P>),
    Family(Family<P>),
    Question(Question),
    Occurrence(Occurrence),
}

impl<P> Child<P> {
    pub(super) fn put<G: Referee<Position = P>>(&self, game: &G, bytes: &mut Vec<u8>) {
        bytes.push(CHILD);
        // That positions can be written was looked at before the first was sent.
        put_position(game, &self.position, bytes);
        put(self.histories, bytes);
        put(u128::from(self.from), bytes);
        put(u128::from(self.ways), bytes);
        put(self.past.len() as u128, bytes);
        for position in &self.past {
            put_position(game, position, bytes);
        }
        bytes.push(u8::from(self.before.is_some()));
        if let Some(before) = &self.before {
            put_position(game, before, bytes);
        }
    }

    fn read<G: Referee<Position = P>>(game: &G, from: &mut Reader<'_>) -> Option<Child<P>> {
        let position = read_position(game, from)?;
        let (histories, number, ways) = (from.number()?, from.small()?, from.small()?);
        let past = (0..from.count()?).map(|_| read_position(game, from)).collect::<Option<_>>()?;
        let before = match from.number()? {
            0 => None,
            _ => Some(read_position(game, from)?),
        };
        Some(Child { position, histories, past, before, from: number, ways })
    }
}

impl Question {
    pub(super) fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(QUESTION);
        put(u128::from(self.likeness), bytes);
        put(u128::from(self.needed), bytes);
    }

    fn read(from: &mut Reader<'_>) -> Option<Question> {
        let (likeness, needed) = (from.small()?, from.small()?);
        Some(Question { likeness, needed })
    }
}

impl Occurrence {
    pub(super) fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(OCCURRENCE);
        put(u128::from(self.likeness), bytes);
        put(u128::from(self.depths), bytes);
        put(u128::from(self.last), bytes);
    }

    fn read(from: &mut Reader<'_>) -> Option<Occurrence> {
        let (likeness, depths, last) = (from.small()?, from.small()?, from.small()?);
        Some(Occurrence { likeness, depths, last })
    }
}

/// Appends what a position led to and one rank owns.
pub(super) fn put_family<G: Referee>(
    game: &G,
    parent: &Parent<'_, G::Position>,
    row: &[u64],
    past: &[G::Position],
    children: &[Row<'_>],
    bytes: &mut Vec<u8>,
) {
    bytes.push(FAMILY);
    Family::put(game, parent, row, past, children, bytes);
}

/// The pieces of a batch that a rank has sent.
pub(super) fn read<G: Referee>(
    game: &G,
    from: usize,
    bytes: &[u8],
    mut take: impl FnMut(Piece<G::Position>) -> Result<(), InfosetError>,
) -> Result<(), InfosetError> {
    let mut reader = Reader(bytes);
    while !reader.0.is_empty() {
        let piece = match reader.small() {
            Some(CHILD) => Child::read(game, &mut reader).map(Piece::Child),
            Some(FAMILY) => Family::read(game, &mut reader).map(Piece::Family),
            Some(QUESTION) => Question::read(&mut reader).map(Piece::Question),
            Some(OCCURRENCE) => Occurrence::read(&mut reader).map(Piece::Occurrence),
            _ => None,
        };
        take(piece.ok_or_else(|| unreadable(from))?)?;
    }
    Ok(())
}

/// The position of a row that a rank has sent.
pub(super) fn position_of<G: Referee>(
    game: &G,
    from: usize,
    row: &[u64],
) -> Result<G::Position, Lost> {
    game.position_of_row(row).ok_or_else(|| unreadable(from))
}

fn unreadable(from: usize) -> Lost {
    let why = "it sent positions that are none of this game".to_string();
    Lost { rank: Some(from), why }
}

/// Why a rank cannot go on, as bytes.
pub(super) fn put_failure(why: &InfosetError) -> Vec<u8> {
    let mut bytes = Vec::new();
    match why {
        InfosetError::Stopped => put(0, &mut bytes),
        InfosetError::Memory { depth, limit } => {
            put(1, &mut bytes);
            put(*depth as u128, &mut bytes);
            put(*limit as u128, &mut bytes);
        }
        InfosetError::TooMany => put(2, &mut bytes),
        why => {
            put(3, &mut bytes);
            bytes.extend(why.to_string().bytes());
        }
    }
    bytes
}

/// The same at the other ranks.
pub(super) fn read_failure(from: usize, bytes: &[u8]) -> InfosetError {
    let mut reader = Reader(bytes);
    match reader.number() {
        Some(0) => InfosetError::Stopped,
        Some(1) => InfosetError::Memory {
            depth: reader.small().unwrap_or(0),
            limit: reader.small().unwrap_or(0),
        },
        Some(2) => InfosetError::TooMany,
        _ => {
            let why = String::from_utf8_lossy(reader.0).into_owned();
            InfosetError::Lost(Lost { rank: Some(from), why })
        }
    }
}
