//! Settings by their names: given on a command line, by a client, for a side of a match or in
//! the file of a game, always read by this code. What somebody leaves open, whoever comes
//! before them decides.

use crate::reading::{
    algorithm, error, evaluation, heuristics, platform, read_threads, unknown, value, whole, words,
    wrong,
};
use crate::size::{read_size, write_size};
use game::Facts;
use search::{Algorithm, Evaluation, Heuristics, Number, Platform, Settings, SettingsError};

/// The names of settings that are no numbers; those are in [`Settings::NUMBERS`].
pub const NAMES: [&str; 7] =
    ["algorithm", "evaluation", "heuristics", "platform", "threads", "hash", "seed"];

/// Platforms in the order in which they are tried where only a number of threads is given.
const PLATFORMS: [Platform; 3] =
    [Platform::YoungBrothers, Platform::SharedTable, Platform::RootParallel];

/// The heuristic that makes no sense without an evaluation.
const QUIESCENCE: &str = "quiescence";

/// Settings that somebody gave; what is not among them is left open.
///
/// ```
/// let mut given = tune::Given::default();
/// given.add("algorithm", "mcts").unwrap();
/// assert_eq!(given.get("algorithm"), Some("mcts"));
/// let error = given.add("algoritm", "mcts").unwrap_err();
/// assert!(error.hint.contains("did you mean `algorithm`?"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(Vec<(String, String)>);

impl Given {
    /// Adds a setting, or says what is wrong with it. One of the same name is replaced.
    /// Whether there is an evaluation of a name, only a game can tell.
    pub fn add(&mut self, name: &str, value: &str) -> Result<(), SettingsError> {
        check(name, value)?;
        self.remove(name);
        self.0.push((name.to_string(), value.trim().to_string()));
        Ok(())
    }

    /// Leaves a setting open again.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// The value that was given for a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Names and values in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a heuristic is named, so that nobody else may turn it off.
    fn names_heuristic(&self, name: &str) -> bool {
        let mut words = words(self.get("heuristics").unwrap_or_default());
        words.any(|word| word.trim_start_matches('+') == name)
    }

    /// These settings over others: an algorithm first, because another one has other
    /// heuristics.
    fn apply(&self, mut settings: Settings, facts: &Facts) -> Result<Settings, SettingsError> {
        if let Some(name) = self.get("algorithm") {
            settings = with_algorithm(settings, algorithm(name)?, facts);
        }
        if let Some(name) = self.get("evaluation") {
            settings.evaluation = evaluation(name, facts)?;
        }
        if let Some(list) = self.get("heuristics") {
            settings.heuristics = heuristics(list, settings.heuristics)?;
        }
        if let Some(size) = self.get("hash") {
            settings.table_bytes = read_size(size).map_err(wrong("hash"))?;
        }
        if let Some(seed) = self.get("seed") {
            settings.seed = whole("seed", seed, u64::MAX)?;
        }
        for number in Settings::NUMBERS {
            if let Some(text) = self.get(number.name) {
                (number.write)(&mut settings, value(number, text)?);
            }
        }
        Ok(settings)
    }

    /// Settings over which these layers are laid, each over those before it, with this many
    /// threads unless one says otherwise. Refuses what makes no sense together.
    pub fn layered(
        base: Settings,
        facts: &Facts,
        layers: &[&Given],
        threads: usize,
    ) -> Result<Settings, SettingsError> {
        let mut settings = base;
        for layer in layers {
            settings = layer.apply(settings, facts)?;
        }
        let is_named = layers.iter().any(|layer| layer.names_heuristic(QUIESCENCE));
        if settings.evaluation == Evaluation::None && !is_named {
            settings.heuristics.quiescence = false;
        }
        let last = |name: &str| layers.iter().rev().find_map(|layer| layer.get(name));
        let given = last("threads").map(read_threads).transpose()?;
        settings.threads = given.unwrap_or(threads);
        settings.platform = match last("platform") {
            Some(name) => platform(name)?,
            None => suitable(settings, facts),
        };
        // Nobody asked for several threads, so that one does where they make no sense.
        if given.is_none() && settings.check(facts).is_err() {
            let alone = Settings { threads: 1, ..settings };
            let alone = match last("platform") {
                Some(_) => alone,
                None => Settings { platform: Platform::Serial, ..alone },
            };
            alone.check(facts)?;
            return Ok(alone);
        }
        settings.check(facts)?;
        Ok(settings)
    }
}

