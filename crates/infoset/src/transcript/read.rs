//! Reads what a player perceived: headers, then a line for each turn.

use super::tokens::{Placed, Token, Tokens, Unended, cut, messages};
use super::{TITLE, TranscriptError};
use crate::observation::Observation;
use game::{
    Ending, Facts, Field, GameResult, Made, Outcome, Perceived, Piece, Player, Refused, Unsaid,
};

type Read<T> = Result<T, TranscriptError>;

pub(super) fn read(facts: &Facts, text: &str) -> Read<Observation> {
    let mut reader = Reader { facts, line: 0, player: None, start: None, unsaid_end: false };
    let mut turns: Vec<Perceived> = Vec::new();
    let mut is_first = true;
    let mut in_turns = false;
    for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        reader.line = i + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with("//") {
            continue;
        }
        if std::mem::take(&mut is_first) {
            reader.title(trimmed)?;
        } else if in_turns {
            let turn = reader.turn(line)?;
            if let Some(last) = turns.last_mut() {
                reader.follows(last, &turn)?;
            }
            turns.push(turn);
        } else {
            in_turns = reader.header(trimmed)?;
            // Which moves are known and which are not depends on it.
            if in_turns {
                reader.whose()?;
            }
        }
    }
    Ok(Observation { player: reader.whose()?, start: reader.start, turns })
}

struct Reader<'f> {
    facts: &'f Facts,
    line: usize,
    player: Option<Player>,
    start: Option<String>,
    unsaid_end: bool,
}

