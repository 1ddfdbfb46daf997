//! Instructions that Cranelift cannot make, as short functions of machine code
//! that leave all registers alone but the one with the answer: a call of one costs
//! little more than the instruction.
//!
//! Cranelift's convention for such calls is meant for functions that return nothing,
//! and its verifier and its assertions say so; in the one exact version that we use the
//! register of an answer is treated like that of any other call. Wherever these look
//! ([`CHECKED`](super::machine::CHECKED)), a routine of ours selects the bit instead; a
//! test below compares the two, and random games of a release build are played with the
//! stub (`cargo test --release`).

use cranelift_codegen::ir::Signature;
use cranelift_codegen::isa::CallConv;
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Linkage, Module};

/// Bit `n` of those that are set in a word, alone, both 64 bits:
///
/// ```text
/// mov   eax, 1
/// shlx  rax, rax, rsi
/// pdep  rax, rax, rdi
/// ret
/// ```
const SELECT: [u8; 16] = [
    0xb8, 0x01, 0x00, 0x00, 0x00, 0xc4, 0xe2, 0xc9, 0xf7, 0xc0, 0xc4, 0xe2, 0xfb, 0xf5, 0xc7, 0xc3,
];

/// Makes the function that selects a bit, where the machine has the instructions
/// and arguments come in the registers that the code expects.
pub(crate) fn select(module: &mut JITModule, signature: &Signature) -> Option<FuncId> {
    if !has_deposit() || signature.call_conv != CallConv::SystemV {
        return None;
    }
    let signature = Signature { call_conv: CallConv::PreserveAll, ..signature.clone() };
    // Its name must differ from that of our routine, which is declared already: a call of
    // code nearby cannot reach that far.
    let func = module.declare_function("select_bit_stub", Linkage::Local, &signature).ok()?;
    module.define_function_bytes(func, 16, &SELECT, &[]).ok()?;
    Some(func)
}

#[cfg(target_arch = "x86_64")]
fn has_deposit() -> bool {
    std::arch::is_x86_feature_detected!("bmi2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_deposit() -> bool {
    false
}

#[cfg(all(test, unix, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::compile::machine::machine;
    use crate::runtime::helpers::select_bit;
    use cranelift_codegen::ir::{AbiParam, types::I64};
    use cranelift_jit::JITBuilder;

    #[test]
    fn the_stub_selects_what_our_routine_selects() {
        let isa = machine(false).unwrap();
        let libcalls = cranelift_module::default_libcall_names();
        let mut module = JITModule::new(JITBuilder::with_isa(isa, libcalls));
        let mut signature = module.make_signature();
        signature.params = vec![AbiParam::new(I64); 2];
        signature.returns = vec![AbiParam::new(I64)];
        // A machine without the instruction never runs the stub.
        let Some(stub) = select(&mut module, &signature) else { return };
        module.finalize_definitions().unwrap();
        let stub = module.get_finalized_function(stub);
        // SAFETY: the stub takes two words in the registers of this convention and gives one.
        let stub: extern "C" fn(u64, u64) -> u64 = unsafe { std::mem::transmute(stub) };
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100 {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(17);
            for n in 0..64 {
                assert_eq!(stub(word, n), select_bit(word, n), "bit {n} of {word:x}");
            }
        }
        // SAFETY: nothing calls the stub any more.
        unsafe { module.free_memory() };
    }
}
