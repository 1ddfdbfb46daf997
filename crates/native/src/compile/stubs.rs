//! Instructions that Cranelift cannot make. To Cranelift each is a short function that leaves
//! all registers alone but the one with the answer; in the machine code the instruction, which is
//! as long as a call, takes the place of the calls.
//!
//! Cranelift's convention for such calls is meant for functions that return nothing,
//! and its verifier and its assertions say so; in the one exact version that we use the
//! register of an answer is treated like that of any other call. Wherever these look
//! ([`CHECKED`](super::machine::CHECKED)), a routine of ours selects the bit instead; a
//! test below compares the two, and random games of a release build are played with the
//! instruction (`cargo test --release`).

use super::machine::Compiled;
use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::ir::Signature;
use cranelift_codegen::isa::CallConv;
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Linkage, Module, ModuleRelocTarget};

/// The bits of the first word, in the places of the bits of the second, as a function:
///
/// ```text
/// pdep  rax, rdi, rsi
/// ret
/// ```
const DEPOSIT: [u8; 6] = [0xc4, 0xe2, 0xc3, 0xf5, 0xc6, 0xc3];

/// How many bytes of it are the instruction, and how many a call is long.
const LENGTH: usize = 5;

/// The first byte of a call of code nearby; how far away it is follows.
const CALL: u8 = 0xe8;

/// Makes the function, where the machine has the instruction and arguments come in the
/// registers that it expects.
pub(crate) fn deposit(module: &mut JITModule, signature: &Signature) -> Option<FuncId> {
    if !has_deposit() || signature.call_conv != CallConv::SystemV {
        return None;
    }
    let signature = Signature { call_conv: CallConv::PreserveAll, ..signature.clone() };
    let func = module.declare_function("deposit_bits_stub", Linkage::Local, &signature).ok()?;
    module.define_function_bytes(func, 16, &DEPOSIT, &[]).ok()?;
    Some(func)
}

/// Puts the instruction in the place of each call of the function. What does not look like such a
/// call stays one.
pub(crate) fn in_place(compiled: &mut Compiled, deposit: FuncId) {
    let Compiled { bytes, relocs, .. } = compiled;
    relocs.retain(|reloc| {
        let is_deposit = match reloc.name {
            ModuleRelocTarget::User { namespace: 0, index } => index == deposit.as_u32(),
            _ => false,
        };
        if !is_deposit || reloc.kind != Reloc::X86CallPCRel4 {
            return true;
        }
        // The distance comes after the byte that says that this is a call.
        let Some(start) = (reloc.offset as usize).checked_sub(1) else { return true };
        match bytes.get_mut(start..start + LENGTH) {
            Some(call) if call[0] == CALL => {
                call.copy_from_slice(&DEPOSIT[..LENGTH]);
                false
            }
            _ => true,
        }
    });
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
    use cranelift_module::ModuleReloc;

    /// A module with the function, if the machine has the instruction.
    fn with_stub() -> Option<(JITModule, FuncId)> {
        let isa = machine(false).unwrap();
        let libcalls = cranelift_module::default_libcall_names();
        let mut module = JITModule::new(JITBuilder::with_isa(isa, libcalls));
        let mut signature = module.make_signature();
        signature.params = vec![AbiParam::new(I64); 2];
        signature.returns = vec![AbiParam::new(I64)];
        let stub = deposit(&mut module, &signature)?;
        Some((module, stub))
    }

    #[test]
    fn a_deposited_bit_is_the_one_that_our_routine_selects() {
        let Some((mut module, stub)) = with_stub() else { return };
        module.finalize_definitions().unwrap();
        let stub = module.get_finalized_function(stub);
        // SAFETY: the stub takes two words in the registers of this convention and gives one.
        let stub: extern "C" fn(u64, u64) -> u64 = unsafe { std::mem::transmute(stub) };
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100 {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(17);
            for n in 0..64 {
                assert_eq!(stub(1 << n, word), select_bit(word, n), "bit {n} of {word:x}");
            }
        }
        // SAFETY: nothing calls the stub any more.
        unsafe { module.free_memory() };
    }

    #[test]
    fn the_instruction_takes_the_place_of_its_calls_alone() {
        let Some((mut module, stub)) = with_stub() else { return };
        let signature = module.make_signature();
        let other = module.declare_anonymous_function(&signature).unwrap();
        let call = |func: FuncId, offset| ModuleReloc {
            offset,
            kind: Reloc::X86CallPCRel4,
            name: ModuleRelocTarget::from(func),
            addend: -4,
        };
        // A call of each, and an address in the place of which nothing may be put.
        let mut bytes = vec![CALL, 0, 0, 0, 0, CALL, 0, 0, 0, 0, 0x48, 0, 0, 0, 0];
        let relocs = vec![call(stub, 1), call(other, 6), call(stub, 11)];
        let mut compiled =
            Compiled { id: other, alignment: 16, bytes: bytes.clone(), relocs, listing: None };
        in_place(&mut compiled, stub);
        bytes[..LENGTH].copy_from_slice(&DEPOSIT[..LENGTH]);
        assert_eq!(compiled.bytes, bytes);
        let offsets: Vec<u32> = compiled.relocs.iter().map(|reloc| reloc.offset).collect();
        assert_eq!(offsets, [6, 11]);
    }
}