impl Reader<'_> {
    fn error<T>(&self, column: usize, message: String, hint: &str) -> Read<T> {
        let line = self.line.max(1);
        Err(TranscriptError { line, column, message, hint: hint.to_string() })
    }

    /// Whose transcript it is.
    fn whose(&self) -> Read<Player> {
        if let Some(player) = self.player {
            return Ok(player);
        }
        let hint = format!(
            "write `player: {}` before `turns:`",
            self.facts.players.join("` or `player: ")
        );
        self.error(1, "the transcript does not say whose it is".to_string(), &hint)
    }

    fn title(&self, line: &str) -> Read<()> {
        match line.strip_prefix(TITLE).map(str::trim) {
            Some("1") => Ok(()),
            Some(other) if !other.is_empty() => {
                let message = format!("this is version `{other}` of the transcript format");
                self.error(1, message, "this program reads version 1")
            }
            _ => {
                let hint = "its first line is `multigame transcript 1`";
                self.error(1, "this is not a transcript of a game".to_string(), hint)
            }
        }
    }

    /// Reads a header; says whether the turns follow.
    fn header(&mut self, line: &str) -> Read<bool> {
        let Some((key, value)) = line.split_once(':') else {
            let hint = "a header is `key: value`; turns follow a line `turns:`";
            return self.error(1, format!("`{line}` is not a header"), hint);
        };
        let value = value.trim();
        let column = line.len() - value.len() + 1;
        match key.trim().to_ascii_lowercase().as_str() {
            "turns" if value.is_empty() => return Ok(true),
            "turns" => {
                let hint = "each turn is a line of its own below `turns:`";
                return self.error(column, "a turn stands after `turns:`".to_string(), hint);
            }
            "game" if value != self.facts.name => {
                let message = format!("this is a transcript of `{value}`");
                let hint = format!("the game that was named is `{}`", self.facts.name);
                return self.error(column, message, &hint);
            }
            "player" => self.player = Some(self.player(column, value)?),
            "start" => self.start = Some(value.to_string()),
            "unsaid" if value == "end" => self.unsaid_end = true,
            "unsaid" => {
                let hint = "only `end` can be left unsaid; `sees` may just be left out";
                return self.error(column, format!("`{value}` cannot be unsaid"), hint);
            }
            // Dates, names, places.
            _ => {}
        }
        Ok(false)
    }

    fn player(&self, column: usize, name: &str) -> Read<Player> {
        let names = &self.facts.players;
        let found = names.iter().position(|it| it.eq_ignore_ascii_case(name));
        match found.and_then(|i| Player::BOTH.get(i)) {
            Some(&player) => Ok(player),
            None => {
                let hint = format!("the players are {}", names.join(" and "));
                self.error(column, format!("there is no player `{name}`"), &hint)
            }
        }
    }

    fn tokens(&self, line: &str) -> Read<Vec<Placed>> {
        cut(line).or_else(|Unended(column)| {
            let hint = "a message stands between two quotes: 'check'";
            self.error(column, "this message does not end".to_string(), hint)
        })
    }

    fn turn(&self, line: &str) -> Read<Perceived> {
        let mut tokens = self.tokens(line)?.into_iter().peekable();
        let is_number = |word: &str| {
            let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
            rest.len() < word.len() && rest.trim_start_matches(['.', ')', '…']).is_empty()
        };
        tokens.next_if(|(_, token)| matches!(token, Token::Word(word) if is_number(word)));
        let mover = match tokens.next() {
            Some((column, Token::Word(name))) => self.player(column, name.trim_end_matches(':'))?,
            Some((column, _)) => {
                return self.error(column, "a turn begins with a player".to_string(), "");
            }
            None => return self.error(1, "this turn is empty".to_string(), ""),
        };
        let is_own = Some(mover) == self.player;
        let refused = self.refused_tries(is_own, &mut tokens)?;
        let made = self.made(line, is_own, &mut tokens)?;
        let said = sorted(messages(&mut tokens));
        let mut turn = Perceived {
            mover,
            refused,
            made,
            said,
            seen: None,
            told: Vec::new(),
            next: Some(if self.facts.n_players() == 1 { mover } else { mover.other() }),
            ending: if self.unsaid_end { Ending::Unsaid } else { Ending::GoesOn },
            unsaid: Unsaid::default(),
        };
        while let Some((column, token)) = tokens.next() {
            let Token::Word(word) = token else {
                let hint = "messages come after the move, or after `then`";
                return self.error(column, "this is out of place".to_string(), hint);
            };
            match word.as_str() {
                "then" => turn.told = sorted(messages(&mut tokens)),
                "again" => turn.next = Some(mover),
                "end" => {
                    let outcome = self.result(column, tokens.next())?;
                    (turn.ending, turn.next) = (Ending::Over(outcome), None);
                }
                "sees" => turn.seen = Some(self.sees(column, &mut tokens)?),
                _ => {
                    let hint = "after the move come messages, `then`, `again`, `end`, `sees`";
                    return self.error(column, format!("`{word}` is out of place"), hint);
                }
            }
        }
        Ok(turn)
    }

    /// The tries in brackets before the move.
    fn refused_tries(&self, is_own: bool, tokens: &mut Tokens) -> Read<Vec<Refused>> {
        let mut refused = Vec::new();
        while let Some((column, _)) = tokens.next_if(|(_, token)| *token == Token::Open) {
            let mut inside = Vec::new();
            loop {
                match tokens.next() {
                    Some((_, Token::Close)) => break,
                    Some((column, Token::Open)) => {
                        let message = "a bracket is open already".to_string();
                        return self.error(column, message, "close it first");
                    }
                    Some(token) => inside.push(token),
                    None => {
                        let message = "this bracket is not closed".to_string();
                        return self.error(column, message, "");
                    }
                }
            }
            refused.push(self.refused(column, is_own, inside)?);
        }
        Ok(refused)
    }

    fn refused(&self, column: usize, is_own: bool, inside: Vec<Placed>) -> Read<Refused> {
        let mut refused = Refused { text: None, heard: Vec::new() };
        for (column, token) in inside {
            match token {
                Token::Message(message) => refused.heard.push(message),
                Token::Word(word) if is_own && refused.text.is_none() => refused.text = Some(word),
                Token::Word(word) => {
                    let (message, hint) = match is_own {
                        true => ("a bracket holds one try", "write a bracket for each: [a] [b]"),
                        false => ("what the enemy tried is not known", "write only what was heard"),
                    };
                    return self.error(column, format!("{message}, not `{word}`"), hint);
                }
                Token::Open | Token::Close => {}
            }
        }
        match (is_own, &refused.text) {
            (true, None) => {
                self.error(column, "the player's own try has a text".to_string(), "write [TRY]")
            }
            _ => {
                refused.heard = sorted(refused.heard);
                Ok(refused)
            }
        }
    }

    fn made(&self, line: &str, is_own: bool, tokens: &mut Tokens) -> Read<Made> {
        let end = line.chars().count() + 1;
        let word = |token: Option<Placed>| match token {
            Some((column, Token::Word(word))) => Ok((column, word)),
            Some((column, _)) => Err(column),
            None => Err(end),
        };
        let wanted = if is_own { "the player's own move is missing" } else { "`?` is missing" };
        let no_move = |column| self.error(column, wanted.to_string(), "");
        let (column, text) = word(tokens.next()).or_else(no_move)?;
        match (is_own, text.as_str()) {
            (false, "?" | "??") => Ok(Made::Hidden),
            (false, _) => {
                let message = format!("what the enemy did is not known, but `{text}` says it");
                self.error(column, message, "write `?`")
            }
            (true, "?" | "??") => self.error(column, wanted.to_string(), "the player knows it"),
            (true, "refused") => {
                let (_, text) = word(tokens.next()).or_else(no_move)?;
                Ok(Made::Refused(text))
            }
            (true, _) => Ok(Made::Move(text)),
        }
    }

    fn result(&self, column: usize, token: Option<Placed>) -> Read<Outcome> {
        let (column, text) = match token {
            Some((column, Token::Word(word))) => (column, word),
            _ => (column, String::new()),
        };
        let outcome = |value, scored| Ok(Outcome { value, scored });
        match GameResult::parse(&text) {
            Some(GameResult::FirstWins) => outcome(1, false),
            Some(GameResult::SecondWins) => outcome(-1, false),
            Some(GameResult::Draw) => outcome(0, false),
            Some(GameResult::Points(points)) => outcome(points, true),
            Some(GameResult::Unfinished) | None => {
                let hint = "results are 1-0, 0-1, 1/2-1/2, or points: +12";
                self.error(column, "`end` needs a result".to_string(), hint)
            }
        }
    }

    fn sees(&self, column: usize, tokens: &mut Tokens) -> Read<Vec<(Field, Vec<Piece>)>> {
        let mut seen = Vec::new();
        let is_group = |token: &Placed| matches!(&token.1, Token::Word(word) if word.contains(':'));
        let mut is_some =
            tokens.next_if(|(_, token)| *token == Token::Word("nothing".to_string())).is_some();
        while let Some((column, Token::Word(group))) = tokens.next_if(is_group) {
            is_some = true;
            let (signs, fields) = group.rsplit_once(':').unwrap_or((&group, ""));
            let stack = self.stack(column, signs)?;
            for name in fields.split(',') {
                match self.facts.board.field(name) {
                    Some(field) => seen.push((field, stack.clone())),
                    None => {
                        let hint = "write SIGN:FIELD,FIELD";
                        return self.error(column, format!("there is no field `{name}`"), hint);
                    }
                }
            }
        }
        if !is_some {
            let hint = "write `sees nothing`, or groups like K:e1";
            return self.error(column, "`sees` needs something".to_string(), hint);
        }
        seen.sort();
        match seen.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => {
                let name = self.facts.field_name(pair[0].0);
                self.error(column, format!("{name} is seen twice"), "")
            }
            None => Ok(seen),
        }
    }

    fn stack(&self, column: usize, signs: &str) -> Read<Vec<Piece>> {
        if signs == "-" {
            return Ok(Vec::new());
        }
        // A sign may itself be `+`.
        let one = self.facts.piece(signs).map(|piece| vec![piece]);
        let several = || signs.split('+').map(|sign| self.facts.piece(sign)).collect();
        match one.or_else(several) {
            Some(stack) => Ok(stack),
            None => self.error(column, format!("there is no piece `{signs}`"), "`-` is empty"),
        }
    }

    /// Checks that a turn can follow another.
    fn follows(&self, last: &Perceived, turn: &Perceived) -> Read<()> {
        let message = match (last.ending, last.next) {
            (Ending::Over(_), _) => "the game was over before this turn".to_string(),
            (_, Some(next)) if next != turn.mover => {
                format!("it is the turn of {}", self.facts.player_name(next))
            }
            _ => return Ok(()),
        };
        self.error(1, message, "`again` before means that the same player goes on")
    }
}

/// Messages of one moment: in ascending order, each once.
fn sorted(mut messages: Vec<String>) -> Vec<String> {
    messages.sort();
    messages.dedup();
    messages
}
