//! The nodes of a program, each declared once: steps, changes of a position, conditions, sets,
//! numbers, and the ends of blocks. How to read a declaration is said in `declare`; what cannot
//! follow from one is what a node does when it is run, which interpreter and code generator know.

use super::{Effect, Moves, Node, Parts, Touch, Type};
use crate::operands::{Edit, Look, RESULT, Role, roles};
use crate::parse::{Choice, Line, Read, Reader};
use crate::print::{self, Printer};

nodes! {
    /// A step.
    enum Inst {
        /// The other player.
        Other { dst: new_player, v: player } [dst "other" v];
        /// No field: the finger points nowhere.
        NoField { dst: new_field } [dst "nofield"];
        /// No direction.
        NoDirection { dst: new_direction } [dst "nodirection"];
        /// This direction.
        Direction { dst: new_direction, direction: Direction } [dst "direction" direction]
            only_passes();
        /// A set of fields.
        Set { dst: new_set, expr: set_expr } [dst expr] like(expr.effect());
        /// A number.
        Number { dst: new_number, expr: num_expr } [dst expr] like(expr.effect());
        /// The path goes on if the condition holds.
        Guard { cond: cond, at: source } ["guard" cond at] like(cond.effect()) dies();
        /// One field on; the path ends at an edge.
        Step { dst: new_field, f: field, d: direction } [dst "step" f "," d] dies();
        /// The field from which a step in the direction leads here, the lowest of several; the
        /// path ends if there is none.
        Back { dst: new_field, f: field, d: direction } [dst "back" f "," d] dies() only_passes();
        /// The direction turned clockwise.
        Rotate { dst: new_direction, d: direction, degrees: degrees } [dst "rotate" d "," degrees];
        /// A new position.
        Write { dst: new_position, s: changed, write: write } [dst write s] like(write.effect());
    }

    /// A change of a position. `f` is a field, `v` a point of view.
    enum Write {
        /// Pieces go from a field into the empty hand; the path ends if there are too few.
        Lift { f: field, amount: Amount } ["lift" @ "," f amount]
            dies() moves(Moves::Surely) touches(Touch::Empties(*f))
            reads(Parts::BOARD | Parts::HAND) writes(Parts::HAND);
        /// Pieces go from the hand onto a field; the path ends if there are too few or no room.
        Lower { f: field, amount: Amount } ["lower" @ "," f amount]
            dies() moves(Moves::Surely) touches(Touch::Fills(*f))
            reads(Parts::BOARD | Parts::HAND) writes(Parts::HAND);
        /// This piece is put on the field instead of the top one.
        Put { f: field, v: player, whose: owner, kind: Kind } ["put" @ "," f "," whose v "," kind]
            moves(Moves::Surely) touches(Touch::Fills(*f));
        /// This piece is put on each field of the set instead of the top one, without a word in
        /// the text of the move; nothing is changed if the set is empty.
        PutAll { set: set, v: player, whose: owner, kind: Kind }
            ["putall" @ "," set "," whose v "," kind]
            moves(Moves::Perhaps) touches(Touch::FillsAll(*set)) only_passes();
        /// The top piece is taken off; the path ends on an empty field.
        Clear { f: field } ["clear" @ "," f]
            dies() moves(Moves::Surely) touches(Touch::Empties(*f)) reads(Parts::BOARD);
        /// The top piece becomes this kind of the same owner; the path ends on an empty field.
        Become { f: field, kind: Kind } ["become" @ "," f "," kind]
            dies() moves(Moves::Surely) touches(Touch::Fills(*f)) reads(Parts::BOARD);
        /// A piece of this kind goes from the reserve of `v` onto the field; the path ends if
        /// there is none, or on a board of stacks no room.
        Enter { f: field, v: player, kind: entering } ["enter" @ "," f "," v "," kind]
            dies() moves(Moves::Surely) touches(Touch::Fills(*f))
            reads(Parts::BOARD | Parts::RESERVE) writes(Parts::RESERVE);
        /// The top piece goes into the reserve of `v`, as the kind it came from; the path ends if
        /// it is not kept.
        Keep { f: field, v: player } ["keep" @ "," f "," v]
            dies() moves(Moves::Surely) touches(Touch::Empties(*f))
            reads(Parts::BOARD | Parts::RESERVE) writes(Parts::RESERVE);
        /// The field is remembered.
        Remember { f: field, memory: Memory } ["remember" @ "," f "," memory]
            writes(Parts::MEMORY);
        /// The counter of `v` gets a value; the path ends outside its range.
        SetCounter { v: player, counter: Counter, to: number } ["set" @ "," v "," counter "," to]
            dies() writes(Parts::COUNTERS);
        /// The game is over.
        Outcome { v: player, verdict: Verdict } ["outcome" @ "," v "," verdict]
            writes(Parts::OUTCOME);
        /// The turn may leave the board as it is.
        Pass ["pass" @] moves(Moves::Surely) writes(Parts::TURN);
        /// The same player moves next.
        Again ["again" @] writes(Parts::TURN);
        /// What the move costs.
        Cost { to: number } ["cost" @ "," to] writes(Parts::TURN);
        /// A message.
        Tell { f: field, v: player, to: Audience, message: text, details: details }
            ["tell" @ "," v "," f "," to "," message details]
            reads(super::choices::details_read(details)) writes(Parts::TOLD);
        /// The text of the move is again that of the position `like`: what happened inside a
        /// `for each` is no part of it.
        Hush { like: position } ["hush" @ "," "like" like];
        /// The position as it was when the turn began, or before the last turn.
        Before ["before" @]
            moves(Moves::Undone) touches(Touch::Anything) reads(Parts::PAST)
            writes(Parts::POSITION);
        /// The position as `v` knows it: only the fields of the set, nothing of the enemy's
        /// counters and reserve, nothing remembered.
        Mask { v: player, seen: set } ["mask" @ "," v "," seen]
            touches(Touch::Anything) writes(Parts::POSITION);
    }

    /// A condition.
    enum Cond {
        /// The finger is in the set.
        In { f: field, set: set } [f "in" set];
        /// Two numbers compared: `=`, `<>`, `<`, `>`, `<=` or `>=`.
        Compare { op: Compare, a: number, b: number } [a op b];
        /// The field holds what the layout shows there.
        Matches { s: position, f: field, layout: Layout } ["matches" s "," f "," layout]
            reads(Parts::BOARD);
        /// The position has occurred this often; all of it is compared, with the player who is next.
        Occurred { s: position, times: times } ["occurred" s "," times]
            reads(Parts::POSITION | Parts::TURN | Parts::PAST);
        /// The top piece of the field has this kind.
        IsKind { s: position, f: field, kind: Kind } ["kind" s "," f "," kind]
            reads(Parts::BOARD);
        /// The set has a field.
        Some { set: set } ["some" set] only_passes();
        /// The point of view is this player's.
        Is { v: player, player: Player } [v "is" player] only_passes();
    }

    /// A set of fields.
    enum SetExpr {
        /// Fields whose top piece is of this owner and one of these kinds; `piece` is any kind,
        /// `{man king}` are several.
        Pieces { s: position, v: player, whose: Whose, kinds: kinds }
            ["pieces" s "," whose v "," kinds] reads(Parts::BOARD);
        /// Fields whose stack has such a piece, at the top or below it.
        Holding { s: position, v: player, whose: Whose, kinds: kinds }
            ["holding" s "," whose v "," kinds] reads(Parts::BOARD) only_passes();
        /// Empty fields.
        Empty { s: position } ["empty" s] reads(Parts::BOARD);
        /// All fields.
        All ["all"];
        /// A constant set.
        Const(fields: FieldSet) [fields];
        /// One constant set for the first player, one for the second; `v` says which.
        Sides { v: player, sides: sides } ["sides" v "," sides];
        /// A zone as `v` sees it.
        Zone { zone: Zone, v: player } ["zone" zone "," v];
        /// The remembered field, if there is one.
        Memory { s: position, memory: Memory } ["memory" s "," memory] reads(Parts::MEMORY);
        /// In both.
        And(a: set, b: set) [a "&" b];
        /// In at least one.
        Or(a: set, b: set) [a "|" b];
        /// In the first and not in the second.
        Minus(a: set, b: set) [a "-" b];
        /// The fields on which the function can end.
        Fields { func: gen_func, args: args } ["fields" func args];
        /// The field alone; nothing if it points nowhere.
        Only(f: field) ["only" f] only_passes();
        /// The fields that hold what the layout shows there.
        Matching { s: position, layout: Layout } ["matching" s "," layout]
            reads(Parts::BOARD) only_passes();
        /// Where one gets from a field of the set by one of these ways, each a list of steps,
        /// `stay` if it has none; with `back` in front of the set: from where one gets to a field
        /// of it.
        Walk { from: set, ways: ways, back: back } ["walk" back from "by" ways] only_passes();
        /// Where one gets from a field of the first set by one or more steps in one of the
        /// directions, going on only from fields of the second: the least X with
        /// `X = step(from) | step(X & through)`. With `back` the steps go against the directions.
        Slide { from: set, directions: directions, through: set, back: back }
            ["slide" back from "by" directions "through" through] only_passes();
        /// The first set and what can be reached from it by any number of ways, each ending in
        /// the second: the least X with `X = from | (walk(X) & through)`; with `back` the least X
        /// with `X = from | walk back(X & through)`.
        Spread { from: set, ways: ways, through: set, back: back }
            ["spread" back from "by" ways "through" through] only_passes();
        /// The fields of the set from which this many steps in one of the directions all lead to
        /// fields of the set.
        Rows { of: set, directions: directions, times: times }
            ["rows" of "by" directions "times" times] only_passes();
        /// The second set if the first has a field, otherwise nothing.
        IfSome(a: set, b: set) ["ifsome" a "," b] only_passes();
    }

    /// A number.
    enum NumExpr {
        /// A constant.
        Const(n: int) [n];
        /// A counter of `v`.
        Counter { s: position, v: player, counter: Counter } ["counter" s "," v "," counter]
            reads(Parts::COUNTERS);
        /// How many fields are in the set.
        Size(set: set) ["size" set];
        /// Pieces in reserve, of these owners and kinds as in `pieces`.
        Reserve { s: position, v: player, whose: Whose, kinds: kinds }
            ["reserve" s "," whose v "," kinds] reads(Parts::RESERVE);
        /// How many different results a function has: position and finger count, the direction
        /// does not.
        Count { func: gen_func, args: args } ["count" func args];
        /// The sum of `value` at each of these results.
        Sum { value: num_func, func: gen_func, args: args } ["sum" value "at" func args];
        /// How often the first function must be done before the second succeeds; the greatest
        /// number if never.
        Steps { func: gen_func, until: gen_func, args: args } ["steps" func "until" until args];
        /// What a function returns.
        Call { func: num_func, args: args } ["call" func args];
        /// The sum of what the fields of the set count, a number for each field of the board.
        Weigh { set: set, weights: weights } ["weigh" set "by" weights] only_passes();
        /// Pieces on the field.
        Height { s: position, f: field } ["height" s "," f] reads(Parts::BOARD);
        /// Pieces in the hand.
        Hand { s: position } ["hand" s] reads(Parts::HAND);
        /// Sum, saturating.
        Add(a: number, b: number) [a "+" b];
        /// Difference, saturating.
        Subtract(a: number, b: number) [a "-" b];
        /// Product, saturating.
        Multiply(a: number, b: number) [a "*" b];
    }

    /// Where a block leads.
    enum Term {
        /// Onward.
        Jump(to: Target) ["jump" to];
        /// One of two ways, by any condition that a guard can have.
        If { cond: cond, yes: Target, no: Target } ["if" cond "?" yes ":" no]
            like(cond.effect()) only_passes();
        /// Every branch.
        Fork(branches: branches) ["fork" branches];
        /// One path for each field of the set, ascending; gives the field.
        ChooseField { set: set, then: then } ["choose" "field" "in" set then]
            gives(&[Type::Field]);
        /// One path for each direction; gives the direction. Two lists are those of the first and
        /// the second player; `ways f1` are the lines through a field.
        ChooseDirection { v: player, from: Directions, then: then }
            ["choose" "direction" "for" v "in" from then] gives(&[Type::Direction]);
        /// One path for each result; gives position, finger, direction.
        Call { func: run, args: args, then: then } ["call" func args then] gives(&RESULT);
        /// The results of the first, or, only if it has none, those of the second; gives
        /// position, finger, direction.
        OrElse { first: run, second: run, args: args, then: then }
            ["try" first "else" second args then] gives(&RESULT);
        /// The results of doing the function at least one number of times and at most another
        /// (`infinity`: as often as something new is found), with the reason why it ends; gives
        /// position, finger, direction.
        Repeat { body: run, low: number, high: high, bound: Bound, args: args, then: then }
            ["repeat" body args "from" low "to" high "bound" bound then] gives(&RESULT);
        /// Does the function at each field of the set in turn; gives the position.
        Each { set: set, body: run, args: args, then: then } ["each" set "do" body args then]
            gives(&[Type::Position]);
        /// Those results of the second function for which the first is greatest; gives position,
        /// finger, direction.
        Best { value: num_func, func: run, args: args, then: then }
            ["best" value "of" func args then] gives(&RESULT);
        /// Whether there is a result; nothing of it escapes.
        Ask { func: gen_func, args: args, yes: Target, no: Target }
            ["ask" func args "?" yes ":" no];
        /// A result of a `gen` function.
        Yield { s: position, f: field, d: direction } ["yield" s "," f "," d];
        /// The result of a `num` function.
        Return(n: number) ["return" n];
        /// No result.
        Die ["die"];
    }
}
