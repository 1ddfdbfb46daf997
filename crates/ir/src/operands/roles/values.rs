//! Roles of values, alone or inside of something that may have one.

use super::role;
use crate::operands::{Edit, Look, Role};
use crate::parse::{Line, Read, Reader};
use crate::print::{CHANGED, Printer, add};
use crate::program::{self, Type, Value};

/// Makes for each type the role of a value that is used and of one that is defined.
macro_rules! values {
    ($($used:ident $new:ident $Type:ident $example:literal $new_example:literal;)*) => {$(
        role! {
            /// A value of this type that is used.
            $used, Value, $example,
            |it, visitor| visitor.value(it, Type::$Type),
            |it, printer, out| add(out, &printer.value(*it)),
            |reader, line| reader.value_of(line, Type::$Type),
        }

        role! {
            /// A value of this type that is defined; alternatives begin after it.
            $new, Value, $new_example,
            |it, visitor| visitor.defines(it, Type::$Type),
            |it, printer, out| add(out, &format!("{} =", printer.value(*it))),
            |reader, line| reader.defined(line),
        }
    )*};
}
values! {
    position new_position Position "s1" "s2 =";
    player new_player Player "v1" "v2 =";
    field new_field Field "f1" "f2 =";
    direction new_direction Direction "d1" "d2 =";
    set new_set Set "X1" "X2 =";
    number new_number Number "n1" "n2 =";
}

role! {
    /// The position that a write changes. It stands where the text form of the write has `@`.
    changed, Value, "s1",
    |it, visitor| visitor.value(it, Type::Position),
    |it, printer, out| *out = out.replacen(CHANGED, &printer.value(*it), 1),
    |reader, line| reader.changed.take().ok_or_else(|| line.expected("a position")),
}

role! {
    /// How often at most; nothing if there is no end.
    high, Option<Value>, "infinity",
    |it, visitor| if let Some(it) = it { visitor.value(it, Type::Number) },
    |it, printer, out| match it {
        Some(it) => add(out, &printer.value(*it)),
        None => add(out, "infinity"),
    },
    |reader, line| match line.eat_word("infinity") {
        true => Ok(None),
        false => reader.value(line).map(Some),
    },
}

role! {
    /// How many pieces, after the field.
    Amount, program::Amount, "",
    |it, visitor| if let program::Amount::Number(n) = it { visitor.value(n, Type::Number) },
    |it, printer, out| match it {
        program::Amount::One => {}
        program::Amount::All => add(out, ", all"),
        program::Amount::Number(n) => add(out, &format!(", {}", printer.value(*n))),
    },
    |reader, line| Ok(match line.eat(",") {
        false => program::Amount::One,
        true if line.eat_word("all") => program::Amount::All,
        true => program::Amount::Number(reader.value(line)?),
    }),
}

role! {
    /// How the game ends.
    Verdict, program::Verdict, "win",
    |it, visitor| if let program::Verdict::Score(n) = it { visitor.value(n, Type::Number) },
    |it, printer, out| match it {
        program::Verdict::Win => add(out, "win"),
        program::Verdict::Lose => add(out, "lose"),
        program::Verdict::Draw => add(out, "draw"),
        program::Verdict::Score(n) => add(out, &format!("score {}", printer.value(*n))),
    },
    |reader, line| match line.word("a verdict")?.as_str() {
        "win" => Ok(program::Verdict::Win),
        "lose" => Ok(program::Verdict::Lose),
        "draw" => Ok(program::Verdict::Draw),
        "score" => Ok(program::Verdict::Score(reader.value(line)?)),
        other => Err(line.error(format!("`{other}` is no verdict"))),
    },
}

role! {
    /// Which directions to choose from.
    Directions, program::Directions, "{north east}",
    |it, visitor| match it {
        program::Directions::Compass(sides) => visitor.compass(sides),
        program::Directions::Ways { f } => {
            visitor.lines();
            visitor.value(f, Type::Field);
        }
    },
    |it, printer, out| match it {
        program::Directions::Ways { f } => add(out, &format!("ways {}", printer.value(*f))),
        program::Directions::Compass([first, second]) => {
            add(out, &printer.directions(first));
            if first != second {
                add(out, &printer.directions(second));
            }
        }
    },
    |reader, line| {
        if line.eat_word("ways") {
            return Ok(program::Directions::Ways { f: reader.value(line)? });
        }
        let first = reader.directions(line)?;
        let second = if line.is_at("{") { reader.directions(line)? } else { first.clone() };
        Ok(program::Directions::Compass([first, second]))
    },
}
