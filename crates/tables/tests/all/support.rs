//! Tables of built-in games for tests.

use game::Game;
use interp::Interp;
use tables::{Built, Means, Progress, Rules, Work, parse_material};

/// Two threads, so that what they share is shared.
pub(crate) const MEANS: Means = Means { threads: 2, memory: 8 << 30 };

/// What is known about the rules of a game.
pub(crate) fn rules(game: &Interp) -> Rules {
    let program = game.program();
    Rules {
        fingerprint: ir::fingerprint(program),
        symmetries: ir::analyses::folded(program, game::Fold::Players),
        clocks: ir::analyses::clocks(program),
        scores: program.scores(),
    }
}

/// Builds the tables of a class, or of the first position if it is called `start`.
pub(crate) fn build<'g, G: Game>(
    game: &'g G,
    rules: Rules,
    class: &str,
) -> (Work<'g, G>, Vec<Built>) {
    let mut work = Work::new(game, rules).unwrap();
    let class = match class {
        "start" => work.start(),
        class => parse_material(game.facts(), class).unwrap(),
    };
    work.want([class]).unwrap();
    let mut built = Vec::new();
    while let Some(progress) = work.build_next(MEANS, &mut |_| true).unwrap() {
        match progress {
            Progress::Built(table) => built.push(table),
            Progress::Replanned => built.clear(),
        }
    }
    (work, built)
}
