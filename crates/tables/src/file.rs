//! Tables as files: a head that says which rules and classes they belong to and what they come
//! to, and values in compressed blocks that can be read each by itself.
//!
//! ```text
//! MGTABLE3 | bytes of the head | its checksum | head | block | block | …
//! ```
//!
//! The head has the fingerprint of the rules, the classes, the fields on which each piece can
//! be, a checksum of how positions are numbered, statistics, and the place, length and checksum of
//! each block. Positions that cannot be have the value of the position before, which takes no room.

use crate::class::Classes;
use crate::material::Material;
use crate::scheme::Scheme;
use crate::statistics::{SliceStatistics, Statistics};
use crate::store::{Block, Blocks, Source, Store, checksum};
use crate::tables::{Table, Tables};
use crate::value::Value;
use game::bytes::{Reader, put, put_bytes};
use game::{Field, FieldSet};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};

const MAGIC: &[u8; 8] = b"MGTABLE3";
/// The bytes before the head.
const BEFORE: usize = 24;
/// No head is longer.
const MOST_HEAD: u64 = 256 << 20;
/// The positions of a block.
pub(crate) const LENGTH: u64 = 1 << 15;
/// How hard zstd tries.
const LEVEL: i32 = 12;

/// Why a file is no table of a game: what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// A sentence without a period.
    pub message: String,
    /// What to do about it.
    pub hint: &'static str,
    /// Whether it is whole, and a table of other rules.
    pub of_other_rules: bool,
}

const BUILD_AGAIN: &str = "delete it and build it again";

fn damaged(why: &str) -> FileError {
    let message = format!("this table is damaged: {why}");
    FileError { message, hint: BUILD_AGAIN, of_other_rules: false }
}

/// A file as it was opened.
pub struct TableFile {
    pub(crate) table: Table,
    pub(crate) domains: Vec<FieldSet>,
    /// What the table comes to.
    pub statistics: Statistics,
    /// What its classes are called.
    pub name: String,
    /// How many positions it numbers.
    pub positions: u64,
}

/// A block as it is written, and the checksum of that.
pub(crate) type Packed = (Vec<u8>, u64);

/// Writes a table.
pub(crate) fn write(scheme: &Scheme, table: &Table, statistics: &Statistics) -> Vec<u8> {
    let size = table.classes.size;
    let code = |number: u64| table.store.value(number).unwrap_or(Value::Impossible).code();
    let width = width((0..size).map(code));
    let blocks = (0..size.div_ceil(LENGTH)).map(|block| {
        let end = size.min((block + 1) * LENGTH);
        pack((block * LENGTH..end).map(code), width)
    });
    assemble(scheme, &table.classes, statistics, width, blocks.collect())
}

/// The bytes that each of these codes takes.
pub(crate) fn width(mut codes: impl Iterator<Item = u16>) -> usize {
    if codes.any(|code| code > 0xff) { 2 } else { 1 }
}

/// Compresses the codes of a block. Those that nobody asks for are chosen to take no room.
pub(crate) fn pack(codes: impl Iterator<Item = u16>, width: usize) -> Packed {
    let mut last = 0;
    let chosen = codes.map(|code| {
        if code != Value::Impossible.code() {
            last = code;
        }
        last
    });
    let values: Vec<u8> =
        chosen.flat_map(|code| code.to_le_bytes().into_iter().take(width)).collect();
    // Memory always has room for what is compressed: the table itself was larger.
    let bytes = zstd::bulk::compress(&values, LEVEL).unwrap_or_default();
    let sum = checksum(&bytes);
    (bytes, sum)
}

/// The file of a table with these blocks.
pub(crate) fn assemble(
    scheme: &Scheme,
    classes: &Classes,
    statistics: &Statistics,
    width: usize,
    blocks: Vec<Packed>,
) -> Vec<u8> {
    let mut head = Vec::new();
    put(u128::from(scheme.rules.fingerprint), &mut head);
    put(classes.names.len() as u128, &mut head);
    classes.names.iter().for_each(|name| put_material(name, &mut head));
    put(scheme.domains.len() as u128, &mut head);
    for domain in &scheme.domains {
        let fields: Vec<u8> = domain.iter().flat_map(|field| field.0.to_le_bytes()).collect();
        put_bytes(&fields, &mut head);
    }
    put(u128::from(classes.size), &mut head);
    put(u128::from(classes.numbering()), &mut head);
    put(width as u128, &mut head);
    put_statistics(statistics, &mut head);
    put(blocks.len() as u128, &mut head);
    for (bytes, sum) in &blocks {
        put(bytes.len() as u128, &mut head);
        put(u128::from(*sum), &mut head);
    }
    let n_packed: usize = blocks.iter().map(|(bytes, _)| bytes.len()).sum();
    let mut file = Vec::with_capacity(BEFORE + head.len() + n_packed);
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&(head.len() as u64).to_le_bytes());
    file.extend_from_slice(&checksum(&head).to_le_bytes());
    file.extend(head);
    blocks.into_iter().for_each(|(bytes, _)| file.extend(bytes));
    file
}

