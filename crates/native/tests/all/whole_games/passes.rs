//! A pass is the same position with the other player to move, however a back end makes it.

use game::{Finish, Game, Rng, Worker};
use native::Native;

/// Compares the positions after a pass along random games of both back ends.
fn check(name: &str) {
    let native: Native = testing::compiled(testing::load(name));
    let interp = native.interp();
    let mut worker = native.worker(&[]);
    for seed in 0..3 {
        let (mut rng, mut at) = (Rng::new(seed), native.start());
        for _ in 0..60 {
            let passed = native.passed(&at);
            let same = interp.position(&native.setup(&at)).expect("a position");
            let expected = interp.passed(&same).map(|to| interp.setup(&to));
            assert_eq!(passed.as_ref().map(|to| native.setup(to)), expected, "{name}");
            if let (Some(passed), Some(setup)) = (passed, expected) {
                let again = native.position(&setup).expect("a position");
                assert_eq!(native.signature(&passed), native.signature(&again), "{name}");
                assert_eq!(passed, again, "{name}");
            }
            match worker.playout(&at, &mut rng, 1).expect("rules that work") {
                Finish::BrokenOff(to) => at = to,
                Finish::Over(_) => break,
            }
        }
    }
}

#[test]
fn code_passes_as_the_interpreter_does() {
    for name in ["chess", "minishogi", "checkers", "go7", "nine_mens_morris", "dvonn", "hex"] {
        check(name);
    }
}
