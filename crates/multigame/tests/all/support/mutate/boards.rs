//! Changes of declarations: the size and the shape of the board, what stands on it, what
//! lies beside it, and what is counted.

use super::Mutant;
use super::outline::{Item, What};

impl Mutant<'_> {
    /// Puts a section in the place of those that begin with the same word.
    fn declare(&mut self, section: &str, text: &str) {
        self.items.retain(|item| item.what != What::Section || item.name != section);
        // Drawings of a variant stay after the game that it extends.
        let extends = self.items.iter().filter(|item| item.name == "extends").count();
        self.items.insert(extends, Item::new(What::Section, section, text));
    }

    /// Another board, mostly a small one, with another drawing on it.
    pub(super) fn other_size(&mut self) {
        if self.names.size.is_none() || self.items.iter().any(|item| item.name == "lines") {
            return;
        }
        let size = (2 + self.random.below(6), 2 + self.random.below(6));
        let cyclic = [(); 2].map(|()| if self.chance(15) { "cyclic " } else { "" });
        let shape = if self.chance(12) { " hexagonal" } else { "" };
        let text = format!("dimensions ({}{},{}{}){shape}", cyclic[0], size.0, cyclic[1], size.1);
        self.declare("dimensions", &text);
        self.names.size = Some(size);
        if !shape.is_empty() {
            self.turn_hexagonal();
        }
        self.other_start();
        for i in 0..self.items.len() {
            if self.items[i].name == "layout" {
                let name = self.items[i].words[1].trim().to_string();
                let Some(drawing) = self.drawing() else { return };
                let text = format!("layout {name} {{ {drawing} }}");
                self.items[i] = Item::new(What::Section, "layout", &text);
            }
        }
    }

    /// What does not exist on a hexagonal board gives way to what does.
    fn turn_hexagonal(&mut self) {
        for word in self.items.iter_mut().flat_map(|item| &mut item.words) {
            let other = match word.trim() {
                "diagonal" => "alldir ",
                "northwest" => "north ",
                "southeast" => "south ",
                "45" | "90" => "60 ",
                "135" => "120 ",
                _ => continue,
            };
            *word = other.to_string();
        }
    }

    /// Another drawing of the first position.
    pub(super) fn other_start(&mut self) {
        if let Some(drawing) = self.drawing() {
            self.declare("start", &format!("start {{ {drawing} }}"));
        }
    }

    /// A board with pieces all over it.
    fn drawing(&mut self) -> Option<String> {
        let (columns, rows) = self.names.size?;
        let lines = self.items.iter().any(|item| item.name == "lines");
        if lines || columns * rows > 200 || self.names.kinds.is_empty() {
            return None;
        }
        let one_in = 2 + self.random.below(4);
        let mut fields = vec![".".to_string(); columns * rows];
        let kinds = self.names.kinds.clone();
        let signs = |exactly: bool| {
            let kinds = kinds.iter().filter(move |kind| kind.exactly.is_some() == exactly);
            kinds.flat_map(|kind| kind.signs.iter().map(|sign| (sign.clone(), kind.exactly)))
        };
        let free: Vec<String> = signs(false).map(|(sign, _)| sign).collect();
        for field in &mut fields {
            if self.random.below(one_in) == 0 {
                *field = self.random.choose(&free).cloned().unwrap_or_else(|| ".".to_string());
            }
        }
        for (sign, exactly) in signs(true) {
            for _ in 0..exactly.unwrap_or(0) {
                let at = self.random.below(fields.len());
                fields[at] = sign.clone();
            }
        }
        if self.chance(8) {
            let at = self.random.below(fields.len());
            fields[at] = "#".to_string();
        }
        let rows: Vec<String> = fields.chunks(columns).map(|row| row.join(" ")).collect();
        Some(rows.join(" / "))
    }

    /// Something beside the board, or more of it.
    pub(super) fn other_reserve(&mut self) {
        let mut text = "reserve {".to_string();
        let kinds = self.names.kinds.clone();
        for kind in kinds.iter().filter(|kind| kind.signs.len() == 2 && kind.exactly.is_none()) {
            if self.chance(60) {
                let n = self.pick(&["", "0", "1", "2", "3", "5", "9", "254", "255"]);
                text.push_str(&format!(" {} {n}", kind.name));
            }
        }
        self.declare("reserve", &format!("{text} }}"));
    }

    /// Pieces that stand on each other, or no longer do.
    pub(super) fn other_stacks(&mut self) {
        let most = self.pick(&["2", "3", "4", "12", "48", "255"]);
        self.declare("stacks", &format!("stacks {most}"));
    }

    /// More or fewer facts about pieces.
    pub(super) fn other_pieces(&mut self) {
        let (Some(from), Some(to)) = (self.kind(), self.kind()) else { return };
        let Some(item) = self.items.iter().position(|item| item.name == "pieces") else { return };
        let words = &mut self.items[item].words;
        if let Some(at) = words.iter().position(|word| word.trim() == "exactly")
            && self.random.below(3) == 0
        {
            words.drain(at..at + 2);
            self.names.kinds.iter_mut().for_each(|kind| kind.exactly = None);
            return;
        }
        let is_from = |i: &usize| {
            words[*i].trim() == from && words.get(i + 1).is_some_and(|next| next.starts_with('\''))
        };
        let Some(at) = (0..words.len()).find(is_from) else { return };
        let signs = words[at + 1..].iter().take_while(|word| word.starts_with('\'')).count();
        if from != to && words.get(at + 1 + signs).is_some_and(|next| next.trim() != "promotes") {
            words.insert(at + 1 + signs, format!("promotes to {to} "));
        }
    }

    /// Other ranges of counters, or one more counter.
    pub(super) fn other_counters(&mut self) {
        let signs = if self.chance(50) { "'Z' 'z' " } else { "" };
        let range = self.pick(&["", "0 .. 2", "0 .. 3", "1 .. 4", "0 .. 300", "0 .. 70000"]);
        let name = match self.names.counters.is_empty() || self.chance(30) {
            true => format!("counter{}", self.items.len()),
            false => self.some(&self.names.counters.clone()).unwrap_or_default(),
        };
        let old = self.items.iter().position(|item| item.name == "counters");
        let is_new = !self.names.counters.contains(&name);
        match old {
            Some(i) if is_new => {
                let at = self.items[i].words.len() - 1;
                self.items[i].words.insert(at, format!("{name} {signs}{range} "));
            }
            Some(_) => {
                // The others keep their names, and have this range.
                let all: Vec<String> = self.names.counters.clone();
                let all: String = all.iter().map(|name| format!("{name} {range} ")).collect();
                self.declare("counters", &format!("counters {{ {all} }}"));
            }
            None => self.declare("counters", &format!("counters {{ {name} {signs}{range} }}")),
        }
        if is_new {
            self.names.counters.push(name);
        }
    }
}
