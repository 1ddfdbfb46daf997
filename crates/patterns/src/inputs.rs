//! What a small network is told of a position: for each field what is on it, for each number
//! beside the board how great it is, and all of it as either player sees it.
//!
//! If the rules are proved to be the same for both players once the board is turned, what one
//! player sees is the turned board, and both share one table of weights. Otherwise each has a
//! table of their own.

use crate::plan::Plan;
use game::{Player, Symmetry};

/// The inputs of a network, each of which is there or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    n_fields: usize,
    /// What a field can hold beside nothing.
    n_pieces: usize,
    /// The first input of each number beside the board, whose least value is none.
    numbers: Vec<usize>,
    n_inputs: usize,
    /// For each input the one that the second player sees in its place, if both players share
    /// a table.
    turned: Option<Vec<u32>>,
    /// The other symmetries of the rules, each as where inputs go.
    images: Vec<Vec<u32>>,
}

impl Inputs {
    /// The inputs of a plan, and what symmetries of the rules make of them.
    pub(crate) fn new(plan: &Plan, symmetries: &[Symmetry]) -> Inputs {
        let (n_fields, n_pieces) = (plan.n_fields(), plan.n_codes() - 1);
        let mut n_inputs = n_fields * n_pieces;
        let numbers = plan.numbers.iter().map(|number| {
            let first = n_inputs;
            n_inputs += number.n_values - 1;
            first
        });
        let numbers = numbers.collect();
        let mut inputs =
            Inputs { n_fields, n_pieces, numbers, n_inputs, turned: None, images: Vec::new() };
        for symmetry in symmetries {
            let image = inputs.image(plan, symmetry);
            if !symmetry.exchanges_players {
                inputs.images.push(image);
            } else if plan.look().shares_players && inputs.turned.is_none() && is_turn(&image) {
                inputs.turned = Some(image);
            }
        }
        inputs
    }

    /// Where a symmetry takes each input.
    fn image(&self, plan: &Plan, symmetry: &Symmetry) -> Vec<u32> {
        let mut image: Vec<u32> = (0..self.n_inputs as u32).collect();
        for field in 0..self.n_fields {
            let to = symmetry.fields[field].index();
            for code in 1..=self.n_pieces {
                let (from, code) = (field * self.n_pieces + code - 1, plan.image(code, symmetry));
                image[from] = (to * self.n_pieces + code - 1) as u32;
            }
        }
        if symmetry.exchanges_players {
            // Numbers of the first and of the second player take turns.
            for (pair, of_pair) in self.numbers.chunks_exact(2).zip(plan.numbers.chunks_exact(2)) {
                for value in 0..of_pair[0].n_values.min(of_pair[1].n_values) - 1 {
                    image[pair[0] + value] = (pair[1] + value) as u32;
                    image[pair[1] + value] = (pair[0] + value) as u32;
                }
            }
        }
        image
    }

    /// Whether a network is told the same by both, so that its weights mean the same.
    pub(crate) fn is_told_like(&self, other: &Inputs) -> bool {
        (self.n_fields, self.n_pieces, self.n_inputs)
            == (other.n_fields, other.n_pieces, other.n_inputs)
            && (&self.numbers, &self.turned) == (&other.numbers, &other.turned)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.n_inputs
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.n_inputs == 0
    }

    /// How many of them can be there at once.
    pub(crate) fn most_at_once(&self) -> usize {
        self.n_fields + self.numbers.len()
    }

    /// How many tables of weights there are: one that both players share, or two.
    pub fn n_tables(&self) -> usize {
        if self.turned.is_some() { 1 } else { 2 }
    }

    /// The table of a player.
    pub fn table(&self, player: Player) -> usize {
        if self.turned.is_some() { 0 } else { player.index() }
    }

    /// What an input is as a player sees it.
    #[inline]
    pub fn seen_by(&self, player: Player, input: usize) -> usize {
        match &self.turned {
            Some(turned) if player == Player::Second => turned[input] as usize,
            _ => input,
        }
    }

    /// Symmetries of the rules that leave the players as they are, each as where inputs go.
    pub fn images(&self) -> &[Vec<u32>] {
        &self.images
    }

    /// The input of what a field holds; nothing if it is empty.
    #[inline]
    pub(crate) fn of_field(&self, field: usize, code: u8) -> Option<usize> {
        let piece = usize::from(code).checked_sub(1)?;
        Some(field * self.n_pieces + piece)
    }

    /// The input of a number by its place above the least one; nothing if it is that.
    #[inline]
    pub(crate) fn of_number(&self, i: usize, place: usize) -> Option<usize> {
        Some(self.numbers[i] + place.checked_sub(1)?)
    }

    /// The inputs that are there in a position that was kept as bytes.
    pub fn of_row<'r>(&'r self, row: &'r [u8]) -> impl Iterator<Item = usize> + 'r {
        let (fields, numbers) = row.split_at(self.n_fields);
        let fields = fields.iter().enumerate().filter_map(|(i, code)| self.of_field(i, *code));
        let numbers = numbers.iter().enumerate();
        fields.chain(numbers.filter_map(|(i, place)| self.of_number(i, usize::from(*place))))
    }
}

/// Whether an image of inputs, taken twice, is what it was: only then do both players see each
/// other's view.
fn is_turn(image: &[u32]) -> bool {
    image.iter().zip(0..).all(|(&to, from)| image[to as usize] == from)
}
