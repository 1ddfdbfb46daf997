//! Sets of fields are moved over boards of all sizes as the interpreter moves
//! single fields: lines, steps and areas, from one field and from many.

use game::{Game, Rng, Turn};
use native::Native;

/// Boards of one to four words, with rows that end in the middle of a word.
const SIZES: [&str; 8] =
    ["(5,5)", "(8,8)", "(7,9)", "(1,9)", "(10,10)", "(11,11) hexagonal", "(13,12)", "(16,16)"];

/// What a field has to be for a man to be put there.
const TESTS: [&str; 6] = [
    "alldir, repeat 0 .. infinity times [ step, points at enemy man ], step, points at own man",
    "alldir, repeat 1 .. infinity times [ step, points at empty field ], step, points at own man",
    "alldir, step, points at own man",
    "repeat 2 times [ alldir, step ], points at enemy man",
    "repeat 0 .. infinity times [ alldir, step, not points at own man ], points at enemy man",
    "find own man, repeat 0 .. infinity times [ alldir, step, points at enemy man ],
        alldir, step, points at empty field",
];

fn rules(size: &str, test: &str) -> String {
    format!(
        "dimensions {size}
pieces {{ man 'X' 'O' }}
main = try [ find empty field, test [ {test} ], replace by own man ]
    else try [ find empty field, replace by own man, for each near do replace by own man ]
    else try [ find own man, pickup, alldir, fly, putdown ]
    else draw.
near = alldir, repeat 1 .. infinity times [ step, points at enemy man ].
fly = repeat 1 .. infinity times step, points at enemy man.
reach = find own man, alldir, repeat 0 .. infinity times [ step, points at empty field ], step.
side = find own man, alldir, step.
area = find own man, repeat 0 .. infinity times [ alldir, step, points at empty field ],
    alldir, step.
evaluation fields = count reach + 1000 * count side + 1000000 * count area."
    )
}

/// The moves of a position, each with what it leads to, shown and as it is.
fn moves<G: Game>(game: &G, at: &G::Position) -> Vec<(String, G::Position)> {
    match game.turn(at, &[]) {
        Ok(Turn::Moves(moves)) => moves
            .into_iter()
            .map(|m| {
                let to = game::write_position(game.facts(), &game.setup(&m.to));
                (format!("{} {to}", m.text), m.to)
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn sets_move_like_fields() {
    let mut compared = 0;
    for (seed, size) in (1..).zip(SIZES) {
        for test in TESTS {
            let interp = testing::load_text("made-up", &rules(size, test)).expect("sound rules");
            let native = Native::new(interp.clone(), &[]).expect("there is code for this");
            let mut rng = Rng::new(seed);
            let (mut a, mut b) = (interp.start(), native.start());
            for ply in 0..10 {
                let (mut of_a, mut of_b) = (moves(&interp, &a), moves(&native, &b));
                let shown_a: Vec<&String> = of_a.iter().map(|(shown, _)| shown).collect();
                let shown_b: Vec<&String> = of_b.iter().map(|(shown, _)| shown).collect();
                assert_eq!(shown_a, shown_b, "{size}: {test}, ply {ply}");
                let numbers = (interp.evaluate(&a, 0), native.evaluate(&b, 0));
                assert_eq!(numbers.0, numbers.1, "{size}: {test}, ply {ply}");
                compared += of_a.len();
                if of_a.is_empty() {
                    break;
                }
                let i = rng.below(of_a.len());
                (a, b) = (of_a.swap_remove(i).1, of_b.swap_remove(i).1);
            }
        }
    }
    assert!(compared > 5_000, "only {compared} moves were compared");
}
