//! Young Brothers Wait on many ranks, with work stealing, as in "Multigame: an environment
//! for distributed game-tree search" by Romein, Bal and Grune.
//!
//! 1. A thread without work asks a rank that chance chooses; after refusals it waits
//!    longer and longer before it asks again. A thread that waits for moves it has given
//!    away asks those who have them, because only what is part of them helps it on
//!    (Feldmann's helpful master).
//! 2. Whoever is asked gives a move away as near to the root as there is one, with the
//!    positions from the root to it, because rules may ask for them, and its window; or
//!    refuses where too little depth is left to be worth a message.
//! 3. The thief searches the move as its own threads share it, and others steal from it in
//!    turn. Its value goes back, and the line if it is a new best one. If all its threads
//!    have found something else meanwhile, the move itself goes back.
//! 4. When a brother is too good to be allowed, the thief is told to give up; when one is
//!    better than what was known, the thief hears that, too.
//!
//! Messages may overtake each other: a move goes by a number that the thief has given it,
//! and what is heard of a number that is not known any more is forgotten.

use super::post::{FIRST_KIND, Trade, from_pairs, pairs, wrong};
use super::wire::{put_handed, read_handed};
use crate::parallel::{Arrived, Away, Crew, Ended, Job, Split};
use crate::table::Table;
use crate::value::Value;
use crate::way::Ground;
use game::bytes::{Reader, put};
use game::{Game, Rng};
use ranks::{Kind, Lost, Message, Team};
use std::sync::Arc;

/// A request for a move: its number, and the number of the work that it has to be part of.
const REQUEST: Kind = FIRST_KIND;
const MOVE: Kind = FIRST_KIND + 1;
const REFUSAL: Kind = FIRST_KIND + 2;
const VALUE: Kind = FIRST_KIND + 3;
const RETURN: Kind = FIRST_KIND + 4;
const GIVE_UP: Kind = FIRST_KIND + 5;
const BETTER: Kind = FIRST_KIND + 6;

/// After this many refusals nobody waits longer any more: 2 to their number of turns.
const MOST_REFUSALS: u32 = 8;

/// A move that another rank searches.
struct Given<P> {
    to: usize,
    number: u64,
    split: Arc<Split<P>>,
    job: Job,
    /// The best value that the other rank knows of.
    told: Value,
}

/// A request that was not answered yet.
struct Asked<P> {
    number: u64,
    /// What the move has to be part of.
    within: Option<Arc<Split<P>>>,
    /// The move is not wanted any more, though it is on its way.
    in_vain: bool,
}

/// A move of another rank.
struct Taken<P> {
    from: usize,
    number: u64,
    split: Arc<Split<P>>,
}

/// What a rank knows of moves that go from one rank to another.
pub(super) struct Stealing<'s, G: Game> {
    game: &'s G,
    crew: &'s Crew<G::Position>,
    away: &'s Away<G::Position>,
    table: Option<&'s Table>,
    /// Other ranks get moves where so much depth is left.
    fork_depth: u32,
    rng: Rng,
    given: Vec<Given<G::Position>>,
    asked: Vec<Asked<G::Position>>,
    taken: Vec<Taken<G::Position>>,
    next_number: u64,
    refusals: u32,
    /// This many turns pass before somebody is asked again.
    pause: u32,
    /// Moves that were searched for others, and requests that were refused.
    pub(super) n_stolen: u64,
    pub(super) n_refused: u64,
}

