//! Starting the command as ranks of MPI, under the launchers of Open MPI and MPICH.
//!
//! Where they are not installed the tests have nothing to do, unless `CI` is `true` or
//! `MULTIGAME_MPI_TESTS` is `required`: then that is a failure. Debian's packages
//! `openmpi-bin` and `mpich` bring both launchers beside each other.

#![allow(clippy::disallowed_methods, reason = "tests look for programs")]

use super::{scratch, start};
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_multigame");

/// A program that starts ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Launcher {
    OpenMpi,
    Mpich,
}

impl Launcher {
    pub(crate) fn command(self) -> Command {
        let mut command = Command::new(self.name());
        if self == Launcher::OpenMpi {
            // More ranks than cores, whoever runs the tests, beside other tests.
            command.args(["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]);
        }
        command.env("NO_COLOR", "1").stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn name(self) -> &'static str {
        match self {
            Launcher::OpenMpi => "mpirun.openmpi",
            Launcher::Mpich => "mpirun.mpich",
        }
    }

    /// Runs a program at this many ranks.
    pub(crate) fn run(self, folder: &Path, n_ranks: usize, program: &[&str]) -> Output {
        let mut command = self.command();
        command.args(["-n", &n_ranks.to_string()]).args(program).current_dir(folder);
        start(&mut command).wait_with_output().expect("it ends")
    }
}

/// The launchers that are installed.
pub(crate) fn launchers() -> Vec<Launcher> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let is_required = variable("CI") == "true" || variable("MULTIGAME_MPI_TESTS") == "required";
    let path = variable("PATH");
    let is_there = |launcher: &Launcher| {
        let found =
            std::env::split_paths(&path).any(|folder| folder.join(launcher.name()).exists());
        assert!(found || !is_required, "{} is not installed", launcher.name());
        found
    };
    [Launcher::OpenMpi, Launcher::Mpich].into_iter().filter(is_there).collect()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A shell that does something at rank 1 before it becomes the program.
pub(crate) fn at_rank_1(first: &str, args: &str) -> [String; 3] {
    let script = format!(
        "if [ \"${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}\" = 1 ]; then {first}; fi; exec {PROGRAM} {args}"
    );
    ["sh".to_string(), "-c".to_string(), script]
}

pub(crate) fn run_script(launcher: Launcher, n_ranks: usize, script: &[String; 3]) -> Output {
    let folder = scratch(&format!("ranks-{launcher:?}"));
    launcher.run(&folder, n_ranks, &script.each_ref().map(String::as_str))
}
