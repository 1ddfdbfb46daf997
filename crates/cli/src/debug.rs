//! `multigame debug`: the rules of a turn step by step, forwards and backwards, in a session of
//! short lines that works in any terminal and over pipes; and why a text is no move.

mod answer;
mod show;

use super::answer::give_json;
use super::args::DebugArgs;
use super::engine::Engine;
use super::lines::{self, Typed};
use super::position::{Table, load_game, note_hidden};
use super::report::Failure;
use super::terminal;
use super::words::count;
use answer::{Traced, Why};
use game::Game;
use interp::Interp;
use multigame::parts::Loaded;
use show::Shown;
use syntax::{Sources, closest};
use trace::{Fate, Kind, Options, Trace, Tracer};

const HELP: &str = "\
Enter, step     the next step
back            the step before
over            the next step that is not inside of what this one runs
out             the next step outside of this rule
run             to the next stop, or to the end
break RULE      stop where a rule begins, or no more; alone, the rules that are stops
goto N          to a step by its number
moves           the moves that are found, with the steps at which they are
move MOVE       only the paths to a move; alone, all paths
why MOVE        why is this no move?
path            the steps that led here
board           the board as it is on this path
rules           the rules, with the place of this step
help            this text
quit            leave
";

/// What can be typed, with what is short for it.
const WORDS: [(&str, &str); 15] = [
    ("step", "s"),
    ("back", "b"),
    ("over", "o"),
    ("out", "u"),
    ("run", "r"),
    ("break", ""),
    ("goto", "g"),
    ("moves", ""),
    ("move", "m"),
    ("why", "w"),
    ("path", "p"),
    ("board", ""),
    ("rules", "l"),
    ("help", "?"),
    ("quit", "q"),
];

pub(super) fn run(args: &DebugArgs) -> Result<u8, Failure> {
    let Loaded { sources, game, .. } = load_game(&args.start.game, &args.start.without)?;
    let table = Table::new(game, &args.start)?;
    note_hidden(table.game.facts());
    if let Some(text) = &args.why {
        return tell_why(&table, &sources, text, args.json);
    }
    for rule in args.breaks.iter().chain(&args.rule) {
        known_rule(&table.game, rule)?;
    }
    if let Some(outcome) = table.line.moves().last().and_then(|played| played.outcome) {
        let words = game::describe_outcome(table.game.facts(), outcome);
        return Err(Failure::new(format!("the game is over: {words}"))
            .hint("take the last move of --after away to see what led to it"));
    }
    let text = args.text.as_deref().map(|text| known_move(&table, text)).transpose()?;
    let options =
        Options { text, rule: args.rule.clone(), questions: !args.no_questions, most: args.most };
    let (at, past) = (table.line.position(), table.line.past());
    let trace = Tracer::of(&table.game).trace(at, past, &options);
    if args.json {
        give_json(&Traced::new(&table, &sources, &trace))?;
        return Ok(0);
    }
    let breaks = args.breaks.clone();
    let mut session = Session { table: &table, sources: &sources, options, trace, at: 0, breaks };
    session.begin()?;
    session.talk()
}

/// Why a text is no move, or that it is one.
fn tell_why(
    table: &Table<Interp>,
    sources: &Sources,
    text: &str,
    as_json: bool,
) -> Result<u8, Failure> {
    let answer = why(table, sources, text)?;
    super::answer::give(&answer, as_json)
}

fn why(table: &Table<Interp>, sources: &Sources, text: &str) -> Result<Why, Failure> {
    let (game, line) = (&table.game, &table.line);
    let mut made = line.clone();
    let legal = match made.play(game, text) {
        Ok(played) => game.explained(line)?.why_move(&played.text)?,
        Err(_) => None,
    };
    let ended = line.moves().last().and_then(|played| played.outcome);
    let why_not = match ended {
        Some(_) => None,
        None => Tracer::of(game).why_not(line.position(), line.past(), text),
    };
    match (legal, why_not, ended) {
        (_, Some(why), _) => Ok(Why::not(table, sources, text, &why)),
        (Some(reasons), ..) => Ok(Why::legal(table, &reasons)),
        (None, None, _) => {
            line.clone().play(game, text)?;
            Err(Failure::new(format!("nothing is known about `{text}`")))
        }
    }
}

