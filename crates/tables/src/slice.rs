//! Positions with the same material and the same player to move, numbered without gaps.
//!
//! Fields that the same pieces can be on are an *atom*: of checkers the last row, where only
//! kings of one side can be, the first row, and all rows between. How many men of each piece are
//! in each atom is a *distribution*. Each distribution has a stretch of numbers, in which the
//! fields of the men of one piece in one atom are a combination of those that are still free.
//! So a man is never given a field that it cannot be on or that is taken, and no number is
//! left over.
//!
//! Equal pieces that are stacked have a number as stacks: walls between fields, of which each
//! is after this many pieces, are a combination of places for pieces and walls.
//!
//! Where the board may be turned, a piece of which there is one has to be on one field
//! of those that are alike. If it is on a field that a symmetry leaves where it is, several
//! numbers may be left; the least is the number of the position.

use crate::atoms::{MOST_ATOMS, atoms, keys, lead, masks};
use crate::combinations::Binomials;
use crate::material::Material;
use crate::ranking::Ranker;
use crate::scheme::{Scheme, Seen};
use crate::sets::MOST_GROUPS;
use game::{Field, Player};
use rustc_hash::FxHashMap;

/// The most men on a board that are numbered.
pub(crate) const MOST_MEN: usize = 64;
/// The most pieces in atoms, and the most distributions.
const MOST_CELLS: usize = 64;
const MOST_DISTRIBUTIONS: usize = 1 << 16;
/// Symmetries, by their numbers.
pub(crate) type Turns = Vec<usize>;

/// The men of one piece.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    piece: u8,
    pub(crate) count: usize,
    /// A bit for each atom in which it can be.
    pub(crate) atoms: u32,
}

/// The men of one piece in one atom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) group: usize,
    pub(crate) atom: usize,
    pub(crate) count: usize,
    /// The fields that the pieces before leave free.
    pub(crate) free: usize,
    pub(crate) weight: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    pub(crate) start: u64,
    pub(crate) parts: Vec<Part>,
}

/// The numbers of positions with the same material and player to move.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    pub(crate) material: Material,
    pub(crate) player: Player,
    pub(crate) size: u64,
    pub(crate) groups: Vec<Group>,
    /// The atom and the place within it of each field.
    pub(crate) places: Vec<(u8, u16)>,
    /// The fields of each atom.
    pub(crate) atoms: Vec<Vec<u16>>,
    /// The same as sets, if a set is a word.
    pub(crate) masks: Vec<u64>,
    pub(crate) distributions: Vec<Distribution>,
    /// The distribution of each key.
    pub(crate) by_key: FxHashMap<u64, usize>,
    /// What a man adds to the key, by group and atom.
    pub(crate) keys: Vec<u64>,
    pub(crate) binomials: Binomials,
    /// The group whose man has to be on one of few fields, and for each field the symmetries
    /// that bring it there.
    pub(crate) leader: Option<(usize, Vec<Turns>)>,
    /// Where each field goes by each symmetry.
    pub(crate) turns: Vec<Vec<u16>>,
    /// Whether pieces are stacked.
    pub(crate) stacked: bool,
    /// What numbers positions by sets of fields, if that can be done.
    pub(crate) ranker: Option<Ranker>,
}

impl Slice {
    /// The numbers of the positions of a material; nothing if there are too many men.
    pub(crate) fn new(scheme: &Scheme, material: &Material, player: Player) -> Option<Slice> {
        let mut domains = scheme.domains.clone();
        let (n_fields, turns) = (scheme.facts.board.n_fields(), scheme.turns_of(material));
        let with = material.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let with: Vec<(usize, usize)> = with.map(|(i, &n)| (i, usize::from(n))).collect();
        let men: usize = with.iter().map(|(_, count)| count).sum();
        if men > MOST_MEN {
            return None;
        }
        let stacked = scheme.facts.stacks.is_some();
        let can_lead = turns.len() > 1 && !stacked;
        let leader = with.iter().position(|(_, n)| *n == 1).filter(|_| can_lead);
        let leader = leader.map(|group| {
            let choices = lead(&turns, &mut domains[with[group].0]);
            (group, choices)
        });
        let (places, atoms) = atoms(n_fields, with.iter().map(|(piece, _)| &domains[*piece]))?;
        let groups: Vec<Group> = with
            .iter()
            .map(|&(piece, count)| {
                let is_in = |atom: &Vec<u16>| domains[piece].contains(Field(atom[0]));
                let bits = atoms.iter().enumerate().filter(|(_, atom)| is_in(atom));
                let atoms = bits.fold(0, |bits, (i, _)| bits | 1 << i);
                Group { piece: piece as u8, count, atoms }
            })
            .collect();
        let most = with.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let mut slice = Slice {
            material: material.clone(),
            player,
            size: 0,
            keys: keys(groups.iter().map(|group| group.count), atoms.len())?,
            groups,
            masks: masks(n_fields, &atoms),
            places,
            atoms,
            distributions: Vec::new(),
            by_key: FxHashMap::default(),
            binomials: match stacked {
                true => Binomials::new(n_fields + men, n_fields),
                false => Binomials::new(n_fields, most),
            },
            leader,
            turns,
            stacked,
            ranker: None,
        };
        if slice.groups.len() * slice.atoms.len() > MOST_CELLS {
            return None;
        }
        if stacked && slice.groups.len() > 1 {
            return None;
        }
        // A man who can be nowhere leaves no position.
        if slice.groups.iter().any(|group| group.atoms == 0) {
            return Some(slice);
        }
        if let (true, [fields]) = (stacked, &slice.atoms[..]) {
            slice.size = slice.binomials.of(fields.len() + men - 1, fields.len() - 1);
            return (slice.size < u64::MAX).then_some(slice);
        }
        slice.distribute(&mut Vec::new(), 0)?;
        slice.rank_sets();
        Some(slice)
    }

