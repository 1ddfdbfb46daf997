//! Backward at one rank, level by level: what it decides is told to whoever has the positions
//! before it, and all ranks finish a level before any begins the next.

use super::division::Division;
use super::strange;
use crate::moves::Backward;
use crate::value::Value;
use crate::waves::{Arrival, Found, Waves};
use ranks::{Exchange, Lost, Sum, Team, Work};

/// This many positions go backward between two looks for messages.
const BETWEEN_LOOKS: usize = 64;
/// Says of the id in a message that a move of that position wins.
const WINS: u32 = 1 << 31;

/// What goes backward at one rank.
pub(super) struct Levels<'d> {
    pub(super) division: &'d Division,
    /// Where each position of this rank is reached from, by ids.
    pub(super) backward: Backward,
    pub(super) waves: Waves,
}

impl Levels<'_> {
    /// Decides all positions that can be decided; says no if somebody stopped it.
    pub(super) fn run(
        &mut self,
        team: &mut Team<'_>,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, Lost> {
        let (mut level, mut frontier, mut decided) = (0, Vec::new(), 0);
        loop {
            self.waves.begin(level, &mut frontier);
            loop {
                let found = self.level(team, level as u32, &frontier)?;
                decided += frontier.len() as u64;
                frontier = self.waves.end(found);
                let stops = u64::from(!watch(decided));
                let all = team.all_reduce(&[frontier.len() as u64, stops], Sum)?;
                if all[1] > 0 {
                    return Ok(false);
                }
                // Where a turn counts for nothing what it decides is of the same level.
                if self.waves.turn() > 0 || all[0] == 0 {
                    break;
                }
            }
            level += 1;
            let waiting = self.waves.levels().saturating_sub(level) + frontier.len();
            if team.all_reduce(&[waiting as u64], Sum)?[0] == 0 {
                return Ok(true);
            }
        }
    }

    /// Goes back from the positions of a level, at all ranks: what it decides at this one.
    fn level(&self, team: &mut Team<'_>, number: u32, frontier: &[u32]) -> Result<Found, Lost> {
        let mut level =
            Level { levels: self, number, left: frontier.iter(), found: Found::default() };
        Exchange::new(team).run(&mut level)?;
        Ok(level.found)
    }
}

/// A level at one rank.
struct Level<'l> {
    levels: &'l Levels<'l>,
    number: u32,
    /// The positions from which nobody has gone back yet.
    left: std::slice::Iter<'l, u32>,
    found: Found,
}

impl Level<'_> {
    fn go_from(&mut self, place: u32, exchange: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        let Levels { division, backward, waves } = self.levels;
        let value = waves.value(place);
        for (from, again) in backward.to(place) {
            let wins = matches!(value.before(again), Value::Win(_));
            let id = u64::from(from);
            match division.place(id) {
                Some(from) => self.arrive(Arrival { from, wins }),
                None => exchange.give(division.owner(id), |bytes| {
                    bytes.extend((from | if wins { WINS } else { 0 }).to_le_bytes());
                })?,
            }
        }
        Ok(())
    }

    fn arrive(&mut self, arrival: Arrival) {
        self.levels.waves.arrive::<false>(self.number, arrival, &mut self.found);
    }
}

impl Work for Level<'_> {
    fn is_idle(&self) -> bool {
        self.left.len() == 0
    }

    fn work(&mut self, exchange: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        for _ in 0..BETWEEN_LOOKS {
            let Some(&place) = self.left.next() else { break };
            self.go_from(place, exchange)?;
        }
        Ok(())
    }

    fn hear(&mut self, from: usize, bytes: &[u8], _: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        let (words, _) = bytes.as_chunks::<4>();
        for word in words.iter().map(|word| u32::from_le_bytes(*word)) {
            let place = self.levels.division.place(u64::from(word & !WINS));
            let place = place.filter(|place| (*place as usize) < self.levels.waves.len());
            let place = place.ok_or_else(|| strange(from))?;
            self.arrive(Arrival { from: place, wins: word & WINS != 0 });
        }
        Ok(())
    }
}
