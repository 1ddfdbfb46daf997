//! The functions of MPI that are used, for one kind of handles, behind safe methods.
//!
//! What makes the methods safe: MPI reads and writes only where it is pointed, and whatever it
//! is pointed to lives as long as the call; the bytes of a message under way, which MPI
//! reads later, are kept in a [`Sending`] and leaked if it is dropped too early.

#![expect(unsafe_code, reason = "functions of MPI are called by address")]

use crate::abi::{Constants, Status};
use crate::endpoint::{Found, Port};
use libloading::Library;
use ranks::Lost;
use std::ffi::{c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr::null_mut;

/// Names and error texts need no more room than this in any of the libraries.
const TEXT_BYTES: usize = 8192;

/// Declares functions of C that return a number, and finds them by name.
macro_rules! calls {
    ($($field:ident = $name:literal ($($argument:ty),*),)*) => {
        /// The addresses of the functions; `H` is what the library uses for handles.
        pub(crate) struct Calls<H> {
            $($field: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl<H: Copy + 'static> Calls<H> {
            /// Finds all functions; an error is the name of one that is not there.
            ///
            /// # Safety
            ///
            /// The library is one of MPI, and its handles are of type `H`.
            pub(crate) unsafe fn of(library: &'static Library) -> Result<Calls<H>, &'static str> {
                Ok(Calls {
                    // SAFETY: the standard says what functions of these names take.
                    $($field: *unsafe { library.get(concat!($name, "\0").as_bytes()) }
                        .map_err(|_| $name)?,)*
                })
            }
        }
    };
}

calls! {
    initialized = "MPI_Initialized" (*mut c_int),
    init_thread = "MPI_Init_thread" (*mut c_int, *mut *mut *mut c_char, c_int, *mut c_int),
    comm_set_errhandler = "MPI_Comm_set_errhandler" (H, H),
    comm_rank = "MPI_Comm_rank" (H, *mut c_int),
    comm_size = "MPI_Comm_size" (H, *mut c_int),
    get_processor_name = "MPI_Get_processor_name" (*mut c_char, *mut c_int),
    isend = "MPI_Isend" (*const c_void, c_int, H, c_int, c_int, H, *mut H),
    test = "MPI_Test" (*mut H, *mut c_int, *mut Status),
    iprobe = "MPI_Iprobe" (c_int, c_int, H, *mut c_int, *mut Status),
    get_count = "MPI_Get_count" (*const Status, H, *mut c_int),
    recv = "MPI_Recv" (*mut c_void, c_int, H, c_int, c_int, H, *mut Status),
    ibarrier = "MPI_Ibarrier" (H, *mut H),
    error_string = "MPI_Error_string" (c_int, *mut c_char, *mut c_int),
    abort = "MPI_Abort" (H, c_int),
    finalize = "MPI_Finalize" (),
}

/// A library that is ready for use.
pub(crate) struct Functions<H> {
    calls: Calls<H>,
    constants: Constants<H>,
}

/// A message under way.
pub(crate) struct Sending<H> {
    request: H,
    /// MPI may read them until the request is done. If that is never known they stay where
    /// they are for good.
    bytes: ManuallyDrop<Vec<u8>>,
}

impl<H: Copy> Functions<H> {
    pub(crate) fn new(calls: Calls<H>, constants: Constants<H>) -> Functions<H> {
        Functions { calls, constants }
    }

    fn check(&self, result: c_int, rank: Option<usize>) -> Result<(), Lost> {
        if result == 0 {
            return Ok(());
        }
        let text = text(|text, length| {
            // SAFETY: there is room for any text.
            unsafe { (self.calls.error_string)(result, text, length) }
        });
        Err(Lost {
            rank,
            why: format!("MPI reports: {}", text.unwrap_or_else(|| result.to_string())),
        })
    }

    fn is_done(&self, request: &mut H) -> Result<bool, Lost> {
        let (mut is_done, mut status) = (0, Status::EMPTY);
        // SAFETY: the request is one of this library, or the null request that a finished
        // one has become, and all places are ours.
        let result = unsafe { (self.calls.test)(request, &mut is_done, &mut status) };
        self.check(result, None).map(|()| is_done != 0)
    }
}

/// What a function of C writes as a text with a length.
fn text(write: impl FnOnce(*mut c_char, *mut c_int) -> c_int) -> Option<String> {
    let (mut text, mut length) = (vec![0_u8; TEXT_BYTES], 0);
    let result = write(text.as_mut_ptr().cast(), &mut length);
    let text = text.get(..usize::try_from(length).ok()?).filter(|_| result == 0)?;
    Some(String::from_utf8_lossy(text).trim().to_string())
}

impl<H: Copy + Send> Port for Functions<H> {
    type Sending = Sending<H>;
    type Barrier = H;

    fn start(&mut self) -> Result<bool, Lost> {
        let (mut is_running, mut provided) = (0, 0);
        // SAFETY: may be called at any time, with a place for a number.
        unsafe { (self.calls.initialized)(&mut is_running) };
        if is_running != 0 {
            return Ok(true);
        }
        let wanted = self.constants.serialized;
        // SAFETY: MPI is started once; it takes no arguments of the command line.
        let result =
            unsafe { (self.calls.init_thread)(null_mut(), null_mut(), wanted, &mut provided) };
        self.check(result, None)?;
        let Constants { world, errors_return, .. } = self.constants;
        // SAFETY: both are handles of this library.
        let result = unsafe { (self.calls.comm_set_errhandler)(world, errors_return) };
        self.check(result, None)?;
        Ok(provided >= wanted)
    }

    fn rank_and_size(&mut self) -> Result<(usize, usize), Lost> {
        let (mut rank, mut size) = (0, 0);
        // SAFETY: MPI runs, and both places are ours.
        let result = unsafe { (self.calls.comm_rank)(self.constants.world, &mut rank) };
        self.check(result, None)?;
        // SAFETY: as above.
        let result = unsafe { (self.calls.comm_size)(self.constants.world, &mut size) };
        self.check(result, None)?;
        Ok((rank as usize, size as usize))
    }

    fn host(&mut self) -> Option<String> {
        text(|text, length| {
            // SAFETY: there is room for any name.
            unsafe { (self.calls.get_processor_name)(text, length) }
        })
    }

    fn send(&mut self, to: usize, tag: c_int, bytes: Vec<u8>) -> Result<Sending<H>, Lost> {
        let Constants { world, byte, no_request, .. } = self.constants;
        let mut sending = Sending { request: no_request, bytes: ManuallyDrop::new(bytes) };
        let (from, count) = (sending.bytes.as_ptr().cast(), sending.bytes.len() as c_int);
        // SAFETY: the bytes stay where they are until the request is done, or for good.
        let result = unsafe {
            (self.calls.isend)(from, count, byte, to as c_int, tag, world, &mut sending.request)
        };
        self.check(result, Some(to)).map(|()| sending)
    }

    fn is_sent(&mut self, sending: &mut Sending<H>) -> Result<bool, Lost> {
        let is_done = self.is_done(&mut sending.request)?;
        if is_done {
            // MPI has read them.
            drop(std::mem::take(&mut *sending.bytes));
        }
        Ok(is_done)
    }

    fn find(&mut self) -> Result<Option<Found>, Lost> {
        let Constants { world, byte, any_source, any_tag, source_at, .. } = self.constants;
        let (mut is_there, mut status, mut count) = (0, Status::EMPTY, 0);
        // SAFETY: the status has room for that of any library.
        let result =
            unsafe { (self.calls.iprobe)(any_source, any_tag, world, &mut is_there, &mut status) };
        self.check(result, None)?;
        if is_there == 0 {
            return Ok(None);
        }
        let (from, tag) = (status.0[source_at] as usize, status.0[source_at + 1]);
        // SAFETY: the status is the one that was just filled in.
        let result = unsafe { (self.calls.get_count)(&status, byte, &mut count) };
        self.check(result, Some(from))?;
        Ok(Some(Found { from, tag, length: count.max(0) as usize }))
    }

    fn take(&mut self, found: Found) -> Result<Vec<u8>, Lost> {
        let Found { from, tag, length } = found;
        let Constants { world, byte, .. } = self.constants;
        let (mut bytes, mut status) = (vec![0; length], Status::EMPTY);
        let to = bytes.as_mut_ptr().cast();
        // SAFETY: MPI writes at most as many bytes as there is room for. The message has
        // been found, so that the call does not wait.
        let result = unsafe {
            (self.calls.recv)(to, length as c_int, byte, from as c_int, tag, world, &mut status)
        };
        self.check(result, Some(from)).map(|()| bytes)
    }

    fn barrier(&mut self) -> Result<H, Lost> {
        let mut request = self.constants.no_request;
        // SAFETY: the place for the request is ours.
        let result = unsafe { (self.calls.ibarrier)(self.constants.world, &mut request) };
        self.check(result, None).map(|()| request)
    }

    fn is_passed(&mut self, barrier: &mut H) -> Result<bool, Lost> {
        self.is_done(barrier)
    }

    fn finalize(&mut self) -> Result<(), Lost> {
        // SAFETY: MPI runs, and no call follows this one.
        let result = unsafe { (self.calls.finalize)() };
        match result {
            0 => Ok(()),
            _ => Err(Lost { rank: None, why: "MPI could not be ended".to_string() }),
        }
    }

    fn abort(&mut self, code: u8) {
        // SAFETY: MPI runs. The call ends all ranks and does not return.
        unsafe { (self.calls.abort)(self.constants.world, c_int::from(code)) };
    }
}
