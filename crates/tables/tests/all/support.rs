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
        points: ir::analyses::points(program),
        turning: {
            let program = program.clone();
            tables::Turning::new(move |kinds, counters| {
                ir::analyses::symmetries_within(&program, kinds, counters)
            })
        },
    }
}

/// Builds the tables of a class, of the first position if it is called `start`, or of all
/// classes with at most this many men (`men 6`).
pub(crate) fn build<'g, G: Game>(
    game: &'g G,
    rules: Rules,
    class: &str,
) -> (Work<'g, G>, Vec<Built>) {
    build_within(game, rules, class, MEANS)
}

/// The same with other means.
pub(crate) fn build_within<'g, G: Game>(
    game: &'g G,
    rules: Rules,
    class: &str,
    means: Means,
) -> (Work<'g, G>, Vec<Built>) {
    let mut work = Work::new(game, rules).unwrap();
    let classes = match class.strip_prefix("men ") {
        _ if class == "start" => vec![work.start()],
        Some(men) => work.with_men(men.parse().unwrap()).unwrap(),
        None => vec![parse_material(game.facts(), class).unwrap()],
    };
    work.want(classes).unwrap();
    let mut built = Vec::new();
    while let Some(progress) = work.build_next(means, &mut |_| true).unwrap() {
        match progress {
            Progress::Built(table) => built.push(table),
            Progress::Replanned => built.clear(),
        }
    }
    (work, built)
}

/// Whether large tables are to be built.
#[allow(clippy::disallowed_methods, reason = "a test asks how much it may do")]
pub(crate) fn is_large() -> bool {
    std::env::var_os("TABLES").is_some()
}