/// The same settings with another algorithm, which has heuristics of its own and does not look
/// at the numbers of others.
pub(crate) fn with_algorithm(settings: Settings, algorithm: Algorithm, facts: &Facts) -> Settings {
    if algorithm == settings.algorithm {
        return settings;
    }
    let (usual, heuristics) = (Settings::new(facts), Heuristics::of(algorithm));
    let mut settings = Settings { algorithm, heuristics, ..settings };
    let of_others = |number: &&Number| !(number.is_of)(algorithm);
    for number in Settings::NUMBERS.iter().filter(of_others) {
        (number.write)(&mut settings, (number.read)(&usual));
    }
    settings
}

/// What is wrong with a setting that somebody gives.
fn check(name: &str, text: &str) -> Result<(), SettingsError> {
    if let Some(number) = Settings::number(name) {
        return value(number, text).map(|_| ());
    }
    match name {
        "algorithm" => algorithm(text).map(|_| ()),
        "evaluation" if text.trim().is_empty() => {
            Err(error("an evaluation has a name", "name one of the rules, `automatic` or `none`"))
        }
        "evaluation" => Ok(()),
        "heuristics" => heuristics(text, Heuristics::ALL).map(|_| ()),
        "platform" => platform(text).map(|_| ()),
        "threads" => read_threads(text).map(|_| ()),
        "hash" => read_size(text).map(|_| ()).map_err(wrong("hash")),
        "seed" => whole("seed", text, u64::MAX).map(|_| ()),
        _ => {
            let numbers = Settings::NUMBERS.iter().map(|number| number.name);
            Err(unknown("setting", name, NAMES.into_iter().chain(numbers)))
        }
    }
}

/// All settings by name, as they could be given again.
pub fn described(settings: &Settings, facts: &Facts) -> Vec<(&'static str, String)> {
    let evaluation = match settings.evaluation {
        Evaluation::Rules(n) => facts.evaluations.get(n).cloned().unwrap_or_default(),
        Evaluation::Own => "own".to_string(),
        Evaluation::None => "none".to_string(),
    };
    let mut heuristics = settings.heuristics;
    let on = Heuristics::NAMES.into_iter();
    let on = on.filter(|name| heuristics.by_name(name).is_some_and(|on| *on));
    let on = on.collect::<Vec<_>>().join(",");
    let mut all = vec![
        ("algorithm", settings.algorithm.name().to_string()),
        ("evaluation", evaluation),
        ("heuristics", if on.is_empty() { "none".to_string() } else { on }),
        ("platform", settings.platform.name().to_string()),
        ("threads", settings.threads.to_string()),
        ("hash", write_size(settings.table_bytes)),
        ("seed", settings.seed.to_string()),
    ];
    let looked_at = |number: &&Number| (number.is_of)(settings.algorithm);
    let numbers = Settings::NUMBERS.iter().filter(looked_at);
    all.extend(numbers.map(|number| (number.name, (number.read)(settings).to_string())));
    all
}

/// What has to be given to turn some settings into others. How many threads search and how
/// they share the work is a matter of the machine, and the seed one of the user.
pub fn difference(to: &Settings, from: &Settings, facts: &Facts) -> Given {
    let before = described(from, facts);
    let mut given = Given::default();
    for (name, value) in described(to, facts) {
        let is_known = before.contains(&(name, value.clone()));
        if is_known || ["platform", "threads", "seed", "heuristics"].contains(&name) {
            continue;
        }
        given.0.push((name.to_string(), value));
    }
    let usual = match to.algorithm == from.algorithm {
        true => from.heuristics,
        false => Heuristics::of(to.algorithm),
    };
    let (mut usual, mut wanted) = (usual, to.heuristics);
    let changed = Heuristics::NAMES.into_iter().filter_map(|name| {
        let (was, is) = (*usual.by_name(name)?, *wanted.by_name(name)?);
        (was != is).then(|| format!("{}{name}", if is { '+' } else { '-' }))
    });
    let changed = changed.collect::<Vec<_>>().join(" ");
    if !changed.is_empty() {
        given.0.push(("heuristics".to_string(), changed));
    }
    given
}

