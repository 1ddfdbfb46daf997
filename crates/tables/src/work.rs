//! Tables as they are built one after the other: what is wanted, what that needs, and what is
//! there.

use crate::build::{Failed, Means, Step, build};
use crate::class::Classes;
use crate::file::{TableFile, write};
use crate::forward::Surprise;
use crate::material::Material;
use crate::plan::{Graph, explore, follow, order};
use crate::scheme::{Rules, Scheme, Seen};
use crate::statistics::Statistics;
use crate::store::Store;
use crate::tables::{Table, Tables};
use crate::together;
use game::{Facts, Game};
use ranks::{Lost, Team};

/// No plan has more classes.
const MOST_CLASSES: usize = 20_000;

/// Why nothing is built.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The game is a puzzle, hides something, or has what tables do not know.
    Unfit(&'static str),
    /// A class has too many men, or there are too many classes.
    TooMany,
    /// A table needs this many bytes of memory: its name, and how many.
    Memory(String, u64),
    /// Somebody stopped it.
    Stopped,
    /// A table that was built before is damaged: its name, and what is wrong.
    Damaged(String, String),
    /// Ranks that work together have lost each other.
    Lost(Lost),
}

/// A table that is still to be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What it is called: its classes.
    pub name: String,
    /// How many positions it numbers.
    pub positions: u64,
    classes: Vec<Material>,
}

/// Tables of a game and what is still to be built.
pub struct Work<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) scheme: Scheme,
    pub(crate) tables: Tables,
    graph: Graph,
    wanted: Vec<Material>,
}