pub(crate) fn put_material(material: &Material, head: &mut Vec<u8>) {
    put_bytes(&material.counts, head);
    let numbers: Vec<u8> = material.numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    put_bytes(&numbers, head);
}

pub(crate) fn read_material(head: &mut Reader<'_>) -> Option<Material> {
    let counts = head.bytes()?.to_vec();
    let (numbers, rest) = head.bytes()?.as_chunks();
    let numbers = numbers.iter().map(|n| i32::from_le_bytes(*n)).collect();
    rest.is_empty().then_some(Material { counts, numbers })
}

pub(crate) fn put_statistics(statistics: &Statistics, head: &mut Vec<u8>) {
    put(statistics.slices.len() as u128, head);
    for slice in &statistics.slices {
        let SliceStatistics { wins, draws, losses, impossible, .. } = *slice;
        [wins, draws, losses, impossible].iter().for_each(|&n| put(u128::from(n), head));
        for longest in [slice.longest_win, slice.longest_loss] {
            let (turns, number) = longest.map_or((0, 0), |(turns, n)| (u64::from(turns) + 1, n));
            put(u128::from(turns), head);
            put(u128::from(number), head);
        }
    }
    put(u128::from(statistics.zugzwangs), head);
    put(u128::from(statistics.zugzwang.map_or(0, |number| number + 1)), head);
}

pub(crate) fn read_statistics(head: &mut Reader<'_>) -> Option<Statistics> {
    let n = head.count()?;
    let mut slices = Vec::new();
    for _ in 0..n {
        let [wins, draws, losses, impossible] = read_four(head)?;
        let mut longest = [None, None];
        for longest in &mut longest {
            let (turns, number) = (head.small::<u32>()?, head.small::<u64>()?);
            *longest = turns.checked_sub(1).map(|turns| (turns, number));
        }
        let [longest_win, longest_loss] = longest;
        slices.push(SliceStatistics { wins, draws, losses, impossible, longest_win, longest_loss });
    }
    let (zugzwangs, zugzwang) = (head.small()?, head.small::<u64>()?.checked_sub(1));
    Some(Statistics { slices, zugzwangs, zugzwang })
}

fn read_four(head: &mut Reader<'_>) -> Option<[u64; 4]> {
    Some([head.small()?, head.small()?, head.small()?, head.small()?])
}

/// What a head says.
struct Head {
    fingerprint: u64,
    names: Vec<Material>,
    domains: Vec<FieldSet>,
    size: u64,
    numbering: u64,
    width: usize,
    statistics: Statistics,
    /// The bytes and the checksum of each block.
    blocks: Vec<(u32, u64)>,
}

impl Head {
    fn read(bytes: &[u8], n_fields: usize) -> Option<Head> {
        let mut head = Reader(bytes);
        let fingerprint = head.small()?;
        let n_names = head.count()?;
        let names = (0..n_names).map(|_| read_material(&mut head)).collect::<Option<_>>()?;
        let n_domains = head.count()?;
        let mut domains = Vec::new();
        for _ in 0..n_domains {
            let (fields, _) = head.bytes()?.as_chunks();
            let fields = fields.iter().map(|field| Field(u16::from_le_bytes(*field)));
            let inside = fields.filter(|field| field.index() < n_fields);
            domains.push(FieldSet::of(n_fields, inside));
        }
        let (size, numbering, width) = (head.small()?, head.small()?, head.small()?);
        let statistics = read_statistics(&mut head)?;
        let n_blocks = head.count()?;
        let blocks = (0..n_blocks).map(|_| Some((head.small()?, head.small()?)));
        let blocks = blocks.collect::<Option<_>>()?;
        Some(Head { fingerprint, names, domains, size, numbering, width, statistics, blocks })
    }
}