    /// All on which the numbers of positions depend, as bytes.
    pub(crate) fn numbering(&self) -> Vec<u8> {
        let leader = self.leader.as_ref().map_or(self.groups.len(), |(group, _)| *group);
        let mut all = vec![self.player.index() as u64, leader as u64, u64::from(self.stacked)];
        for Group { piece, count, atoms } in &self.groups {
            all.extend([u64::from(*piece), *count as u64, u64::from(*atoms)]);
        }
        for fields in self.atoms.iter().chain(&self.turns) {
            all.push(fields.len() as u64);
            all.extend(fields.iter().copied().map(u64::from));
        }
        all.into_iter().flat_map(u64::to_le_bytes).collect()
    }

    /// Finds the distributions that begin with these numbers of men, of which `in_group` belong
    /// to the group that is being distributed.
    fn distribute(&mut self, counts: &mut Vec<usize>, in_group: usize) -> Option<()> {
        let n_atoms = self.atoms.len();
        let (group, atom) = (counts.len() / n_atoms.max(1), counts.len() % n_atoms.max(1));
        let Some(Group { count, atoms, .. }) = self.groups.get(group) else {
            return self.add(counts);
        };
        let left = count - in_group;
        let (is_last, can_be) = (atom + 1 == n_atoms, atoms >> atom & 1 == 1);
        for here in 0..=if can_be { left } else { 0 } {
            if is_last && here != left {
                continue;
            }
            counts.push(here);
            self.distribute(counts, if is_last { 0 } else { in_group + here })?;
            counts.pop();
        }
        Some(())
    }

    /// Adds a distribution, unless its men have no room.
    fn add(&mut self, counts: &[usize]) -> Option<()> {
        let n_atoms = self.atoms.len().max(1);
        let mut free: Vec<usize> = self.atoms.iter().map(Vec::len).collect();
        let (mut parts, mut weight, mut key) = (Vec::new(), 1_u64, 0);
        for (cell, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (group, atom) = (cell / n_atoms, cell % n_atoms);
            if free[atom] < count {
                return Some(());
            }
            parts.push(Part { group, atom, count, free: free[atom], weight });
            weight = weight.checked_mul(self.binomials.of(free[atom], count))?;
            key += count as u64 * self.keys[cell];
            free[atom] -= count;
        }
        if self.distributions.len() == MOST_DISTRIBUTIONS || weight == u64::MAX {
            return None;
        }
        self.by_key.insert(key, self.distributions.len());
        self.distributions.push(Distribution { start: self.size, parts });
        self.size = self.size.checked_add(weight)?;
        Some(())
    }

    /// Makes what numbers positions by sets of fields, if sets are words.
    fn rank_sets(&mut self) {
        let are_words = self.masks.len() == self.atoms.len() && self.turns.len() <= 64;
        if !self.stacked && self.size > 0 && self.groups.len() <= MOST_GROUPS && are_words {
            self.ranker = Ranker::new(self);
        }
    }

    /// Whether positions can be numbered by sets of fields.
    pub(crate) fn has_sets(&self) -> bool {
        self.ranker.is_some()
    }

