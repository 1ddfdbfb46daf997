//! What differs between libraries: how a handle looks, and the values of constants. The
//! names of the functions and what they do are the standard's.

use std::ffi::{c_int, c_void};

/// A handle that is an address, as in Open MPI and in the standard ABI of MPI 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Address(pub(crate) *mut c_void);

// SAFETY: MPI lets any thread use a handle as long as calls do not overlap, which
// MPI_THREAD_SERIALIZED stands for; nothing is read through the address on our side.
#[expect(unsafe_code, reason = "a handle of MPI is an address that goes from thread to thread")]
unsafe impl Send for Address {}

/// Handles that are numbers, as in MPICH and its kin.
pub(crate) type Number = c_int;

/// The values of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Constants<H> {
    pub(crate) world: H,
    pub(crate) byte: H,
    pub(crate) errors_return: H,
    /// What a place for a request holds before there is one. MPI overwrites it.
    pub(crate) no_request: H,
    pub(crate) any_source: c_int,
    pub(crate) any_tag: c_int,
    pub(crate) serialized: c_int,
    /// Where in a status, counted in numbers, the source is; the tag comes next.
    pub(crate) source_at: usize,
}

/// MPICH, Intel MPI, MVAPICH, Cray MPICH and ParaStation have agreed on these.
pub(crate) const MPICH: Constants<Number> = Constants {
    world: 0x4400_0000,
    byte: 0x4c00_010d,
    errors_return: 0x5400_0001,
    no_request: 0x2c00_0000,
    any_source: -2,
    any_tag: -1,
    serialized: 2,
    source_at: 2,
};

/// The standard ABI of MPI 5.
pub(crate) fn standard() -> Constants<Address> {
    let handle = |number: usize| Address(std::ptr::without_provenance_mut(number));
    Constants {
        world: handle(0x101),
        byte: handle(0x247),
        errors_return: handle(0x143),
        no_request: handle(0x180),
        any_source: -1,
        any_tag: -2,
        serialized: 2048,
        source_at: 0,
    }
}

/// Open MPI, whose handles are the addresses of objects in the library.
pub(crate) fn open_mpi(
    world: Address,
    byte: Address,
    errors_return: Address,
) -> Constants<Address> {
    Constants {
        world,
        byte,
        errors_return,
        no_request: Address(std::ptr::null_mut()),
        any_source: -1,
        any_tag: -1,
        serialized: 2,
        source_at: 0,
    }
}

/// A status of any library: the largest has 32 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub(crate) struct Status(pub(crate) [c_int; 16]);

impl Status {
    pub(crate) const EMPTY: Status = Status([0; 16]);
}
