//! How far a client wants us to search: the words after `go`, of UCI and UGI alike.
//! What is not understood is passed over.

use game::Player;
use search::{Clock, Limits};
use std::time::Duration;

/// What a client asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// Whether the answer waits until the client says `stop` or `ponderhit`.
    pub(super) waits: bool,
    /// The time for a move that is thought about while it is not our turn; it begins
    /// when the turn does.
    pub(super) after_hit: Option<Duration>,
}

/// Time for the answer to reach the client.
const OVERHEAD: Duration = Duration::from_millis(10);

/// The words that may follow `go`.
const WORDS: [&str; 17] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

/// The moves after `searchmoves`, up to the next word of the protocol.
pub(super) fn moves<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    let Some(at) = words.iter().position(|word| *word == "searchmoves") else { return &[] };
    let after = &words[at + 1..];
    let end = after.iter().position(|word| WORDS.contains(word));
    &after[..end.unwrap_or(after.len())]
}

/// A word that needs a number after it and has none: without it, it is passed over.
pub(super) fn without_number<'t>(words: &[&'t str]) -> Option<&'t str> {
    let needs = |word: &str| {
        WORDS.contains(&word) && !["searchmoves", "ponder", "infinite"].contains(&word)
    };
    let has_none = |at: &usize| words.get(at + 1).is_none_or(|next| next.parse::<f64>().is_err());
    (0..words.len()).filter(|&at| needs(words[at])).find(has_none).map(|at| words[at])
}

impl Go {
    /// Reads the words after `go`.
    pub(super) fn parse(words: &[&str], player: Player) -> Go {
        let number = |names: &[&str]| -> Option<u64> {
            let at = words.iter().position(|word| names.contains(word))?;
            // Clients send times below 0 when a clock has run out.
            let number: f64 = words.get(at + 1)?.parse().ok()?;
            Some(number.max(0.0) as u64)
        };
        let millis = |names: &[&str]| number(names).map(Duration::from_millis);
        let (time, increment) = match player {
            Player::First => (["wtime", "p1time"], ["winc", "p1inc"]),
            Player::Second => (["btime", "p2time"], ["binc", "p2inc"]),
        };
        let clock = millis(&time).map(|left| Clock {
            left: left.saturating_sub(OVERHEAD),
            increment: millis(&increment).unwrap_or_default(),
            moves_to_go: number(&["movestogo"]).and_then(|n| u32::try_from(n).ok()),
        });
        let fixed = millis(&["movetime"]).map(|time| time.saturating_sub(OVERHEAD).max(time / 2));
        let depth = number(&["depth"]).or(number(&["mate"]).map(|n| n.saturating_mul(2)));
        let limits = Limits {
            depth: depth.map(|depth| depth.clamp(1, 200) as u32),
            nodes: number(&["nodes"]),
            time: fixed,
            ..Limits::default()
        };
        let limits = match clock.filter(|_| fixed.is_none()) {
            Some(clock) => limits.by_clock(&clock),
            None => limits,
        };
        match (words.contains(&"infinite"), words.contains(&"ponder")) {
            (true, _) => Go { limits: Limits::default(), waits: true, after_hit: None },
            (_, true) => {
                let after_hit = limits.at_usual().time;
                Go { limits: Limits { time: None, usual: None, ..limits }, waits: true, after_hit }
            }
            _ => Go { limits, waits: false, after_hit: None },
        }
    }

    /// Whether the search ends by itself.
    pub(super) fn ends(&self) -> bool {
        !self.waits && self.limits != Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str, player: Player) -> Go {
        Go::parse(&text.split_whitespace().collect::<Vec<_>>(), player)
    }

    #[test]
    fn words_without_their_number_are_found() {
        let found = |text: &'static str| {
            without_number(&text.split_whitespace().collect::<Vec<&'static str>>())
        };
        assert_eq!((found("depth x"), found("nodes 5 depth")), (Some("depth"), Some("depth")));
        assert_eq!((found("wtime -20 btime 1.5"), found("infinite ponder")), (None, None));
        assert_eq!(found("searchmoves e2e4 depth 3"), None);
    }

    #[test]
    fn moves_end_where_the_next_word_begins() {
        let read = |text: &str| moves(&text.split_whitespace().collect::<Vec<_>>()).join(" ");
        assert_eq!(read("searchmoves e2e4 d2d4 depth 3"), "e2e4 d2d4");
        assert_eq!(read("depth 3 searchmoves e2e4"), "e2e4");
        assert_eq!((read("depth 3"), read("searchmoves")), (String::new(), String::new()));
    }

    #[test]
    fn clients_ask_in_many_ways() {
        let millis = |go: Go| go.limits.at_usual().time.map(|time| time.as_millis());
        assert_eq!(go("depth 7 nodes 100", Player::First).limits, {
            Limits { depth: Some(7), nodes: Some(100), ..Limits::default() }
        });
        assert_eq!(millis(go("movetime 1000", Player::First)), Some(990));
        // The time of a move is used up, and only a clock is saved.
        assert_eq!(go("movetime 1000 wtime 60010", Player::First).limits.usual, None);
        let clocks = "wtime 60010 btime 30010 winc 1000 binc 0";
        assert_eq!(millis(go(clocks, Player::First)), Some(2750));
        assert_eq!(go(clocks, Player::First).limits.time, Some(Duration::from_millis(8_250)));
        assert_eq!(millis(go(clocks, Player::Second)), Some(1000));
        assert_eq!(millis(go("p2time 30010 p2inc 0 p1time 5", Player::Second)), Some(1000));
        assert_eq!(millis(go("wtime -50", Player::First)), Some(0));
        let ponder = go("ponder depth 9 movetime 1000", Player::First);
        assert_eq!((ponder.waits, ponder.limits.depth, millis(ponder)), (true, Some(9), None));
        assert_eq!(ponder.after_hit, Some(Duration::from_millis(990)));
        assert!(go("infinite", Player::First).waits && !go("", Player::First).ends());
        for nonsense in ["depth", "depth x", "wtime", "\u{1F600} 7", "nodes 1e999", "movetime nan"]
        {
            go(nonsense, Player::Second);
        }
    }
}
