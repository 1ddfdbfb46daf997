//! Rules 1 to 5: how blocks hang together, and what each kind of function may
//! be made of.

use super::Checker;
use crate::operands::ENTRY;
use crate::program::*;

impl<'a> Checker<'a> {
    pub(super) fn flow(&mut self) {
        let Some(entry) = self.func.blocks.first() else {
            return self.report("the function has no block".to_string());
        };
        let ty = |value: &Value| self.func.types.get(value.index()).copied();
        if !entry.params.iter().map(ty).eq(ENTRY.map(Some)) {
            let message = "the entry block must take (position, player, field, direction)";
            self.report(message.to_string());
        }
        let mut is_target = vec![false; self.func.blocks.len()];
        self.each_block(|it, id, block| {
            it.targets(id, &block.term);
            for target in block.term.targets() {
                if let Some(is_target) = is_target.get_mut(target.block.index()) {
                    *is_target = true;
                }
            }
            match it.func.kind {
                FuncKind::Gen => it.gen_block(block),
                FuncKind::Num => it.num_block(block),
            }
        });
        // With only forward targets, a block that some block leads to is
        // reached from the entry: follow the leading blocks back.
        self.each_block(|it, id, _| {
            if id.0 > 0 && !is_target[id.index()] {
                it.report("no block leads here".to_string());
            }
        });
    }

    fn targets(&mut self, id: BlockId, term: &Term) {
        if let Term::Fork(branches) = term
            && branches.is_empty()
        {
            self.report("the fork has no branch; say `die`".to_string());
        }
        for target in term.targets() {
            let Some(to) = self.func.blocks.get(target.block.index()) else {
                self.report(format!("there is no block b{}", target.block.0));
                continue;
            };
            if target.block <= id {
                self.report(format!("b{} does not come after this block", target.block.0));
            }
            let (given, taken) = (term.gives().len() + target.args.len(), to.params.len());
            if given != taken {
                self.report(format!("b{} takes {taken} values, not {given}", target.block.0));
            }
        }
    }

    fn gen_block(&mut self, block: &Block) {
        if let Term::Return(_) = block.term {
            self.report("a `gen` function yields; it does not return".to_string());
        }
    }

    fn num_block(&mut self, block: &Block) {
        let is_plain = matches!(
            block.term,
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Return(_)
        );
        if !is_plain {
            self.report("a `num` function only jumps, asks and returns".to_string());
        }
        let may_die = block.insts.iter().any(|inst| inst.effect().may_die);
        if may_die {
            self.report("a `num` function always returns; no path in it may end".to_string());
        }
    }
}
