//! Says why a text names no legal move, from what stands on the fields that it
//! mentions and from the moves that there are.

use super::find_move::{MoveError, like_this};
use crate::board::Shape;
use crate::facts::Facts;
use crate::ids::{Field, Kind, Owner, Piece, Player};
use crate::setup::Setup;
use crate::turn::Move;
use crate::words::{listed, nearest, visible};
use std::ops::Range;

/// How many moves or fields a message lists.
pub(super) const LISTED: usize = 10;

/// A text that is longer is not looked at: it can be no move.
const LONGEST: usize = 300;

/// The reason why this text is none of the moves.
pub(super) fn why_not<P>(facts: &Facts, setup: &Setup, moves: &[Move<P>], text: &str) -> MoveError {
    let case = Case {
        facts,
        setup,
        text,
        shown: visible(text),
        moves: texts(facts, moves),
        example: like_this(moves),
    };
    if text.len() > LONGEST {
        return case.error(format!("`{}` is no move", case.shown), case.example.clone());
    }
    let fields = match fields_in(facts, text) {
        Ok(fields) => fields,
        Err(name) => return case.no_field(&name),
    };
    if moves.is_empty() {
        return case.error("there are no legal moves".to_string(), String::new());
    }
    let player = facts.player_name(setup.player);
    match fields.as_slice() {
        _ if text.eq_ignore_ascii_case("pass") => {
            case.error(format!("{player} cannot pass here"), case.example.clone())
        }
        _ if text.contains('@') => case.not_placed(),
        // Letters before the first field are some other notation.
        [(_, place), ..] if text[..place.start].contains(char::is_alphabetic) => case.unknown(),
        [(from, _), (to, _), ..] => case.not_moved(*from, *to),
        [(field, _)] => case.not_chosen(*field),
        [] => case.unknown(),
    }
}

/// The legal moves as texts with the fields that they mention.
fn texts<'a, P>(facts: &Facts, moves: &'a [Move<P>]) -> Vec<(&'a str, Vec<Field>)> {
    let fields = |text: &str| -> Vec<Field> {
        let found = fields_in(facts, text).unwrap_or_default();
        found.into_iter().map(|(field, _)| field).collect()
    };
    moves.iter().map(|m| (m.text.as_str(), fields(&m.text))).collect()
}

/// The fields that a text mentions, in order; or something that looks like a
/// field of a grid and is none.
pub fn fields_in(facts: &Facts, text: &str) -> Result<Vec<(Field, Range<usize>)>, String> {
    let board = &facts.board;
    let on_grid = board.shape != Shape::Lines || board.size.is_some();
    let mut fields = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let length = match on_grid {
            true => grid_word(&text[at..]),
            false => longest_name(facts, &text[at..]),
        };
        let word = &text[at..at + length];
        if length == 0 {
            at += c.len_utf8();
            continue;
        }
        match board.field(word).or_else(|| board.field(&word.to_ascii_lowercase())) {
            Some(field) => fields.push((field, at..at + length)),
            None => return Err(word.to_string()),
        }
        at += length;
    }
    Ok(fields)
}

/// The length of a letter with digits after it at the start of a text, or 0.
fn grid_word(text: &str) -> usize {
    let letter = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if letter && digits > 0 { 1 + digits } else { 0 }
}

fn longest_name(facts: &Facts, text: &str) -> usize {
    let names = facts.board.names.iter().filter(|name| text.starts_with(name.as_str()));
    names.map(|name| name.len()).max().unwrap_or(0)
}

/// A text that names no move, and everything needed to explain it.
struct Case<'a> {
    facts: &'a Facts,
    setup: &'a Setup,
    text: &'a str,
    shown: String,
    moves: Vec<(&'a str, Vec<Field>)>,
    example: String,
}