impl<'g, G: Game> Work<'g, G> {
    /// Nothing is wanted yet. Some random games are played to see where pieces can be.
    pub fn new(game: &'g G, rules: Rules) -> Result<Work<'g, G>, Problem> {
        let facts = game.facts();
        if facts.n_players() != 2 {
            return Err(Problem::Unfit("this is a puzzle for one player"));
        }
        if facts.hidden {
            return Err(Problem::Unfit("the players of this game do not see everything"));
        }
        if facts.stacks.is_some() && facts.pieces().count() > 1 {
            return Err(Problem::Unfit("different pieces of this game are stacked"));
        }
        // A table that knows who wins and how soon would throw points away for a faster win.
        if rules.scores && rules.points.is_none() {
            return Err(Problem::Unfit(
                "this game is decided by scores that are more than points of a counter",
            ));
        }
        let mut scheme = Scheme::new(facts, rules);
        explore(game, &mut scheme);
        let (tables, graph) = (Tables::default(), Graph::new());
        Ok(Work { game, scheme, tables, graph, wanted: Vec::new() })
    }

    /// Takes tables that were built before, once it is known what is wanted. Those that number
    /// positions in another way, because less was known about where pieces can be, are left
    /// out and built again; how many were taken.
    pub fn adopt(&mut self, files: Vec<TableFile>) -> Result<usize, Problem> {
        self.adopt_as(files, Store::loaded)
    }

    /// Like [`Work::adopt`]; the values stay in the files until they are needed.
    pub fn adopt_unread(&mut self, files: Vec<TableFile>) -> Result<usize, Problem> {
        self.adopt_as(files, Ok)
    }

    fn adopt_as(
        &mut self,
        files: Vec<TableFile>,
        load: impl Fn(Store) -> Result<Store, String>,
    ) -> Result<usize, Problem> {
        let mut grew = false;
        for file in &files {
            for (piece, domain) in file.domains.iter().enumerate() {
                for field in domain.iter() {
                    grew |= self.scheme.note(piece as u8, field.0);
                }
            }
        }
        if grew {
            self.graph.clear();
            self.plan()?;
        }
        let before = self.tables.len();
        for file in files {
            let names = &file.table.classes.names;
            let has = |piece: usize| names.iter().any(|name| name.counts[piece] > 0);
            let mut pieces = 0..self.scheme.pieces.len();
            if pieces.all(|i| !has(i) || file.domains[i] == self.scheme.domains[i]) {
                let damaged = |message| Problem::Damaged(file.name.clone(), message);
                let store = load(file.table.store).map_err(damaged)?;
                self.tables.add(Table { store, ..file.table });
            }
        }
        Ok(self.tables.len() - before)
    }

    /// Wants the tables of some classes, and of all that they lead to.
    pub fn want(&mut self, classes: impl IntoIterator<Item = Material>) -> Result<(), Problem> {
        let classes = classes.into_iter().map(|class| self.scheme.class(class));
        self.wanted.extend(classes.collect::<Vec<_>>());
        self.wanted.sort();
        self.wanted.dedup();
        self.plan()
    }

    /// The class of the first position.
    pub fn start(&self) -> Material {
        let mut seen = Seen::default();
        self.scheme.see(self.game, &self.game.start(), &mut seen);
        self.scheme.class(seen.material)
    }

    /// All classes with at most this many men, if they are not too many for any plan.
    pub fn with_men(&self, men: u32) -> Result<Vec<Material>, Problem> {
        let mut found = Vec::new();
        let facts = &self.scheme.facts;
        let mut counts = Vec::new();
        self.add_counts(men, &mut counts, &mut found)?;
        let mut classes: Vec<Material> = found
            .into_iter()
            .filter_map(|counts| {
                let empty = crate::material::no_material(facts);
                let class = self.scheme.class(Material { counts, ..empty });
                (class.men(facts) > 0).then_some(class)
            })
            .collect();
        classes.sort();
        classes.dedup();
        Ok(classes)
    }

    /// Finds all numbers of the pieces that follow. Their number grows so fast with that of the
    /// men that memory ends before all are found: it ends where no plan could have them.
    fn add_counts(
        &self,
        left: u32,
        counts: &mut Vec<u8>,
        found: &mut Vec<Vec<u8>>,
    ) -> Result<(), Problem> {
        let Some(piece) = self.scheme.pieces.get(counts.len()) else {
            found.push(counts.clone());
            // Two of them are one class where the players may be exchanged.
            return match found.len() > 2 * MOST_CLASSES {
                true => Err(Problem::TooMany),
                false => Ok(()),
            };
        };
        let can_be = !self.scheme.domains[counts.len()].is_empty();
        let exactly = self.scheme.facts.kinds[piece.kind().index()].exactly;
        let range = match exactly {
            Some(n) => u32::from(n)..=u32::from(n),
            None => 0..=if can_be { left } else { 0 },
        };
        for n in range.filter(|&n| n <= left) {
            counts.push(n.min(255) as u8);
            self.add_counts(left - n, counts, found)?;
            counts.pop();
        }
        Ok(())
    }

    /// Finds all classes that are needed.
    fn plan(&mut self) -> Result<(), Problem> {
        loop {
            let (game, wanted) = (self.game, &self.wanted);
            let grew = follow(game, &mut self.scheme, &mut self.graph, wanted, MOST_CLASSES);
            match grew {
                None => return Err(Problem::TooMany),
                Some(false) => return Ok(()),
                // Pieces get further than was known, which may bring more classes.
                Some(true) => self.graph.clear(),
            }
        }
    }

    /// The tables that are still to be built, in their order.
    pub fn jobs(&self) -> Vec<Job> {
        let groups = order(&self.graph).into_iter();
        let missing =
            groups.filter(|group| !group.iter().all(|class| self.tables.has(&self.scheme, class)));
        missing.map(|classes| self.job(classes)).collect()
    }

    fn job(&self, classes: Vec<Material>) -> Job {
        let numbered = Classes::new(&self.scheme, classes.clone());
        let names: Vec<String> =
            classes.iter().map(|class| class.text(&self.scheme.facts)).collect();
        let positions = numbered.map_or(u64::MAX, |classes| classes.size);
        Job { name: names.join(" "), positions, classes }
    }

    /// Builds the next table, if one is missing: what it came to. A class or a field that
    /// turns up while it is built changes the plan, and then there is no answer yet.
    pub fn build_next(
        &mut self,
        means: Means,
        watch: &mut dyn FnMut(Step) -> bool,
    ) -> Result<Option<Progress>, Problem> {
        let Some(job) = self.jobs().into_iter().next() else { return Ok(None) };
        let classes = Classes::new(&self.scheme, job.classes.clone()).ok_or(Problem::TooMany)?;
        match build(self.game, &self.scheme, classes, &self.tables, means, watch) {
            Ok(table) => {
                let statistics = Statistics::of(&self.scheme, &table);
                let file = write(&self.scheme, &table, &statistics);
                self.tables.add(table);
                Ok(Some(Progress::Built(Built { job, statistics, file })))
            }
            Err(failed) => self.failed(&job, failed),
        }
    }

    /// Like [`Work::build_next`], with all ranks, each of which has a part of the table. All hear
    /// the same, but only the first gets the file: whoever writes it hands it over to all, by
    /// [`Work::take`], before the next table is built.
    pub fn build_next_together(
        &mut self,
        team: &mut Team<'_>,
        means: Means,
        watch: &mut dyn FnMut(Step) -> bool,
    ) -> Result<Option<Progress>, Problem> {
        let Some(job) = self.jobs().into_iter().next() else { return Ok(None) };
        let classes = Classes::new(&self.scheme, job.classes.clone()).ok_or(Problem::TooMany)?;
        let (scheme, tables) = (&self.scheme, &self.tables);
        let built = together::build(self.game, scheme, &classes, tables, team, means, watch);
        match built.map_err(Problem::Lost)? {
            Ok((statistics, file)) => Ok(Some(Progress::Built(Built { job, statistics, file }))),
            Err(failed) => self.failed(&job, failed),
        }
    }

    /// Takes the table of a file, whose values stay there until they are needed.
    pub fn take(&mut self, file: TableFile) {
        self.tables.add(file.table);
    }

    /// Makes a new plan, if that helps.
    fn failed(&mut self, job: &Job, failed: Failed) -> Result<Option<Progress>, Problem> {
        match failed {
            Failed::Memory(bytes) => Err(Problem::Memory(job.name.clone(), bytes)),
            Failed::Stopped => Err(Problem::Stopped),
            Failed::Surprise(surprise) => {
                self.learn(job, surprise)?;
                Ok(Some(Progress::Replanned))
            }
        }
    }

    /// Makes the plan again with what was not expected.
    fn learn(&mut self, job: &Job, surprise: Surprise) -> Result<(), Problem> {
        match surprise {
            Surprise::Points => {
                return Err(Problem::Unfit("points of this game do not come from men that leave"));
            }
            Surprise::Damaged => {
                let why = "a table that it leads to has a block that cannot be read";
                return Err(Problem::Damaged(job.name.clone(), why.to_string()));
            }
            Surprise::Class(class) => {
                for from in &job.classes {
                    self.graph.entry(from.clone()).or_default().insert(class.clone());
                }
                self.wanted.push(class);
            }
            Surprise::Field(piece, field) => {
                self.scheme.note(piece, field);
                // Numbers of positions depend on where pieces can be.
                self.tables = Tables::default();
                self.graph.clear();
            }
        }
        self.plan()
    }

    /// The tables that are there.
    pub fn tables(&self) -> (&Scheme, &Tables) {
        (&self.scheme, &self.tables)
    }

    /// What the game declares.
    pub fn facts(&self) -> &Facts {
        &self.scheme.facts
    }
}

/// What building the next table came to.
#[derive(Clone, Debug)]
pub enum Progress {
    /// It is there.
    Built(Built),
    /// Something turned up that changes the plan. Tables that were there may be gone.
    Replanned,
}

/// A table that was built.
#[derive(Clone, Debug)]
pub struct Built {
    /// What was to be built.
    pub job: Job,
    /// What it comes to.
    pub statistics: Statistics,
    /// It as a file; empty at all ranks but the first.
    pub file: Vec<u8>,
}
