//! Ranks that are killed while they work: the launcher ends the job, and the same command goes
//! on from its checkpoint, on another number of ranks, with the same answer.

use crate::support::launchers::{Launcher, PROGRAM, at_rank_1, launchers, run_script, text};
use crate::support::scratch;
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

/// Commands that keep a journal, each of which takes longer than ranks live here, and how their
/// answers begin.
const WITH_JOURNAL: [(&str, &str); 3] = [
    ("perft chess 5", "4865609\n"),
    ("match connect4 --a depth=6 --b depth=5 --games 100 --seed 2", ""),
    ("solve fifteen --method ida-star", ""),
];

/// The first answer that such a command gives without being killed.
fn whole(args: &str) -> String {
    let program: Vec<&str> = args.split(' ').collect();
    text(&crate::support::multigame(&scratch("ranks-whole"), &program, "").stdout)
}

/// The first line, which does not tell how much work it was.
fn first_line(answer: &str) -> &str {
    answer.lines().next().unwrap_or_default()
}

#[test]
fn killed_ranks_go_on_from_their_journal() {
    for ((args, begin), launcher) in WITH_JOURNAL.into_iter().zip(launchers().into_iter().cycle()) {
        let expected = whole(args);
        assert!(expected.starts_with(begin), "{expected}");
        let folder = scratch("ranks-journal");
        let command = format!("{args} --checkpoint {}", folder.display());
        let killed = run_script(launcher, 2, &at_rank_1(&killed_after(60), &command));
        assert!(!killed.status.success(), "{launcher:?} {args}: {}", text(&killed.stdout));
        let kept = std::fs::metadata(folder.join("journal")).expect("a journal").len();
        assert!(kept > 100, "{launcher:?} {args}: {kept} bytes");
        let rest = run(launcher, 3, &command);
        let (answer, said) = (text(&rest.stdout), text(&rest.stderr));
        assert_eq!(first_line(&answer), first_line(&expected), "{launcher:?} {args}: {said}");
        // The journal belongs to this command and no other.
        let other = run(launcher, 2, &format!("{command} --json"));
        assert_eq!(other.status.code(), Some(2), "{}", text(&other.stdout));
        assert!(text(&other.stderr).contains("the journal of another command"));
    }
}
