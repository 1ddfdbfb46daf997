//! The nodes of a program, each with what it means: steps, changes of a position, conditions,
//! sets, numbers, and the ends of blocks. Whoever adds one adds its operands, its text form, its
//! rule in the verifier and its execution.

use super::{Amount, Args, Audience, Compare, Detail, FuncId, Target, Value, Verdict, Whose};
use game::{Counter, Direction, FieldSet, Kind, Layout, Memory, Player, Zone};

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named as in the text form: s, v, f, d")]
pub enum Inst {
    /// The other player.
    Other { dst: Value, v: Value },
    /// No field: the finger points nowhere.
    NoField { dst: Value },
    /// No direction.
    NoDirection { dst: Value },
    /// A direction. Only passes make it.
    Direction { dst: Value, direction: Direction },
    /// A set of fields.
    Set { dst: Value, expr: SetExpr },
    /// A number.
    Number { dst: Value, expr: NumExpr },
    /// The path goes on if the condition holds.
    Guard { cond: Cond },
    /// One field on; the path dies at an edge.
    Step { dst: Value, f: Value, d: Value },
    /// The field from which a step in the direction leads here, the lowest if
    /// there are several; the path dies if there is none. Only passes make it.
    Back { dst: Value, f: Value, d: Value },
    /// The direction turned clockwise.
    Rotate { dst: Value, d: Value, degrees: i32 },
    /// A new position.
    Write { dst: Value, s: Value, write: Write },
}

/// A change of a position. `f` is a field, `v` a point of view.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named as in the text form: s, v, f, d")]
pub enum Write {
    /// Pieces go from a field into the empty hand; dies if there are too few.
    Lift { f: Value, amount: Amount },
    /// Pieces go from the hand onto a field; dies if there are too few or no room.
    Lower { f: Value, amount: Amount },
    /// This piece is put on the field instead of the top one.
    Put { f: Value, v: Value, whose: Whose, kind: Kind },
    /// This piece is put on each field of the set instead of the top one,
    /// without a word in the text of the move; nothing is changed if the set is
    /// empty. Only passes make it.
    PutAll { set: Value, v: Value, whose: Whose, kind: Kind },
    /// The top piece is taken off; dies on an empty field.
    Clear { f: Value },
    /// The top piece becomes this kind of the same owner.
    Become { f: Value, kind: Kind },
    /// A piece of this kind goes from the reserve of `v` onto the field; dies if there is none.
    Enter { f: Value, v: Value, kind: Kind },
    /// The top piece goes into the reserve of `v`, as the kind it came from; dies if it is not kept.
    Keep { f: Value, v: Value },
    /// The field is remembered.
    Remember { f: Value, memory: Memory },
    /// The counter of `v` gets a value; dies outside its range.
    SetCounter { v: Value, counter: Counter, to: Value },
    /// The game is over.
    Outcome { v: Value, verdict: Verdict },
    /// The turn may leave the board as it is.
    Pass,
    /// The same player moves next.
    Again,
    /// What the move costs.
    Cost { to: Value },
    /// A message.
    Tell { v: Value, f: Value, to: Audience, message: String, details: Vec<Detail> },
    /// What happened inside a `for each` is not part of the move's text: the
    /// text is again that of the position `like`.
    Hush { like: Value },
    /// The position as it was before the turn.
    Before,
    /// The position as `v` sees it: other fields are empty, the enemy's
    /// counters and reserve are 0, nothing is remembered.
    Mask { v: Value, seen: Value },
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named as in the text form: s, v, f, d")]
pub enum Cond {
    /// The finger is in the set.
    In { f: Value, set: Value },
    /// Two numbers.
    Compare { op: Compare, a: Value, b: Value },
    /// The field holds what the layout shows there.
    Matches { s: Value, f: Value, layout: Layout },
    /// The position has occurred so often.
    Occurred { s: Value, times: u32 },
    /// The top piece of the field has this kind.
    IsKind { s: Value, f: Value, kind: Kind },
    /// The set has a field. Only passes make it.
    Some { set: Value },
    /// The point of view is this player's. Only passes make it.
    Is { v: Value, player: Player },
}

/// A set of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named as in the text form: s, v, f, d")]
pub enum SetExpr {
    /// Fields whose top piece is one of these kinds (`None`: any kind) and owners.
    Pieces { s: Value, v: Value, whose: Whose, kinds: Option<Vec<Kind>> },
    /// Empty fields.
    Empty { s: Value },
    /// All fields.
    All,
    /// A constant set.
    Const(FieldSet),
    /// One constant set for the first player, one for the second; `v` says which.
    Sides { v: Value, sides: [FieldSet; 2] },
    /// A zone as `v` sees it.
    Zone { zone: Zone, v: Value },
    /// The remembered field, if there is one.
    Memory { s: Value, memory: Memory },
    /// In both.
    And(Value, Value),
    /// In at least one.
    Or(Value, Value),
    /// In the first and not in the second.
    Minus(Value, Value),
    /// The fields on which the function can end.
    Fields { func: FuncId, args: Args },
    // Only passes make what follows.
    /// The field alone; nothing if it points nowhere.
    Only(Value),
    /// The fields that hold what the layout shows there.
    Matching { s: Value, layout: Layout },
    /// Where one gets from a field of the set by one of these ways, each a
    /// list of steps; `back`: from where one gets to a field of the set.
    Walk { from: Value, ways: Vec<Vec<Direction>>, back: bool },
    /// Where one gets from a field of the set by one or more steps in one of
    /// the directions, going on only from fields in `through`: X is the least
    /// set with `X = step(from) | step(X & through)`. With `back` the steps go
    /// against the directions.
    Slide { from: Value, directions: Vec<Direction>, through: Value, back: bool },
    /// The set and what can be reached from it by any number of ways, each
    /// ending in `through`: the least X with `X = from | (walk(X) & through)`;
    /// `back`: the least X with `X = from | walk back(X & through)`.
    Spread { from: Value, ways: Vec<Vec<Direction>>, through: Value, back: bool },
    /// The fields of the set from which so many steps in one of the directions
    /// all lead to fields of the set.
    Rows { of: Value, directions: Vec<Direction>, times: u32 },
    /// The second set if the first has a field, otherwise nothing.
    IfSome(Value, Value),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named as in the text form: s, v, f, d")]
pub enum NumExpr {
    /// A constant.
    Const(i32),
    /// A counter of `v`.
    Counter { s: Value, v: Value, counter: Counter },
    /// How many fields are in the set.
    Size(Value),
    /// Pieces in reserve (`None`: of any kind).
    Reserve { s: Value, v: Value, whose: Whose, kinds: Option<Vec<Kind>> },
    /// How many different results a function has: position and finger count,
    /// the direction does not.
    Count { func: FuncId, args: Args },
    /// The sum of `value` at each of these results.
    Sum { value: FuncId, func: FuncId, args: Args },
    /// How often `func` must be done before `until` succeeds; the greatest number if never.
    Steps { func: FuncId, until: FuncId, args: Args },
    /// What a function returns.
    Call { func: FuncId, args: Args },
    /// The sum of what the fields of the set count, each for itself. Only passes
    /// make it.
    Weigh { set: Value, weights: Vec<i32> },
    /// Pieces on the field.
    Height { s: Value, f: Value },
    /// Pieces in the hand.
    Hand { s: Value },
    /// Sum, saturating.
    Add(Value, Value),
    /// Difference, saturating.
    Subtract(Value, Value),
    /// Product, saturating.
    Multiply(Value, Value),
}

/// Which directions to go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directions {
    /// These, for the first and the second player.
    Compass([Vec<Direction>; 2]),
    /// All ways along the lines through the finger.
    Ways {
        /// The finger.
        f: Value,
    },
}

/// Why a repeat or a recursion ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is done at most so often.
    Times(u32),
    /// The body only walks: at most so many pairs of finger and direction are met.
    Walk(u32),
    /// Each round uses something up that is not made again, at most so often.
    Uses {
        /// What is used up, in words.
        what: String,
        /// How often at most.
        times: u32,
    },
}

