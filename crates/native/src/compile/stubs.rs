//! Instructions that Cranelift cannot make, as short functions of machine code
//! that leave all registers alone but the one with the answer: a call of one costs
//! little more than the instruction.
//!
//! Cranelift's convention for such calls is meant for functions that return nothing,
//! and its assertions say so; in the one exact version that we use the register of an
//! answer is treated like that of any other call. All tests of random games run it.

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
    let func = module.declare_function("select_bit", Linkage::Local, &signature).ok()?;
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
