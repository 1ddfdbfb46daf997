//! What the rules do in a turn, and why a text is no move, for positions of the facade.

use crate::backing::either;
use crate::{Error, Game, Position};
use game::crew;
use interp::Interp;
use ir::Source;
use syntax::{FileId, Sources, Span};
use trace::{Options, Trace, Tracer, WhyNot};

/// A place in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The words of the rules there, on one line.
    pub words: String,
}

impl Place {
    pub(crate) fn of(sources: &Sources, span: Span) -> Place {
        let source = sources.get(span.file);
        let (line, column) = source.line_column(span.start);
        let text = source.text().get(span.start as usize..span.end as usize).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        Place { file: source.name.clone(), line, column, words: words.join(" ") }
    }
}

impl Game {
    /// The names of its rules.
    pub fn rule_names(&self) -> impl Iterator<Item = &str> {
        Tracer::of(self.interp()).rules()
    }

    /// Where in the rules a step comes from, if that is known.
    pub fn place(&self, source: Source) -> Option<Place> {
        let Source { file, start, end } = source;
        let is_there = source.is_known() && usize::from(file) < self.sources().list.len();
        is_there.then(|| Place::of(self.sources(), Span { file: FileId(file), start, end }))
    }
}

impl Position {
    /// What the rules do in this position, step by step. `go_on` is asked every now and then
    /// whether the answer is still wanted.
    ///
    /// ```
    /// use multigame::{Game, TraceOptions};
    ///
    /// let position = Game::load("chess")?.start();
    /// let options = TraceOptions { text: Some("e2e4".to_string()), ..TraceOptions::default() };
    /// let trace = position.trace(&options, &|| true)?;
    /// let last = trace.steps.last().unwrap();
    /// assert_eq!(last.words, "the move e2e4");
    /// assert!(trace.steps.iter().any(|step| trace.rule(step.func) == "double_push"));
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn trace(
        &self,
        options: &Options,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Trace, Error> {
        self.must_go_on()?;
        let (at, past) = self.interpreted()?;
        on_worker(self.game().interp(), go_on, |tracer| tracer.trace(&at, &past, options))
    }

    /// Why a text is no move of this position: what is wrong, and what failed in the rules on
    /// the path that agrees with it longest. Nothing if it is a move.
    ///
    /// ```
    /// use multigame::Game;
    ///
    /// let game = Game::load("chess")?;
    /// let position = game.position("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1")?;
    /// let why = position.why_not("e3d5", &|| true)?.unwrap();
    /// let because = &why.because[0];
    /// assert_eq!(game.place(because.source).unwrap().words, "not in_check");
    /// assert_eq!(because.words, "black rook on e8, white king on e1");
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn why_not(
        &self,
        text: &str,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<WhyNot>, Error> {
        self.must_go_on()?;
        let (at, past) = self.interpreted()?;
        on_worker(self.game().interp(), go_on, |tracer| tracer.why_not(&at, &past, text))
    }

    /// Says no if the last move has ended the game, so that there are no rules to follow.
    fn must_go_on(&self) -> Result<(), Error> {
        match either!(&self.state, it => it.ended()) {
            Some(outcome) => Err(Error::Over(self.game().describe(outcome))),
            None => Ok(()),
        }
    }
}

/// Traces on a thread that has room for it: to put steps down takes more stack than to play.
fn on_worker<T: Send>(
    interp: &Interp,
    go_on: &(dyn Fn() -> bool + Sync),
    job: impl FnOnce(Tracer<'_>) -> T + Send,
) -> Result<T, Error> {
    let done = crew::on_worker(|| job(Tracer::of(interp).while_wanted(&|| go_on())));
    done.map_err(|why| Error::refused(format!("no thread could be started: {why}"), ""))
}
