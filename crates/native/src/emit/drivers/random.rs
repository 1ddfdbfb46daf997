//! Random numbers inside generated code: those of wyrand (Wang Yi, 2019), which takes half as
//! many instructions as [`game::Rng`]. The state is one word, too, and goes on from the state of
//! a [`game::Rng`] and back into one.

use crate::emit::{Emit, IntCC};
use crate::runtime::Ctx;
use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{InstBuilder, Value};

/// By how much the state goes up with each number.
const STEP: u64 = 0xa076_1d64_78bd_642f;

/// By what the state is flipped.
const FLIP: u64 = 0xe703_7ed1_a0b4_28db;

impl Emit<'_, '_> {
    /// A random number below another that is not 0, each equally likely, found in the way of
    /// [`game::Rng::below`]. The bound fits into 32 bits, because moves
    /// are counted.
    pub(crate) fn random_below(&mut self, n: Value) -> Value {
        let (draw, retry, done) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(draw, &[]);
        self.b.switch_to_block(draw);
        let random = self.random();
        let random = self.b.ins().ushr_imm_u(random, 32);
        let product = self.b.ins().imul(random, n);
        let [low, short] = [product, n].map(|word| self.b.ins().ireduce(I32, word));
        let high = self.b.ins().ushr_imm_u(product, 32);
        let unlikely = self.b.ins().icmp(IntCC::UnsignedLessThan, low, short);
        self.b.ins().brif(unlikely, retry, &[], done, &[]);
        self.b.set_cold_block(retry);
        self.b.switch_to_block(retry);
        // What is left of 2^32, found with words of 32 bits.
        let rest = self.b.ins().ineg(short);
        let remainder = self.b.ins().urem(rest, short);
        let again = self.b.ins().icmp(IntCC::UnsignedLessThan, low, remainder);
        self.b.ins().brif(again, draw, &[], done, &[]);
        self.b.switch_to_block(done);
        high
    }

    /// The next random number. The state is
    /// in a register where the code plays whole games, and in memory otherwise.
    fn random(&mut self) -> Value {
        let counter = match self.random {
            Some(variable) => self.b.use_var(variable),
            None => self.load_ctx(Ctx::RNG),
        };
        let counter = self.b.ins().iadd_imm_s(counter, STEP as i64);
        match self.random {
            Some(variable) => self.b.def_var(variable, counter),
            None => self.store_ctx(Ctx::RNG, counter),
        }
        // Both halves of the product of the state and of its reflection.
        let other = self.b.ins().bxor_imm_s(counter, FLIP as i64);
        let high = self.b.ins().umulhi(counter, other);
        let low = self.b.ins().imul(counter, other);
        self.b.ins().bxor(high, low)
    }
}
