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
//! it. After the colon come the tries that were refused, the player's own by their texts and
//! the enemy's by their number, and what was announced before the turn. Which messages the
//! letters stand for is told by [`Letters`], so that any game with such messages can be
//! written.
//!
//! Irregularities that are read: separators `;` and `,`; spaces inside brackets; no
//! number of tries; a result among the announcements; moves of the enemy that are
//! printed because everybody knows them, of which nothing is taken but that they were
//! made; `++` and `#` for the end of a game. Everything else that is not understood is
//! an error, because a set that leaves it out would be wrong.

mod short;
mod write;

use game::{
    Ending, Facts, Field, GameResult, Made, Outcome, Perceived, Player, Referee, Refused, Unsaid,
};
use infoset::{
    Cause, Contradiction, Correction, Difference, InfosetError, Limits, MergedSet, Moment,
    Observation, TranscriptError, Watch, contradiction,
};
use short::understand;
pub use write::write_figure;

/// What to do where a figure has more histories than there is memory for.
pub const MORE_MEMORY: &str = "allow more memory, or read fewer turns";

/// A letter, and the message that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter, or another character.
    pub letter: char,
    /// The words of the message, but for the field.
    pub message: String,
}

impl Letter {
    /// A letter for a message.
    pub fn new(letter: char, message: &str) -> Letter {
        Letter { letter, message: message.to_string() }
    }
}

/// Which messages the letters of the notation stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// Before a field: said with the move (`X`).
    pub with_move: Letter,
    /// Before a field: said before the turn (`T`).
    pub before_turn: Letter,
    /// After a move: said before the next turn (`+`).
    pub after_move: Letter,
    /// What is said about a refused try.
    pub refused: String,
}

impl Default for Letters {
    fn default() -> Letters {
        Letters {
            with_move: Letter::new('X', "capture"),
            before_turn: Letter::new('T', "pawn try"),
            after_move: Letter::new('+', "check"),
            refused: "no".to_string(),
        }
    }
}

impl Letters {
    /// A message as it is written in this notation; as it is, if there are no letters for it.
    fn code(&self, message: &str) -> String {
        let letters = [&self.with_move, &self.before_turn, &self.after_move];
        let coded = letters.into_iter().find_map(|Letter { letter, message: words }| {
            let detail = message.strip_prefix(words.as_str())?.trim_start();
            Some(format!("{letter}{detail}"))
        });
        coded.unwrap_or_else(|| message.to_string())
    }
}

/// The most refused tries that a line may tell of.
const MOST_TRIES: usize = 1000;

/// A line as it is written.
#[derive(Debug, Default)]
struct Entry {
    line: usize,
    /// The move, without the marks after it, and its column.
    text: String,
    column: usize,
    is_check: bool,
    said: Vec<String>,
    announced: Vec<String>,
    /// Texts of refused tries, each with its column.
    refused: Vec<(usize, String)>,
    /// A number of refused tries, and its column.
    n_refused: Option<(usize, usize)>,
    result: Option<GameResult>,
}

/// A line and a column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

fn error<T>(place: Place, message: String, hint: &str) -> Result<T, TranscriptError> {
    let Place { line, column } = place;
    Err(TranscriptError { line, column, message, hint: hint.to_string() })
}

/// Reads the first `most` turns of the notation, and the rest only as far as its form
/// goes. Short moves are understood by the positions that fit what came before, so this
/// takes as long as finding the set; the watch may stop it.
pub fn read_figure<G: Referee>(
    game: &G,
    player: Player,
    text: &str,
    letters: &Letters,
    limits: Limits,
    most: usize,
    watch: Watch<'_>,
) -> Result<Observation, TranscriptError> {
    let is_entry = |(_, line): &(usize, &str)| {
        let bare = line.trim();
        !bare.is_empty() && !bare.starts_with("//")
    };
    let lines = text.lines().enumerate().filter(is_entry);
    let entries = lines.map(|(i, line)| read_entry(game.facts(), i + 1, line, letters));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let problem = |line: usize, why: InfosetError| TranscriptError {
        line,
        column: 1,
        message: why.to_string(),
        hint: match why {
            InfosetError::Memory { .. } => MORE_MEMORY.to_string(),
            _ => String::new(),
        },
    };
    let start = game.start();
    let mut observation = Observation::new(player, None);
    let mut set = MergedSet::new(game, player, start.clone(), limits).counts_only().forgetting();
    let mut mover = game.player(&start);
    for (i, entry) in entries.iter().enumerate().take(most) {
        let next = entries.get(i + 1);
        let (made, refused) = match mover == player {
            true => own(&set, entry, letters)?,
            false => (Made::Hidden, enemy(game.facts(), entry, letters)?),
        };
        let turn = perceived(mover, made, refused, Lines { entry, next }, letters);
        set.extend(&turn, watch).map_err(|why| problem(entry.line, why))?;
        observation.turns.push(turn);
        if set.count() == Ok(0) {
            let why = contradiction(game, &observation, limits, watch);
            let why = why.map_err(|why| problem(entry.line, why))?;
            return Err(unfit(game.facts(), &observation, why.as_ref(), &entries, i, letters));
        }
        mover = mover.other();
    }
    Ok(observation)
}

