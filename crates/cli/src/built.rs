//! The command line of a program that `multigame build` made: the commands that
//! concern one game, which nobody has to name.
//!
//! The commands themselves do not notice. Where `multigame` asks for a game, an
//! option that is hidden gives the one inside, whose text the library finds
//! before all others.

use super::args::Args;
use crate::embedded::{self, Embedded};
use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use multigame::Text;
use syntax::ast::{Item, ItemKind};
use syntax::{FileId, parse};

/// The commands that make no sense when the rules are fixed.
const LEFT_OUT: [&str; 8] = ["check", "fmt", "lsp", "learn", "tables", "book", "build", "web"];

/// Those that make sense only in a game that hides something.
const FOR_HIDDEN: [&str; 2] = ["referee", "infoset"];

/// Whether rules have one by which something is hidden. Nothing is compiled for that: all
/// commands ask. If a variant takes the rule out, the commands say that there is nothing
/// to referee.
fn hides_something(game: &Embedded) -> bool {
    let is_hiding = |item: &Item| match &item.kind {
        ItemKind::Rule(name, _) => ["seen", "known"].contains(&name.text.as_str()),
        _ => false,
    };
    game.texts.iter().any(|(_, text)| parse(FileId(0), text).file.items.iter().any(is_hiding))
}

/// What the arguments of this process are read by.
pub(super) fn command() -> Command {
    let command = match embedded::current() {
        None => Args::command(),
        Some(game) => of_game(game),
    };
    // A number below zero is a wrong value, not an option of that name.
    command.mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
    })
}

/// What users call this program: a program that was built by the name of its file.
pub(super) fn program_name() -> String {
    let called = std::env::args_os().next().map(std::path::PathBuf::from);
    let file = called.as_deref().and_then(|path| path.file_name());
    match (embedded::current(), file) {
        (Some(_), Some(file)) => file.to_string_lossy().into_owned(),
        _ => Args::command().get_name().to_string(),
    }
}

fn of_game(game: &'static Embedded) -> Command {
    let name = game.name.as_str();
    let whole = Args::command();
    let hides_something = hides_something(game);
    let is_kept = |name: &str| match FOR_HIDDEN.contains(&name) {
        true => hides_something,
        false => !LEFT_OUT.contains(&name),
    };
    let kept = whole.get_subcommands().filter(|command| is_kept(command.get_name()));
    let about = match Text::new(name, &game.texts[0].1).about() {
        text if text.is_empty() => format!("The game {name}"),
        text => text,
    };
    Command::new(name)
        .version(concat!(env!("CARGO_PKG_VERSION"), " (built by multigame)"))
        .about(about)
        .after_help(format!(
            "{}`play` plays against the computer, `moves` lists the legal moves, and `perft 3`\n\
             counts sequences of three moves. This program was built by Multigame, which can\n\
             do more with rules: check them, lay them out, make variants of them.",
            habits(game)
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(kept.map(|command| with_game(command.clone(), game)))
}

/// How the program searches if nobody says otherwise.
fn habits(game: &Embedded) -> String {
    if game.defaults.is_empty() {
        return String::new();
    }
    let options: Vec<String> =
        game.defaults.iter().map(|(name, value)| format!("--{name} {value}")).collect();
    format!("It searches with {} unless told otherwise.\n\n", options.join(" "))
}

/// A command that has got its game. Its examples are about other games.
fn with_game(command: Command, game: &'static Embedded) -> Command {
    let mut command = command.after_help(Resettable::Reset);
    if command.get_name() == "games" {
        command = command.about("Print the rules of the game");
    }
    // A command that takes one game may have a number of games besides.
    let takes = |id: &&str| command.get_arguments().any(|arg| arg.get_id() == *id);
    if let Some(id) = ["game", "games"].into_iter().find(takes) {
        // A long name takes it out of the arguments that are told apart by their
        // order, so that others move up.
        command = command.mut_arg(id, |arg| {
            let arg = arg.long("game").required(false).hide(true);
            arg.value_parser([game.name.as_str()]).default_value(game.name.as_str())
        });
    }
    // Options of the same name in commands that do not search mean something else.
    let searches = command.get_arguments().any(|arg| arg.get_id() == "heuristics");
    for (name, value) in game.defaults.iter().filter(|_| searches) {
        if command.get_arguments().any(|arg| arg.get_id() == name.as_str()) {
            command = command.mut_arg(name, |arg| arg.default_values(value.split(',')));
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Command as Parsed;
    use clap::FromArgMatches;

    fn built() -> Command {
        of_rules("// Ludo for one.\nmain = draw.\nseen = find field.\n")
    }

    fn of_rules(rules: &str) -> Command {
        let texts = vec![("ludo".to_string(), rules.to_string())];
        let defaults = [("heuristics", "-table,-killers"), ("hash", "1G"), ("level", "9")]
            .map(|(name, value)| (name.to_string(), value.to_string()));
        let defaults = defaults.to_vec();
        let settings = None;
        of_game(Box::leak(Box::new(Embedded { name: "ludo".into(), texts, defaults, settings })))
    }

    fn parse(words: &[&str]) -> Result<Parsed, clap::Error> {
        let matches = built().try_get_matches_from([&["ludo"], words].concat())?;
        Args::from_arg_matches(&matches).map(|args| args.command)
    }

    #[test]
    fn commands_have_the_game_already() {
        let Ok(Parsed::Perft(args)) = parse(&["perft", "3", "--divide"]) else { panic!("perft") };
        assert_eq!((args.position.game.as_str(), args.depth, args.divide), ("ludo", 3, true));
        let Ok(Parsed::Replay(args)) = parse(&["replay", "x.mgr"]) else { panic!("replay") };
        assert_eq!(args.game.as_deref(), Some("ludo"));
        let Ok(Parsed::Games(args)) = parse(&["games"]) else { panic!("games") };
        assert_eq!(args.game.as_deref(), Some("ludo"));
        let Ok(Parsed::Bench(args)) = parse(&["bench"]) else { panic!("bench") };
        assert_eq!(args.games, ["ludo"]);
    }

    #[test]
    fn commands_search_as_the_program_was_built_to() {
        let Ok(Parsed::Play(args)) = parse(&["play", "--hash", "1M"]) else { panic!("play") };
        assert_eq!((args.search.hash, args.level), (Some(1 << 20), 9));
        assert_eq!(args.search.heuristics, ["-table", "-killers"]);
        let Ok(Parsed::Ugi(args)) = parse(&["ugi", "--heuristics", "none"]) else { panic!("ugi") };
        assert_eq!(
            (args.protocol.search.hash, args.protocol.search.heuristics.len()),
            (Some(1 << 30), 1)
        );
    }

    #[test]
    fn no_other_game_can_be_named() {
        for words in [&["moves", "chess"][..], &["moves", "--game", "chess"], &["fmt", "x.mg"]] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn there_is_a_referee_where_something_is_hidden() {
        for (rules, is_there) in
            [("main = draw. known = find field.", true), ("main = draw.", false)]
        {
            let command = of_rules(rules);
            for name in FOR_HIDDEN {
                assert_eq!(command.find_subcommand(name).is_some(), is_there, "{name}: {rules}");
            }
        }
    }

    #[test]
    fn no_help_asks_for_a_game() {
        let mut command = built();
        command.build();
        let mut n_commands = 0;
        for command in command.get_subcommands_mut().filter(|it| it.get_name() != "help") {
            n_commands += 1;
            let help = command.render_long_help().to_string();
            assert!(!help.contains("GAME") && !help.contains("multigame"), "{help}");
        }
        assert_eq!(n_commands, 24);
    }
}
