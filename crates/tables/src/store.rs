//! Where the values of a table are: all in memory, or in blocks of a file that are read when
//! they are needed and forgotten when others need the room.

use crate::value::Value;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A file that can be read anywhere. Libraries open none; a program hands it over.
pub trait Source: Send + Sync {
    /// Reads bytes from a place on; says what is wrong if it cannot.
    fn read(&self, place: u64, into: &mut [u8]) -> Result<(), String>;
}

impl Source for Vec<u8> {
    fn read(&self, place: u64, into: &mut [u8]) -> Result<(), String> {
        let from = usize::try_from(place).ok().and_then(|place| self.get(place..));
        let from = from.and_then(|rest| rest.get(..into.len()));
        from.map(|from| into.copy_from_slice(from)).ok_or_else(|| "it ends too early".to_string())
    }
}

/// The values of a table by the numbers of its positions.
#[derive(Debug)]
pub(crate) enum Store {
    /// All of them in memory, a byte each: none has more turns than fit.
    Bytes(Vec<u8>),
    /// All of them in memory.
    Words(Vec<u16>),
    /// In blocks of a file.
    Blocks(Blocks),
}

/// A block of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) place: u64,
    pub(crate) bytes: u32,
    /// Of what its values were compressed to.
    pub(crate) checksum: u64,
}

/// Values in blocks of a file.
pub(crate) struct Blocks {
    pub(crate) source: Box<dyn Source>,
    pub(crate) blocks: Vec<Block>,
    /// The positions of a block.
    pub(crate) length: u64,
    /// The bytes of a value: 1 or 2.
    pub(crate) width: usize,
    pub(crate) size: u64,
    /// Blocks that were read.
    pub(crate) read: Vec<Mutex<Option<Arc<[u8]>>>>,
    pub(crate) n_read: AtomicUsize,
    /// The block that is forgotten next.
    pub(crate) next: AtomicUsize,
    /// Whether a block was damaged that somebody asked for.
    pub(crate) damage: Arc<AtomicBool>,
}

/// This many blocks of a table are kept.
const MOST_READ: usize = 1 << 10;

impl fmt::Debug for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocks").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Store {
    /// Keeps codes in memory, in as few bytes as they need.
    pub(crate) fn of(codes: Vec<u16>) -> Store {
        match codes.iter().all(|&code| code <= 0xff) {
            true => Store::Bytes(codes.into_iter().map(|code| code as u8).collect()),
            false => Store::Words(codes),
        }
    }

    /// The value of a number; nothing if it is not there, or if the file is damaged.
    #[inline]
    pub(crate) fn value(&self, number: u64) -> Option<Value> {
        let place = usize::try_from(number).ok()?;
        let code = match self {
            Store::Bytes(codes) => u16::from(*codes.get(place)?),
            Store::Words(codes) => *codes.get(place)?,
            Store::Blocks(blocks) => blocks.code(number)?,
        };
        Some(Value::of(code))
    }

    /// The same with all values in memory.
    pub(crate) fn loaded(self) -> Result<Store, String> {
        let Store::Blocks(blocks) = self else { return Ok(self) };
        let mut bytes = Vec::new();
        for block in 0..blocks.blocks.len() {
            bytes.extend_from_slice(&blocks.load(block)?);
        }
        Ok(match blocks.width {
            1 => Store::Bytes(bytes),
            _ => {
                let (codes, _) = bytes.as_chunks();
                Store::Words(codes.iter().map(|code| u16::from_le_bytes(*code)).collect())
            }
        })
    }
}

impl Blocks {
    fn code(&self, number: u64) -> Option<u16> {
        if number >= self.size {
            return None;
        }
        let block = (number / self.length) as usize;
        let within = (number % self.length) as usize * self.width;
        let values = self.block(block)?;
        Some(match self.width {
            1 => u16::from(*values.get(within)?),
            _ => u16::from_le_bytes([*values.get(within)?, *values.get(within + 1)?]),
        })
    }

    /// The values of a block, read from the file if they are not in memory.
    fn block(&self, number: usize) -> Option<Arc<[u8]>> {
        let mut place = crate::build::lock(self.read.get(number)?);
        if let Some(values) = &*place {
            return Some(values.clone());
        }
        let Ok(values) = self.load(number) else {
            self.damage.store(true, Ordering::Relaxed);
            return None;
        };
        let values: Arc<[u8]> = values.into();
        *place = Some(values.clone());
        drop(place);
        if self.n_read.fetch_add(1, Ordering::Relaxed) >= MOST_READ {
            self.forget(number);
        }
        Some(values)
    }

    /// Forgets a block other than this one. One that somebody uses is left alone.
    fn forget(&self, but: usize) {
        for _ in 0..2 * self.read.len() {
            let next = self.next.fetch_add(1, Ordering::Relaxed) % self.read.len();
            if next == but {
                continue;
            }
            if let Ok(mut place) = self.read[next].try_lock()
                && place.take().is_some()
            {
                self.n_read.fetch_sub(1, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Reads a block and checks it.
    pub(crate) fn load(&self, number: usize) -> Result<Vec<u8>, String> {
        let block = self.blocks.get(number).ok_or("it has no such block")?;
        let mut packed = vec![0; block.bytes as usize];
        self.source.read(block.place, &mut packed)?;
        if checksum(&packed) != block.checksum {
            return Err(format!("block {number} is damaged"));
        }
        let left = self.size - number as u64 * self.length;
        let expected = left.min(self.length) as usize * self.width;
        let values = zstd::bulk::decompress(&packed, expected);
        let values = values.map_err(|_| format!("block {number} is damaged"))?;
        match values.len() == expected {
            true => Ok(values),
            false => Err(format!("block {number} is damaged")),
        }
    }
}

/// FNV-1a over words: it finds what happened to a file by accident.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let all = words.chain(rest.iter().map(|&byte| u64::from(byte)));
    all.fold(0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64, |sum, word| game::mix(sum ^ word))
}
