//! Files that are written in chunks, so that one that was cut off or has changed is noticed:
//! a name with a version, then each chunk with its length and a checksum; the last one is
//! empty. Checkpoints of sets, sweeps and ranks have this form.

use std::io::{Error, ErrorKind, Read, Result, Write};

/// A number that is another one when bytes have changed.
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let rest = rest.iter().map(|byte| u64::from(*byte));
    words.chain(rest).fold(bytes.len() as u64, |sum, word| crate::mix(sum ^ word))
}

/// What is read is not what was written.
pub fn damaged() -> Error {
    Error::new(ErrorKind::InvalidData, "it is damaged, or something else")
}

/// Writes chunks.
pub struct Writer<'a>(&'a mut dyn Write);

impl<'a> Writer<'a> {
    /// Begins a file with a name.
    pub fn new(to: &'a mut dyn Write, name: &[u8]) -> Result<Writer<'a>> {
        to.write_all(name)?;
        Ok(Writer(to))
    }

    /// Writes a chunk.
    pub fn chunk(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.write_all(&(bytes.len() as u64).to_le_bytes())?;
        self.0.write_all(&checksum(bytes).to_le_bytes())?;
        self.0.write_all(bytes)
    }

    /// Ends the file.
    pub fn end(mut self) -> Result<()> {
        self.chunk(&[])?;
        self.0.flush()
    }
}

/// Reads chunks.
pub struct Chunks<'a>(&'a mut dyn Read);

impl<'a> Chunks<'a> {
    /// Begins to read a file that has this name.
    pub fn new(from: &'a mut dyn Read, name: &[u8]) -> Result<Chunks<'a>> {
        let mut begin = vec![0; name.len()];
        match from.read_exact(&mut begin) {
            Ok(()) if begin == name => Ok(Chunks(from)),
            _ => Err(damaged()),
        }
    }

    /// The next chunk; nothing if it is the last.
    pub fn chunk(&mut self) -> Result<Option<Vec<u8>>> {
        let mut number = || -> Result<u64> {
            let mut bytes = [0; 8];
            self.0.read_exact(&mut bytes).map_err(|_| damaged())?;
            Ok(u64::from_le_bytes(bytes))
        };
        let (n, sum) = (number()?, number()?);
        // Room is made only for what is there.
        let mut bytes = Vec::new();
        self.0.take(n).read_to_end(&mut bytes)?;
        match bytes.len() as u64 == n && checksum(&bytes) == sum {
            true => Ok(Some(bytes).filter(|bytes| !bytes.is_empty())),
            false => Err(damaged()),
        }
    }

    /// Nothing may follow the last chunk, which was read.
    pub fn end(self) -> Result<()> {
        match self.0.read(&mut [0]) {
            Ok(0) => Ok(()),
            _ => Err(damaged()),
        }
    }

    /// A chunk that must be there.
    pub fn need(&mut self) -> Result<Vec<u8>> {
        self.chunk()?.ok_or_else(damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_changed_is_noticed() {
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, b"test 1\n").unwrap();
        writer.chunk(b"some words").unwrap();
        writer.chunk(b"more").unwrap();
        writer.end().unwrap();
        let read = |mut file: &[u8]| -> Result<Vec<Vec<u8>>> {
            let mut chunks = Chunks::new(&mut file, b"test 1\n")?;
            let mut all = Vec::new();
            while let Some(chunk) = chunks.chunk()? {
                all.push(chunk);
            }
            Ok(all)
        };
        assert_eq!(read(&file).unwrap(), [b"some words".to_vec(), b"more".to_vec()]);
        for i in 0..file.len() {
            assert!(read(&file[..i]).is_err(), "cut off after {i}");
            let mut other = file.clone();
            other[i] ^= 1;
            assert!(read(&other).is_err(), "changed at {i}");
        }
    }
}
