//! Tables that are there already, by the material of their positions.

use crate::class::{Classes, Maker};
use crate::file::TableFile;
use crate::forward::over;
use crate::material::Material;
use crate::scheme::{Scheme, Seen};
use crate::store::Store;
use crate::value::Value;
use game::{Game, Player, Worker};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A table: the values of all positions of some classes.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) classes: Classes,
    pub(crate) store: Store,
    /// Whether the values are scores.
    pub(crate) scored: bool,
}

impl Table {
    /// The value of a number; nothing if it is not there, or if the file is damaged.
    #[inline]
    pub(crate) fn value(&self, number: u64) -> Option<Value> {
        let value = self.store.value(number)?;
        Some(if self.scored { value.scored() } else { value })
    }
}

fn key(material: &Material, player: Player) -> u64 {
    FxBuildHasher.hash_one((material, player))
}

/// Tables of one game.
#[derive(Debug, Default)]
pub struct Tables {
    pub(crate) tables: Vec<Table>,
    /// The tables of each material and player to move, by a hash: whoever looks for one makes
    /// no key for that.
    by_material: FxHashMap<u64, Vec<usize>>,
    /// The most men of players that a table has on the board.
    most_men: u32,
    /// Whether a block of a file was damaged that somebody asked for.
    damage: Arc<AtomicBool>,
}

impl Tables {
    /// Adds a table; one that was there for the same classes is forgotten.
    pub(crate) fn add(&mut self, mut table: Table) {
        if let Store::Blocks(blocks) = &mut table.store {
            blocks.damage = self.damage.clone();
        }
        let number = self.tables.len();
        for slice in &table.classes.slices {
            let key = key(&slice.material, slice.player);
            self.by_material.entry(key).or_default().push(number);
            let men = slice.material.counts.iter().map(|&count| u32::from(count)).sum();
            self.most_men = self.most_men.max(men);
        }
        self.tables.push(table);
    }

    /// The tables of these files.
    pub fn of(files: impl IntoIterator<Item = TableFile>) -> Tables {
        let mut tables = Tables::default();
        files.into_iter().for_each(|file| tables.add(file.table));
        tables
    }

    /// The table of a position, and its number there. Without a table there is nothing; a
    /// position in which a man is where none was expected has no number.
    fn find(&self, seen: &Seen) -> Option<Option<(&Table, u64)>> {
        let tables = self.by_material.get(&key(&seen.material, seen.player))?;
        // The last one was built last.
        tables.iter().rev().find_map(|&table| {
            let table = &self.tables[table];
            let number = table.classes.number(seen)?;
            Some(number.map(|number| (table, number)))
        })
    }

    /// What a position is worth, whatever counters that only make draws say.
    pub(crate) fn value(&self, seen: &Seen) -> Option<Option<Value>> {
        let found = self.find(seen)?;
        Some(found.and_then(|(table, number)| table.value(number)))
    }

    /// Whether there is a table for a class.
    pub fn has(&self, scheme: &Scheme, class: &Material) -> bool {
        let mut slices = scheme.slices(class).into_iter();
        slices.all(|(material, player)| {
            let tables = self.by_material.get(&key(&material, player));
            let mut slices =
                tables.into_iter().flatten().flat_map(|&table| &self.tables[table].classes.slices);
            slices.any(|slice| slice.player == player && slice.material == material)
        })
    }

    /// The position of a number of a table.
    pub fn position<G: Game>(
        &self,
        game: &G,
        scheme: &Scheme,
        table: usize,
        number: u64,
    ) -> Option<G::Position> {
        let classes = &self.tables.get(table)?.classes;
        let mut maker = Maker::new(game, scheme, classes);
        if number < classes.size { maker.position(number) } else { None }
    }

    /// Whether a position had no value because its block of a file is damaged. Asked again,
    /// the answer is no until that happens again: it is told once.
    pub fn take_damage(&self) -> bool {
        self.damage.load(Ordering::Relaxed) && self.damage.swap(false, Ordering::Relaxed)
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

/// What asks tables in one thread.
pub struct Prober<'t, G: Game> {
    game: &'t G,
    scheme: &'t Scheme,
    tables: &'t Tables,
    seen: Seen,
}

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableValue {
    /// What it is worth to the player to move if no counter makes the game a draw.
    pub value: Value,
    /// Whether it is worth that in any case: a counter cannot end the game before.
    pub in_time: bool,
}

impl<'t, G: Game> Prober<'t, G> {
    /// What asks these tables.
    pub fn new(game: &'t G, scheme: &'t Scheme, tables: &'t Tables) -> Prober<'t, G> {
        Prober { game, scheme, tables, seen: Seen::default() }
    }

    /// What a position is worth; nothing if no table has it.
    pub fn probe(&mut self, position: &G::Position) -> Option<TableValue> {
        self.tables.probe(self.game, self.scheme, position, &mut self.seen)
    }
}

impl Tables {
    /// What a position is worth; nothing if no table has it. What was seen is used again.
    pub fn probe<G: Game>(
        &self,
        game: &G,
        scheme: &Scheme,
        position: &G::Position,
        seen: &mut Seen,
    ) -> Option<TableValue> {
        if let Some(outcome) = game.outcome(position) {
            let value = over(scheme, outcome, game.player(position));
            return Some(TableValue { value, in_time: true });
        }
        // Most positions have too many men, which is seen at once.
        if game.pieces(position).iter().sum::<u32>() > self.most_men {
            return None;
        }
        scheme.see(game, position, seen);
        // A counter of points that could leave its range would forbid moves.
        if seen.points_left < seen.men.len() as i32 {
            return None;
        }
        let (clock, points) = (seen.clock, seen.points);
        let value = match seen.remembers {
            true => self.probe_moves(game, scheme, position, seen)?,
            false => self.value(seen)??.with(points),
        };
        // The rules may look at the counter before or after a turn has raised it.
        Some(TableValue { value, in_time: value.turns().is_none_or(|turns| turns < clock) })
    }

    /// What a position is worth by its moves, where something is remembered that may matter.
    fn probe_moves<G: Game>(
        &self,
        game: &G,
        scheme: &Scheme,
        position: &G::Position,
        seen: &mut Seen,
    ) -> Option<Value> {
        let (mut list, player) = (Vec::new(), game.player(position));
        match game.worker(&[]).try_expand(position, &mut list)? {
            Some(outcome) => Some(over(scheme, outcome, player)),
            None => {
                let values = list.iter().map(|to| {
                    let again = game.player(to) == player;
                    Some(self.probe(game, scheme, to, seen)?.value.before(again))
                });
                let values = values.collect::<Option<Vec<Value>>>()?;
                values.into_iter().max_by_key(|value| value.rank())
            }
        }
    }
}
