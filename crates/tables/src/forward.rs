//! One look forward from each position of some classes: what its moves lead to inside, and what
//! those are worth that lead outside.

use crate::class::{Classes, Maker};
use crate::material::Material;
use crate::scheme::{Scheme, Seen};
use crate::tables::Tables;
use crate::value::{MOST_POINTS, Value};
use game::{Game, Outcome, Player, Worker};

/// Why positions cannot be looked at.
#[derive(Clone, Debug)]
pub(crate) enum Surprise {
    /// A move leads to a class that was not expected.
    Class(Material),
    /// A man gets to a field where none was expected: the place of the piece, and the field.
    Field(u8, u16),
    /// Points do not come and go with men, or they are too many.
    Points,
    /// A block of a table that a move leads to cannot be read.
    Damaged,
}

/// What a position is known to be before those inside are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ahead {
    /// What the position is, if no move matters.
    pub(crate) over: Option<Value>,
    /// The turns of the fastest win by a move that leads outside, this one included.
    pub(crate) win: Option<u32>,
    /// The turns of the slowest loss by such a move.
    pub(crate) loss: Option<u32>,
    /// Whether such a move draws.
    pub(crate) draw: bool,
    /// The best score by such a move, where points are counted.
    pub(crate) best: Option<i32>,
    /// The positions inside to which moves lead, each with whether the same player is to move.
    pub(crate) inside: Vec<(u64, bool)>,
}

/// Where a move leads.
pub(crate) enum Target<P> {
    Inside(u64),
    Outside(Value),
    /// To a position that remembers a field on which its moves depend.
    Remembering(P),
}

/// What looks forward in one thread.
pub(crate) struct Looker<'s, G: Game + 's> {
    game: &'s G,
    scheme: &'s Scheme,
    classes: &'s Classes,
    tables: &'s Tables,
    maker: Maker<'s, G>,
    worker: G::Worker<'s>,
    seen: Seen,
    list: Vec<G::Position>,
    rows: Vec<u64>,
    /// Positions that remember something, in the order in which they were met.
    pub(crate) remembering: Vec<G::Position>,
    replies: [Vec<G::Position>; 2],
    /// The most men of a position of these classes.
    most_men: usize,
}

impl<'s, G: Game> Looker<'s, G> {
    pub(crate) fn new(
        game: &'s G,
        scheme: &'s Scheme,
        classes: &'s Classes,
        tables: &'s Tables,
    ) -> Looker<'s, G> {
        Looker {
            game,
            scheme,
            classes,
            tables,
            maker: Maker::new(game, scheme, classes),
            worker: game.worker(&[]),
            seen: Seen::default(),
            list: Vec::new(),
            rows: Vec::new(),
            remembering: Vec::new(),
            replies: [Vec::new(), Vec::new()],
            most_men: classes.most_men(),
        }
    }

    /// Looks at the position of a number.
    pub(crate) fn look(&mut self, number: u64, ahead: &mut Ahead) -> Result<(), Surprise> {
        match self.maker.position(number) {
            Some(position) => self.look_from(&position, ahead),
            None => {
                *ahead = Ahead { over: Some(Value::Impossible), ..Ahead::default() };
                Ok(())
            }
        }
    }

    /// The position of a number.
    pub(crate) fn position(&mut self, number: u64) -> Option<G::Position> {
        self.maker.position(number)
    }

    /// Looks at a position. Those that remember something are noted, and have numbers after
    /// all others, in the order of the list.
    pub(crate) fn look_from(
        &mut self,
        position: &G::Position,
        ahead: &mut Ahead,
    ) -> Result<(), Surprise> {
        ahead.clear();
        let player = self.game.player(position);
        let over = match self.maker.row_length() {
            Some(length) => self.look_at_rows(position, length, ahead)?,
            None => self.look_at_list(position, ahead)?,
        };
        match over {
            None => ahead.over = Some(Value::Impossible),
            Some(Some(outcome)) => ahead.over = Some(self.over(outcome, player)?),
            Some(None) => {}
        }
        Ok(())
    }

    /// Looks at the positions to which moves lead, one by one.
    fn look_at_list(&mut self, at: &G::Position, ahead: &mut Ahead) -> Result<Over, Surprise> {
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        let over = self.worker.try_expand(at, &mut list);
        let player = self.game.player(at);
        let looked = list.iter().try_for_each(|to| self.add(to, player, ahead));
        let is_stuck = list.is_empty();
        self.list = list;
        looked.map(|()| if is_stuck { over.map(nothing_is_a_draw) } else { over })
    }

    /// The same by rows of this many words, of which most are seen without making a position.
    fn look_at_rows(
        &mut self,
        at: &G::Position,
        length: usize,
        ahead: &mut Ahead,
    ) -> Result<Over, Surprise> {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        let over = self.worker.try_rows(at, &mut rows);
        let player = self.game.player(at);
        let looked = rows.chunks_exact(length).try_for_each(|row| {
            match self.maker.number(row) {
                Some((number, next)) => ahead.inside.push((number, next == player)),
                None => {
                    let to = self.game.position_of_row(row);
                    to.map_or(Ok(()), |to| self.add(&to, player, ahead))?;
                }
            }
            Ok(())
        });
        let is_stuck = rows.is_empty();
        self.rows = rows;
        looked.map(|()| if is_stuck { over.map(nothing_is_a_draw) } else { over })
    }

    /// Adds a move that leads to a position.
    fn add(&mut self, to: &G::Position, player: Player, ahead: &mut Ahead) -> Result<(), Surprise> {
        let again = self.game.player(to) == player;
        match self.target(to)? {
            Target::Inside(number) => ahead.inside.push((number, again)),
            Target::Outside(value) => ahead.add(value.before(again)),
            Target::Remembering(to) => {
                let number = self.classes.size + self.remembering.len() as u64;
                ahead.inside.push((number, again));
                self.remembering.push(to);
            }
        }
        Ok(())
    }

    /// Where a move leads that ends in this position.
    pub(crate) fn target(&mut self, to: &G::Position) -> Result<Target<G::Position>, Surprise> {
        if let Some(outcome) = self.game.outcome(to) {
            return Ok(Target::Outside(self.over(outcome, self.game.player(to))?));
        }
        self.scheme.see(self.game, to, &mut self.seen);
        if self.seen.remembers
            && let Some(to) = self.depending_on_memory(to)
        {
            return Ok(Target::Remembering(to));
        }
        self.check_points()?;
        match self.classes.number(&self.seen) {
            Some(Some(number)) => Ok(Target::Inside(number)),
            Some(None) => Err(self.stranger()),
            None => match self.tables.value(&self.seen) {
                Some(Some(value)) => kept(value.with(self.seen.points)).map(Target::Outside),
                Some(None) if self.tables.take_damage() => Err(Surprise::Damaged),
                Some(None) => Err(self.stranger()),
                None => {
                    let class = self.scheme.class(self.seen.material.clone());
                    Err(Surprise::Class(class))
                }
            },
        }
    }

    /// What is over is worth, if it can be kept.
    fn over(&self, outcome: Outcome, player: Player) -> Result<Value, Surprise> {
        kept(over(self.scheme, outcome, player))
    }

    /// Points come from men that leave, one for each at most: so a table knows how many there
    /// can still be, and those of positions with the same men are the same.
    fn check_points(&self) -> Result<(), Surprise> {
        let left = self.most_men.saturating_sub(self.seen.men.len());
        match self.seen.most_points as usize > left {
            true => Err(Surprise::Points),
            false => Ok(()),
        }
    }

    /// The position, if it has other moves than the one that remembers nothing.
    fn depending_on_memory(&mut self, to: &G::Position) -> Option<G::Position> {
        // Positions that tables arrange have no signatures, and equal positions should have
        // equal ones.
        let mut setup = self.game.setup(to);
        let signed = self.game.position(&setup).ok()?;
        setup.memories.fill(None);
        let plain = self.game.position(&setup).ok()?;
        let [with, without] = &mut self.replies;
        with.clear();
        without.clear();
        let over = self.worker.try_expand(&signed, with);
        let is_same = over == self.worker.try_expand(&plain, without) && with == without;
        (!is_same).then_some(signed)
    }

    /// The man who is where none was expected.
    fn stranger(&self) -> Surprise {
        let is_strange = |&&(piece, field): &&(u8, u16)| {
            !self.scheme.domains[usize::from(piece)].contains(game::Field(field))
        };
        let (piece, field) = self.seen.men.iter().find(is_strange).copied().unwrap_or_default();
        Surprise::Field(piece, field)
    }
}

