//! The notation of figure 3 of Richards, Gupta and Sarood, which was made for
//! kriegspiel: short moves, and what was announced in brackets. Read with its
//! irregularities, written in one form.
//!
//! ```text
//! 3. b1c3 {(:g5d8)}
//! ?? {(:0)}
//! 4. d4d5 {(:g5d8;Tc5)}
//! ?? {(Xd6:1;Td6)}
//! 5. d1f7+ {(:)}
//! ```
//!
//! A line is a turn; `??` stands for a move of the enemy. A message that stands for a
//! sign at the move (`+`) was heard after it, and those before the colon of a turn with
//! it. Behind the colon come the tries that were refused, his own by their texts and the
//! enemy's by their number, and what was announced before the turn. Which messages the
//! letters stand for is told by [`Letters`], so that any game with such messages can be
//! written.
//!
//! Irregularities that are read: separators `;` and `,`; blanks inside brackets; no
//! number of tries; a result among the announcements; moves of the enemy that are
//! printed because everybody knows them, of which nothing is taken but that they were
//! made; `++` and `#` for the end of a game.

use crate::limits::{InfosetError, Limits};
use crate::merged::MergedSet;
use crate::observation::Observation;
use crate::session::start_of;
use crate::transcript::TranscriptError;
use game::{
    Ending, Facts, Field, GameResult, Made, Outcome, Perceived, Player, Referee, Refused, Turn,
};

/// Which messages the letters of the notation stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// Before a field: said with the move (`X`).
    pub with_move: (char, String),
    /// Before a field: said before the turn (`T`).
    pub before_turn: (char, String),
    /// Behind a move: said before the next turn (`+`).
    pub behind_move: (char, String),
    /// What is said about a refused try.
    pub refused: String,
}

impl Default for Letters {
    fn default() -> Letters {
        Letters {
            with_move: ('X', "capture".to_string()),
            before_turn: ('T', "pawn try".to_string()),
            behind_move: ('+', "check".to_string()),
            refused: "no".to_string(),
        }
    }
}

/// A line as it is written.
#[derive(Debug, Default)]
struct Entry {
    line: usize,
    /// The move, without signs behind it.
    text: String,
    is_check: bool,
    said: Vec<String>,
    announced: Vec<String>,
    refused: Vec<String>,
    n_refused: usize,
    result: Option<GameResult>,
}

fn error<T>(line: usize, message: String, hint: &str) -> Result<T, TranscriptError> {
    Err(TranscriptError { line, column: 1, message, hint: hint.to_string() })
}

/// Reads the notation. Short moves are understood by the positions that fit what came
/// before, so this takes as long as finding the set.
pub fn read_figure<G: Referee>(
    game: &G,
    player: Player,
    text: &str,
    letters: &Letters,
    limits: Limits,
) -> Result<Observation, TranscriptError> {
    let mut entries = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with("//") {
            entries.push(read_entry(i + 1, line, letters)?);
        }
    }
    let problem = |line: usize, why: InfosetError| TranscriptError {
        line,
        column: 1,
        message: why.to_string(),
        hint: String::new(),
    };
    let start = start_of(game, None).map_err(|(m, h)| problem(1, InfosetError::Start(m, h)))?;
    let mut observation = Observation::new(player, None);
    let mut set = MergedSet::new(game, player, start.clone(), limits);
    let mut mover = game.player(&start);
    for (i, entry) in entries.iter().enumerate() {
        let next = entries.get(i + 1);
        let mut told: Vec<String> = next.map(|it| it.announced.clone()).unwrap_or_default();
        if entry.is_check {
            told.push(letters.behind_move.1.clone());
        }
        told.sort();
        told.dedup();
        let is_own = mover == player;
        let (made, refused) = match is_own {
            true => own(&set, entry, letters)?,
            false => {
                let heard = Refused { text: None, heard: vec![letters.refused.clone()] };
                (Made::Hidden, vec![heard; entry.n_refused])
            }
        };
        let ending = match (entry.result.map(outcome), next) {
            (Some(Some(outcome)), _) => Ending::Over(outcome),
            (_, Some(_)) => Ending::GoesOn,
            (_, None) => Ending::Unsaid,
        };
        let is_over = matches!(ending, Ending::Over(_));
        let turn = Perceived {
            mover,
            refused,
            made,
            said: entry.said.clone(),
            seen: None,
            told,
            next: (!is_over).then(|| mover.other()),
            ending,
        };
        set.extend(&turn, &mut |_| true).map_err(|why| problem(entry.line, why))?;
        observation.turns.push(turn);
        mover = mover.other();
    }
    Ok(observation)
}

