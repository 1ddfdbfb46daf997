//! Reads what stands after the rows of a position, column by column: who is
//! to move, counters, reserves, remembered fields, the round.

use super::position::{player_letter, player_of, position_columns};
use super::symbols::{Symbols, UnknownSymbol, number};
use crate::facts::{Facts, KindFacts};
use crate::ids::{Field, Owner, Player};
use crate::setup::Setup;
use crate::turn::SetupError;
use crate::words::{nearest, visible};
use std::ops::Range;

/// Reads one column.
pub(super) struct ColumnReader<'a> {
    facts: &'a Facts,
    word: &'a str,
    place: Range<usize>,
}

impl<'a> ColumnReader<'a> {
    pub(super) fn new(facts: &'a Facts, word: &'a str, place: Range<usize>) -> ColumnReader<'a> {
        ColumnReader { facts, word, place }
    }

    fn shown(&self) -> String {
        visible(self.word)
    }

    fn error(&self, message: String) -> SetupError {
        SetupError {
            message,
            hint: format!("a position is: {}", position_columns(self.facts)),
            place: Some(self.place.clone()),
        }
    }

    pub(super) fn player(&self) -> Result<Player, SetupError> {
        player_of(self.facts, self.word).ok_or_else(|| {
            let [first, second] = Player::BOTH.map(|player| player_letter(self.facts, player));
            self.error(format!("`{}` is no player: write `{first}` or `{second}`", self.shown()))
        })
    }

    pub(super) fn symbols(&self, setup: &mut Setup) -> Result<(), SetupError> {
        if self.word == "-" {
            return Ok(());
        }
        let symbols = counter_symbols(self.facts);
        let found = symbols.read(self.word, self.place.start);
        let found = found.map_err(|e| e.explain(|unknown| self.no_counter(unknown)))?;
        let mut seen = Vec::new();
        for item in found {
            let Some((i, player)) = item.what else { continue };
            if seen.contains(&(i, player)) {
                let mut error = self.error(format!("`{}` says one thing twice", self.shown()));
                error.place = Some(item.place);
                return Err(error);
            }
            seen.push((i, player));
            let value = i32::try_from(item.count).unwrap_or(i32::MAX);
            self.check_range(i, value)?;
            setup.counters[i][player.index()] = value;
        }
        Ok(())
    }

    fn no_counter(&self, unknown: UnknownSymbol) -> SetupError {
        let live = self.facts.counters.iter().filter(|counter| !counter.gone);
        let symbols: Vec<&[String; 2]> = live.filter_map(|c| c.symbols.as_ref()).collect();
        let players = Player::BOTH[..self.facts.n_players()].iter();
        let symbols = players.flat_map(|p| symbols.iter().map(|pair| pair[p.index()].as_str()));
        let symbols: Vec<&str> = symbols.collect();
        let symbol = visible(&unknown.symbol);
        let there = match symbols.is_empty() {
            true => "write `-`".to_string(),
            false => format!("there are {}, or `-` for none", symbols.join(" ")),
        };
        let mut error = self.error(format!("no counter is written `{symbol}`; {there}"));
        error.place = Some(unknown.place);
        error
    }

    pub(super) fn reserve(&self, setup: &mut Setup) -> Result<(), SetupError> {
        setup.reserve.fill([0, 0]);
        if self.word == "-" {
            return Ok(());
        }
        let symbols = reserve_symbols(self.facts);
        let halves = has_halves(self.facts);
        let (first, second) = match self.word.split_once('/') {
            Some((first, second)) if halves => (first, Some(second)),
            _ => (self.word, None),
        };
        self.share(&symbols, first, self.place.start, Player::First, setup)?;
        match second {
            Some(text) => {
                let start = self.place.start + first.len() + 1;
                self.share(&symbols, text, start, Player::Second, setup)
            }
            None => Ok(()),
        }
    }

    /// Reads pieces in reserve; what is nobody's goes to this player.
    fn share(
        &self,
        symbols: &Symbols<'_, Option<(usize, Owner)>>,
        text: &str,
        start: usize,
        holder: Player,
        setup: &mut Setup,
    ) -> Result<(), SetupError> {
        if text.is_empty() || text == "-" {
            return Ok(());
        }
        let found = symbols.read(text, start);
        for item in found.map_err(|e| e.explain(|unknown| self.not_in_reserve(unknown)))? {
            let Some((i, owner)) = item.what else { continue };
            let count = &mut setup.reserve[i][owner.player().unwrap_or(holder).index()];
            let sum = u64::from(*count) + u64::from(item.count);
            *count = u8::try_from(sum).map_err(|_| SetupError {
                message: format!("{sum} pieces of one kind are too many for a reserve"),
                hint: "a player has at most 255 of each".to_string(),
                place: Some(item.place),
            })?;
        }
        Ok(())
    }

    fn not_in_reserve(&self, unknown: UnknownSymbol) -> SetupError {
        let kinds = self.facts.reserve.iter().map(|entry| &self.facts.kinds[entry.kind.index()]);
        let kinds: Vec<_> = kinds.filter(|kind| !kind.gone).collect();
        let symbols: Vec<&str> = (0..3)
            .flat_map(|owner| kinds.iter().filter_map(move |kind| kind.symbols[owner].as_deref()))
            .collect();
        let there = match symbols.is_empty() {
            true => "write `-`".to_string(),
            false => format!("there can be {}, or `-` for none", symbols.join(" ")),
        };
        let message =
            format!("no piece in reserve is written `{}`; {there}", visible(&unknown.symbol));
        let mut error = self.error(message);
        error.place = Some(unknown.place);
        error
    }

    pub(super) fn memory(&self, i: usize, setup: &mut Setup) -> Result<(), SetupError> {
        if self.word == "-" {
            return Ok(());
        }
        let memory = &self.facts.memories[i];
        let (name, turns) = match self.word.split_once(':') {
            Some((name, turns)) => (name, Some(turns)),
            None => (self.word, None),
        };
        let field: Field = self.facts.board.field(name).ok_or_else(|| {
            let names = self.facts.board.names.iter().map(String::as_str);
            let mut error = self.error(format!(
                "`{}` is not a field, which `{}` should be",
                visible(name),
                memory.name
            ));
            let meant = nearest(name, names).map(|name| format!(", perhaps `{name}`"));
            error.hint = format!("write a field{} or `-`", meant.unwrap_or_default());
            error
        })?;
        // Where the text does not say how long, it is as long as can be.
        let turns = turns.map_or(Ok(memory.turns), |text| self.turns(i, text))?;
        if !memory.gone {
            // The coming turn is the first of them, and none that is still to follow it.
            setup.memories[i] = Some((field, turns.saturating_sub(1)));
        }
        Ok(())
    }

    /// For how many turns a field is still remembered.
    fn turns(&self, i: usize, text: &str) -> Result<u8, SetupError> {
        let memory = &self.facts.memories[i];
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let turns = text.parse().ok().filter(|turns| digits && (1..=memory.turns).contains(turns));
        turns.ok_or_else(|| {
            let (name, shown) = (&memory.name, visible(text));
            let mut error = self.error(format!("`{name}` cannot last for `{shown}` turns"));
            let most = memory.turns;
            error.hint = match most {
                1 => "it lasts for 1 turn, which need not be written".to_string(),
                _ => format!("after the `:` stands for how many turns it lasts, 1 to {most}"),
            };
            error
        })
    }

    pub(super) fn counter(&self, i: usize, setup: &mut Setup) -> Result<(), SetupError> {
        if self.word == "-" {
            return Ok(());
        }
        let counter = &self.facts.counters[i];
        let value = self.number().ok_or_else(|| {
            self.error(format!(
                "`{}` is not a number, which `{}` should be",
                self.shown(),
                counter.name
            ))
        })?;
        if !counter.gone {
            let value = i32::try_from(value).unwrap_or(i32::MAX);
            self.check_range(i, value)?;
            setup.counters[i][0] = value;
        }
        Ok(())
    }

    pub(super) fn round(&self) -> Result<u32, SetupError> {
        if self.number().is_none() {
            let message = format!("`{}` is not a number, which the round should be", self.shown());
            return Err(self.error(message));
        }
        // Many chess programs write round 0 for a position without a game.
        let round = self.word.parse().ok().map(|round: u32| round.max(1));
        round.ok_or_else(|| {
            let mut error = self.error(format!("there is no round {}", self.shown()));
            error.hint = format!("rounds go up to {}", u32::MAX);
            error
        })
    }

    fn number(&self) -> Option<u32> {
        let digits = self.word.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| number(self.word))
    }

    fn check_range(&self, i: usize, value: i32) -> Result<(), SetupError> {
        let counter = &self.facts.counters[i];
        if (counter.low..=counter.high).contains(&value) {
            return Ok(());
        }
        let mut error = self.error(format!("`{}` is {value} in `{}`", counter.name, self.shown()));
        error.hint = format!("it counts from {} to {}", counter.low, counter.high);
        Err(error)
    }
}

