//! Variations of the built-in games: words give way to others of their class, statements are
//! dropped, doubled, exchanged and put into others, declarations change, and parts of another
//! game are grafted on. What comes out often compiles, is mostly nonsense, and is close to
//! what the passes and the code generator were made for.
//!
//! ```text
//! outline (parts, names, statements) ─▶ rules, boards (changes) ─▶ text
//!                                        templates, graft (what is put in)
//! ```

mod boards;
mod graft;
mod outline;
mod rules;
mod templates;

use game::Rng;
use multigame::Text;
use multigame::parts::check_text;
use outline::{Item, Names, items};

/// How often chance may try until a game is one that the compiler takes.
const TRIES: usize = 20;

/// A variation of one of these games, short ones more often than long ones. Much that can
/// be changed makes rules unsound: if nothing is found that compiles, it does not.
pub(crate) fn variation(names: &[&str], seed: u64) -> String {
    let mut random = Rng::new(seed);
    let mut text = String::new();
    for _ in 0..TRIES {
        let games: Vec<&str> = (0..4).map(|_| names[random.below(names.len())]).collect();
        let is_free = random.below(30) == 0;
        let shortest = games[1..].iter().min_by_key(|name| length(name));
        let game = if is_free { games[0] } else { shortest.unwrap_or(&games[0]) };
        let [text_of, donor] = [game, games[0]].map(|name| games::text(name).unwrap_or_default());
        text = mutate(text_of, donor, &mut random);
        if check_text(&Text::new("generated", &text)).rules.is_some() {
            break;
        }
    }
    text
}

/// How long the rules of a game are, with those of the games that it extends.
fn length(name: &str) -> usize {
    let Some(text) = games::text(name) else { return 0 };
    let base = text.lines().find_map(|line| line.strip_prefix("extends "));
    text.len() + base.map_or(0, |base| length(base.trim()))
}

/// A game in the course of being changed.
struct Mutant<'r> {
    random: &'r mut Rng,
    items: Vec<Item>,
    names: Names,
    /// A game from which parts may be taken.
    donor: Vec<Item>,
}

/// The text of a game with some changes, which may take parts from another one.
fn mutate(text: &str, donor: &str, random: &mut Rng) -> String {
    let items = items(text);
    let names = Names::of(&items);
    let mut mutant = Mutant { random, items, names, donor: self::items(donor) };
    let mut changes = 1 + mutant.random.below(3);
    if mutant.chance(25) {
        changes += 1 + mutant.random.below(5);
    }
    if mutant.chance(85) {
        mutant.prune();
    }
    // Little boards are played fast, and their edges are everywhere.
    if mutant.chance(50) {
        mutant.other_size();
    }
    for _ in 0..changes {
        mutant.change();
    }
    mutant.items.iter().flat_map(|item| &item.words).map(String::as_str).collect()
}

impl Mutant<'_> {
    fn change(&mut self) {
        match self.random.below(100) {
            0..=19 => self.other_word(),
            20..=27 => self.other_number(),
            28..=35 => self.other_name(),
            36..=41 => self.drop_statement(),
            42..=44 => self.double_statement(),
            45..=48 => self.exchange_statements(),
            49..=56 => self.replace_statement(),
            57..=64 => self.insert_statement(),
            65..=72 => self.wrap_statement(),
            73..=80 => self.evaluate(),
            81..=83 => self.other_size(),
            84..=87 => self.other_start(),
            88..=90 => self.other_reserve(),
            91 => self.other_stacks(),
            92..=93 => self.other_pieces(),
            94..=95 => self.other_counters(),
            96..=97 => self.graft_rule(),
            _ => self.graft_rules(),
        }
    }

    /// True in this many cases of a hundred.
    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.random.below(items.len())]
    }

    fn some(&mut self, names: &[String]) -> Option<String> {
        self.random.choose(names).cloned()
    }

    fn kind(&mut self) -> Option<String> {
        let kinds: Vec<String> = self.names.kinds.iter().map(|kind| kind.name.clone()).collect();
        self.some(&kinds)
    }
}