fn outcome(result: GameResult) -> Option<Outcome> {
    let value = match result {
        GameResult::FirstWins => 1,
        GameResult::SecondWins => -1,
        GameResult::Draw => 0,
        GameResult::Points(points) => return Some(Outcome { value: points, scored: true }),
        GameResult::Unfinished => return None,
    };
    Some(Outcome { value, scored: false })
}

fn read_entry(line: usize, text: &str, letters: &Letters) -> Result<Entry, TranscriptError> {
    let (head, brackets) = match text.split_once(['{', '(']) {
        Some((head, rest)) => (head, rest.trim_matches(['{', '}', '(', ')', ' '])),
        None => (text, ":"),
    };
    let mut words = head.split_whitespace();
    let is_number = |word: &&str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < word.len() && rest.chars().all(|c| c == '.')
    };
    let Some(made) = words.find(|word| !is_number(word)) else {
        return error(line, "this line has no move".to_string(), "write a move, or ?? {(:0)}");
    };
    // A number may touch the move: `1.d4`.
    let made = match made.split_once('.') {
        Some((number, rest)) if number.bytes().all(|b| b.is_ascii_digit()) => rest,
        _ => made,
    };
    let bare = made.trim_end_matches(['+', '#', '!']).trim_end_matches(letters.behind_move.0);
    let mut entry = Entry {
        line,
        is_check: made.ends_with([letters.behind_move.0, '#']),
        text: bare.to_string(),
        ..Entry::default()
    };
    let (before, behind) = brackets.split_once(':').unwrap_or(("", brackets));
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split([';', ',']).map(|part| part.trim().to_string());
        parts.filter(|part| !part.is_empty()).collect()
    };
    let before = parts(before).into_iter().map(|part| (part, false));
    for (part, is_behind) in before.chain(parts(behind).into_iter().map(|part| (part, true))) {
        if let Some(field) = part.strip_prefix(letters.with_move.0).filter(|it| is_field(it)) {
            entry.said.push(format!("{} {field}", letters.with_move.1));
        } else if let Some(field) =
            part.strip_prefix(letters.before_turn.0).filter(|it| is_field(it))
        {
            entry.announced.push(format!("{} {field}", letters.before_turn.1));
        } else if let Some(result) = GameResult::parse(&part).filter(|_| part != "*") {
            entry.result = Some(result);
        } else if let Ok(n) = part.parse::<usize>() {
            if n > 1000 {
                return error(line, format!("{n} refused tries are too many"), "");
            }
            entry.n_refused = n;
        } else if is_behind {
            entry.refused.push(part);
        } else {
            return error(line, format!("`{part}` is no announcement"), "tries follow the colon");
        }
    }
    entry.said.sort();
    Ok(entry)
}

/// Whether this can be the name of a field: a letter and digits.
fn is_field(text: &str) -> bool {
    let mut chars = text.chars();
    let begins = chars.next().is_some_and(|c| c.is_ascii_lowercase());
    begins && !chars.as_str().is_empty() && chars.all(|c| c.is_ascii_digit())
}

/// His own move and refused tries, understood by what is possible.
fn own<G: Referee>(
    set: &MergedSet<'_, G>,
    entry: &Entry,
    letters: &Letters,
) -> Result<(Made, Vec<Refused>), TranscriptError> {
    if entry.text.chars().all(|c| c == '?') {
        return error(entry.line, "his own move is missing".to_string(), "the player knows it");
    }
    let mut refused = Vec::new();
    for text in &entry.refused {
        let text = Some(understand(set, entry.line, text)?);
        refused.push(Refused { text, heard: vec![letters.refused.clone()] });
    }
    Ok((Made::Move(understand(set, entry.line, &entry.text)?), refused))
}