/// That no history fits what was written up to a turn, at the line that says what cannot be or
/// lacks something: what was announced before a turn is written in the line of that turn.
fn unfit(
    facts: &Facts,
    observation: &Observation,
    why: Option<&Contradiction>,
    entries: &[Entry],
    turn: usize,
    letters: &Letters,
) -> TranscriptError {
    let at = |turn: usize, is_announced: bool| {
        let later = entries.get(turn + 1).filter(|_| is_announced);
        later.unwrap_or(&entries[turn])
    };
    let error = |place: &Entry, message: String, hint: String| TranscriptError {
        line: place.line,
        column: place.column.max(1),
        message,
        hint,
    };
    let Some(why) = why else {
        let message = "no history fits what was written up to this line".to_string();
        return error(&entries[turn], message, MORE_MEMORY.into());
    };
    let (message, hints) = (why.message(facts, observation), why.hints(facts, observation));
    if let Some(Correction { turn, difference: Difference::Said(moment, text), .. }) =
        why.corrections.first()
    {
        let place = at(*turn, *moment == Moment::BeforeNext);
        let lacks = format!("`{}` seems to be missing here: {message}", letters.code(text));
        return error(place, lacks, hints.join("; "));
    }
    let is_announced = match &why.cause {
        Cause::Otherwise(instead) => instead.iter().flat_map(|it| &it.differences).all(|it| {
            matches!(
                it,
                Difference::Said(Moment::BeforeNext, _) | Difference::Unsaid(Moment::BeforeNext, _)
            )
        }),
        _ => false,
    };
    error(at(turn, is_announced), message, hints.join("; "))
}

/// The line of a turn, and the next one, where what was announced after the turn is written.
struct Lines<'e> {
    entry: &'e Entry,
    next: Option<&'e Entry>,
}

/// What was perceived of a turn, by its line and the next one.
fn perceived(
    mover: Player,
    made: Made,
    refused: Vec<Refused>,
    Lines { entry, next }: Lines<'_>,
    letters: &Letters,
) -> Perceived {
    let mut told: Vec<String> = next.map(|it| it.announced.clone()).unwrap_or_default();
    if entry.is_check {
        told.push(letters.after_move.message.clone());
    }
    told.sort();
    told.dedup();
    let ending = match (entry.result.and_then(outcome), next) {
        (Some(outcome), _) => Ending::Over(outcome),
        (None, Some(_)) => Ending::GoesOn,
        (None, None) => Ending::Unsaid,
    };
    let is_over = matches!(ending, Ending::Over(_));
    let next = (!is_over).then(|| mover.other());
    let (said, unsaid) = (entry.said.clone(), Unsaid::default());
    Perceived { mover, refused, made, said, seen: None, told, next, ending, unsaid }
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

/// Reads a line: numbers, a move, and what stands in brackets.
fn read_entry(
    facts: &Facts,
    line: usize,
    text: &str,
    letters: &Letters,
) -> Result<Entry, TranscriptError> {
    let text = text.trim_end();
    // Parts are slices of the line, so their addresses tell their columns.
    let column = |part: &str| {
        let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        text.get(..bytes).map_or(1, |before| before.chars().count() + 1)
    };
    let (head, brackets) = match text.find(['{', '(']) {
        Some(at) if !text.ends_with(['}', ')']) => {
            let place = Place { line, column: column(&text[at..]) };
            return error(place, "this bracket is not closed".to_string(), "write {(:)}");
        }
        Some(at) => (&text[..at], text[at..].trim_matches(['{', '}', '(', ')', ' '])),
        None => (text, ""),
    };
    let mut words = head.split_whitespace();
    let is_number = |word: &&str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < word.len() && rest.chars().all(|c| c == '.')
    };
    let Some(made) = words.find(|word| !is_number(word)) else {
        let message = "this line has no move".to_string();
        return error(Place { line, column: 1 }, message, "write a move, or ?? {(:0)}");
    };
    if let Some(word) = words.next() {
        let message = format!("`{word}` is out of place after the move");
        return error(
            Place { line, column: column(word) },
            message,
            "each turn has a line of its own",
        );
    }
    // A number may touch the move: `1.d4`.
    let made = match made.split_once('.') {
        Some((number, rest)) if number.bytes().all(|b| b.is_ascii_digit()) => rest,
        _ => made,
    };
    let bare = made.trim_end_matches(['+', '#', '!']).trim_end_matches(letters.after_move.letter);
    let mut entry = Entry {
        line,
        column: column(made),
        is_check: made.ends_with([letters.after_move.letter, '#']),
        text: bare.to_string(),
        ..Entry::default()
    };
    let (before, after) = brackets.split_once(':').unwrap_or(("", brackets));
    for (text, is_after) in [(before, false), (after, true)] {
        let parts = text.split([';', ',']).map(str::trim).filter(|part| !part.is_empty());
        for part in parts {
            entry.take(facts, letters, part, column(part), is_after)?;
        }
    }
    entry.said.sort();
    Ok(entry)
}