impl TableFile {
    /// Opens a file of `bytes` bytes; its blocks are read when they are needed.
    pub fn open(
        scheme: &Scheme,
        source: Box<dyn Source>,
        bytes: u64,
    ) -> Result<TableFile, FileError> {
        let mut before = [0; BEFORE];
        let foreign = || FileError {
            message: "this is no endgame table".to_string(),
            hint: "delete it, and `multigame tables build` makes the table again",
            of_other_rules: false,
        };
        source.read(0, &mut before).map_err(|_| foreign())?;
        if !before.starts_with(MAGIC) && before.starts_with(&MAGIC[..7]) {
            return Err(FileError {
                message: "this table was built by another version of this program".to_string(),
                hint: "`multigame tables build` makes the table again",
                of_other_rules: true,
            });
        }
        if !before.starts_with(MAGIC) {
            return Err(foreign());
        }
        let number = |place: usize| {
            u64::from_le_bytes(before[place..place + 8].try_into().unwrap_or_default())
        };
        let (length, sum) = (number(8), number(16));
        if length > MOST_HEAD || length + BEFORE as u64 > bytes {
            return Err(damaged("it ends too early"));
        }
        let mut head = vec![0; length as usize];
        source.read(BEFORE as u64, &mut head).map_err(|why| damaged(&why))?;
        if checksum(&head) != sum {
            return Err(damaged("its head has another checksum"));
        }
        let head = Head::read(&head, scheme.facts.board.n_fields());
        let head = head.ok_or_else(|| damaged("its head cannot be read"))?;
        if head.fingerprint != scheme.rules.fingerprint {
            return Err(FileError {
                message: "this table was built for other rules".to_string(),
                hint: "build it again for these rules, or give the folder of other tables",
                of_other_rules: true,
            });
        }
        TableFile::of(scheme, head, source, length + BEFORE as u64, bytes)
    }

    fn of(
        scheme: &Scheme,
        head: Head,
        source: Box<dyn Source>,
        mut place: u64,
        bytes: u64,
    ) -> Result<TableFile, FileError> {
        let mut scheme = scheme.clone();
        if head.domains.len() != scheme.domains.len() {
            return Err(damaged("it has other pieces"));
        }
        scheme.domains.clone_from(&head.domains);
        // What is proved about symmetries may differ between versions, and the numbers with it.
        let is_same = |it: &Classes| it.size == head.size && it.numbering() == head.numbering;
        let classes = Classes::new(&scheme, head.names).filter(is_same);
        let classes = classes.ok_or_else(|| FileError {
            message: "this table numbers its positions in another way".to_string(),
            hint: "`multigame tables build` makes the table again",
            of_other_rules: true,
        })?;
        let blocks = head.blocks.iter().map(|&(bytes, checksum)| {
            let block = Block { place, bytes, checksum };
            place += u64::from(bytes);
            block
        });
        let blocks: Vec<Block> = blocks.collect();
        if place != bytes || blocks.len() as u64 != head.size.div_ceil(LENGTH) {
            return Err(damaged("it does not end where it should"));
        }
        if head.statistics.slices.len() != classes.slices.len() || ![1, 2].contains(&head.width) {
            return Err(damaged("its head says nothing that makes sense"));
        }
        let store = Store::Blocks(Blocks {
            source,
            read: blocks.iter().map(|_| Mutex::new(None)).collect(),
            blocks,
            length: LENGTH,
            width: head.width,
            size: head.size,
            n_read: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
            damage: Arc::default(),
        });
        let (name, positions) = (classes.text(&scheme), classes.size);
        let (domains, statistics) = (head.domains, head.statistics);
        let table = Table { classes, store, scored: scheme.points.is_some() };
        Ok(TableFile { table, domains, statistics, name, positions })
    }

    /// Reads all blocks and compares their checksums; the first that is wrong.
    pub fn check(&self) -> Result<(), FileError> {
        check(&self.table)
    }
}

impl Tables {
    /// The same for the table of a number.
    pub fn check(&self, table: usize) -> Result<(), FileError> {
        self.tables.get(table).map_or(Ok(()), check)
    }
}

fn check(table: &Table) -> Result<(), FileError> {
    let Store::Blocks(blocks) = &table.store else { return Ok(()) };
    let mut all = 0..blocks.blocks.len();
    all.try_for_each(|block| blocks.load(block).map(drop)).map_err(|why| damaged(&why))
}
