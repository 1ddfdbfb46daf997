//! Scratch.
#![allow(clippy::print_stdout, reason = "scratch")]
use game::Game;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let loaded = multigame::load(&args[1]).ok().expect("loads");
    let off: Vec<String> = std::env::var("OFF").unwrap_or_default().split(',').map(String::from).collect();
    let t = std::time::Instant::now();
    let native = native::Native::new(loaded.game.clone(), &off).expect("native");
    println!("passes {:?} bytes {} distinct {}", t.elapsed(), native.position_bytes(), native.is_distinct());
    let start = match args.get(4) { Some(p) => native.position(&game::parse_position(native.facts(), p).expect("pos")).expect("pos"), None => native.start() };
    let depth: u32 = args[3].parse().unwrap();
    match args[2].as_str() {
        "perft" => {
            for d in 1..=depth {
                for counted in [false, true] {
                    let t = std::time::Instant::now();
                    let n = native.perft(&start, &[], d, counted);
                    let t1 = t.elapsed();
                    println!("{d} {counted} {n:?} {t1:?}");
                }
            }
        }
        "play" => {
            for _ in 0..3 {
                let t = std::time::Instant::now();
                let n = native.playouts(&start, 1, u64::from(depth), 10000);
                println!("{n:?} {:?}", t.elapsed());
            }
        }
        "turn" => println!("{:?}", native.turn(&start, &[]).map(|t| match t { game::Turn::Moves(m) => m.into_iter().map(|m| m.text).collect::<Vec<_>>(), game::Turn::Over(o) => vec![format!("{o:?}")]})),
        _ => for l in native.listing().unwrap() { println!("==== {}\n{}\n{}", l.name, l.clif, l.assembly); },
    }
}
