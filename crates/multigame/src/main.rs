//! The command `multigame`.

use std::process::ExitCode;

fn main() -> ExitCode {
    multigame::cli::main()
}
