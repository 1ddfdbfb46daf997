//! Makes up small games: a board, pieces and rules that are well-typed by
//! construction, as text, so that they go through the whole compiler. Chance is
//! biased to what real rules do and the passes look for: moves made of find,
//! pickup, walk and putdown, slides and leaps, tests of legality, chains of
//! captures, counts, and the odd combination that nobody thought of.
//!
//! ```text
//! generate (declarations, main) ─▶ moves ─▶ statements (walks, tests, numbers)
//! ```

mod moves;
mod stacks;
mod statements;

use game::Rng;
use statements::Rule;

/// What neighbors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Square,
    Hexagonal,
    Lines,
}

/// A game in the making: what it declares, and the rules made so far.
pub(crate) struct Generator<'r> {
    random: &'r mut Rng,
    shape: Shape,
    /// The section that declares the board.
    board: String,
    /// The fields of each row from the top, as many as there are.
    rows: Vec<usize>,
    /// Names of some fields.
    fields: Vec<&'static str>,
    puzzle: bool,
    /// The kinds that players have, or in a puzzle nobody.
    kinds: Vec<&'static str>,
    /// Whether only the first player has the last kind.
    one_sided: bool,
    /// Whether each player has exactly one of the last kind.
    exactly: bool,
    /// Whether there is a wall, which is nobody's.
    wall: bool,
    /// Whether the first kind promotes to the others.
    promotes: bool,
    /// A counter with signs from 0 to 2.
    right: bool,
    /// A plain counter from 0 to 3.
    tally: bool,
    /// A field that is remembered for some turns.
    mark: Option<u8>,
    reserve: Option<&'static str>,
    /// The most pieces on a field, if they stand on each other.
    stacks: Option<u8>,
    rules: Vec<Rule>,
    values: Vec<String>,
}

const KINDS: [(&str, &str, &str); 3] =
    [("man", "'A'", "'a'"), ("rook", "'B'", "'b'"), ("king", "'C'", "'c'")];

impl<'r> Generator<'r> {
    /// The text of a game.
    pub(crate) fn game(random: &'r mut Rng) -> String {
        let mut generator = Generator::board(random);
        generator.declare();
        generator.text()
    }

    /// The text of a game in which pieces stand on each other. In some of them all pieces
    /// are the same.
    pub(crate) fn stacking(random: &'r mut Rng) -> String {
        let mut generator = Generator::board(random);
        generator.declare();
        generator.stacks = Some([2, 3, 5, 12, 255][generator.random.below(5)]);
        if generator.chance(30) {
            generator.puzzle = true;
            generator.kinds.truncate(1);
            (generator.wall, generator.right, generator.exactly) = (false, false, false);
            (generator.promotes, generator.one_sided) = (false, false);
            generator.reserve = None;
        }
        generator.text()
    }

    fn text(mut self) -> String {
        let generator = &mut self;
        let main = generator.main();
        let mut text = generator.declarations();
        for rule in &generator.rules {
            text.push_str(&format!("{} = {}.\n", rule.name, rule.body));
        }
        for value in &generator.values {
            text.push_str(value);
        }
        text.push_str(&format!("main = {main}.\n"));
        text
    }