/// Where a block leads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named as in the text form: s, v, f, d")]
pub enum Term {
    /// Onward.
    Jump(Target),
    /// One of two ways. Only passes make it.
    If { cond: Cond, yes: Target, no: Target },
    /// Every branch.
    Fork(Vec<Target>),
    /// One path for each field of the set, ascending; gives the field.
    ChooseField { set: Value, then: Target },
    /// One path for each direction; gives the direction.
    ChooseDirection { v: Value, from: Directions, then: Target },
    /// One path for each result; gives position, finger, direction.
    Call { func: FuncId, args: Args, then: Target },
    /// The results of `first`, or, only if it has none, those of `second`;
    /// gives position, finger, direction.
    OrElse { first: FuncId, second: FuncId, args: Args, then: Target },
    /// The results of doing `body` from `low` to `high` times (`None`: as often
    /// as something new is found); gives position, finger, direction.
    Repeat { body: FuncId, low: Value, high: Option<Value>, bound: Bound, args: Args, then: Target },
    /// Does `body` at each field of the set in turn; gives the position.
    Each { set: Value, body: FuncId, args: Args, then: Target },
    /// Those results of `func` for which `value` is greatest; gives position,
    /// finger, direction.
    Best { value: FuncId, func: FuncId, args: Args, then: Target },
    /// Whether there is a result; nothing of it escapes.
    Ask { func: FuncId, args: Args, yes: Target, no: Target },
    /// A result of a `gen` function.
    Yield { s: Value, f: Value, d: Value },
    /// The result of a `num` function.
    Return(Value),
    /// No result.
    Die,
}
