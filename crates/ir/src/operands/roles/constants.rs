//! Roles of constants: things that a game declares, called by their names, and words, numbers and
//! sets of fields.

use super::role;
use crate::names::{Space, quote};
use crate::operands::{Edit, Look, Role};
use crate::parse::{Line, Read, Reader};
use crate::print::{Printer, add};
use crate::program::{self, Detail};

/// Makes roles of things that are declared.
macro_rules! declared {
    ($($role:ident $Is:ident $Space:ident $method:ident $example:literal;)*) => {$(
        role! {
            /// Something that is declared.
            $role, game::$Is, $example,
            |it, visitor| visitor.$method(it),
            |it, printer, out| add(out, &printer.name(Space::$Space, it.index())),
            |reader, line| line.number_of(reader.names, Space::$Space).map(game::$Is),
        }
    )*};
}
declared! {
    Kind Kind Kind kind "man";
    entering Kind Kind entering "man";
    Zone Zone Zone zone "far";
    Counter Counter Counter counter "quiet";
    Memory Memory Memory memory "passed";
    Layout Layout Layout layout "start";
    Direction Direction Direction direction "north";
}

/// Makes roles of words from a list.
macro_rules! words {
    ($($role:ident $Is:ty, $list:expr, $method:ident, $what:literal, $wrong:literal, $example:literal;)*) => {$(
        role! {
            /// One of a few words.
            $role, $Is, $example,
            |it, visitor| visitor.$method(it),
            |it, printer, out| {
                let word = $list.iter().find(|(_, meaning)| meaning == it);
                add(out, word.map_or("", |(word, _)| *word));
            },
            |reader, line| line.one_of(&$list, $what, $wrong),
        }
    )*};
}

const PLAYERS: [(&str, game::Player); 2] =
    [("first", game::Player::First), ("second", game::Player::Second)];

words! {
    Whose program::Whose, program::Whose::WORDS, whose, "whose it is", "is no owner", "own";
    owner program::Whose, program::Whose::WORDS, owner, "whose it is", "is no owner", "own";
    Player game::Player, PLAYERS, player, "a player", "is no player", "first";
    Compare program::Compare, program::Compare::SIGNS, compare, "a comparison", "compares nothing", "<";
    Audience program::Audience, program::Audience::WORDS, audience, "who hears it", "hears nothing", "both";
}

role! {
    /// Kinds of pieces; nothing for any kind.
    kinds, Option<Vec<game::Kind>>, "man",
    |it, visitor| if let Some(it) = it {
        for it in it {
            visitor.kind(it);
        }
    },
    |it, printer, out| {
        let name = |kind: &game::Kind| printer.name(Space::Kind, kind.index());
        match it.as_deref() {
            None => add(out, "piece"),
            Some([kind]) => add(out, &name(kind)),
            Some(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(name).collect();
                add(out, &format!("{{{}}}", kinds.join(" ")));
            }
        }
    },
    |reader, line| {
        if line.eat_word("piece") {
            return Ok(None);
        }
        if !line.is_at("{") {
            return Ok(Some(vec![Kind::read(reader, line)?]));
        }
        reader.in_braces(line, Kind::read).map(Some)
    },
}

role! {
    /// Directions up to a word or the end of the line.
    directions, Vec<game::Direction>, "north east",
    |it, visitor| visitor.directions(it),
    |it, printer, out| it.iter().for_each(|it| Direction::show(it, printer, out)),
    |reader, line| reader.up_to_word(line, Direction::read),
}

role! {
    /// Ways up to a word or the end of the line, each a list of steps.
    ways, Vec<Vec<game::Direction>>, "north.east stay",
    |it, visitor| visitor.ways(it),
    |it, printer, out| for way in it {
        let name = |it: &game::Direction| printer.name(Space::Direction, it.index());
        let steps: Vec<String> = way.iter().map(name).collect();
        add(out, if way.is_empty() { "stay".to_string() } else { steps.join(".") }.as_str());
    },
    |reader, line| reader.up_to_word(line, Reader::way),
}

role! {
    /// Constant fields.
    FieldSet, game::FieldSet, "{a1 b2}",
    |it, visitor| visitor.fields(it),
    |it, printer, out| add(out, &printer.fields(it)),
    |reader, line| reader.fields(line),
}

role! {
    /// Constant fields for each player.
    sides, [game::FieldSet; 2], "{a1} {h8}",
    |it, visitor| visitor.sides(it),
    |it, printer, out| it.iter().for_each(|it| add(out, &printer.fields(it))),
    |reader, line| Ok([reader.fields(line)?, reader.fields(line)?]),
}

role! {
    /// What is said with a message, after it.
    details, Vec<Detail>, "",
    |it, visitor| for it in it {
        if let Detail::Memory(it) = it {
            visitor.memory(it);
        }
    },
    |it, printer, out| for detail in it {
        add(out, ",");
        match detail {
            Detail::Here => add(out, "here"),
            Detail::Piece => add(out, "piece"),
            Detail::Memory(it) => Memory::show(it, printer, out),
        }
    },
    |reader, line| {
        let mut details = Vec::new();
        while line.eat(",") {
            details.push(if line.eat_word("here") {
                Detail::Here
            } else if line.eat_word("piece") {
                Detail::Piece
            } else {
                Detail::Memory(Memory::read(reader, line)?)
            });
        }
        Ok(details)
    },
}

role! {
    /// A message.
    text, String, "'check'",
    |it, visitor| (),
    |it, printer, out| add(out, &quote(it)),
    |reader, line| line.quoted(),
}

role! {
    /// Against the directions.
    back, bool, "",
    |it, visitor| (),
    |it, printer, out| add(out, if *it { "back" } else { "" }),
    |reader, line| Ok(line.eat_word("back")),
}

role! {
    /// A number for each field.
    weights, Vec<i32>, "0 1 2 …",
    |it, visitor| visitor.weights(it),
    |it, printer, out| it.iter().for_each(|it| add(out, &it.to_string())),
    |reader, line| {
        let mut weights = vec![line.signed()?];
        while !line.at_end() {
            weights.push(line.signed()?);
        }
        Ok(weights)
    },
}

role! {
    /// How often.
    times, u32, "3",
    |it, visitor| (),
    |it, printer, out| add(out, &it.to_string()),
    |reader, line| line.int(),
}

role! {
    /// A constant number.
    int, i32, "7",
    |it, visitor| (),
    |it, printer, out| add(out, &it.to_string()),
    |reader, line| line.signed(),
}

role! {
    /// By how much a direction is turned.
    degrees, i32, "45",
    |it, visitor| visitor.degrees(it),
    |it, printer, out| add(out, &it.to_string()),
    |reader, line| line.signed(),
}

role! {
    /// Where the node comes from; that is no part of the text form.
    source, program::Source, "",
    |it, visitor| (),
    |it, printer, out| (),
    |reader, line| Ok(program::Source::NONE),
}
