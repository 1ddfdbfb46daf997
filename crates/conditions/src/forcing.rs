//! How a run forces: what it may take for granted, how freely it follows the other
//! answer, and which piece stands for all those that a field may hold.

use crate::contents::Contents;
use crate::forms::{Asked, Forms};
use game::{Facts, Owner, Piece};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How a run forces.
pub(crate) struct Forcing {
    /// What may stand on a field: nothing, then the pieces of each owner; pieces
    /// that there must be a certain number of come last.
    order: Vec<Option<Piece>>,
    /// Whether pieces are assumed where they are looked for all over the board.
    /// Questions that only test fields may always find them anywhere.
    pub(crate) anywhere: bool,
    /// Whether such a question is being asked.
    pub(crate) is_listing: Cell<bool>,
    /// Whether a question could succeed in more ways than were followed.
    pub(crate) is_cut: Cell<bool>,
    /// Whether questions are to succeed only by what the turn has written.
    pub(crate) touching: bool,
    /// Whether what is found is checked afterwards: then the other answer is
    /// followed everywhere, and what is overwritten may be something else.
    pub(crate) loose: bool,
    /// Whether a question that succeeds is followed for each way in which it does.
    pub(crate) every_way: bool,
    /// What was found out about questions.
    pub(crate) forms: RefCell<FxHashMap<Asked, Rc<Forms>>>,
}

impl Forcing {
    pub(crate) fn new(facts: &Facts) -> Forcing {
        let mut order = vec![None];
        let exactly = |piece: &Piece| facts.kinds[piece.kind().index()].exactly.is_some();
        for owner in [Owner::First, Owner::Second, Owner::Nobody] {
            let pieces: Vec<Piece> = facts.pieces().filter(|p| p.owner() == owner).collect();
            let (last, first): (Vec<Piece>, Vec<Piece>) = pieces.into_iter().partition(exactly);
            order.extend(first.into_iter().chain(last).map(Some));
        }
        Forcing {
            order,
            anywhere: false,
            is_listing: Cell::new(false),
            is_cut: Cell::new(false),
            touching: false,
            loose: false,
            every_way: false,
            forms: RefCell::default(),
        }
    }

    /// Follows whatever may be there; what is found must be checked.
    pub(crate) fn loose(self) -> Forcing {
        Forcing { loose: true, ..self }
    }

    /// Whether what is found must be checked.
    pub(crate) fn is_loose(&self) -> bool {
        self.loose
    }

    /// Follows each way in which a question succeeds.
    pub(crate) fn every_way(self) -> Forcing {
        Forcing { every_way: true, ..self }
    }

    /// Lets pieces be assumed where they are looked for all over the board, too.
    pub(crate) fn anywhere(self) -> Forcing {
        Forcing { anywhere: true, ..self }
    }

    /// Follows questions only where something that the turn has written helps.
    pub(crate) fn touching(self) -> Forcing {
        Forcing { touching: true, ..self }
    }

    /// What stands for all that is allowed.
    pub(crate) fn example(&self, allowed: &Contents) -> Option<Piece> {
        self.order.iter().copied().find(|top| allowed.allows(*top)).flatten()
    }

    /// One example of each owner and of emptiness.
    pub(crate) fn examples(&self, allowed: &Contents) -> Vec<Option<Piece>> {
        let mut examples: Vec<Option<Piece>> = Vec::new();
        for &top in self.order.iter().filter(|top| allowed.allows(**top)) {
            if examples.last().is_none_or(|last| owner_of(*last) != owner_of(top)) {
                examples.push(top);
            }
        }
        examples
    }
}

/// Whose piece it is, if it is one.
pub(crate) fn owner_of(top: Option<Piece>) -> Option<Owner> {
    top.map(Piece::owner)
}
