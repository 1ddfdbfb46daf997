//! Files that say what they are and notice when they were damaged: a mark with the version of
//! the format, the bytes that matter, and a checksum over both.

/// The bytes of the checksum.
const SUM: usize = 8;

/// Why a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It begins with something else.
    Foreign,
    /// It is of another version of the format.
    Version(u8),
    /// It was changed, or its end is missing.
    Changed,
}

impl Damage {
    /// What is wrong with a file that should be of this kind, such as a proof.
    pub fn words(self, kind: &str) -> String {
        match self {
            Damage::Foreign => format!("it is no {kind}"),
            Damage::Version(version) => format!("it is a {kind} in format {version}"),
            Damage::Changed => "it is damaged, or its end is missing".to_string(),
        }
    }
}

/// The bytes of a file with this mark, whose last byte is the version of its format.
pub fn seal(mark: &[u8; 8], body: Vec<u8>) -> Vec<u8> {
    let mut bytes = mark.to_vec();
    bytes.extend(body);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// What is between the mark and the checksum of a file that was sealed.
pub fn unseal<'b>(mark: &[u8; 8], bytes: &'b [u8]) -> Result<&'b [u8], Damage> {
    let (found, rest) = bytes.split_first_chunk::<8>().ok_or(Damage::Foreign)?;
    if found != mark {
        let is_version = found[..7] == mark[..7];
        return Err(if is_version { Damage::Version(found[7]) } else { Damage::Foreign });
    }
    let end = rest.len().checked_sub(SUM).ok_or(Damage::Changed)?;
    let (body, sum) = rest.split_at(end);
    match checksum(&bytes[..mark.len() + end]).to_le_bytes() == *sum {
        true => Ok(body),
        false => Err(Damage::Changed),
    }
}

/// FNV-1a: it notices accidents, and is no protection against whoever wants to forge a file.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
