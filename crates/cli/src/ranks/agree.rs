//! What ranks compare before they work: a rank with another version, other rules or other
//! arguments would give wrong answers or none, and nobody could tell why.

use super::super::args::{Command, TablesArgs, TablesCommand};
use super::super::files::{self, Holds};
use super::super::library;
use super::super::report::Failure;
use super::super::{terminal, words};
use ::ranks::Team;
use game::bytes::{Reader, put_bytes};
use multigame::Text;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// What is compared, and what to do if it differs.
const COMPARED: [(&str, &str); 5] = [
    ("version", "install the same program on all hosts: a copy of one file"),
    ("arguments", "give all ranks the same arguments"),
    ("rules", "copy the rules file to all hosts, or to a folder that they share"),
    ("transcript", "copy the file to all hosts, or to a folder that they share"),
    ("byte order", "run on machines of one kind"),
];

/// What a rank says about itself: its host, and a text for each thing that is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Introduction {
    host: String,
    compared: [String; COMPARED.len()],
}

/// Compares all ranks, and tells who works. Gives the names of their hosts.
pub(super) fn all(team: &mut Team<'_>, command: &Command) -> Result<Vec<String>, Failure> {
    let (game, saved) = (game_of(command), saved_of(command));
    if game == Some("-") {
        share_input(team, Holds::Rules)?;
    } else if saved.is_some_and(files::is_standard) {
        share_input(team, Holds::SavedGame)?;
    }
    let mine = Introduction {
        host: team.host(),
        compared: [
            version(),
            arguments().join(" "),
            game.map_or(String::new(), fingerprint),
            saved.map_or(String::new(), saved_fingerprint),
            if cfg!(target_endian = "little") { "little" } else { "big" }.to_string(),
        ],
    };
    let said = team.all_gather(&mine.written())?;
    let all: Option<Vec<Introduction>> = said.iter().map(|one| Introduction::read(one)).collect();
    let all = all.ok_or_else(|| {
        let failure =
            Failure::new("another rank runs a version that introduces itself in another way");
        failure.hint(COMPARED[0].1)
    })?;
    compare(&all)?;
    let hosts: Vec<String> = all.into_iter().map(|one| one.host).collect();
    terminal::note(&crew(&hosts));
    Ok(hosts)
}

/// What stands after the name of the program.
pub(super) fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect()
}

/// The game that a command is about.
fn game_of(command: &Command) -> Option<&str> {
    match command {
        Command::Perft(args) => Some(&args.position.game),
        Command::Infoset(args) => Some(&args.game),
        Command::Solve(args) => Some(&args.position.game),
        Command::Analyze(args) => Some(&args.position.game),
        Command::Match(args) => Some(&args.position.game),
        Command::Ugi(args) => Some(&args.game),
        Command::Uci(args) => Some(&args.game),
        Command::Learn(args) => Some(&args.game),
        Command::Tune(args) => Some(&args.position.game),
        Command::Study(args) => Some(&args.position.game),
        Command::Tables(TablesArgs { command: TablesCommand::Build(args) }) => {
            Some(&args.game.game)
        }
        _ => None,
    }
}

/// The saved game or transcript that a command is about.
fn saved_of(command: &Command) -> Option<&Path> {
    match command {
        Command::Infoset(args) => Some(&args.transcript),
        _ => None,
    }
}

/// Launchers give standard input to the first rank only.
fn share_input(team: &mut Team<'_>, holds: Holds) -> Result<(), Failure> {
    let bytes = match team.is_first() {
        true => files::read_input(holds)?,
        false => Vec::new(),
    };
    files::hold_input(holds, team.broadcast(bytes)?);
    Ok(())
}

/// The version and the build of this program.
pub(super) fn version() -> String {
    format!("{} {}", env!("CARGO_PKG_VERSION"), build())
}

/// A number that programs do not share that were built from different sources or in different ways.
fn build() -> String {
    match std::env::current_exe().and_then(number_of_file) {
        Ok(number) => format!("(build {number:016x})"),
        // A program may be replaced while it runs; then only its version is known.
        Err(_) => "(unknown build)".to_string(),
    }
}

/// A number that other files hardly have. It is read in pieces: room for a large program would
/// take longer to make than the number.
fn number_of_file(path: impl AsRef<Path>) -> std::io::Result<u64> {
    let mut file = std::fs::File::open(path)?;
    let mut piece = vec![0; 1 << 18];
    let (mut sum, mut filled) = (0, 0);
    loop {
        let n = file.read(&mut piece[filled..])?;
        filled += n;
        if n == 0 || filled == piece.len() {
            sum = game::mix(sum ^ number_of(&piece[..filled]));
            filled = 0;
        }
        if n == 0 {
            return Ok(sum);
        }
    }
}

