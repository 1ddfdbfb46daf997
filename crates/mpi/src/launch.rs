//! Who started this process: what launchers of MPI leave in the environment.
//!
//! It is asked before any library is opened, so that a process on its own pays nothing, and
//! a rank that has nothing to do can leave without starting MPI.

use crate::error::MpiError;

/// The variable by which users choose the library, or `off`.
pub const OVERRIDE: &str = "MULTIGAME_MPI";

/// The kind of a launcher, from which it follows which libraries are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `mpirun` of Open MPI.
    OpenMpi,
    /// `mpirun` of MPICH, Intel MPI, MVAPICH and their kin, or `srun --mpi=pmi2`.
    Mpich,
    /// A launcher that serves any library: `srun --mpi=pmix`, `prun`.
    Any,
}

/// What a launcher says about this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Who launched it.
    pub family: Family,
    /// The number of this process.
    pub rank: usize,
    /// Its number among those of this host, if the launcher says so.
    pub rank_on_host: Option<usize>,
    /// How many processes there are, if the launcher says so.
    pub size: Option<usize>,
    /// The library that a user wants.
    pub library: Option<String>,
}

/// How launchers name the number of a process and of all processes, the most particular
/// ones first: Slurm's own variables are there as well if its MPI is another one.
const VARIABLES: [(Family, &str, &[&str]); 4] = [
    (Family::OpenMpi, "OMPI_COMM_WORLD_RANK", &["OMPI_COMM_WORLD_SIZE"]),
    (Family::Mpich, "PMI_RANK", &["PMI_SIZE", "SLURM_STEP_NUM_TASKS"]),
    (Family::Any, "PMIX_RANK", &["SLURM_STEP_NUM_TASKS"]),
    // A batch script has a SLURM_PROCID without being a step with tasks.
    (Family::Any, "SLURM_PROCID", &["SLURM_STEP_NUM_TASKS"]),
];

/// The same for the number among those of a host.
const ON_HOST: [&str; 3] = ["OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"];

impl Launch {
    /// What the environment says; nothing if no launcher started this process, or if it is
    /// to be on its own.
    pub fn of(environment: impl Fn(&str) -> Option<String>) -> Option<Launch> {
        let library = environment(OVERRIDE).filter(|text| !text.is_empty());
        if library.as_deref() == Some("off") {
            return None;
        }
        let number = |name: &str| environment(name)?.trim().parse::<usize>().ok();
        for (family, rank, sizes) in VARIABLES {
            let Some(rank) = number(rank) else { continue };
            let size = sizes.iter().find_map(|name| number(name));
            if family == Family::Any && size.is_none() && environment("PMIX_RANK").is_none() {
                continue;
            }
            return match size {
                Some(1) => None,
                _ => {
                    let rank_on_host = ON_HOST.iter().find_map(|name| number(name));
                    Some(Launch { family, rank, rank_on_host, size, library })
                }
            };
        }
        None
    }

    /// The libraries to try, in this order; an error if the user named none.
    pub(crate) fn libraries(&self) -> Result<Vec<String>, MpiError> {
        const OPEN_MPI: [&str; 2] = ["libmpi.so.40", "libmpi.so.80"];
        const MPICH: [&str; 2] = ["libmpi.so.12", "libmpich.so.12"];
        const STANDARD: [&str; 2] = ["libmpi_abi.so.1", "libmpi_abi.so.0"];
        if let Some(library) = &self.library {
            if !library.contains('/') {
                let message = format!("{OVERRIDE} is `{library}`, which is no path of a library");
                return Err(MpiError::new(message, "give a path with a `/` in it, or `off`"));
            }
            return Ok(vec![library.clone()]);
        }
        let mac = ["libmpi_abi.1.dylib", "libmpi.dylib"];
        let names: Vec<&str> = match self.family {
            Family::OpenMpi => [&OPEN_MPI[..], &STANDARD].concat(),
            Family::Mpich => [&MPICH[..], &STANDARD].concat(),
            Family::Any => [&OPEN_MPI[..], &MPICH, &STANDARD].concat(),
        };
        // The name without a version is often there for compilers only, and may be another MPI.
        let names = names.into_iter().chain(["libmpi.so"]).chain(mac);
        Ok(names.map(str::to_string).collect())
    }

    /// What the launcher is called in messages.
    pub(crate) fn name(&self) -> &'static str {
        match self.family {
            Family::OpenMpi => "the launcher of Open MPI",
            Family::Mpich => "a launcher of MPICH or its kin",
            Family::Any => "a launcher that serves any MPI, such as `srun`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)]) -> Option<Launch> {
        Launch::of(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_string())
        })
    }

    fn launch(family: Family, rank: usize, size: Option<usize>) -> Option<Launch> {
        Some(Launch { family, rank, rank_on_host: None, size, library: None })
    }

    #[test]
    fn launchers_are_told_apart() {
        let open = [("OMPI_COMM_WORLD_SIZE", "4"), ("OMPI_COMM_WORLD_RANK", "3")];
        assert_eq!(check(&open), launch(Family::OpenMpi, 3, Some(4)));
        let hydra = [("PMI_RANK", "1"), ("PMI_SIZE", "2"), ("MPI_LOCALNRANKS", "2")];
        assert_eq!(check(&hydra), launch(Family::Mpich, 1, Some(2)));
        let step = [("SLURM_PROCID", "2"), ("SLURM_STEP_NUM_TASKS", "8")];
        assert_eq!(check(&step), launch(Family::Any, 2, Some(8)));
        assert_eq!(check(&[("PMIX_RANK", "0")]), launch(Family::Any, 0, None));
        // `mpirun` of Open MPI in a job of Slurm.
        assert_eq!(check(&[&step[..], &open].concat()), launch(Family::OpenMpi, 3, Some(4)));
    }

    #[test]
    fn a_process_on_its_own_is_no_rank() {
        assert_eq!(check(&[]), None);
        // In a batch script of Slurm, outside of a step.
        assert_eq!(check(&[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "8")]), None);
        assert_eq!(check(&[("OMPI_COMM_WORLD_SIZE", "1"), ("OMPI_COMM_WORLD_RANK", "0")]), None);
        assert_eq!(check(&[("PMI_RANK", "0"), ("PMI_SIZE", "2"), (OVERRIDE, "off")]), None);
    }

    #[test]
    fn a_user_chooses_the_library() {
        let chosen = [("PMI_RANK", "0"), ("PMI_SIZE", "2"), (OVERRIDE, "/opt/libmpi.so")];
        let launch = check(&chosen).unwrap();
        assert_eq!(launch.libraries(), Ok(vec!["/opt/libmpi.so".to_string()]));
        let wrong = [("PMI_RANK", "0"), ("PMI_SIZE", "2"), (OVERRIDE, "openmpi")];
        assert!(check(&wrong).unwrap().libraries().is_err());
        let launch = check(&chosen[..2]).unwrap();
        assert_eq!(launch.libraries().unwrap()[0], "libmpi.so.12");
    }
}