    /// The pieces, by their places.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = u8> + '_ {
        self.groups.iter().map(|group| group.piece)
    }

    /// Whether the positions that are seen are these.
    #[inline]
    pub(crate) fn is_of(&self, seen: &Seen) -> bool {
        seen.player == self.player && seen.material == self.material
    }

    /// The number of a position with this material; nothing if a man is where it cannot be.
    pub(crate) fn number(&self, men: &[(u8, u16)]) -> Option<u64> {
        let Some((leader, choices)) = &self.leader else { return self.rank(men) };
        let before: usize = self.groups[..*leader].iter().map(|group| group.count).sum();
        let mut turned = [(0, 0); MOST_MEN];
        let mut least = None;
        for &turn in &choices[usize::from(men[before].1)] {
            let turned = &mut turned[..men.len()];
            for (to, &(piece, field)) in turned.iter_mut().zip(men) {
                *to = (piece, self.turns[turn][usize::from(field)]);
            }
            turned.sort_unstable();
            let number = self.rank(turned)?;
            least = Some(least.map_or(number, |least: u64| least.min(number)));
        }
        least
    }

    /// The number of stacks, by the walls between fields: that after a field has as many places
    /// before it as there are men up to that field, and walls before it.
    fn rank_stacks(&self, men: &[(u8, u16)]) -> Option<u64> {
        let [fields] = &self.atoms[..] else { return Some(0) };
        let (mut number, mut walls) = (0, 0);
        for (n, &(_, field)) in men.iter().enumerate() {
            let (atom, place) = self.places[usize::from(field)];
            if atom > 0 {
                return None;
            }
            for wall in walls..usize::from(place) {
                number += self.binomials.of(n + wall, wall + 1);
            }
            walls = walls.max(usize::from(place));
        }
        for wall in walls..fields.len() - 1 {
            number += self.binomials.of(men.len() + wall, wall + 1);
        }
        Some(number)
    }

    /// The men of the stacks of a number.
    fn stacks(&self, number: u64, men: &mut Vec<(u8, u16)>) {
        let ([fields], [group]) = (&self.atoms[..], &self.groups[..]) else { return };
        let n_walls = fields.len() - 1;
        let (mut above, mut field) = (group.count + n_walls, n_walls);
        let mut put = |field: usize, n: usize| {
            men.extend(std::iter::repeat_n((group.piece, fields[field]), n));
        };
        self.binomials.places(number, group.count + n_walls, n_walls, |wall| {
            put(field, above - wall - 1);
            (above, field) = (wall, field - 1);
        });
        put(0, above);
        men.reverse();
    }

    /// The number of men that are in order.
    fn rank(&self, men: &[(u8, u16)]) -> Option<u64> {
        if self.stacked {
            return self.rank_stacks(men);
        }
        let n_atoms = self.atoms.len();
        let mut ranks = [0_u64; MOST_CELLS];
        let (mut key, mut first) = (0, 0);
        for (g, group) in self.groups.iter().enumerate() {
            let mut counts = [0_u8; MOST_ATOMS];
            for &(_, field) in &men[first..first + group.count] {
                let (atom, place) = self.places[usize::from(field)];
                if group.atoms >> atom & 1 == 0 {
                    return None;
                }
                let lower = |&&(_, other): &&(u8, u16)| {
                    let (other, its_place) = self.places[usize::from(other)];
                    other == atom && its_place < place
                };
                let taken = men[..first].iter().filter(lower).count();
                let (atom, n) = (usize::from(atom), &mut counts[usize::from(atom)]);
                *n += 1;
                let cell = g * n_atoms + atom;
                ranks[cell] += self.binomials.of(usize::from(place) - taken, usize::from(*n));
                key += self.keys[cell];
            }
            first += group.count;
        }
        let distribution = match self.distributions.len() {
            1 => &self.distributions[0],
            _ => &self.distributions[*self.by_key.get(&key)?],
        };
        let parts = distribution.parts.iter();
        let rank = |part: &Part| ranks[part.group * n_atoms + part.atom] * part.weight;
        Some(distribution.start + parts.map(rank).sum::<u64>())
    }

    /// The men of the position that has this number.
    pub(crate) fn men(&self, number: u64, men: &mut Vec<(u8, u16)>) {
        men.clear();
        if self.stacked {
            return self.stacks(number, men);
        }
        let after = self.distributions.partition_point(|it| it.start <= number);
        let Some(distribution) = after.checked_sub(1).map(|i| &self.distributions[i]) else {
            return;
        };
        let rest = number - distribution.start;
        let mut group = 0;
        let (mut first, mut before) = (0, 0);
        for part in &distribution.parts {
            if part.group != group {
                men[first..].sort_unstable();
                (group, first, before) = (part.group, men.len(), men.len());
            }
            let here =
                |man: &&(u8, u16)| usize::from(self.places[usize::from(man.1)].0) == part.atom;
            let mut taken = [0_u16; MOST_MEN];
            let mut n_taken = 0;
            for man in men[..before].iter().filter(here) {
                taken[n_taken] = self.places[usize::from(man.1)].1;
                n_taken += 1;
            }
            let taken = &mut taken[..n_taken];
            taken.sort_unstable();
            let n = self.binomials.of(part.free, part.count);
            let rank = rest / part.weight % n;
            let (piece, atom) = (self.groups[group].piece, &self.atoms[part.atom]);
            self.binomials.places(rank, part.free, part.count, |place| {
                let passed = taken
                    .iter()
                    .fold(place, |at, &taken| if usize::from(taken) <= at { at + 1 } else { at });
                men.push((piece, atom[passed]));
            });
        }
        men[first..].sort_unstable();
    }

    /// Whether the position of a number has that number: it may have a lesser one if the board
    /// can be turned.
    pub(crate) fn is_least(&self, number: u64, men: &[(u8, u16)]) -> bool {
        self.leader.is_none() || self.number(men) == Some(number)
    }
}