/// Says no to the name of a rule that there is not.
fn known_rule(game: &Interp, rule: &str) -> Result<(), Failure> {
    let tracer = Tracer::of(game);
    if tracer.rules().any(|name| name == rule) {
        return Ok(());
    }
    let failure = Failure::new(format!("no rule is called `{rule}`"));
    Err(match closest(rule, tracer.rules()) {
        Some(name) => failure.hint(format!("did you mean `{name}`?")),
        None => {
            let names: Vec<&str> = tracer.rules().collect();
            failure.hint(format!("the rules are {}", names.join(", ")))
        }
    })
}

/// The text of a move as paths are told by it: a legal move's own, and that of another one if it
/// names fields, because paths may begin like it.
fn known_move(table: &Table<Interp>, text: &str) -> Result<String, Failure> {
    let (game, line) = (&table.game, &table.line);
    match line.clone().play(game, text) {
        Ok(played) => Ok(played.text.clone()),
        Err(_) if game::fields_in(game.facts(), text).is_ok_and(|fields| !fields.is_empty()) => {
            Ok(text.to_string())
        }
        Err(why) => Err(why.into()),
    }
}

/// A session at the prompt.
struct Session<'a> {
    table: &'a Table<Interp>,
    sources: &'a Sources,
    options: Options,
    trace: Trace,
    /// The step that is shown.
    at: usize,
    breaks: Vec<String>,
}