impl Case<'_> {
    fn error(&self, message: String, hint: String) -> MoveError {
        MoveError { message, hint }
    }

    fn no_field(&self, name: &str) -> MoveError {
        let names = &self.facts.board.names;
        // On a board with holes the first and the last field are not its corners.
        let whole = self.facts.board.size.filter(|(columns, rows)| names.len() == columns * rows);
        let hint = match (whole, names.first(), names.last()) {
            (Some(_), Some(first), Some(last)) => format!("the fields go from {first} to {last}"),
            _ => format!("the fields are {}", listed(names, LISTED)),
        };
        self.error(format!("there is no field {name}"), hint)
    }

    fn not_placed(&self) -> MoveError {
        if self.facts.placed.is_empty() {
            return self.error("no piece can be placed".to_string(), self.example.clone());
        }
        let symbol = self.text.split('@').next().unwrap_or("").trim();
        let known =
            self.facts.pieces().find(|&p| self.facts.symbol(p).eq_ignore_ascii_case(symbol));
        let Some(piece) = known.filter(|piece| self.facts.placed.contains(&piece.kind())) else {
            let symbols = self.facts.placed.iter().map(|&kind| self.first_symbol(kind));
            let hint = format!("the pieces that can be placed are {}", listed(symbols, LISTED));
            return self.error(format!("no piece that can be placed is written `{symbol}`"), hint);
        };
        let kind = &self.facts.kinds[piece.kind().index()].name;
        let player = self.setup.player;
        let kept = self.facts.reserve_index(piece.kind());
        if kept.is_some_and(|i| self.setup.reserve[i][player.index()] == 0) {
            let has = self.facts.player_does(player, "has");
            return self.error(format!("{has} no {kind} in reserve"), String::new());
        }
        match fields_in(self.facts, self.text).unwrap_or_default().first() {
            Some(&(field, _)) if self.setup.top(field).is_some() => self.taken(field),
            Some(&(field, _)) => {
                let name = self.facts.field_name(field);
                self.error(format!("the {kind} cannot be placed on {name}"), self.with_field(field))
            }
            None => self.unknown(),
        }
    }

    fn first_symbol(&self, kind: Kind) -> &str {
        let symbols = &self.facts.kinds[kind.index()].symbols;
        symbols.iter().flatten().next().map_or("?", String::as_str)
    }

    /// A text with several fields: a piece that should go from one to another.
    fn not_moved(&self, from: Field, to: Field) -> MoveError {
        let from_here: Vec<_> =
            self.moves.iter().filter(|(_, fields)| fields.first() == Some(&from)).collect();
        let name = self.facts.field_name(from);
        let Some(piece) = self.setup.top(from) else {
            return match from_here.is_empty() {
                true => self.error(format!("there is no piece on {name}"), self.with_field(to)),
                false => self.not_continued(from, &from_here),
            };
        };
        if from_here.is_empty() {
            return self.cannot_move(from, piece);
        }
        let going_on: Vec<_> =
            from_here.iter().filter(|(_, fields)| fields.get(1) == Some(&to)).collect();
        if !going_on.is_empty() {
            return self.not_continued(from, &from_here);
        }
        let mut targets: Vec<&str> = Vec::new();
        for (_, fields) in &from_here {
            let target = fields.get(1).map(|&field| self.facts.field_name(field));
            targets.extend(target.filter(|target| !targets.contains(target)));
        }
        let kind = self.kind_name(piece);
        let to = self.facts.field_name(to);
        let targets = listed(targets, LISTED);
        let message = format!("the {kind} on {name} cannot go to {to}; it can go to {targets}");
        self.error(message, String::new())
    }

    fn cannot_move(&self, field: Field, piece: Piece) -> MoveError {
        let name = self.facts.field_name(field);
        let kind = self.kind_name(piece);
        let mover_is = self.facts.player_does(self.setup.player, "is");
        let message = match piece.owner().player() {
            Some(owner) if owner != self.setup.player => {
                let owner = self.facts.player_name(owner);
                format!("{name} has a {kind} of {owner}; {mover_is} to move")
            }
            Some(_) | None => format!("the {kind} on {name} cannot move"),
        };
        self.error(message, self.all_if_few())
    }

    /// The beginning is right, and what follows is missing or wrong.
    fn not_continued(&self, from: Field, from_here: &[&(&str, Vec<Field>)]) -> MoveError {
        let longer = from_here.iter().filter(|(text, _)| text.starts_with(self.text));
        let longer: Vec<&str> = longer.map(|(text, _)| *text).collect();
        if longer.is_empty() {
            return self.goes_wrong(from, from_here);
        }
        let message = format!("`{}` is only a part of a move", self.shown);
        self.error(message, format!("the whole is {}", listed(longer, LISTED)))
    }

    /// Shows the moves that agree with the text longest.
    fn goes_wrong(&self, from: Field, from_here: &[&(&str, Vec<Field>)]) -> MoveError {
        let wanted = fields_in(self.facts, self.text).unwrap_or_default();
        let agreeing = |fields: &[Field]| {
            fields.iter().zip(&wanted).take_while(|(field, (other, _))| *field == other).count()
        };
        let most = from_here.iter().map(|(_, fields)| agreeing(fields)).max().unwrap_or(0);
        let best = from_here.iter().filter(|(_, fields)| agreeing(fields) == most);
        let best: Vec<&str> = best.map(|(text, _)| *text).collect();
        let message = format!("`{}` is no move", self.shown);
        if let [only] = best[..]
            && self.text.contains(only)
        {
            return self.error(message, format!("the move is written `{only}`"));
        }
        let beginning = match wanted.get(most.wrapping_sub(1)) {
            Some((_, place)) if best.len() < from_here.len() => {
                format!("beginning with {}", &self.text[..place.end])
            }
            _ => format!("from {}", self.facts.field_name(from)),
        };
        let all = listed(&best, LISTED);
        self.error(message, format!("{beginning} there {} {all}", are(best.len())))
    }

    /// A text with one field: a piece placed there, or half a move.
    fn not_chosen(&self, field: Field) -> MoveError {
        let name = self.facts.field_name(field);
        let begins =
            |text: &str, fields: &[Field]| fields.first() == Some(&field) && !text.contains('@');
        let from_here: Vec<_> =
            self.moves.iter().filter(|(text, fields)| begins(text, fields)).collect();
        let top = self.setup.top(field);
        if !from_here.is_empty() {
            return self.not_continued(field, &from_here);
        }
        let places = self.moves.iter().any(|(text, fields)| {
            fields.len() == 1 && !text.contains('@') && !text.starts_with('x')
        });
        match top {
            Some(_) if places => self.taken(field),
            Some(piece) => self.cannot_move(field, piece),
            None if places => {
                self.error(format!("no piece can be placed on {name}"), self.all_if_few())
            }
            None => self.error(format!("`{}` is no move", self.shown), self.with_field(field)),
        }
    }

    fn taken(&self, field: Field) -> MoveError {
        let name = self.facts.field_name(field);
        let Some(piece) = self.setup.top(field) else { return self.unknown() };
        let kind = self.kind_name(piece);
        let whose = match piece.owner() {
            Owner::First => format!(" of {}", self.facts.player_name(Player::First)),
            Owner::Second => format!(" of {}", self.facts.player_name(Player::Second)),
            Owner::Nobody => String::new(),
        };
        self.error(format!("{name} is not empty: there is a {kind}{whose}"), self.all_if_few())
    }

    fn unknown(&self) -> MoveError {
        let message = format!("`{}` is no move", self.shown);
        let meant = nearest(self.text, self.moves.iter().map(|(text, _)| *text));
        let last = fields_in(self.facts, self.text).unwrap_or_default().last().cloned();
        let hint = match (meant, last) {
            (Some(meant), _) => format!("did you mean `{meant}`?"),
            (None, Some((field, _))) => self.with_field(field),
            (None, None) => self.example.clone(),
        };
        self.error(message, hint)
    }

    fn kind_name(&self, piece: Piece) -> &str {
        &self.facts.kinds[piece.kind().index()].name
    }

    /// The moves that end on a field.
    fn with_field(&self, field: Field) -> String {
        let ending = self.moves.iter().filter(|(_, fields)| fields.last() == Some(&field));
        let ending: Vec<&str> = ending.map(|(text, _)| *text).collect();
        match ending.len() {
            0 => self.all_if_few(),
            n => {
                let name = self.facts.field_name(field);
                format!("to {name} there {} {}", are(n), listed(ending, LISTED))
            }
        }
    }

    fn all_if_few(&self) -> String {
        match self.moves.len() {
            n @ 1..=LISTED => {
                let moves = listed(self.moves.iter().map(|(text, _)| text), LISTED);
                format!("the legal move{} {moves}", if n == 1 { " is" } else { "s are" })
            }
            _ => String::new(),
        }
    }
}

fn are(n: usize) -> &'static str {
    if n == 1 { "is" } else { "are" }
}