/// Whether symbols do not tell whose the pieces in reserve are, because some
/// belong to nobody: then a `/` stands between the players' shares.
pub(super) fn has_halves(facts: &Facts) -> bool {
    let nobodys = |kind: &KindFacts| !kind.gone && kind.symbols[Owner::Nobody as usize].is_some();
    facts.n_players() == 2
        && facts.reserve.iter().any(|entry| nobodys(&facts.kinds[entry.kind.index()]))
}

/// Symbols of counters: number and player, or nothing for one that is gone.
pub(super) fn counter_symbols(facts: &Facts) -> Symbols<'_, Option<(usize, Player)>> {
    let of = |gone: bool| {
        facts.counters.iter().enumerate().filter(move |(_, c)| c.gone == gone).flat_map(
            move |(i, counter)| {
                let players = Player::BOTH[..facts.n_players()].iter().copied();
                let symbols = counter.symbols.iter().flatten().map(String::as_str);
                symbols
                    .zip(players)
                    .map(move |(symbol, player)| (symbol, (!gone).then_some((i, player))))
            },
        )
    };
    Symbols::new(of(false).chain(of(true)))
}

/// Symbols of pieces in reserve: place in the reserve and owner, or nothing for one that is gone.
pub(super) fn reserve_symbols(facts: &Facts) -> Symbols<'_, Option<(usize, Owner)>> {
    let of = |gone: bool| {
        let entries = facts.reserve.iter().enumerate();
        entries.filter(move |(_, entry)| facts.kinds[entry.kind.index()].gone == gone).flat_map(
            move |(i, entry)| {
                let owners = [Owner::First, Owner::Second, Owner::Nobody];
                let symbols = facts.kinds[entry.kind.index()].symbols.iter();
                symbols.zip(owners).filter_map(move |(symbol, owner)| {
                    Some((symbol.as_deref()?, (!gone).then_some((i, owner))))
                })
            },
        )
    };
    Symbols::new(of(false).chain(of(true)))
}
