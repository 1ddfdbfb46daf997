//! Plays two implementations of one game side by side and says where they part.
//! What order results are found in, and how long it takes, makes no difference.

use game::{ErrorCode, Game, Message, Move, Outcome, Rng, RulesError, Setup, Turn, write_position};
use ir::analyses::Writes;
use ir::{Program, Term};

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Random games from each position to begin with.
    pub(crate) games: u32,
    /// Turns in each.
    pub(crate) turns: usize,
    /// What chance begins with.
    pub(crate) seed: u64,
    /// Whether moves must have the same synonyms: see [`synonyms_are_fixed`].
    pub(crate) synonyms: bool,
}

/// Whether it follows from the rules alone by which other texts a move is known. A repeat
/// that changes the board goes on with one of several paths to the same situation; what is
/// the same situation depends on what is still asked of it, and passes find out that less
/// is. Names do not depend on it.
pub(crate) fn synonyms_are_fixed(program: &Program) -> bool {
    let writes = Writes::new(program);
    let blocks = program.funcs.iter().flat_map(|func| &func.blocks);
    let mut repeated = blocks.filter_map(|block| match block.term {
        Term::Repeat { body, .. } => Some(body),
        _ => None,
    });
    repeated.all(|body| writes.of(body).is_empty())
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    /// Positions that were visited.
    pub(crate) positions: u32,
    /// Moves that they had.
    pub(crate) moves: u32,
    /// Positions in which the rules went wrong in the same way.
    pub(crate) errors: u32,
    /// Turns that the first implementation gave up as too long or too deep, so
    /// that there is nothing to compare with.
    pub(crate) given_up: u32,
    /// Turns for which the second implementation has no code.
    pub(crate) without_code: u32,
}

impl Compared {
    fn add(&mut self, other: Compared) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.errors += other.errors;
        self.given_up += other.given_up;
        self.without_code += other.without_code;
    }
}

/// Where two implementations part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The position, as text.
    pub(crate) position: String,
    /// What the first and the second say about it.
    pub(crate) what: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "in the position `{}`: {}", self.position, self.what)
    }
}

/// A move without anything that belongs to one implementation.
#[derive(Debug, PartialEq, Eq)]
struct PlainMove {
    text: String,
    synonyms: Vec<String>,
    told: Vec<Message>,
    /// The new position as text.
    to: String,
    setup: Setup,
    signature: u64,
    outcome: Option<Outcome>,
    cost: i32,
    /// Its place in the list of the implementation.
    place: usize,
}

/// What a position offers, without anything that belongs to one implementation.
#[derive(Debug, PartialEq, Eq)]
enum Plain {
    Over(Outcome),
    Moves(Vec<PlainMove>),
    Wrong { code: ErrorCode, position: String },
}

impl std::fmt::Display for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Plain::Over(outcome) => write!(f, "{outcome:?}"),
            Plain::Wrong { code, position } => write!(f, "{code} in `{position}`"),
            Plain::Moves(moves) => {
                let texts: Vec<&str> = moves.iter().map(|made| made.text.as_str()).collect();
                write!(f, "{} moves: {}", moves.len(), texts.join(" "))
            }
        }
    }
}

/// Compares two implementations on random games from the start and from other
/// positions.
pub(crate) fn compare<A: Game, B: Game>(
    a: &A,
    b: &B,
    others: &[Setup],
    plan: Plan,
) -> Result<Compared, Difference> {
    compare_and(a, b, others, plan, &|_| None)
}

/// A turn about which both implementations agree, as the second sees it.
pub(crate) struct Visit<'a, B: Game> {
    /// How many turns of this game came before.
    pub(crate) turns: usize,
    pub(crate) at: &'a B::Position,
    pub(crate) past: &'a [B::Position],
    pub(crate) turn: &'a Result<Turn<B::Position>, RulesError>,
}

