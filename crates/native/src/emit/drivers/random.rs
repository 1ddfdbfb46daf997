//! Random numbers inside generated code: the same as those of [`game::Rng`].

use crate::emit::{Emit, IntCC};
use crate::runtime::Ctx;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Emit<'_, '_> {
    /// A random number below another that is not 0, each equally likely: the
    /// same as [`game::Rng::below`]. The bound fits into 32 bits, because moves
    /// are counted.
    pub(crate) fn random_below(&mut self, n: Value) -> Value {
        let (draw, retry, done) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(draw, &[]);
        self.b.switch_to_block(draw);
        let random = self.random();
        let random = self.b.ins().ushr_imm_u(random, 32);
        let product = self.b.ins().imul(random, n);
        let low = self.b.ins().band_imm_s(product, 0xffff_ffff);
        let high = self.b.ins().ushr_imm_u(product, 32);
        let unlikely = self.b.ins().icmp(IntCC::UnsignedLessThan, low, n);
        self.b.ins().brif(unlikely, retry, &[], done, &[]);
        self.b.set_cold_block(retry);
        self.b.switch_to_block(retry);
        let all = self.b.ins().iconst(cranelift_codegen::ir::types::I64, 1 << 32);
        let rest = self.b.ins().isub(all, n);
        let remainder = self.b.ins().urem(rest, n);
        let again = self.b.ins().icmp(IntCC::UnsignedLessThan, low, remainder);
        self.b.ins().brif(again, draw, &[], done, &[]);
        self.b.switch_to_block(done);
        high
    }

    /// The next random number: the same as [`game::Rng::next_u64`]. The state is
    /// in a register where the code plays whole games, and in memory otherwise.
    fn random(&mut self) -> Value {
        let counter = match self.random {
            Some(variable) => self.b.use_var(variable),
            None => self.load_ctx(Ctx::RNG),
        };
        let counter = self.b.ins().iadd_imm_s(counter, game::Rng::STEP as i64);
        match self.random {
            Some(variable) => self.b.def_var(variable, counter),
            None => self.store_ctx(Ctx::RNG, counter),
        }
        let mut mixed = counter;
        for (shift, factor) in game::Rng::MIX {
            let down = self.b.ins().ushr_imm_u(mixed, i64::from(shift));
            let differs = self.b.ins().bxor(mixed, down);
            mixed = self.b.ins().imul_imm_s(differs, factor as i64);
        }
        let down = self.b.ins().ushr_imm_u(mixed, i64::from(game::Rng::LAST_SHIFT));
        self.b.ins().bxor(mixed, down)
    }
}
