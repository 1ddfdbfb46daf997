//! Looks at every position of a table again and compares its value with those of the positions
//! that its moves lead to: by the other back end, this finds what either of them does wrong.

use crate::build::{CHUNK, Means, lock};
use crate::forward::{Ahead, Looker, Surprise};
use crate::scheme::Scheme;
use crate::tables::{Table, Tables};
use crate::value::Value;
use game::{Game, crew, write_position};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A position whose value does not follow from its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The position as text.
    pub position: String,
    /// What the table says.
    pub table: Value,
    /// What the moves say.
    pub moves: Value,
}

/// What looking again came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions that were compared.
    pub positions: u64,
    /// Those that are wrong; the first few of them.
    pub wrong: Vec<Wrong>,
    /// How many are wrong.
    pub n_wrong: u64,
    /// A class that moves lead to and that has no table.
    pub missing: Option<String>,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// This many wrong positions are shown.
const SHOWN: usize = 10;

impl Tables {
    /// Compares the positions of a table with their moves, every `step`-th of them. `watch` is
    /// told how many are done.
    pub fn verify<G: Game>(
        &self,
        game: &G,
        scheme: &Scheme,
        table: usize,
        step: u64,
        means: Means,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Verified {
        let Some(table) = self.tables.get(table) else { return Verified::default() };
        let verifier = Verifier {
            game,
            scheme,
            table,
            tables: self,
            step: step.max(1),
            next: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            found: Mutex::default(),
        };
        let mut lead = |_| {
            let mut looker = verifier.looker();
            while verifier.next_chunk(&mut looker) {
                if !watch(lock(&verifier.found).positions) {
                    verifier.stop.store(true, Ordering::Relaxed);
                    lock(&verifier.found).stopped = true;
                }
            }
        };
        let help = |_| {
            let mut looker = verifier.looker();
            while verifier.next_chunk(&mut looker) {}
        };
        crew::run(means.threads, help, &mut lead);
        verifier.found.into_inner().unwrap_or_default()
    }
}

struct Verifier<'s, G: Game> {
    game: &'s G,
    scheme: &'s Scheme,
    table: &'s Table,
    tables: &'s Tables,
    step: u64,
    next: AtomicU64,
    stop: AtomicBool,
    found: Mutex<Verified>,
}

impl<G: Game> Verifier<'_, G> {
    fn looker(&self) -> Looker<'_, G> {
        Looker::new(self.game, self.scheme, &self.table.classes, self.tables)
    }

    /// Compares the next positions; says whether there were any.
    fn next_chunk(&self, looker: &mut Looker<'_, G>) -> bool {
        let length = CHUNK.div_ceil(self.step) * self.step;
        let start = self.next.fetch_add(length, Ordering::Relaxed);
        let size = self.table.classes.size;
        if start >= size || self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let mut compared = 0;
        for number in (start..size.min(start + length)).step_by(self.step as usize) {
            let mut ahead = Ahead::default();
            let moves = looker.look(number, &mut ahead).and_then(|()| self.value(looker, &ahead));
            match moves {
                Err(surprise) => {
                    self.give_up(&surprise);
                    return false;
                }
                // What cannot be has no value that anybody asks for.
                Ok(Value::Impossible) => {}
                Ok(moves) => {
                    compared += 1;
                    self.compare(looker, number, moves);
                }
            }
        }
        lock(&self.found).positions += compared;
        true
    }

    /// What moves are worth.
    fn value(&self, looker: &mut Looker<'_, G>, ahead: &Ahead) -> Result<Value, Surprise> {
        let size = self.table.classes.size;
        let mut remembering = Vec::new();
        for position in std::mem::take(&mut looker.remembering) {
            let mut further = Ahead::default();
            looker.look_from(&position, &mut further)?;
            remembering.push(self.value(looker, &further)?);
        }
        Ok(ahead.value(|number| match number.checked_sub(size) {
            Some(place) => remembering[place as usize],
            None => self.table.value(number).unwrap_or(Value::Impossible),
        }))
    }

    fn compare(&self, looker: &mut Looker<'_, G>, number: u64, moves: Value) {
        let table = self.table.value(number).unwrap_or(Value::Impossible);
        if table == moves {
            return;
        }
        let mut found = lock(&self.found);
        found.n_wrong += 1;
        if found.wrong.len() < SHOWN {
            let position = looker
                .position(number)
                .map(|at| write_position(self.game.facts(), &self.game.setup(&at)));
            let position = position.unwrap_or_default();
            found.wrong.push(Wrong { position, table, moves });
        }
    }

    fn give_up(&self, surprise: &Surprise) {
        self.stop.store(true, Ordering::Relaxed);
        let facts = &self.scheme.facts;
        lock(&self.found).missing = Some(match surprise {
            Surprise::Class(class) => class.text(facts),
            Surprise::Field(piece, field) => {
                let piece = facts.symbol(self.scheme.pieces[usize::from(*piece)]);
                format!("{piece} on {}", facts.board.name(game::Field(*field)))
            }
            Surprise::Points => "a position with other points".to_string(),
            Surprise::Damaged => "a block that cannot be read".to_string(),
        });
    }
}
