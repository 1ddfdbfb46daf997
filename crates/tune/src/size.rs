//! Sizes of memory as people write them: a number and a letter.

/// A size in bytes: `64M`, `1G`, `512K`, or megabytes without a letter. An error says what is
/// needed.
///
/// ```
/// assert_eq!(tune::read_size("64M"), Ok(64 << 20));
/// assert!(tune::read_size("much").is_err());
/// ```
pub fn read_size(text: &str) -> Result<usize, String> {
    let shown = "such as `64M` or `1G`";
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.strip_suffix('B').unwrap_or(&upper);
    let (digits, shift) = match upper.chars().last() {
        Some('K') => (&upper[..upper.len() - 1], 10),
        Some('M') => (&upper[..upper.len() - 1], 20),
        Some('G') => (&upper[..upper.len() - 1], 30),
        _ => (upper, 20),
    };
    let number: usize = digits.parse().map_err(|_| format!("a size is needed, {shown}"))?;
    // No machine has more, and a typing error should not bring this one down.
    let most: usize = 1 << 42;
    match number.checked_mul(1 << shift) {
        Some(0) | None => Err(format!("a size is needed, {shown}")),
        Some(bytes) if bytes > most => Err("that is more than 4096G".to_string()),
        Some(bytes) => Ok(bytes),
    }
}

/// A size as it could be given again; sizes are whole kilobytes.
pub fn write_size(bytes: usize) -> String {
    let units = [(30, 'G'), (20, 'M')];
    let fits = units.into_iter().find(|(shift, _)| bytes.trailing_zeros() >= *shift);
    let (shift, unit) = fits.unwrap_or((10, 'K'));
    format!("{}{unit}", bytes >> shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        assert_eq!((read_size("64M"), read_size("2")), (Ok(64 << 20), Ok(2 << 20)));
        assert_eq!((read_size("1gb"), read_size("512k")), (Ok(1 << 30), Ok(512 << 10)));
        for text in ["3G", "1025M", "7K"] {
            assert_eq!(read_size(text).map(write_size).as_deref(), Ok(text));
        }
        for wrong in ["", "M", "-1", "0", "999999999999G", "1é", "é"] {
            assert!(read_size(wrong).is_err(), "{wrong}");
        }
    }
}