impl<'s, G: Game> Stealing<'s, G> {
    /// Nothing was given or taken yet. Nothing if the crew has no other ranks.
    pub(super) fn new(
        game: &'s G,
        crew: &'s Crew<G::Position>,
        table: Option<&'s Table>,
        fork_depth: u32,
        seed: u64,
    ) -> Option<Stealing<'s, G>> {
        Some(Stealing {
            game,
            crew,
            away: crew.away.as_ref()?,
            table,
            fork_depth,
            rng: Rng::new(seed),
            given: Vec::new(),
            asked: Vec::new(),
            taken: Vec::new(),
            next_number: 0,
            refusals: 0,
            pause: 0,
            n_stolen: 0,
            n_refused: 0,
        })
    }

    /// Step 1: asks for work if there are threads without any.
    fn ask(&mut self, team: &mut Team<'_>) -> Result<bool, Lost> {
        if self.pause > 0 {
            self.pause -= 1;
            return Ok(false);
        }
        let n_asked = self.asked.iter().filter(|asked| asked.within.is_none()).count();
        if self.away.n_free() > n_asked {
            let other = self.rng.below(team.size() - 1);
            let to = other + usize::from(other >= team.rank());
            self.request(team, to, 0, None)?;
            return Ok(true);
        }
        for split in self.away.waited_for() {
            let mut asked = self.asked.iter().filter_map(|asked| asked.within.as_ref());
            let is_asked = asked.any(|within| Arc::ptr_eq(within, &split));
            let is_part = |given: &&Given<G::Position>| {
                Arc::ptr_eq(&given.split, &split) || given.split.is_within(&split)
            };
            let parts: Vec<_> = self.given.iter().filter(is_part).collect();
            if !is_asked && !parts.is_empty() {
                let part = parts[self.rng.below(parts.len())];
                let (to, number) = (part.to, part.number + 1);
                self.request(team, to, number, Some(split))?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn request(
        &mut self,
        team: &mut Team<'_>,
        to: usize,
        part_of: u64,
        within: Option<Arc<Split<G::Position>>>,
    ) -> Result<(), Lost> {
        let number = self.next_number;
        self.next_number += 1;
        self.asked.push(Asked { number, within, in_vain: false });
        team.send(to, REQUEST, &numbers(&[number, part_of]))
    }

    /// Step 2: gives a move away, or refuses.
    fn give(
        &mut self,
        team: &mut Team<'_>,
        to: usize,
        number: u64,
        part_of: u64,
    ) -> Result<(), Lost> {
        let whole = self.taken.iter().find(|taken| taken.number + 1 == part_of);
        let found = match (part_of, whole) {
            (0, _) => self.crew.steal_at(self.fork_depth, None),
            (_, Some(whole)) => self.crew.steal_at(self.fork_depth, Some(&whole.split)),
            // What it should be part of is done.
            (_, None) => None,
        };
        let Some((split, job)) = found else {
            return team.send(to, REFUSAL, &numbers(&[number]));
        };
        let mut bytes = numbers(&[number]);
        if !put_handed(self.game, &split.hand(job), &mut bytes) {
            let why = "this implementation of the game cannot write positions".to_string();
            return Err(Lost { rank: None, why });
        }
        self.given.push(Given { to, number, split, job, told: job.alpha });
        team.send(to, MOVE, &bytes)
    }

    /// Step 3: a move has come.
    fn take(
        &mut self,
        team: &mut Team<'_>,
        from: usize,
        number: u64,
        reader: &mut Reader<'_>,
    ) -> Result<(), Lost> {
        let handed = read_handed(self.game, reader).and_then(Split::handed);
        let (split, job) = handed.ok_or_else(|| wrong(from))?;
        let Some(asked) = self.answered(number) else { return Ok(()) };
        if asked.in_vain {
            return Ok(());
        }
        self.refusals = 0;
        let is_wanted = match &asked.within {
            None => self.away.n_free() > 0,
            Some(within) => !within.is_done(),
        };
        if !is_wanted {
            return team.send(from, RETURN, &numbers(&[number]));
        }
        let split = Arc::new(split);
        self.taken.push(Taken { from, number, split: Arc::clone(&split) });
        self.away.arrive(Arrived { split, job, within: asked.within });
        self.crew.ring();
        Ok(())
    }

    /// The request of a number, which is answered.
    fn answered(&mut self, number: u64) -> Option<Asked<G::Position>> {
        let place = self.asked.iter().position(|asked| asked.number == number)?;
        Some(self.asked.swap_remove(place))
    }

    fn refused(&mut self, number: u64) {
        if self.answered(number).is_some() {
            self.n_refused += 1;
            self.refusals = (self.refusals + 1).min(MOST_REFUSALS);
            self.pause = 1 << self.refusals;
        }
    }

    /// The move of a number that a rank was given, which is not there any more.
    fn given(&mut self, to: usize, number: u64) -> Option<Given<G::Position>> {
        let is_it = |given: &Given<G::Position>| (given.to, given.number) == (to, number);
        let place = self.given.iter().position(is_it)?;
        Some(self.given.swap_remove(place))
    }

    /// The value of a move that was given away.
    fn note(&mut self, from: usize, number: u64, reader: &mut Reader<'_>) -> Option<()> {
        let (value, ground) = (reader.small::<u32>()? as Value, reader.small()?);
        let line = reader.bytes()?;
        let Some(Given { split, job, .. }) = self.given(from, number) else { return Some(()) };
        if let Some(table) = self.table {
            pairs(line).for_each(|(key, packed)| table.put_packed(key, packed));
        }
        if split.note(job.n, value, Ground::from_number(ground)) {
            split.signal.cut();
        }
        split.done(job.n);
        self.crew.ring();
        Some(())
    }

    /// Moves of others that have ended here: their values go back.
    fn pay(&mut self, team: &mut Team<'_>) -> Result<bool, Lost> {
        let all_ended = self.away.ended();
        for Ended { split, line } in &all_ended {
            let place = self.taken.iter().position(|taken| Arc::ptr_eq(&taken.split, split));
            let Some(place) = place else { continue };
            let Taken { from, number, .. } = self.taken.swap_remove(place);
            // Without a value it was given up, here or there.
            let Some((value, ground)) = split.found() else { continue };
            self.n_stolen += 1;
            let mut bytes = numbers(&[number, value as u32 as u64, u64::from(ground.number())]);
            game::bytes::put_bytes(&from_pairs(line), &mut bytes);
            team.send(from, VALUE, &bytes)?;
        }
        Ok(!all_ended.is_empty())
    }

    /// Step 4: those who have moves of ours hear what has changed.
    fn tell(&mut self, team: &mut Team<'_>) -> Result<bool, Lost> {
        let mut has_told = false;
        let mut i = 0;
        while let Some(given) = self.given.get_mut(i) {
            if given.split.signal.is_cut() {
                team.send(given.to, GIVE_UP, &numbers(&[given.number]))?;
                self.given.swap_remove(i);
                has_told = true;
                continue;
            }
            let alpha = given.split.alpha();
            if alpha > given.told {
                given.told = alpha;
                let bytes = numbers(&[given.number, alpha as u32 as u64]);
                team.send(given.to, BETTER, &bytes)?;
                has_told = true;
            }
            i += 1;
        }
        Ok(has_told)
    }

    /// A move of another rank is not wanted any more.
    fn give_up(&mut self, number: u64) {
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.number == number) {
            asked.in_vain = true;
        }
        let Some(place) = self.taken.iter().position(|taken| taken.number == number) else {
            return;
        };
        let split = &self.taken[place].split;
        split.signal.cut();
        if self.away.call_off(split) {
            self.taken.swap_remove(place);
        }
        self.crew.ring();
    }
}

impl<G: Game> Trade for Stealing<'_, G> {
    fn hear(&mut self, team: &mut Team<'_>, message: &Message) -> Result<(), Lost> {
        let (from, mut reader) = (message.from, Reader(&message.bytes));
        let wrong = || wrong(from);
        let number: u64 = reader.small().ok_or_else(wrong)?;
        match message.kind {
            REQUEST => {
                let part_of = reader.small().ok_or_else(wrong)?;
                self.give(team, from, number, part_of)?;
            }
            MOVE => self.take(team, from, number, &mut reader)?,
            REFUSAL => self.refused(number),
            VALUE => self.note(from, number, &mut reader).ok_or_else(wrong)?,
            RETURN => {
                if let Some(given) = self.given(from, number) {
                    given.split.give_back(given.job.n);
                    self.crew.ring();
                }
            }
            GIVE_UP => self.give_up(number),
            BETTER => {
                let alpha = reader.small::<u32>().ok_or_else(wrong)? as Value;
                let taken = self.taken.iter().find(|taken| taken.number == number);
                taken.into_iter().for_each(|taken| taken.split.raise(alpha));
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn turn(&mut self, team: &mut Team<'_>) -> Result<bool, Lost> {
        let (has_paid, has_told) = (self.pay(team)?, self.tell(team)?);
        Ok(self.ask(team)? | has_paid | has_told)
    }

    fn end(&mut self) {
        self.taken.iter().for_each(|taken| taken.split.signal.cut());
        self.crew.ring();
    }
}

fn numbers(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    numbers.iter().for_each(|number| put(u128::from(*number), &mut bytes));
    bytes
}