impl Session<'_> {
    fn begin(&mut self) -> Result<(), Failure> {
        let game = self.table.game.facts();
        terminal::print(&format!("{}: type `help` for help\n", game.name))?;
        self.summary()?;
        if !self.breaks.is_empty()
            && let Some(first) = (0..self.trace.steps.len()).find(|&n| self.is_stop(n))
        {
            self.at = first;
        }
        self.show()
    }

    /// Says how much was found, and what is missing.
    fn summary(&self) -> Result<(), Failure> {
        let trace = &self.trace;
        let steps = count(trace.steps.len(), "step");
        let ends = trace.steps.iter().filter(|step| step.question.is_none());
        let ended = ends.filter(|step| matches!(step.fate, Fate::Ends | Fate::Strays)).count();
        let results = trace.steps.iter().filter(|step| step.fate == Fate::Result).count();
        let (results, ended) = (count(results, "result"), count(ended, "path"));
        terminal::print(&format!("{steps}: {results}, and {ended} that end before one\n"))?;
        if let Some(error) = &trace.error {
            terminal::warn(&error.message);
        }
        if trace.is_cut {
            terminal::note(&format!(
                "{steps} are not all; narrow it down by `move MOVE` or `move FIELD`, or by --rule"
            ));
        } else if self.options.questions && !trace.has_questions {
            terminal::note("what answers questions is left out, because there is too much of it");
        }
        Ok(())
    }

    /// Asks until somebody leaves.
    fn talk(&mut self) -> Result<u8, Failure> {
        loop {
            terminal::print("debug> ")?;
            let line = match lines::typed()? {
                Typed::Line(line) => line,
                Typed::NotText => continue,
                Typed::End => {
                    terminal::print("\n")?;
                    return Ok(0);
                }
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let word = word.to_ascii_lowercase();
            let known = WORDS.iter().find(|(long, short)| *long == word || *short == word);
            let word = match (word.as_str(), known) {
                ("", _) => "step",
                ("exit", _) => "quit",
                (_, Some((long, _))) => long,
                (word, None) => {
                    unknown(word).print();
                    continue;
                }
            };
            if word == "quit" {
                return Ok(0);
            }
            if let Err(failure) = self.obey(word, rest.trim()) {
                failure.print();
            }
        }
    }

    fn obey(&mut self, word: &str, rest: &str) -> Result<(), Failure> {
        let n = self.trace.steps.len();
        match word {
            "step" => self.go((self.at + 1 < n).then_some(self.at + 1), "this is the last step"),
            "back" => self.go(self.at.checked_sub(1), "this is the first step"),
            "over" | "out" => {
                let depth = self.trace.steps.get(self.at).map_or(0, |step| step.depth);
                let fits = |m: &usize| match word {
                    "over" => self.trace.steps[*m].depth <= depth,
                    _ => self.trace.steps[*m].depth < depth,
                };
                self.go((self.at + 1..n).find(fits), "no such step follows")
            }
            "run" => {
                let next = (self.at + 1..n).find(|&m| self.is_stop(m));
                let last = n.checked_sub(1).filter(|last| *last > self.at);
                self.go(next.or(last), "this is the last step")
            }
            "goto" => match rest.parse::<usize>() {
                Ok(m) if (1..=n).contains(&m) => self.go(Some(m - 1), ""),
                _ => Err(Failure::new(format!("the steps are 1 to {n}"))),
            },
            "break" => self.stop_at(rest),
            "move" => self.narrow(rest),
            "moves" => terminal::print(&self.moves()),
            "why" if rest.is_empty() => {
                Err(Failure::new("why which move?").hint("`why e2e5`, for example"))
            }
            "why" => terminal::print(&why(self.table, self.sources, rest)?.to_string()),
            "path" => terminal::print(&self.shown().path()),
            "board" => terminal::print(&self.shown().board()),
            "rules" => terminal::print(&self.shown().rules()),
            _ => terminal::print(HELP),
        }
    }

    fn shown(&self) -> Shown<'_> {
        Shown { table: self.table, sources: self.sources, trace: &self.trace, at: self.at }
    }

    fn show(&self) -> Result<(), Failure> {
        match self.trace.steps.is_empty() {
            true => terminal::print("there is no step\n"),
            false => terminal::print(&self.shown().step()),
        }
    }

    /// Goes to a step, or says that there is none.
    fn go(&mut self, to: Option<usize>, otherwise: &str) -> Result<(), Failure> {
        match to {
            Some(to) => {
                self.at = to;
                self.show()
            }
            None => terminal::print(&format!("{otherwise}\n")),
        }
    }

    /// Whether a rule begins at a step that is a stop.
    fn is_stop(&self, n: usize) -> bool {
        let runs = self.trace.steps[n].runs;
        let name = runs.and_then(|func| self.trace.names.get(func.index()));
        name.is_some_and(|name| self.breaks.contains(name))
    }

    /// Makes a rule a stop, or takes that back.
    fn stop_at(&mut self, rule: &str) -> Result<(), Failure> {
        if rule.is_empty() {
            let stops = match self.breaks.is_empty() {
                true => "no rule is a stop".to_string(),
                false => self.breaks.join(" "),
            };
            return terminal::print(&format!("{stops}\n"));
        }
        known_rule(&self.table.game, rule)?;
        match self.breaks.iter().position(|known| known == rule) {
            Some(known) => {
                self.breaks.remove(known);
                terminal::print(&format!("`{rule}` is no stop any more\n"))
            }
            None => {
                self.breaks.push(rule.to_string());
                terminal::print(&format!("`run` stops where `{rule}` begins\n"))
            }
        }
    }

    /// Traces again, only the paths to a move or all of them.
    fn narrow(&mut self, text: &str) -> Result<(), Failure> {
        let (game, line) = (&self.table.game, &self.table.line);
        self.options.text = match text.is_empty() {
            true => None,
            false => Some(known_move(self.table, text)?),
        };
        let tracer = Tracer::of(game);
        self.trace = tracer.trace(line.position(), line.past(), &self.options);
        self.at = 0;
        self.summary()?;
        self.show()
    }

    /// The moves and outcomes that were found.
    fn moves(&self) -> String {
        let steps = self.trace.steps.iter().enumerate();
        let ends = steps.filter(|(_, step)| step.kind == Kind::End && step.fate == Fate::Result);
        let lines: String =
            ends.map(|(n, step)| format!("step {}: {}\n", n + 1, step.words)).collect();
        if lines.is_empty() { "no path leads to a move\n".to_string() } else { lines }
    }
}

/// A word that means nothing.
fn unknown(word: &str) -> Failure {
    let failure = Failure::new(format!("`{word}` is no command"));
    match closest(word, WORDS.iter().map(|(long, _)| *long)) {
        Some(meant) => failure.hint(format!("did you mean `{meant}`?")),
        None => failure.hint("`help` lists the commands"),
    }
}
