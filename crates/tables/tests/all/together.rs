//! Tables that ranks build together are, byte by byte, those of one process.

use crate::support::{build, is_large, rules};
use game::Game;
use ranks::{Lost, Network};
use tables::{Means, Progress, TableFile, Work, parse_material};

const MEANS: Means = Means { threads: 1, memory: 1 << 30 };

/// Builds the tables of a class, or of the first position, as one of several ranks; the names
/// and files of all.
fn build_as_rank<G: Game>(
    game: &G,
    rules: tables::Rules,
    class: &str,
    team: &mut ranks::Team<'_>,
) -> Result<Vec<(String, Vec<u8>)>, Lost> {
    let mut work = Work::new(game, rules).unwrap();
    let class = match class {
        "start" => work.start(),
        class => parse_material(game.facts(), class).unwrap(),
    };
    work.want([class]).unwrap();
    let mut all = Vec::new();
    while let Some(progress) = work.build_next_together(team, MEANS, &mut |_| true).unwrap() {
        let Progress::Built(built) = progress else {
            all.clear();
            continue;
        };
        assert_eq!(built.file.is_empty(), !team.is_first());
        let bytes = team.broadcast(built.file)?;
        let file = TableFile::open(work.tables().0, Box::new(bytes.clone()), bytes.len() as u64);
        let file = file.unwrap_or_else(|why| panic!("{}", why.message));
        assert_eq!(file.statistics, built.statistics);
        work.take(file);
        all.push((built.job.name, bytes));
    }
    Ok(all)
}

fn check(name: &str, class: &str, sizes: &[usize]) {
    check_game(&testing::load_native(name), class, sizes);
}

fn check_game(game: &native::Native, class: &str, sizes: &[usize]) {
    let name = &game.facts().name;
    let (_, alone) = build(game, rules(game.interp()), class);
    let alone: Vec<_> = alone.into_iter().map(|it| (it.job.name, it.file)).collect();
    for &size in sizes {
        let built = ranks::run(size, Network::unruly(size as u64), |team| {
            build_as_rank(game, rules(game.interp()), class, team)
        });
        for built in built {
            let built = built.unwrap();
            let names = |all: &[(String, Vec<u8>)]| -> Vec<String> {
                all.iter().map(|(name, _)| name.clone()).collect()
            };
            assert_eq!(names(&built), names(&alone), "{name}, {size} ranks");
            assert!(built == alone, "{name} {class}, {size} ranks");
        }
    }
}

#[test]
fn files_do_not_depend_on_the_number_of_ranks() {
    // Classes of three blocks, so that three ranks have one each; and those that several solve
    // together, with captures, promotions and pieces in reserve.
    check("chess", "KQK", &[1, 2, 3]);
    check("awari", "oooooooo", &[1, 2, 3]);
    check("three_mens_morris", "start", &[2, 3]);
}

/// Pawns that may be taken after a double step are positions that remember a field; they belong
/// to whoever meets them.
#[test]
fn what_is_remembered_does_not_depend_on_ranks_either() {
    if is_large() {
        let rules = "extends chess\ndimensions (3,7)\n\
            start { 1k1 / ppp / 3 / 3 / 3 / PPP / 1K1 }\nwithout short, long\n";
        let game = testing::load_text("narrow", rules).unwrap();
        check_game(&testing::compiled(game), "KPkp", &[2, 3]);
    }
}

#[test]
fn whoever_is_stopped_stops_all() {
    let game = testing::load_native("chess");
    let stopped = ranks::run(3, Network::unruly(7), |team| {
        let mut work = Work::new(&game, rules(game.interp())).unwrap();
        work.want([parse_material(game.facts(), "KQK").unwrap()]).unwrap();
        let is_last = team.rank() == 2;
        work.build_next_together(team, MEANS, &mut |_| !is_last).err()
    });
    assert_eq!(stopped.len(), 3);
    assert!(stopped.iter().all(|why| matches!(why, Some(tables::Problem::Stopped))));
}

/// Ranks read tables that are there when they need them. A block that cannot be read is an error
/// for all of them, as it is for one process, and not a reason to build everything again.
#[test]
fn a_damaged_table_is_told_by_all_ranks() {
    let game = testing::load_native("chess");
    let (_, alone) = build(&game, rules(game.interp()), "KQK");
    let built = alone.into_iter().find(|built| built.job.name == "Kk").expect("it leads there");
    let mut bytes = built.file;
    *bytes.last_mut().expect("some bytes") ^= 0x10;
    let told = ranks::run(2, Network::unruly(5), |team| {
        let mut work = Work::new(&game, rules(game.interp())).unwrap();
        work.want([parse_material(game.facts(), "KQK").unwrap()]).unwrap();
        let (scheme, n_bytes) = (work.tables().0, bytes.len() as u64);
        let file = TableFile::open(scheme, Box::new(bytes.clone()), n_bytes);
        let file = file.unwrap_or_else(|why| panic!("{}", why.message));
        assert_eq!(work.adopt_unread(vec![file]).unwrap(), 1);
        work.build_next_together(team, MEANS, &mut |_| true).err()
    });
    assert_eq!(told.len(), 2);
    for why in told {
        assert!(matches!(why, Some(tables::Problem::Damaged(..))), "{why:?}");
    }
}