    fn board(random: &'r mut Rng) -> Generator<'r> {
        let (columns, rows) = (3 + random.below(3), 3 + random.below(3));
        let mut generator = Generator {
            random,
            shape: Shape::Square,
            board: format!("dimensions ({columns},{rows})\n"),
            rows: vec![columns; rows],
            fields: vec!["a1", "b2", "c3", "a2", "c1"],
            puzzle: false,
            kinds: Vec::new(),
            one_sided: false,
            exactly: false,
            wall: false,
            promotes: false,
            right: false,
            tally: false,
            mark: None,
            reserve: None,
            stacks: None,
            rules: Vec::new(),
            values: Vec::new(),
        };
        generator.bend(columns, rows);
        generator
    }

    /// Makes some boards something other than a plain grid.
    fn bend(&mut self, columns: usize, rows: usize) {
        match self.random.below(10) {
            0 => self.board = format!("dimensions (cyclic {columns},{rows})\n"),
            1 => self.board = format!("dimensions (cyclic {columns},cyclic {rows})\n"),
            2 => {
                self.board = format!("dimensions ({columns},{rows}) hexagonal\n");
                self.shape = Shape::Hexagonal;
            }
            3 => {
                self.board = "dimensions (3,3) lines { a1 b1 c1, a2 b2 c2, a3 b3 c3, a1 a2 a3, \
                              b1 b2 b3, c1 c2 c3, a1 b2 c3, a3 b2 c1 }\n"
                    .into();
                self.rows = vec![3; 3];
                self.shape = Shape::Lines;
            }
            4 if self.chance(50) => {
                self.board = "lines { p q r s p, p t r, q t s, s u }\n".into();
                self.rows = vec![6];
                self.fields = vec!["p", "q", "t", "u"];
                self.shape = Shape::Lines;
            }
            _ => {}
        }
    }

    fn declare(&mut self) {
        self.puzzle = self.chance(8);
        let n_kinds = 1 + self.random.below(KINDS.len());
        self.kinds = KINDS[..n_kinds].iter().map(|kind| kind.0).collect();
        self.wall = self.chance(25);
        self.promotes = n_kinds > 1 && self.chance(50);
        self.one_sided = !self.puzzle && !self.promotes && n_kinds > 1 && self.chance(10);
        self.exactly = !self.puzzle && !self.promotes && n_kinds > 1 && self.chance(25);
        self.right = !self.puzzle && self.chance(35);
        self.tally = self.chance(35);
        self.mark = self.chance(40).then(|| 1 + self.random.below(2) as u8);
        if !self.puzzle && self.chance(30) {
            self.reserve = Some(self.kinds[0]);
        }
        self.stacks = self.chance(12).then_some(3);
    }

    /// The sections of the game.
    fn declarations(&mut self) -> String {
        let mut text = self.board.clone();
        if self.puzzle {
            text.push_str("players solver\n");
        }
        text.push_str("pieces {");
        for (i, (name, first, second)) in KINDS[..self.kinds.len()].iter().enumerate() {
            let is_last = i + 1 == self.kinds.len();
            let signs = match self.puzzle {
                true => first.to_string(),
                false if self.one_sided && is_last => format!("{first} -"),
                false => format!("{first} {second}"),
            };
            let more = match self.promotes && i == 0 {
                true => format!(" promotes to {}", self.kinds[1..].join(", ")),
                false if self.exactly && is_last => " exactly 1".to_string(),
                false => String::new(),
            };
            text.push_str(&format!(" {name} {signs}{more}"));
        }
        text.push_str(if self.wall { " wall '*' }\n" } else { " }\n" });
        text.push_str(&self.smaller_sections());
        text.push_str(&format!("start {{ {} }}\n", self.drawing()));
        text.push_str(&format!("layout goal {{ {} }}\n", self.drawing()));
        text
    }

    fn smaller_sections(&self) -> String {
        let mut text = String::new();
        let mut section = |is_there: bool, section: String| {
            if is_there {
                text.push_str(&section);
            }
        };
        let fields = self.fields.join(", ");
        let last = self.fields[self.fields.len() - 1];
        let two = if self.puzzle { String::new() } else { format!(" ({last})") };
        section(true, format!("zones {{ far ({fields}){two} mid ({}) }}\n", self.fields[1]));
        let ahead = match (self.shape, self.puzzle) {
            (Shape::Lines, _) => "",
            (_, true) => "directions { ahead (north, northeast) }\n",
            (_, false) => "directions { ahead (north, northeast) (south, southwest) }\n",
        };
        section(true, ahead.into());
        section(self.right, "counters { right 'R' 'r' 0 .. 2 }\n".into());
        section(self.tally, "counters { tally 0 .. 3 }\n".into());
        let turns = self.mark.unwrap_or(1);
        let s = if turns == 1 { "" } else { "s" };
        section(self.mark.is_some(), format!("memory {{ mark for {turns} turn{s} }}\n"));
        section(true, "memory { origin }\n".into());
        section(self.reserve.is_some(), format!("reserve {{ {} 2 }}\n", self.kinds[0]));
        let most = self.stacks.unwrap_or(1);
        section(self.stacks.is_some(), format!("stacks {most}\n"));
        text
    }

    /// A drawn board: a third of the fields is taken.
    fn drawing(&mut self) -> String {
        let sign = |quoted: &str| quoted.trim_matches('\'').to_string();
        let mut signs: Vec<String> = Vec::new();
        for (_, first, second) in &KINDS[..self.kinds.len()] {
            signs.push(sign(first));
            signs.extend((!self.puzzle).then(|| sign(second)));
        }
        let single: Vec<String> = match (self.one_sided, self.exactly) {
            (false, false) => Vec::new(),
            (true, _) => signs.split_off(signs.len() - 2)[..1].to_vec(),
            (false, true) => signs.split_off(signs.len() - 2),
        };
        if self.wall {
            signs.push("*".to_string());
        }
        let n_fields: usize = self.rows.iter().sum();
        let mut fields: Vec<String> = (0..n_fields)
            .map(|_| match self.random.below(3) {
                0 => signs[self.random.below(signs.len())].clone(),
                _ => ".".to_string(),
            })
            .collect();
        let first = self.random.below(n_fields);
        for (i, sign) in single.into_iter().enumerate() {
            fields[(first + 2 * i) % n_fields] = sign;
        }
        let mut rest = &fields[..];
        let mut rows: Vec<String> = Vec::new();
        for &n in &self.rows {
            let (row, others) = rest.split_at(n);
            rows.push(row.join(" "));
            rest = others;
        }
        rows.join(" / ")
    }

    fn main(&mut self) -> String {
        let outcome = self.outcome();
        let legal = self.legal();
        let last = match self.random.below(6) {
            0 => "pass".to_string(),
            1 => format!("score {}", self.score()),
            _ => outcome,
        };
        match self.chance(50) {
            true => {
                let over = self.over();
                let early = self.outcome();
                format!("try [ {over}, {early} ] else try [ {legal} ] else {last}")
            }
            false => format!("try [ {legal} ] else {last}"),
        }
    }

    fn outcome(&mut self) -> String {
        self.pick(&["win", "lose", "draw"]).to_string()
    }

    /// True in this many cases of a hundred.
    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.random.below(items.len())]
    }
}