/// The text of a move or try that is written shortly. Positions are asked in turn until
/// one knows something that it can mean.
fn understand<G: Referee>(
    set: &MergedSet<'_, G>,
    line: usize,
    short: &str,
) -> Result<String, TranscriptError> {
    let problem = |why: game::RulesError| TranscriptError {
        line,
        column: 1,
        message: why.to_string(),
        hint: why.hint,
    };
    for (position, before, past) in set.last_positions() {
        let mut texts = set.game.tries(position, before, &past).map_err(problem)?;
        if let Turn::Moves(moves) = set.game.turn(position, &past).map_err(problem)? {
            texts.extend(moves.into_iter().map(|made| made.text));
        }
        texts.sort();
        texts.dedup();
        if texts.iter().any(|text| text == short) {
            return Ok(short.to_string());
        }
        let setup = set.game.setup(position);
        let facts = set.game.facts();
        texts.retain(|text| means(facts, &setup, short, text));
        match texts.as_slice() {
            [] => {}
            [text] => return Ok(text.clone()),
            _ => {
                let hint = format!("it can be {}; write it in full", texts.join(" or "));
                return error(line, format!("`{short}` is not clear"), &hint);
            }
        }
    }
    if set.count() == Ok(0) {
        return error(line, "no history fits what stands before this line".to_string(), "");
    }
    let hint = "write it as the game does: from field and to field";
    error(line, format!("`{short}` is nothing that the player could try"), hint)
}

/// Whether a short move (`Nc3`, `fxg5`, `Nbd2`, `e8=Q`) can mean this one: the sign of
/// the piece, a part of the field it came from, and the field where it went.
fn means(facts: &Facts, setup: &game::Setup, short: &str, text: &str) -> bool {
    let Some((from, to, _)) = from_to(facts, text) else { return false };
    let Some(piece) = setup.top(from) else { return false };
    let sign = facts.symbol(piece).to_uppercase();
    let short = short.split('=').next().unwrap_or(short);
    let (wanted, rest) = match short.chars().next() {
        Some(c) if c.is_ascii_uppercase() => (c.to_string(), &short[1..]),
        _ => ("P".to_string(), short),
    };
    let Some(hint) = rest.strip_suffix(facts.field_name(to)) else { return false };
    let hint = hint.trim_end_matches(['x', '-']);
    let name = facts.field_name(from);
    wanted == sign && (name.starts_with(hint) || name.ends_with(hint))
}

/// The fields of a move that is written as from and to, and what follows them.
fn from_to<'t>(facts: &Facts, text: &'t str) -> Option<(Field, Field, &'t str)> {
    let field = |text: &'t str| -> Option<(Field, &'t str)> {
        let digits = text.get(1..)?;
        let n = digits.bytes().take_while(u8::is_ascii_digit).count();
        Some((facts.board.field(text.get(..1 + n)?)?, text.get(1 + n..)?))
    };
    let (from, rest) = field(text)?;
    let (to, rest) = field(rest.trim_start_matches(['x', '-']))?;
    Some((from, to, rest))
}

/// Writes an observation in this notation; nothing if it holds what the notation has no
/// letters for.
pub fn write_figure(observation: &Observation, letters: &Letters) -> Option<String> {
    let mut out = String::new();
    let mut announced: Vec<String> = Vec::new();
    let (mut round, mut last) = (0, None);
    for turn in &observation.turns {
        if last.is_none_or(|last| turn.mover < last) {
            round += 1;
            out += &format!("{round}. ");
        }
        last = Some(turn.mover);
        let check = turn.told.contains(&letters.behind_move.1);
        let mut with_move = coded(&turn.said, &letters.with_move)?;
        if let Ending::Over(outcome) = turn.ending {
            with_move.push(GameResult::from(outcome).to_string());
        }
        let is_heard = |it: &Refused| it.heard == [letters.refused.as_str()];
        if !turn.refused.iter().all(is_heard) || turn.next == Some(turn.mover) {
            return None;
        }
        let (text, tries) = match &turn.made {
            Made::Hidden => ("??".to_string(), vec![turn.refused.len().to_string()]),
            Made::Move(text) => {
                let tries = turn.refused.iter().filter_map(|it| it.text.clone());
                (text.clone(), tries.collect())
            }
            Made::Refused(_) => return None,
        };
        let behind: Vec<String> = tries.into_iter().chain(announced).collect();
        let sign = if check { letters.behind_move.0.to_string() } else { String::new() };
        out += &format!("{text}{sign} {{({}:{})}}\n", with_move.join(";"), behind.join(";"));
        let rest: Vec<String> =
            turn.told.iter().filter(|it| **it != letters.behind_move.1).cloned().collect();
        announced = coded(&rest, &letters.before_turn)?;
    }
    Some(out)
}

/// Messages as a letter and a field each.
fn coded(messages: &[String], letter: &(char, String)) -> Option<Vec<String>> {
    let code = |message: &String| {
        let field = message.strip_prefix(&letter.1)?.trim_start();
        is_field(field).then(|| format!("{}{field}", letter.0))
    };
    messages.iter().map(code).collect()
}
