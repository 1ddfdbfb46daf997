//! Opens a library of MPI and finds out which of the three kinds it is.

#![expect(unsafe_code, reason = "a library that is opened at run time is called by address")]

use crate::abi::{self, Address, Constants, Number};
use crate::error::MpiError;
use crate::functions::{Calls, Functions};
use crate::launch::{Launch, OVERRIDE};
use crate::world::Opened;
use libloading::Library;
use std::ffi::{c_char, c_int, c_void};

/// A version needs no more room than this in any of the libraries.
const VERSION_BYTES: usize = 8192;

/// What the versions of libraries with the handles of MPICH have in them.
const KIN_OF_MPICH: [&str; 5] =
    ["MPICH", "Intel(R) MPI", "MVAPICH", "ParaStation", "Microsoft MPI"];

/// Opens the first library that is there for a launcher, and finds its functions. MPI is
/// not started.
pub(crate) fn open(launch: &Launch) -> Result<Opened, MpiError> {
    let (name, library) = first(launch)?;
    // MPI does not survive being unloaded.
    let library: &'static Library = Box::leak(Box::new(library));
    let version = version(library).ok_or_else(|| {
        let message =
            format!("`{name}` has no MPI_Get_library_version, so it is no MPI 3 or later");
        MpiError::new(message, another_library(launch))
    })?;
    let missing = |function: &str| {
        let message = format!("`{name}` ({version}) has no function {function}");
        MpiError::new(message, another_library(launch))
    };
    if is_standard(library) {
        return Ok(Opened::by_address(functions(library, abi::standard()).map_err(missing)?));
    }
    if let Some(constants) = of_open_mpi(library) {
        return Ok(Opened::by_address(functions(library, constants).map_err(missing)?));
    }
    if KIN_OF_MPICH.iter().any(|kin| version.contains(kin)) {
        return Ok(Opened::by_number(functions::<Number>(library, abi::MPICH).map_err(missing)?));
    }
    let message = format!("`{name}` is an MPI whose handles are not known: {version}");
    Err(MpiError::new(message, another_library(launch)))
}

fn another_library(launch: &Launch) -> String {
    match launch.library {
        Some(_) => format!("set {OVERRIDE} to another library, to `off`, or not at all"),
        None => format!(
            "{OVERRIDE}=/path/to/libmpi.so names the library of Open MPI, MPICH or the ABI of MPI 5; \
             {OVERRIDE}=off does without"
        ),
    }
}

/// The first of the libraries that can be opened.
fn first(launch: &Launch) -> Result<(String, Library), MpiError> {
    let mut whys = Vec::new();
    for name in launch.libraries()? {
        match load(&name) {
            Ok(library) => return Ok((name, library)),
            Err(why) => whys.push(why.to_string()),
        }
    }
    // A library that is there and lacks something says more than one that is not there.
    let is_telling = |why: &&String| !why.contains("cannot open shared object file");
    let why = whys.iter().find(is_telling).or(whys.first()).cloned().unwrap_or_default();
    let message = format!(
        "this process was started by {}, but no library of MPI can be opened: {why}",
        launch.name()
    );
    Err(MpiError::new(message, another_library(launch)))
}

/// Opens a library so that its plugins find its functions, as Open MPI needs it.
#[cfg(unix)]
fn load(name: &str) -> Result<Library, libloading::Error> {
    use libloading::os::unix;
    // SAFETY: opening a library runs its initializers. Those of MPI libraries set up their
    // own memory only; a user who names another library by a path runs it as they would
    // run a program.
    unsafe { unix::Library::open(Some(name), unix::RTLD_NOW | unix::RTLD_GLOBAL) }.map(Into::into)
}

#[cfg(not(unix))]
fn load(name: &str) -> Result<Library, libloading::Error> {
    // SAFETY: as above.
    unsafe { Library::new(name) }
}

/// What a library says about itself, its first line.
fn version(library: &Library) -> Option<String> {
    type GetVersion = unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int;
    let (mut text, mut length) = (vec![0_u8; VERSION_BYTES], 0);
    // SAFETY: the function is the standard's, may be called before MPI is started, and writes
    // no more than VERSION_BYTES in any library.
    let result = unsafe {
        let get = library.get::<GetVersion>(b"MPI_Get_library_version\0").ok()?;
        get(text.as_mut_ptr().cast(), &mut length)
    };
    let text = text.get(..usize::try_from(length).ok()?).filter(|_| result == 0)?;
    let text = String::from_utf8_lossy(text);
    let line = text.lines().next().unwrap_or_default();
    Some(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether a library has the standard ABI of MPI 5. Others may have the function, too, and
/// then give no version.
fn is_standard(library: &Library) -> bool {
    type GetAbi = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
    let (mut major, mut minor) = (-1, -1);
    // SAFETY: the function is the standard's, may be called before MPI is started, and writes
    // two numbers.
    let result = unsafe {
        match library.get::<GetAbi>(b"MPI_Abi_get_version\0") {
            Ok(get) => get(&mut major, &mut minor),
            Err(_) => return false,
        }
    };
    result == 0 && major >= 1
}

/// The constants of Open MPI, if the library has the objects that they point to.
fn of_open_mpi(library: &Library) -> Option<Constants<Address>> {
    let object = |name: &[u8]| {
        // SAFETY: only the address of the object is taken; its type is MPI's own affair.
        let symbol = unsafe { library.get::<*mut c_void>(name) }.ok()?;
        Some(Address(*symbol))
    };
    Some(abi::open_mpi(
        object(b"ompi_mpi_comm_world\0")?,
        object(b"ompi_mpi_byte\0")?,
        object(b"ompi_mpi_errors_return\0")?,
    ))
}

/// All functions of a library; an error is the name of one that it does not have.
fn functions<H: Copy + Send + 'static>(
    library: &'static Library,
    constants: Constants<H>,
) -> Result<Functions<H>, &'static str> {
    // SAFETY: the handles of this library are of type `H`, as its constants are.
    let calls = unsafe { Calls::of(library) }?;
    Ok(Functions::new(calls, constants))
}
