//! The text of a game, and where the games that it extends are found.

use crate::Error;
use std::fmt;
use std::sync::Arc;
use syntax::closest;

/// Finds a game that another one extends: by its name, the name of its source and its text.
type Find = dyn Fn(&str) -> Option<(String, String)> + Send + Sync;

/// The rules of a game as text.
///
/// ```
/// use multigame::Text;
///
/// let variant = Text::new("twice", "extends tictactoe\nmain = try twice else draw.\n");
/// assert_eq!(variant.name, "twice");
/// assert!(variant.base("tictactoe").is_some());
/// ```
#[derive(Clone)]
pub struct Text {
    /// The name of the game.
    pub name: String,
    /// What messages call this text: the path of a file, as a rule.
    pub source: String,
    /// The rules.
    pub text: String,
    /// How the game is searched, in the lines of a file of settings, if somebody has said so.
    pub settings: Option<String>,
    find: Option<Arc<Find>>,
}

impl Text {
    /// A text that extends built-in games, or none.
    pub fn new(name: &str, text: &str) -> Text {
        let (name, source, text) = (name.into(), name.into(), text.into());
        Text { name, source, text, settings: None, find: None }
    }

    /// The text of a game that is built in.
    pub fn built_in(name: &str) -> Result<Text, Error> {
        match games::text(name) {
            Some(text) => {
                let settings = games::settings(name).map(str::to_string);
                Ok(Text { settings, ..Text::new(name, text).called(format!("{name}.mg")) })
            }
            None => Err(Error::UnknownGame {
                name: name.to_string(),
                closest: closest(name, games::names()),
            }),
        }
    }

    /// The same under another name in messages.
    #[must_use]
    pub fn called(self, source: impl Into<String>) -> Text {
        Text { source: source.into(), ..self }
    }

    /// The same, which looks for games that it extends here first, and then among those
    /// that are built in. A game is found as the name of its source and its text.
    #[must_use]
    pub fn with_bases(
        self,
        find: impl Fn(&str) -> Option<(String, String)> + Send + Sync + 'static,
    ) -> Text {
        Text { find: Some(Arc::new(find)), ..self }
    }

    /// This game with lines after its own.
    #[must_use]
    pub fn with(&self, lines: &str) -> Text {
        Text { text: format!("{}\n{lines}", self.text), ..self.clone() }
    }

    /// Another text that finds games where this one does.
    #[must_use]
    pub fn replaced_by(&self, source: impl Into<String>, text: String) -> Text {
        Text { source: source.into(), text, ..self.clone() }
    }

    /// What the game is: the first sentence of the comment that its rules begin with.
    ///
    /// ```
    /// let text = multigame::Text::new("mine", "// A game of mine. It is short.\n");
    /// assert_eq!(text.about(), "A game of mine");
    /// ```
    pub fn about(&self) -> String {
        let comment: Vec<&str> = self
            .text
            .lines()
            .take_while(|line| line.starts_with("//"))
            .map(|line| line.trim_start_matches('/').trim())
            .collect();
        let comment = comment.join(" ");
        let end = comment.find(". ").map_or(comment.len(), |i| i + 1);
        comment[..end].trim_end_matches('.').to_string()
    }

    /// The source and the text of a game that this one extends.
    pub fn base(&self, name: &str) -> Option<(String, String)> {
        let elsewhere = self.find.as_ref().and_then(|find| find(name));
        elsewhere.or_else(|| Some((format!("{name}.mg"), games::text(name)?.to_string())))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Text { name, source, text, .. } = self;
        f.debug_struct("Text")
            .field("name", name)
            .field("source", source)
            .field("text", text)
            .finish()
    }
}
