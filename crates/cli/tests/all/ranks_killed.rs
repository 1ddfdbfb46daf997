//! Ranks that are killed while they work: the launcher ends the job, and the same command goes
//! on from its checkpoint, on another number of ranks, with the same answer.

use crate::support::launchers::{Launcher, PROGRAM, at_rank_1, launchers, run_script, text};
use crate::support::{multigame, scratch};
use std::path::Path;
use std::process::Output;

/// A rank kills itself when it has used so many hundredths of a second of a processor.
fn killed_after(hundredths: u32) -> String {
    let used = "$(cut -d' ' -f14 /proc/$$/stat)";
    format!("(while [ {used} -lt {hundredths} ]; do sleep 0.1; done; kill -KILL $$) & true")
}

/// A sweep that takes far longer than ranks live here, with a checkpoint in a folder.
fn sweep(folder: &Path) -> String {
    format!("solve fox_and_hounds --method sweep --checkpoint {}", folder.display())
}

fn run(launcher: Launcher, n_ranks: usize, args: &str) -> Output {
    let program: Vec<&str> = [PROGRAM].into_iter().chain(args.split(' ')).collect();
    launcher.run(&scratch("ranks-run"), n_ranks, &program)
}

#[test]
fn killed_ranks_go_on_from_their_checkpoint() {
    for launcher in launchers() {
        let folder = scratch(&format!("ranks-kept-{launcher:?}"));
        // Whoever meets a limit keeps what is known.
        let limited = run(launcher, 2, &format!("{} --nodes 200000", sweep(&folder)));
        assert_eq!(limited.status.code(), Some(1), "{}", text(&limited.stderr));
        assert!(folder.join("checkpoint").exists(), "{}", text(&limited.stderr));
        // One of three is killed, or all of two.
        let one = at_rank_1(&killed_after(100), &sweep(&folder));
        let [sh, c, _] = one.clone();
        let all = [sh, c, format!("{}; exec {PROGRAM} {}", killed_after(100), sweep(&folder))];
        let (n_ranks, script) = match launcher {
            Launcher::OpenMpi => (3, one),
            Launcher::Mpich => (2, all),
        };
        let killed = run_script(launcher, n_ranks, &script);
        let said = text(&killed.stderr) + &text(&killed.stdout);
        assert!(!killed.status.success(), "{launcher:?}: {said}");
        assert!(!said.contains("hounds win"), "{launcher:?}: {said}");
        assert!(said.contains("if a rank dies, start the same command again"), "{said}");
        if launcher == Launcher::OpenMpi {
            assert!(said.contains("rank 1 "), "the launcher says which: {said}");
        }
        let whole = run(launcher, 3, &sweep(&folder));
        let (answer, said) = (text(&whole.stdout), text(&whole.stderr));
        assert!(answer.starts_with("hounds win in 44 turns\n"), "{launcher:?}: {answer}{said}");
        // What was done before it was killed is not done again.
        let nodes = answer.split(' ').zip(answer.split(' ').skip(1));
        let nodes = nodes.filter(|(_, word)| word.starts_with("nodes")).map(|(n, _)| n.parse());
        let nodes: Vec<u64> = nodes.map(|n| n.expect("a number")).collect();
        assert!(nodes.len() == 1 && nodes[0] < 1_600_000, "{launcher:?}: {answer}");
    }
}

/// A rank kills itself when a journal has some entries.
fn killed_with(journal: &Path) -> String {
    let bytes = format!("$(stat -c %s {} 2>/dev/null || echo 0)", journal.display());
    format!("(while [ {bytes} -lt 200 ]; do sleep 0.05; done; kill -KILL $$) & true")
}

/// The first line of an answer, which does not tell how much work it was.
fn first_line(output: &Output) -> String {
    text(&output.stdout).lines().next().unwrap_or_default().to_string()
}

#[test]
fn killed_ranks_go_on_from_their_journal() {
    let games = "match connect4 --a depth=6 --b depth=5 --games 60 --seed 2";
    let alone = multigame(&scratch("ranks-whole"), &games.split(' ').collect::<Vec<_>>(), "");
    let cases = [("perft chess 6", "119060324".to_string()), (games, first_line(&alone))];
    for ((args, expected), launcher) in cases.into_iter().zip(launchers()) {
        let folder = scratch("ranks-journal");
        let command = format!("{args} --checkpoint {}", folder.display());
        let journal = folder.join("journal");
        let killed = run_script(launcher, 2, &at_rank_1(&killed_with(&journal), &command));
        assert!(!killed.status.success(), "{launcher:?} {args}: {}", text(&killed.stdout));
        let rest = run(launcher, 3, &command);
        assert_eq!(first_line(&rest), expected, "{launcher:?} {args}: {}", text(&rest.stderr));
        // The journal belongs to this command and no other.
        let other = run(launcher, 2, &format!("{command} --json"));
        assert_eq!(other.status.code(), Some(2), "{}", text(&other.stdout));
        assert!(text(&other.stderr).contains("the journal of another command"));
    }
}
