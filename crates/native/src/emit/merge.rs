//! Values of ways that join: what is the same on all of them stays as it is, what
//! differs becomes a parameter of the block in which they join.

use super::Emit;
use super::known::Origin;
use super::sym::{Finger, Heading, Num, Pending, SOMEWHERE, State, Val, Word};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder};
use std::rc::Rc;

impl Emit<'_, '_> {
    /// Joins ways; nothing if there are none.
    pub(crate) fn join(&mut self, pending: Vec<Pending>) -> Option<Vec<Val>> {
        let (first, rest) = pending.split_first()?;
        if rest.is_empty() {
            self.b.switch_to_block(first.block);
            return Some(first.vals.clone());
        }
        let block = self.b.create_block();
        let mut args: Vec<Vec<Word>> = vec![Vec::new(); pending.len()];
        let mut vals = Vec::new();
        for i in 0..first.vals.len() {
            let each: Vec<&Val> = pending.iter().map(|p| &p.vals[i]).collect();
            vals.push(self.merge(block, &each, &mut args));
        }
        for (pending, args) in pending.iter().zip(args) {
            self.b.switch_to_block(pending.block);
            let args: Vec<BlockArg> = args.into_iter().map(|w| self.value(w).into()).collect();
            self.b.ins().jump(block, &args);
        }
        self.b.switch_to_block(block);
        Some(vals)
    }

    /// One word for several.
    fn merge_words(&mut self, block: Block, words: &[Word], args: &mut [Vec<Word>]) -> Word {
        if words.iter().all(|word| *word == words[0]) {
            return words[0];
        }
        for (args, word) in args.iter_mut().zip(words) {
            args.push(*word);
        }
        Word::V(self.b.append_block_param(block, I64))
    }

    /// One value for several.
    fn merge(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        match vals[0] {
            Val::Unset | Val::Player(_) => vals[0].clone(),
            Val::State(_) => self.merge_states(block, vals, args),
            Val::Field(first) => {
                if vals.iter().all(|val| matches!(val, Val::Field(f) if f == first)) {
                    return vals[0].clone();
                }
                self.merge_fields(block, vals, args)
            }
            Val::Direction(first) => {
                if vals.iter().all(|val| matches!(val, Val::Direction(d) if d == first)) {
                    return vals[0].clone();
                }
                self.merge_directions(block, vals, args)
            }
            Val::Set(first) => {
                let merged: Vec<Word> = (0..first.len())
                    .map(|i| {
                        let words: Vec<Word> = vals
                            .iter()
                            .map(|val| if let Val::Set(w) = val { w[i] } else { Word::ZERO })
                            .collect();
                        self.merge_words(block, &words, args)
                    })
                    .collect();
                Val::Set(merged.into())
            }
            Val::Number(_) => {
                let numbers: Vec<Num> = vals
                    .iter()
                    .map(|val| if let Val::Number(n) = val { *n } else { Num::constant(0) })
                    .collect();
                let words: Vec<Word> = numbers.iter().map(|n| n.word).collect();
                let low = numbers.iter().map(|n| n.low).min().unwrap_or(0);
                let high = numbers.iter().map(|n| n.high).max().unwrap_or(0);
                Val::Number(Num { word: self.merge_words(block, &words, args), low, high })
            }
        }
    }

    fn merge_fields(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        let mut certain = true;
        let mut words = Vec::new();
        for val in vals {
            words.push(match val {
                Val::Field(Finger::At(field)) => *field,
                Val::Field(Finger::Maybe(field)) => {
                    certain = false;
                    *field
                }
                _ => {
                    certain = false;
                    Word::C(u64::MAX)
                }
            });
        }
        let word = self.merge_words(block, &words, args);
        Val::Field(if certain { Finger::At(word) } else { Finger::Maybe(word) })
    }

    fn merge_directions(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        let words: Vec<Word> = vals
            .iter()
            .map(|val| match val {
                Val::Direction(Heading::Fixed(d)) => Word::C(d.index() as u64),
                Val::Direction(Heading::Maybe(d)) => *d,
                _ => Word::C(u64::MAX),
            })
            .collect();
        Val::Direction(Heading::Maybe(self.merge_words(block, &words, args)))
    }

    fn merge_states(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        let states: Vec<&Rc<State>> = vals
            .iter()
            .filter_map(|v| if let Val::State(s) = v { Some(s) } else { None })
            .collect();
        let first = states[0];
        if states.iter().all(|state| Rc::ptr_eq(state, first)) {
            return vals[0].clone();
        }
        let slots = (0..first.slots.len())
            .map(|i| {
                let words: Vec<Word> = states.iter().map(|state| state.slots[i]).collect();
                self.merge_words(block, &words, args)
            })
            .collect();
        let version = match states.iter().all(|state| state.version == first.version) {
            true => first.version,
            false => {
                let version = self.version(Origin::Unknown);
                for state in &states {
                    let pieces = self.puts[state.version.0 as usize];
                    self.came(version, pieces);
                }
                version
            }
        };
        let overwrites = states
            .iter()
            .filter_map(|state| state.overwrites)
            .reduce(|a, b| if a == b { a } else { SOMEWHERE });
        let gained = first.gained.clone();
        let gained = gained.filter(|_| states.iter().all(|state| state.gained == first.gained));
        let sure = first.sure.filter(|_| states.iter().all(|state| state.sure == first.sure));
        Val::State(Rc::new(State {
            slots,
            hand: states.iter().fold(0, |hand, state| hand | state.hand),
            version,
            sure,
            overwrites,
            gained,
        }))
    }
}
