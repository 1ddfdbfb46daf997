//! One look forward from each position of a rank; where a move leads is told to whoever has that
//! position.

use super::division::Division;
use super::{Stopped, strange};
use crate::build::{Failed, Noted};
use crate::class::Classes;
use crate::forward::{Ahead, Looker};
use crate::moves::{AGAIN, Backward};
use crate::scheme::Scheme;
use crate::tables::Tables;
use game::Game;
use ranks::{Exchange, Kind, Lost, Team, Work};
use rustc_hash::FxHashMap;

/// A rank cannot go on, so that nobody needs to.
const STOP: Kind = 1;
/// This many positions are looked at between two looks for messages.
const BETWEEN_LOOKS: usize = 64;
/// A move that waits takes this many bytes, and a position.
const MOVE_BYTES: u64 = 12;
pub(super) const POSITION_BYTES: u64 = 16;

/// What a rank finds.
pub(super) struct Forward<'s, G: Game + 's> {
    division: &'s Division,
    classes: &'s Classes,
    memory: u64,
    looker: Looker<'s, G>,
    ahead: Ahead,
    /// Positions of this rank that remember something, after all others, and their places.
    remembering: Vec<G::Position>,
    places: FxHashMap<G::Position, u64>,
    /// How many positions were looked at.
    next: u64,
    pub(super) noted: Noted,
    /// Moves to positions of this rank: their places, and the ids from where.
    pub(super) edges: Vec<(u32, u32)>,
    pub(super) failed: Option<Failed>,
}

impl<'s, G: Game> Forward<'s, G> {
    pub(super) fn new(
        game: &'s G,
        scheme: &'s Scheme,
        classes: &'s Classes,
        tables: &'s Tables,
        division: &'s Division,
        memory: u64,
    ) -> Forward<'s, G> {
        Forward {
            division,
            classes,
            memory,
            looker: Looker::new(game, scheme, classes, tables),
            ahead: Ahead::default(),
            remembering: Vec::new(),
            places: FxHashMap::default(),
            next: 0,
            noted: Noted::default(),
            edges: Vec::new(),
            failed: None,
        }
    }

    /// Looks at all positions of this rank, and hears of moves from others; `watch` is told how
    /// many are done. What went wrong is noted, and then all ranks end early.
    pub(super) fn run(
        &mut self,
        team: &mut Team<'_>,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), Lost> {
        Exchange::new(team).run(&mut Run { forward: self, watch, stops: false })
    }

    fn is_done(&self) -> bool {
        self.next >= self.division.n_own() + self.remembering.len() as u64
    }

    /// Whether what is known has room in memory and in numbers of 32 bits.
    fn has_room(&self) -> Result<(), Stopped> {
        let positions = self.division.n_own() + self.remembering.len() as u64;
        let bytes = MOVE_BYTES * self.edges.len() as u64 + POSITION_BYTES * positions;
        let most_id =
            self.classes.size + self.remembering.len() as u64 * self.division.ranks as u64;
        let is_too_much = bytes > self.memory
            || most_id >= Backward::MOST
            || self.edges.len() as u64 > Backward::MOST_MOVES;
        if is_too_much { Err(Stopped(Failed::Memory(bytes))) } else { Ok(()) }
    }

    /// Looks at some positions.
    fn some(&mut self, exchange: &mut Exchange<'_, '_>) -> Result<Result<(), Stopped>, Lost> {
        for _ in 0..BETWEEN_LOOKS {
            if self.is_done() {
                break;
            }
            let looked = match self.next.checked_sub(self.division.n_own()) {
                None => self.looker.look(self.division.id(self.next), &mut self.ahead),
                Some(place) => {
                    let position = self.remembering[place as usize].clone();
                    self.looker.look_from(&position, &mut self.ahead)
                }
            };
            if let Err(surprise) = looked {
                return Ok(Err(Stopped(Failed::Surprise(surprise))));
            }
            self.note_remembering();
            self.noted.add(self.next, &mut self.ahead);
            let from = self.division.id(self.next) as u32;
            for &(to, again) in &self.ahead.inside {
                let from = from | if again { AGAIN } else { 0 };
                match self.division.place(to) {
                    Some(place) => self.edges.push((place, from)),
                    None => exchange.give(self.division.owner(to), |bytes| {
                        bytes.extend((to as u32).to_le_bytes());
                        bytes.extend(from.to_le_bytes());
                    })?,
                }
            }
            self.next += 1;
        }
        Ok(Ok(()))
    }

    /// Gives positions that remember something ids of this rank: others that meet the same have
    /// their own, which are worth the same.
    fn note_remembering(&mut self) {
        if self.looker.remembering.is_empty() {
            return;
        }
        let mut met = Vec::new();
        for position in std::mem::take(&mut self.looker.remembering) {
            let next = self.division.n_own() + self.remembering.len() as u64;
            let place = *self.places.entry(position).or_insert_with_key(|position| {
                self.remembering.push(position.clone());
                next
            });
            met.push(self.division.id(place));
        }
        for (number, _) in &mut self.ahead.inside {
            if let Some(place) = number.checked_sub(self.classes.size) {
                *number = met[place as usize];
            }
        }
    }
}

/// A look forward that somebody may stop.
struct Run<'r, 's, G: Game + 's> {
    forward: &'r mut Forward<'s, G>,
    watch: &'r mut dyn FnMut(u64) -> bool,
    /// Whether a rank cannot go on.
    stops: bool,
}

impl<G: Game> Run<'_, '_, G> {
    /// Notes what went wrong, if something did, and tells all ranks to end.
    fn note(
        &mut self,
        done: Result<(), Stopped>,
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), Lost> {
        let Err(Stopped(why)) = done else { return Ok(()) };
        self.forward.failed = Some(why);
        self.stops = true;
        exchange.notify(STOP, &[])
    }
}

impl<G: Game> Work for Run<'_, '_, G> {
    fn is_idle(&self) -> bool {
        self.stops || self.forward.is_done()
    }

    fn work(&mut self, exchange: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        let worked = self.forward.some(exchange)?;
        let goes_on = worked.and_then(|()| self.forward.has_room()).and_then(|()| {
            let goes_on = (self.watch)(self.forward.next);
            if goes_on { Ok(()) } else { Err(Stopped(Failed::Stopped)) }
        });
        self.note(goes_on, exchange)
    }

    /// Takes moves that others have made.
    fn hear(
        &mut self,
        from: usize,
        bytes: &[u8],
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), Lost> {
        let forward = &mut *self.forward;
        for [to, source] in pairs(bytes) {
            let place = forward.division.place(u64::from(to)).ok_or_else(|| strange(from))?;
            forward.edges.push((place, source));
        }
        // What is heard takes room here, also where no work is left.
        let has_room = if self.stops { Ok(()) } else { forward.has_room() };
        self.note(has_room, exchange)
    }

    fn notice(&mut self, _: Kind) {
        self.stops = true;
    }
}

/// The pairs of words of a batch.
fn pairs(bytes: &[u8]) -> impl Iterator<Item = [u32; 2]> + '_ {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().map(|&[a, b, c, d, e, f, g, h]| {
        [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
    })
}