/// The same, with another look at each turn, which says what is wrong with it.
pub(crate) fn compare_and<A: Game, B: Game>(
    a: &A,
    b: &B,
    others: &[Setup],
    plan: Plan,
    look: &impl Fn(Visit<'_, B>) -> Option<String>,
) -> Result<Compared, Difference> {
    let mut random = Rng::new(plan.seed);
    let mut all = Compared::default();
    for _ in 0..plan.games {
        all.add(play(a, b, (a.start(), b.start()), plan, &mut random, look)?);
    }
    for setup in others {
        let start = match (a.position(setup), b.position(setup)) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(one), Err(other)) if one == other => continue,
            // Users have such a position interpreted.
            (Ok(_), Err(other)) if other.message == NO_ROOM => {
                all.without_code += 1;
                continue;
            }
            (one, other) => {
                let what = format!("only one can be played: {:?} {:?}", one.err(), other.err());
                return Err(Difference { position: write_position(a.facts(), setup), what });
            }
        };
        for _ in 0..plan.games {
            all.add(play(a, b, start.clone(), plan, &mut random, look)?);
        }
    }
    Ok(all)
}

/// One random game.
fn play<A: Game, B: Game>(
    a: &A,
    b: &B,
    start: (A::Position, B::Position),
    plan: Plan,
    random: &mut Rng,
    look: &impl Fn(Visit<'_, B>) -> Option<String>,
) -> Result<Compared, Difference> {
    let (mut at_a, mut at_b) = start;
    let (mut past_a, mut past_b) = (Vec::new(), Vec::new());
    let mut compared = Compared::default();
    for turns in 0..plan.turns {
        let position = write_position(a.facts(), &a.setup(&at_a));
        let differ = |what| Difference { position, what };
        compared.positions += 1;
        if let Some(what) = numbers_differ(a, &at_a, b, &at_b) {
            return Err(differ(what));
        }
        let turn_a = a.turn(&at_a, &past_a);
        if turn_a.as_ref().is_err_and(gave_up) {
            compared.given_up += 1;
            break;
        }
        let turn_b = b.turn(&at_b, &past_b);
        if turn_b.as_ref().is_err_and(lacks_code) {
            compared.without_code += 1;
            break;
        }
        let (plain_a, plain_b) = (plain(a, &turn_a, plan), plain(b, &turn_b, plan));
        let visit = Visit { turns, at: &at_b, past: &past_b, turn: &turn_b };
        if let Some(what) = turns_differ(&plain_a, &plain_b).or_else(|| look(visit)) {
            return Err(differ(what));
        }
        compared.errors += u32::from(turn_a.is_err());
        let (Ok(Turn::Moves(moves_a)), Ok(Turn::Moves(moves_b))) = (turn_a, turn_b) else { break };
        compared.moves += moves_a.len() as u32;
        let Some(move_a) = random.choose(&moves_a) else { break };
        let successor = a.setup(&move_a.to);
        let is_same = |other: &&Move<B::Position>| {
            other.outcome == move_a.outcome && b.setup(&other.to) == successor
        };
        let Some(move_b) = moves_b.iter().find(is_same) else { break };
        past_a.push(std::mem::replace(&mut at_a, move_a.to.clone()));
        past_b.push(std::mem::replace(&mut at_b, move_b.to.clone()));
    }
    Ok(compared)
}

/// Whether a turn was too long or too deep for an implementation.
pub(crate) fn gave_up(error: &RulesError) -> bool {
    error.code.is_limit()
}

/// How errors begin where an implementation has no code, which some rules do without
/// the passes that make sets of walks, because they branch so often.
const NO_CODE: [&str; 2] = ["there is no code for this game", "some of the code for this game"];

/// What code says that has found no number in the time of a turn. Where users play, the interpreter
/// finds it then.
const NUMBER_TOO_LONG: &str = "a turn takes native code too long";

/// Why code cannot hold a position that has more pieces than the game begins with.
const NO_ROOM: &str = "there are more pieces in stacks than native code has room for";

/// Whether an implementation has nothing to compare with here. No other error is excused.
pub(crate) fn lacks_code(error: &RulesError) -> bool {
    NO_CODE.iter().any(|no| error.message.starts_with(no))
}

fn plain<G: Game>(game: &G, turn: &Result<Turn<G::Position>, RulesError>, plan: Plan) -> Plain {
    match turn {
        Err(error) => Plain::Wrong { code: error.code, position: error.position.clone() },
        Ok(Turn::Over(outcome)) => Plain::Over(*outcome),
        Ok(Turn::Moves(moves)) => {
            let moves = moves.iter().enumerate();
            let plain = moves.map(|(place, made)| plain_move(game, made, place));
            let mut moves: Vec<PlainMove> = plain.collect();
            if !plan.synonyms {
                moves.iter_mut().for_each(|made| made.synonyms.clear());
            }
            moves.sort_by(|a, b| a.to.cmp(&b.to).then(a.outcome.cmp(&b.outcome)));
            Plain::Moves(moves)
        }
    }
}

fn plain_move<G: Game>(game: &G, made: &Move<G::Position>, place: usize) -> PlainMove {
    let setup = game.setup(&made.to);
    let mut synonyms = made.synonyms.clone();
    synonyms.sort();
    PlainMove {
        text: made.text.clone(),
        synonyms,
        told: made.told.clone(),
        to: write_position(game.facts(), &setup),
        setup,
        signature: game.signature(&made.to),
        outcome: made.outcome,
        cost: made.cost,
        place,
    }
}

/// The errors that a turn meets as soon as some result has them: which of them
/// is reported, if there are several, depends on the order of the results.
const BY_RESULT: &[ErrorCode] =
    &[ErrorCode::ExactlyBroken, ErrorCode::HandNotEmpty, ErrorCode::TwoOutcomes];

fn turns_differ(a: &Plain, b: &Plain) -> Option<String> {
    match (a, b) {
        (Plain::Wrong { code, position }, Plain::Wrong { code: other, position: there })
            if position == there && BY_RESULT.contains(code) && BY_RESULT.contains(other) =>
        {
            None
        }
        (Plain::Moves(a), Plain::Moves(b)) => moves_differ(a, b),
        _ => (a != b).then(|| format!("the first says {a}, the second {b}")),
    }
}

fn moves_differ(a: &[PlainMove], b: &[PlainMove]) -> Option<String> {
    let only = |moves: &[PlainMove], others: &[PlainMove]| {
        let is_missing = |made: &&PlainMove| others.iter().all(|other| other.setup != made.setup);
        let missing = moves.iter().filter(is_missing);
        missing.map(|made| format!("`{}` to `{}`", made.text, made.to)).collect::<Vec<_>>()
    };
    let (only_a, only_b) = (only(a, b), only(b, a));
    if !only_a.is_empty() || !only_b.is_empty() {
        return Some(format!("moves only of the first: {only_a:?}; of the second: {only_b:?}"));
    }
    if a.len() != b.len() {
        return Some(format!("{} and {} moves", a.len(), b.len()));
    }
    let (a, b) = a.iter().zip(b).find(|(a, b)| a != b)?;
    Some(format!("a move is\n{a:?}\nand\n{b:?}"))
}

fn numbers_differ<A: Game, B: Game>(
    a: &A,
    at_a: &A::Position,
    b: &B,
    at_b: &B::Position,
) -> Option<String> {
    let (signature_a, signature_b) = (a.signature(at_a), b.signature(at_b));
    if signature_a != signature_b {
        return Some(format!("signatures {signature_a:x} and {signature_b:x}"));
    }
    if a.player(at_a) != b.player(at_b) {
        return Some("the players to move differ".to_string());
    }
    let facts = a.facts();
    let evaluations = (0..facts.evaluations.len())
        .map(|i| (&facts.evaluations[i], a.evaluate(at_a, i), b.evaluate(at_b, i)));
    let bounds =
        (0..facts.bounds.len()).map(|i| (&facts.bounds[i], a.bound(at_a, i), b.bound(at_b, i)));
    let mut both = evaluations.chain(bounds);
    both.find_map(|(name, one, other)| {
        let no_number = |error: &RulesError| lacks_code(error) || error.message == NUMBER_TOO_LONG;
        let given_up = one.as_ref().is_err_and(gave_up) || other.as_ref().is_err_and(no_number);
        let codes = [&one, &other].map(|value| value.as_ref().map_err(|error| error.code));
        (!given_up && codes[0] != codes[1]).then(|| format!("`{name}` is {one:?} and {other:?}"))
    })
}
