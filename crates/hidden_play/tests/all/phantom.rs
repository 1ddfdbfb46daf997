//! How well the players play phantom tic-tac-toe against somebody who attempts at random,
//! compared with the best that anybody could do. Both are computed without drawing
//! anything: over all that can happen.

use game::{Game, Player as Side, parse_position};
use hidden_play::equilibrium::{Rival, weakness};
use hidden_play::{Method, Player, Settings};
use infoset::Session;
use interp::Interp;
use std::collections::BTreeMap;

/// The fields of a side, as bits.
type Fields = u16;
const FULL: Fields = 0x1ff;

fn has_line(fields: Fields) -> bool {
    const LINES: [Fields; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    LINES.iter().any(|line| fields & line == *line)
}

/// What is possible for a player: the enemy's fields, and how many histories lead there.
/// The enemy takes each empty field with the same probability, whatever they tried before,
/// so all histories of an information state are equally likely.
type Worlds = Vec<(Fields, u64)>;

/// The most points that can be made, in all histories of an information state together.
#[derive(Default)]
struct BestResponse {
    known: BTreeMap<(Fields, Worlds), f64>,
}

impl BestResponse {
    fn turn(&mut self, own: Fields, worlds: Worlds) -> f64 {
        if worlds.is_empty() {
            return 0.0;
        }
        let key = (own, worlds);
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let mut best: f64 = 0.0;
        for field in 0..9 {
            let bit = 1 << field;
            let (refused, legal): (Worlds, Worlds) =
                key.1.iter().partition(|(enemy, _)| enemy & bit != 0);
            if own & bit == 0 && !legal.is_empty() {
                let value = self.after(own | bit, legal) + self.turn(own, refused);
                best = best.max(value);
            }
        }
        self.known.insert(key, best);
        best
    }

    fn after(&mut self, own: Fields, worlds: Worlds) -> f64 {
        let (done, next, n_empty) = reply(own, &worlds);
        match n_empty {
            0 => done,
            n => (done + self.turn(own, next)) / f64::from(n),
        }
    }
}

/// What the enemy can do after a move: the points where the game is over then, what is
/// possible where it goes on, and among how many fields they could choose (0 if they
/// could not).
fn reply(own: Fields, worlds: &Worlds) -> (f64, Worlds, u32) {
    let all: u64 = worlds.iter().map(|(_, n)| n).sum();
    let n_empty = worlds.first().map_or(0, |(enemy, _)| (FULL & !(own | enemy)).count_ones());
    match (has_line(own), n_empty) {
        (true, _) => return (all as f64, Vec::new(), 0),
        (false, 0) => return (0.5 * all as f64, Vec::new(), 0),
        _ => {}
    }
    let (mut done, mut next) = (0.0, BTreeMap::new());
    for (enemy, n) in worlds {
        for field in 0..9 {
            let taken = enemy | 1 << field;
            if taken == *enemy || own & 1 << field != 0 || has_line(taken) {
                continue;
            }
            match taken | own {
                FULL => done += 0.5 * *n as f64,
                _ => *next.entry(taken).or_insert(0) += n,
            }
        }
    }
    let mut next: Worlds = next.into_iter().collect();
    next.sort_unstable();
    (done, next, n_empty)
}

/// The best that anybody can do, as the first and as the second player.
fn best_response() -> [f64; 2] {
    let mut best = BestResponse::default();
    let second = best.after(0, vec![(0, 1)]);
    [best.turn(0, vec![(0, 1)]), second]
}

/// What happened in one history of an information state: everything that was attempted,
/// one after the other, as texts.
type Example = Vec<String>;

/// What a player makes in all histories of an information state together.
struct Policy<'g> {
    game: &'g Interp,
    side: Side,
    settings: Settings,
}