impl Entry {
    /// Takes a part of what is in brackets, at a column before or after the colon.
    fn take(
        &mut self,
        facts: &Facts,
        letters: &Letters,
        part: &str,
        column: usize,
        is_after: bool,
    ) -> Result<(), TranscriptError> {
        let place = Place { line: self.line, column };
        let field = |letter: char| {
            part.strip_prefix(letter).filter(|name| facts.board.field(name).is_some())
        };
        if let Some(field) = field(letters.with_move.letter) {
            self.said.push(format!("{} {field}", letters.with_move.message));
        } else if let Some(field) = field(letters.before_turn.letter) {
            self.announced.push(format!("{} {field}", letters.before_turn.message));
        } else if let Some(result) = GameResult::parse(part).filter(|_| part != "*") {
            if self.result.is_some_and(|known| known != result) {
                return error(place, format!("`{part}` is a second result"), "");
            }
            self.result = Some(result);
        } else if !is_after {
            return error(place, format!("`{part}` is no announcement"), "tries follow the colon");
        } else if part.bytes().all(|b| b.is_ascii_digit()) {
            let n = part.parse::<usize>().ok().filter(|n| *n <= MOST_TRIES);
            let Some(n) = n else {
                return error(place, format!("{part} refused tries are too many"), "");
            };
            if self.n_refused.is_some() {
                return error(place, format!("`{part}` is a second number of tries"), "");
            }
            self.n_refused = Some((column, n));
        } else {
            self.refused.push((column, part.to_string()));
        }
        Ok(())
    }
}

/// The refused tries of the enemy. Of their move nothing is taken, but it must be one.
fn enemy(facts: &Facts, entry: &Entry, letters: &Letters) -> Result<Vec<Refused>, TranscriptError> {
    let text = &entry.text;
    let names_field =
        (0..facts.board.n_fields()).any(|i| text.contains(facts.field_name(Field(i as u16))));
    let is_castling = text.contains('-') && text.chars().all(|c| "O0-".contains(c));
    let is_hidden = !text.is_empty() && text.chars().all(|c| c == '?');
    if !is_hidden && !names_field && !is_castling {
        let message = format!("`{text}` is no move");
        return error(
            Place { line: entry.line, column: entry.column },
            message,
            "write ?? for a move of the enemy",
        );
    }
    if let Some((column, part)) = entry.refused.first() {
        let message = format!("`{part}` is neither an announcement nor a number of tries");
        let hint = "of the enemy's refused tries only the number is known: ?? {(:2)}";
        return error(Place { line: entry.line, column: *column }, message, hint);
    }
    let heard = Refused { text: None, heard: vec![letters.refused.clone()] };
    Ok(vec![heard; entry.n_refused.map_or(0, |(_, n)| n)])
}

/// The player's own move and refused tries, understood by what is possible.
fn own<G: Referee>(
    set: &MergedSet<'_, G>,
    entry: &Entry,
    letters: &Letters,
) -> Result<(Made, Vec<Refused>), TranscriptError> {
    if entry.text.chars().all(|c| c == '?') {
        let place = Place { line: entry.line, column: entry.column };
        return error(place, "the player's own move is missing".to_string(), "the player knows it");
    }
    if let Some((column, n)) = entry.n_refused {
        let message = format!("`{n}` does not say which of the player's tries were refused");
        return error(
            Place { line: entry.line, column },
            message,
            "write the tries: {(:g5d8;d1d8)}",
        );
    }
    let mut refused = Vec::new();
    for (column, text) in &entry.refused {
        let text = Some(understand(set, Place { line: entry.line, column: *column }, text)?);
        refused.push(Refused { text, heard: vec![letters.refused.clone()] });
    }
    let made = understand(set, Place { line: entry.line, column: entry.column }, &entry.text)?;
    Ok((Made::Move(made), refused))
}
