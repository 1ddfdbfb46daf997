//! Scratch.
#![allow(clippy::print_stdout, reason = "scratch")]
use game::Game;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let loaded = multigame::load(&args[1]).ok().expect("loads");
    let off: Vec<String> =
        std::env::var("OFF").unwrap_or_default().split(',').map(String::from).collect();
    let t = std::time::Instant::now();
    let native = native::Native::new(loaded.game.clone(), &off).expect("native");
    println!(
        "passes {:?} bytes {} distinct {}",
        t.elapsed(),
        native.position_bytes(),
        native.is_distinct()
    );
    let start = match args.get(4) {
        Some(p) => {
            native.position(&game::parse_position(native.facts(), p).expect("pos")).expect("pos")
        }
        None => native.start(),
    };
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
        "ir" => println!("{}", ir::print(native.program())),
        "agree" => {
            let interp = &loaded.game;
            let mut rng = game::Rng::new(7);
            let mut n = 0;
            'games: for g in 0..depth {
                let (mut a, mut b) = (interp.start(), native.start());
                let (mut pa, mut pb) = (vec![], vec![]);
                for _ in 0..args.get(5).map_or(60, |x| x.parse().unwrap()) {
                    let ta = interp.turn(&a, &pa);
                    let tb = native.turn(&b, &pb);
                    let su = native.successors(&b, &pb);
                    n += 1;
                    match (ta, tb) {
                        (Ok(game::Turn::Moves(ma)), Ok(game::Turn::Moves(mb))) => {
                            let show = |m: &game::Move<_>, s: String, sg: u64| {
                                let _: &game::Move<native::Position> = m;
                                format!(
                                    "{} {:?} {s} {:?} {} {:?} {sg:x}",
                                    m.text, m.synonyms, m.outcome, m.cost, m.told
                                )
                            };
                            let xa: Vec<String> = ma
                                .iter()
                                .map(|m| {
                                    format!(
                                        "{} {:?} {} {:?} {} {:?} {:x}",
                                        m.text,
                                        m.synonyms,
                                        game::write_position(interp.facts(), &interp.setup(&m.to)),
                                        m.outcome,
                                        m.cost,
                                        m.told,
                                        interp.signature(&m.to)
                                    )
                                })
                                .collect();
                            let xb: Vec<String> = mb
                                .iter()
                                .map(|m| {
                                    show(
                                        m,
                                        game::write_position(native.facts(), &native.setup(&m.to)),
                                        native.signature(&m.to),
                                    )
                                })
                                .collect();
                            let bad = xa != xb;
                            let mut ya: Vec<String> = ma
                                .iter()
                                .map(|m| {
                                    format!(
                                        "{} {:x}",
                                        game::write_position(interp.facts(), &interp.setup(&m.to)),
                                        interp.signature(&m.to)
                                    )
                                })
                                .collect();
                            let mut yb: Vec<String> = su
                                .unwrap()
                                .unwrap()
                                .iter()
                                .map(|m| {
                                    format!(
                                        "{} {:x}",
                                        game::write_position(native.facts(), &native.setup(m)),
                                        native.signature(m)
                                    )
                                })
                                .collect();
                            ya.sort();
                            yb.sort();
                            let cnt = native.perft(&b, &pb, 1, true);
                            if bad || ya != yb || cnt.as_ref().ok() != Some(&(ma.len() as u64)) {
                                println!(
                                    "DIFFER game {g} at {} count {cnt:?} vs {}",
                                    game::write_position(interp.facts(), &interp.setup(&a)),
                                    ma.len()
                                );
                                for x in &xa {
                                    if !xb.contains(x) {
                                        println!("  interp {x}");
                                    }
                                }
                                for x in &xb {
                                    if !xa.contains(x) {
                                        println!("  native {x}");
                                    }
                                }
                                for x in &ya {
                                    if !yb.contains(x) {
                                        println!("  interp succ {x}");
                                    }
                                }
                                for x in &yb {
                                    if !ya.contains(x) {
                                        println!("  native succ {x}");
                                    }
                                }
                                break 'games;
                            }
                            for e in 0..interp.facts().evaluations.len() {
                                let (x, y) = (interp.evaluate(&a, e), native.evaluate(&b, e));
                                if x != y {
                                    println!(
                                        "EVAL {e} {x:?} {y:?} at {}",
                                        game::write_position(interp.facts(), &interp.setup(&a))
                                    );
                                    break 'games;
                                }
                            }
                            let i = rng.below(ma.len());
                            pa.push(std::mem::replace(&mut a, ma[i].to.clone()));
                            pb.push(std::mem::replace(&mut b, mb[i].to.clone()));
                            if ma[i].outcome.is_some() {
                                break;
                            }
                        }
                        (Ok(game::Turn::Over(x)), Ok(game::Turn::Over(y))) if x == y => break,
                        (Err(x), Err(y)) if x == y => break,
                        (x, y) => {
                            println!(
                                "DIFFER {:?}\n {x:?}\n {y:?}",
                                game::write_position(interp.facts(), &interp.setup(&a))
                            );
                            break 'games;
                        }
                    }
                }
            }
            println!("{n} turns");
        }
        "turn" => println!(
            "{:?}",
            native.turn(&start, &[]).map(|t| match t {
                game::Turn::Moves(m) => m.into_iter().map(|m| m.text).collect::<Vec<_>>(),
                game::Turn::Over(o) => vec![format!("{o:?}")],
            })
        ),
        _ => {
            for l in native.listing().unwrap() {
                println!("==== {}\n{}\n{}", l.name, l.clif, l.assembly);
            }
        }
    }
}
