//! All ranks of a job, as the one that this process is sees them.

use crate::abi::{Address, Number};
use crate::endpoint::{BOUNDS, Endpoint, Port};
use crate::error::MpiError;
use crate::functions::Functions;
use crate::launch::{Launch, OVERRIDE};
use crate::library;
use ranks::{Link, Lost, Parcel};

/// A library that was opened.
pub(crate) enum Opened {
    Addresses(Functions<Address>),
    Numbers(Functions<Number>),
}

impl Opened {
    pub(crate) fn by_address(functions: Functions<Address>) -> Opened {
        Opened::Addresses(functions)
    }

    pub(crate) fn by_number(functions: Functions<Number>) -> Opened {
        Opened::Numbers(functions)
    }
}

/// A rank of MPI, whatever handles its library has.
trait Ending: Link {
    fn finish(&mut self, is_wanted: &mut dyn FnMut() -> bool) -> Result<bool, Lost>;
    fn abort(&mut self, code: u8);
}

impl<P: Port> Ending for Endpoint<P> {
    fn finish(&mut self, is_wanted: &mut dyn FnMut() -> bool) -> Result<bool, Lost> {
        Endpoint::finish(self, is_wanted)
    }

    fn abort(&mut self, code: u8) {
        Endpoint::abort(self, code);
    }
}

/// All ranks of a job of MPI: a link that has to be ended.
pub struct World(Box<dyn Ending>);

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rank {} of {} on {}", self.rank(), self.size(), self.host())
    }
}

/// Joins the ranks that a launcher started, if one did: opens its library and starts MPI.
/// `environment` gives the values of variables. A job of one rank is no job.
///
/// MPI can be started once in a process. The thread that does it should also end it.
pub fn world(environment: impl Fn(&str) -> Option<String>) -> Result<Option<World>, MpiError> {
    let Some(launch) = Launch::of(environment) else { return Ok(None) };
    World::join(&launch)
}

impl World {
    /// Joins the ranks that a launcher started; nothing if this process turns out to be
    /// the only one.
    pub fn join(launch: &Launch) -> Result<Option<World>, MpiError> {
        let mut world = match library::open(launch)? {
            Opened::Addresses(functions) => begin(functions)?,
            Opened::Numbers(functions) => begin(functions)?,
        };
        match (launch.size, world.size()) {
            (Some(expected), size) if expected != size => Err(stranger(launch, expected, size)),
            (_, 1) => world.finish(|| true).map(|_| None).map_err(|why| unusable(&why.why)),
            _ => Ok(Some(world)),
        }
    }

    /// Ends MPI in order, when all ranks do. `is_wanted` is asked now and then whether to go
    /// on waiting for others; if it says no, MPI is not ended, and the process should be.
    /// Whether MPI was ended.
    pub fn finish(&mut self, mut is_wanted: impl FnMut() -> bool) -> Result<bool, Lost> {
        self.0.finish(&mut is_wanted)
    }

    /// Ends all ranks at once, with an exit code. Usually this does not return.
    pub fn abort(&mut self, code: u8) {
        self.0.abort(code);
    }
}

fn begin<H: Copy + Send + 'static>(mut functions: Functions<H>) -> Result<World, MpiError> {
    let cannot = |why: Lost| unusable(&why.why);
    if !functions.start().map_err(cannot)? {
        let message = "this MPI cannot be called by one thread after the other";
        return Err(MpiError::new(message, "use an MPI that was built with support for threads"));
    }
    let endpoint = Endpoint::new(functions, BOUNDS).map_err(cannot)?;
    Ok(World(Box::new(endpoint)))
}

fn unusable(why: &str) -> MpiError {
    let hint = format!("see whether other MPI programs run; {OVERRIDE}=off does without");
    MpiError::new(format!("MPI could not be started: {why}"), hint)
}

/// The library and the launcher do not know each other, so that each process believes
/// that it is alone.
fn stranger(launch: &Launch, expected: usize, size: usize) -> MpiError {
    let started = format!("{} started {expected} processes", launch.name());
    MpiError::new(
        format!("{started}, but the library of MPI knows {size} of them"),
        format!(
            "launcher and library must belong together: use the `mpirun` of the library, \
             `srun --mpi=pmix` or `srun --mpi=pmi2`, or name the library by {OVERRIDE}"
        ),
    )
}

impl Link for World {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn host(&self) -> String {
        self.0.host()
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Lost> {
        self.0.send(to, bytes)
    }

    fn receive(&mut self) -> Result<Option<Parcel>, Lost> {
        self.0.receive()
    }

    fn rest(&mut self, times: u32) {
        self.0.rest(times);
    }
}
