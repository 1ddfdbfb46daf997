//! What threads find when they look at the positions of a rank: what each led to, as rows of words
//! where positions are such, and what had to be known for that.

use super::Owners;
use super::parcels::Question;
use crate::limits::InfosetError;
use crate::nodes::Node;
use game::{Asked, Counter, Fitting, Referee, Witness};

/// What a job finds at some nodes.
pub(super) struct Looked<P> {
    pub(super) children: Vec<Child>,
    /// The positions of the children, one after the other, as rows of words or as they are.
    pub(super) rows: Vec<u64>,
    pub(super) positions: Vec<P>,
    /// For each node whether it ends, or goes on, as was perceived.
    pub(super) keeps: Vec<bool>,
    pub(super) questions: Vec<Question>,
    pub(super) likenesses: Vec<u64>,
    pub(super) compared: u64,
    /// A position that was made of a row.
    made: Option<P>,
}

/// A position to which a turn led.
pub(super) struct Child {
    /// The number of its parent among those that are looked at.
    pub(super) parent: usize,
    pub(super) ways: u32,
    pub(super) owner: usize,
}

impl<P> Looked<P> {
    pub(super) fn new() -> Looked<P> {
        Looked {
            children: Vec::new(),
            rows: Vec::new(),
            positions: Vec::new(),
            keeps: Vec::new(),
            questions: Vec::new(),
            likenesses: Vec::new(),
            compared: 0,
            made: None,
        }
    }

    /// Notes what a node led to, without counters that are forgotten.
    pub(super) fn follow<G: Referee<Position = P>, W: Witness<Position = P>>(
        &mut self,
        owners: &Owners<'_, G>,
        forgotten: &[Counter],
        witness: &mut W,
        number: usize,
        node: &Node<P>,
        past: &[P],
    ) -> Result<(), InfosetError>
    where
        P: Clone + Eq,
    {
        let (game, at, before) = (owners.game, &node.position, node.before());
        let form = game.row_form();
        let (first, mut ways) = (self.rows.len(), Vec::new());
        if let Some(form) = form
            && let Some(n) = witness.fitting_rows(at, before, past, &mut self.rows, &mut ways)?
        {
            self.compared += n;
            for (row, ways) in self.rows[first..].chunks_exact_mut(form.words).zip(ways) {
                game.forget_in_row(row, forgotten);
                let owner = owners.of_row(row, forgotten, &mut self.made);
                self.children.push(Child { parent: number, ways, owner });
            }
            return Ok(());
        }
        let mut list = Vec::new();
        self.compared += witness.fitting(at, before, past, &mut list)?;
        for Fitting { mut to, ways } in list {
            game.forget(&mut to, forgotten);
            self.children.push(Child { parent: number, ways, owner: owners.of(&to) });
            match form {
                Some(_) => self.rows.extend_from_slice(game.row(&to)),
                None => self.positions.push(to),
            }
        }
        Ok(())
    }

    /// Notes questions whose answers are not known; each as the number of depths at which
    /// what it asks for must have occurred.
    pub(super) fn ask(&mut self, asked: &[Asked], needed: impl Fn(&Asked) -> Option<u32>) {
        let question = |asked: &Asked| {
            let needed = needed(asked)?;
            Some(Question { likeness: asked.likeness, needed })
        };
        self.questions.extend(asked.iter().filter_map(question));
    }
}