/// How the game is over, if it is; nothing where the rules do what they should not do.
type Over = Option<Option<Outcome>>;

/// Where nobody can move, and the rules say nothing about that, the game is a draw.
fn nothing_is_a_draw(over: Option<Outcome>) -> Option<Outcome> {
    over.or(Some(Outcome { value: 0, scored: false }))
}

impl Ahead {
    /// Knows nothing.
    fn clear(&mut self) {
        self.inside.clear();
        (self.over, self.win, self.loss, self.draw, self.best) = (None, None, None, false, None);
    }

    /// Adds what a move is worth that leads outside.
    fn add(&mut self, value: Value) {
        match value {
            Value::Win(turns) => self.win = Some(self.win.map_or(turns, |win| win.min(turns))),
            Value::Loss(turns) => self.loss = Some(self.loss.map_or(turns, |it| it.max(turns))),
            Value::Score(points) => self.best = self.best.max(Some(points)),
            Value::Draw | Value::Impossible => self.draw = true,
        }
    }

    /// What moves are worth that lead outside, as far as it matters; scores at their levels.
    pub(crate) fn outside(&self) -> impl Iterator<Item = Value> {
        let (wins, losses) = (self.win.map(Value::Win), self.loss.map(Value::Loss));
        let scores = self.best.map(|points| Value::Score(points).leveled());
        let draws = self.draw.then_some(Value::Draw);
        wins.into_iter().chain(losses).chain(draws).chain(scores)
    }

    /// What the position is worth if nothing else can be better, with what is known of the
    /// positions inside.
    pub(crate) fn value(&self, inside: impl Fn(u64) -> Value) -> Value {
        if let Some(over) = self.over {
            return over;
        }
        let moves = self.inside.iter().map(|&(number, again)| inside(number).before(again));
        let wins = self.win.map(Value::Win);
        let losses = self.loss.map(Value::Loss);
        let draws = self.draw.then_some(Value::Draw);
        let scores = self.best.map(Value::Score);
        let all = moves.chain(wins).chain(losses).chain(draws).chain(scores);
        all.max_by_key(|value| value.rank()).unwrap_or(Value::Draw)
    }
}

/// A value that a table has room for.
fn kept(value: Value) -> Result<Value, Surprise> {
    match value {
        Value::Score(points) if points.unsigned_abs() > MOST_POINTS => Err(Surprise::Points),
        _ => Ok(value),
    }
}

/// What an outcome is worth to the player to move.
pub(crate) fn over(scheme: &Scheme, outcome: Outcome, player: Player) -> Value {
    if scheme.points.is_some() {
        return Value::Score(outcome.for_player(player));
    }
    match outcome.winner() {
        None => Value::Draw,
        Some(winner) if winner == player => Value::Win(0),
        Some(_) => Value::Loss(0),
    }
}