/// The first platform that makes sense with the other settings. With two threads `ybw` needed
/// a tenth fewer nodes to a depth of chess and a fifth fewer to one of othello than `table`, and
/// about as much time as `jamboree` and `abdada`.
pub fn suitable(settings: Settings, facts: &Facts) -> Platform {
    if settings.threads == 1 {
        return Platform::Serial;
    }
    let all = PLATFORMS.into_iter().chain(Platform::ALL.iter().map(|(platform, ..)| *platform));
    let makes_sense =
        |platform: &Platform| Settings { platform: *platform, ..settings }.check(facts).is_ok();
    // If there is none, the reason for the first is as good as any.
    all.clone().find(makes_sense).unwrap_or(PLATFORMS[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    fn given(pairs: &[(&str, &str)]) -> Given {
        let mut given = Given::default();
        pairs.iter().for_each(|(name, value)| given.add(name, value).expect("a setting"));
        given
    }

    fn facts() -> Facts {
        testing::load("breakthrough").facts().clone()
    }

    fn layered(layers: &[&Given]) -> Result<Settings, SettingsError> {
        let facts = facts();
        Given::layered(Settings::new(&facts), &facts, layers, 1)
    }

    #[test]
    fn a_later_layer_changes_what_it_names_and_nothing_else() {
        let file = given(&[("heuristics", "+forced -killers"), ("hash", "1M")]);
        let flags = given(&[("heuristics", "-history"), ("seed", "7")]);
        let found = layered(&[&file, &flags]).expect("settings");
        let h = found.heuristics;
        assert!(h.forced && !h.killers && !h.history && h.table);
        assert_eq!((found.table_bytes, found.seed), (1 << 20, 7));
    }

    #[test]
    fn another_algorithm_does_without_the_heuristics_of_the_first() {
        let file = given(&[("heuristics", "+forced")]);
        let found = layered(&[&file, &given(&[("algorithm", "mcts")])]).expect("settings");
        assert_eq!(found.heuristics, Heuristics::NONE);
        let same = layered(&[&file, &given(&[("algorithm", "pvs")])]).expect("settings");
        assert!(same.heuristics.forced);
        let file = given(&[("algorithm", "mcts"), ("mcts.turns", "40")]);
        let found = layered(&[&file, &given(&[("algorithm", "pvs")])]).expect("settings");
        assert_eq!(found, layered(&[]).expect("settings"));
    }

    #[test]
    fn nobody_who_did_not_ask_for_threads_is_refused_because_of_them() {
        let facts = facts();
        let serial = given(&[("platform", "serial")]);
        let found = Given::layered(Settings::new(&facts), &facts, &[&serial], 2);
        assert_eq!(found.map(|settings| settings.threads), Ok(1));
        let asked = given(&[("platform", "serial"), ("threads", "2")]);
        assert!(Given::layered(Settings::new(&facts), &facts, &[&asked], 1).is_err());
    }

    #[test]
    fn what_is_described_can_be_given_again() {
        let facts = facts();
        for layer in [
            given(&[]),
            given(&[("algorithm", "mcts"), ("mcts.turns", "30")]),
            given(&[("evaluation", "none"), ("heuristics", "table,deepening"), ("hash", "3M")]),
        ] {
            let once = layered(&[&layer]).expect("settings");
            let mut again = Given::default();
            for (name, value) in described(&once, &facts) {
                again.add(name, &value).expect(name);
            }
            assert_eq!(layered(&[&again]), Ok(once));
        }
    }

    #[test]
    fn a_difference_leads_from_one_to_the_other() {
        let (facts, base) = (facts(), Settings::new(&facts()));
        for layer in [
            given(&[]),
            given(&[("algorithm", "mcts"), ("mcts.turns", "30")]),
            given(&[("evaluation", "none"), ("hash", "3M")]),
            given(&[("algorithm", "mtdf"), ("heuristics", "+forced -killers")]),
        ] {
            let to = Given::layered(base, &facts, &[&layer], 1).expect("settings");
            let change = difference(&to, &base, &facts);
            assert_eq!(Given::layered(base, &facts, &[&change], 1), Ok(to), "{change:?}");
            assert_eq!(change.is_empty(), layer.is_empty());
        }
    }

    #[test]
    fn wrong_values_are_refused_with_what_is_needed() {
        let mut given = Given::default();
        for (name, value) in [
            ("algorithm", "alphabeta"),
            ("heuristics", "+lnr"),
            ("threads", "0"),
            ("hash", "big"),
            ("seed", "-1"),
            ("mcts.turns", "1.5"),
            ("mcts.turns", "100000"),
            ("evaluation", ""),
            ("depth", "4"),
        ] {
            let error = given.add(name, value).expect_err(name);
            assert!(!error.message.is_empty() && !error.hint.is_empty(), "{name}");
        }
        assert!(given.is_empty());
    }
}