/// A number that other bytes hardly have.
pub(crate) fn number_of(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let rest = rest.iter().map(|byte| u64::from(*byte));
    words.chain(rest).fold(bytes.len() as u64, |sum, word| game::mix(sum ^ word))
}

/// A saved game in short, or why it cannot be read.
fn saved_fingerprint(path: &Path) -> String {
    match files::read(path, Holds::SavedGame) {
        Err(why) => why.message(),
        Ok(text) => format!("{:016x}", number_of(text.as_bytes())),
    }
}

/// The texts of a game in short. A rank without them says why; it is the first rank's
/// business to report it.
fn fingerprint(game: &str) -> String {
    match library::find(game) {
        Err(why) => why.message(),
        Ok(text) => format!("{:016x}", rules_number(&text)),
    }
}

/// A number that other rules do not have.
pub(crate) fn rules_number(text: &Text) -> u64 {
    let texts = super::super::build::chain(text);
    let bytes = texts.iter().flat_map(|(_, text)| text.bytes().chain([0]));
    bytes.fold(0, |sum, byte| game::mix(sum ^ u64::from(byte)))
}

impl Introduction {
    fn written(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_bytes(self.host.as_bytes(), &mut bytes);
        self.compared.iter().for_each(|text| put_bytes(text.as_bytes(), &mut bytes));
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Introduction> {
        let mut reader = Reader(bytes);
        let mut text = || Some(String::from_utf8_lossy(reader.bytes()?).into_owned());
        let host = text()?;
        let mut compared: [String; COMPARED.len()] = Default::default();
        for one in &mut compared {
            *one = text()?;
        }
        Some(Introduction { host, compared })
    }
}

/// An error if something differs: one message that says where.
fn compare(all: &[Introduction]) -> Result<(), Failure> {
    for (i, (what, hint)) in COMPARED.iter().enumerate() {
        let mut who: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (rank, one) in all.iter().enumerate() {
            who.entry(&one.compared[i]).or_default().push(rank);
        }
        if who.len() > 1 {
            let mut groups: Vec<_> = who.into_iter().collect();
            groups.sort_by_key(|(_, ranks)| ranks[0]);
            let groups =
                groups.iter().map(|(value, ranks)| format!("`{value}` at {}", places(all, ranks)));
            let groups = groups.collect::<Vec<_>>().join(", ");
            let message = format!("ranks differ in their {what}: {groups}");
            return Err(Failure::new(message).hint(hint));
        }
    }
    Ok(())
}

/// No more ranks are named one by one.
const NAMED: usize = 8;

/// Ranks and where they run.
fn places(all: &[Introduction], ranks: &[usize]) -> String {
    let named = ranks.iter().take(NAMED).map(|rank| format!("rank {rank} ({})", all[*rank].host));
    let named = named.collect::<Vec<_>>().join(", ");
    match ranks.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// How many work where.
fn crew(hosts: &[String]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    hosts.iter().for_each(|host| *counts.entry(host).or_default() += 1);
    let shown = counts.iter().take(NAMED).map(|(host, n)| format!("{host}: {n}"));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = if counts.len() > NAMED { ", …" } else { "" };
    let (n_ranks, n_hosts) = (hosts.len() as u64, counts.len() as u64);
    let (ranks, on) = (words::count(n_ranks, "rank"), words::count(n_hosts, "host"));
    format!("{ranks} on {on} ({shown}{more})")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(host: &str, compared: [&str; 5]) -> Introduction {
        Introduction { host: host.to_string(), compared: compared.map(str::to_string) }
    }

    #[test]
    fn what_differs_is_reported_with_ranks_and_hosts() {
        let like = rank("node1", ["0.1.0", "perft chess 5", "ab", "", "little"]);
        let read = Introduction::read(&like.written());
        assert_eq!(read.as_ref(), Some(&like));
        assert!(compare(&[like.clone(), like.clone()]).is_ok());
        let old = rank("node2", ["0.0.9", "perft chess 5", "ab", "", "little"]);
        let failure = compare(&[like.clone(), old.clone(), like.clone(), old]).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "error: ranks differ in their version: `0.1.0` at rank 0 (node1), rank 2 (node1), \
             `0.0.9` at rank 1 (node2), rank 3 (node2)\n \
             = hint: install the same program on all hosts: a copy of one file"
        );
        let other = rank("node2", ["0.1.0", "perft chess 5", "cd", "", "little"]);
        let failure = compare(&[like, other]).unwrap_err();
        assert!(failure.message().starts_with("ranks differ in their rules: `ab` at rank 0"));
    }

    #[test]
    fn hosts_are_counted() {
        let hosts = ["b", "a", "b"].map(str::to_string);
        assert_eq!(crew(&hosts), "3 ranks on 2 hosts (a: 1, b: 2)");
    }
}