impl Policy<'_> {
    /// The attempt of the player, told no more than what their side perceived.
    fn attempt(&self, example: &Example) -> String {
        let mut session = Session::new(self.game, self.game.start()).unwrap();
        let mut refused = Vec::new();
        for text in example {
            let answer = session.attempt(text).unwrap();
            match answer.is_turn_over {
                true => refused.clear(),
                false => refused.push((text, game::heard_by(self.side, &answer.said))),
            }
        }
        let mut player = Player::new(self.game, session.view(self.side), self.settings).unwrap();
        refused.into_iter().for_each(|(text, heard)| player.refused(text, heard));
        player.attempt(&session.tries().unwrap(), &mut || true).unwrap().text
    }

    fn turn(&self, own: Fields, worlds: &[(Fields, u64, Example)]) -> f64 {
        let Some((_, _, example)) = worlds.first() else { return 0.0 };
        let text = self.attempt(example);
        let bit = 1 << field_of(&text);
        let with = |(enemy, n, example): &(Fields, u64, Example)| {
            (*enemy, *n, example.iter().chain([&text]).cloned().collect::<Example>())
        };
        let (refused, legal): (Vec<_>, Vec<_>) =
            worlds.iter().map(with).partition(|(enemy, ..)| enemy & bit != 0);
        self.after(own | bit, &legal) + self.turn(own, &refused)
    }

    fn after(&self, own: Fields, worlds: &[(Fields, u64, Example)]) -> f64 {
        let plain: Worlds = worlds.iter().map(|(enemy, n, _)| (*enemy, *n)).collect();
        let (done, next, n_empty) = reply(own, &plain);
        if n_empty == 0 {
            return done;
        }
        let example = |taken: Fields| {
            let from = |world: &&(Fields, u64, Example)| {
                world.0 & taken == world.0 && (taken & !world.0).count_ones() == 1
            };
            let (enemy, _, example) = worlds.iter().find(from).unwrap();
            let field = (taken & !enemy).trailing_zeros();
            let text = format!("{}{}", ['a', 'b', 'c'][field as usize % 3], 1 + field / 3);
            example.iter().cloned().chain([text]).collect::<Example>()
        };
        let next: Vec<(Fields, u64, Example)> =
            next.into_iter().map(|(taken, n)| (taken, n, example(taken))).collect();
        (done + self.turn(own, &next)) / f64::from(n_empty)
    }
}

fn field_of(text: &str) -> u32 {
    let mut bytes = text.bytes();
    let (column, row) = (bytes.next().unwrap() - b'a', bytes.next().unwrap() - b'1');
    u32::from(column) + 3 * u32::from(row)
}

fn phantom() -> Interp {
    let mut program = testing::load("phantom_tictactoe").program().clone();
    ir::passes::optimize(&mut program, &[]);
    Interp::new(program).unwrap()
}

/// What a player makes of 100 points, on average over both sides.
fn points(settings: impl Fn(&Interp) -> Settings) -> f64 {
    let game = phantom();
    let mut made = 0.0;
    for side in Side::BOTH {
        let policy = Policy { game: &game, side, settings: settings(&game) };
        let first = [(0, 1, Example::new())];
        made += match side {
            Side::First => policy.turn(0, &first),
            Side::Second => policy.after(0, &first),
        };
    }
    50.0 * made
}

/// What a player makes with this many samples, and this many nodes for the search of each.
fn made(method: Method, samples: usize, nodes: u64) -> f64 {
    let settings = |game: &Interp| Settings {
        samples: Some(samples),
        nodes,
        ..Settings::new(game.facts(), method)
    };
    points(settings)
}

#[test]
fn the_best_response_is_known() {
    // As the first player one wins nearly always; the second is too late too often.
    let [first, second] = best_response();
    assert!((first - 0.976_562_5).abs() < 1e-9, "{first}");
    assert!((second - 0.812_169_312_169).abs() < 1e-9, "{second}");
}

#[test]
fn best_responses_that_go_through_texts_find_the_same() {
    // Two fields are taken, which both players know.
    let game = phantom();
    let start = game.position(&parse_position(game.facts(), "1X1/1O1/3 w 2").unwrap()).unwrap();
    let (first, second) = (1 << 7, 1 << 4);
    let mut best = BestResponse::default();
    let expected = [best.after(second, vec![(first, 1)]), best.turn(first, vec![(second, 1)])];
    for (side, share) in Side::BOTH.into_iter().zip(expected) {
        let found = weakness(&game, &start, side, Rival::Random, None, &mut |_| true);
        let found = found.unwrap().unwrap().value;
        // The side that is named attempts at random, and the share is that of the other one.
        let value = if side == Side::First { 1.0 - 2.0 * share } else { 2.0 * share - 1.0 };
        assert!((found - value).abs() < 1e-9, "{side:?}: {found}, not {value}");
    }
}

#[test]
fn players_come_close_to_the_best_response() {
    let [first, second] = best_response();
    let best = 50.0 * (first + second);
    for (method, samples, nodes) in [(Method::Pimc, 50, 200), (Method::Ismcts, 1000, 0)] {
        let made = made(method, samples, nodes);
        assert!(made <= best + 1e-9, "{method:?} makes {made:.2} points, more than can be made");
        assert!(made > best - 3.0, "{method:?} makes {made:.2} points of {best:.2}");
    }
}

#[test]
fn more_samples_play_better() {
    let [few, more] = [10, 400].map(|samples| made(Method::Ismcts, samples, 0));
    assert!(few + 2.0 < more, "{few:.2} points with few samples, {more:.2} with more");
}

#[test]
fn fixed_samples_give_the_same_attempts() {
    for method in [Method::Pimc, Method::Ismcts] {
        assert_eq!(made(method, 20, 100).to_bits(), made(method, 20, 100).to_bits());
    }
}
