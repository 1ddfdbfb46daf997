//! `solve --proof FILE`: a proof that is written down, so that it can be checked by
//! `multigame verify` without the search that found it.

use super::answer::Solved;
use super::{give_up, show_progress, shown, solved, task};
use crate::answer::give;
use crate::args::SolveArgs;
use crate::engine::Engine;
use crate::files::{check_new, is_standard, replace_bytes};
use crate::position::Table;
use crate::report::Failure;
use crate::settings::usual_threads;
use crate::words::count;
use ::proofs::{Claim, Least, Proof};
use ::ranks::Team;
use search::{Method, Strategy, comes_back, prove_with_strategies};
use std::path::Path;

/// Refuses what cannot be written down, before anything is searched.
fn check(args: &SolveArgs, path: &Path, team: &Team<'_>) -> Result<(), Failure> {
    if team.size() > 1 {
        return Err(Failure::new("`--proof` works with one rank").hint("leave out `mpirun`"));
    }
    match Method::from_name(&args.method) {
        Some(Method::Auto | Method::AlphaBeta) => check_new(path, args.force),
        _ => Err(Failure::new(format!("`{}` writes no proofs", args.method))
            .hint("`--method alpha-beta` does")),
    }
}

/// Proves a position and writes the proof to a file.
pub(super) fn solve<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    path: &Path,
    team: &Team<'_>,
) -> Result<u8, Failure> {
    check(args, path, team)?;
    if let Some(turns) = comes_back(&table.game, table.line.position())? {
        let found = count(turns as u64, "random turn");
        let message =
            format!("play of this game can come back to where it was (here after {found})");
        return Err(Failure::new(message).hint(
            "a proof is written only where play ends by itself; without `--proof`, `solve` can try",
        ));
    }
    let threads = args.threads.unwrap_or_else(usual_threads);
    let task = task(args, table, Method::AlphaBeta, threads, args.nodes);
    let begin = search::Progress { nodes: 0, positions: 0 };
    let (proved, last) = shown(
        &task.stopper,
        begin,
        |now| now.nodes,
        show_progress,
        |watch| prove_with_strategies(&table.game, table.line.position(), &task, watch),
    );
    let (proof, strategies) = match proved {
        Ok(proved) => proved,
        Err(why) => return give_up(args, table, &why, last, None),
    };
    let claim = |Strategy { player, moves }| {
        Some(Claim { player, least: Least::of(proof.outcome, player)?, moves })
    };
    let game = if is_standard(&args.position.game) { "" } else { args.position.game.as_str() };
    let written = Proof {
        rules: table.game.table_rules().fingerprint,
        game: game.to_string(),
        position: table.position_text(),
        claims: strategies.into_iter().filter_map(claim).collect(),
    };
    let bytes = written.write();
    replace_bytes(path, &bytes)?;
    let proof_bytes = Some(bytes.len());
    give(&Solved { proof_bytes, ..solved(args, table, &proof)? }, args.json)
}
