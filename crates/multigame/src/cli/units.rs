//! Amounts of memory and time as people write them: `512M`, `2G`, `30s`, `5m`.

use std::time::Duration;

/// A number and what stands behind it.
fn split(text: &str) -> Result<(f64, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = number.parse::<f64>().map_err(|_| format!("`{text}` begins with no number"))?;
    Ok((number, unit.trim()))
}

/// Bytes: a number with K, M, G or nothing behind it, which means M.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text)?;
    let shift = match unit.trim_end_matches(['B', 'b', 'i']) {
        "K" | "k" => 10,
        "" | "M" | "m" => 20,
        "G" | "g" => 30,
        _ => return Err("a size is a number with K, M or G behind it".to_string()),
    };
    Ok((number * f64::from(1 << shift)) as usize)
}

/// A time: a number with ms, s, m, h or nothing behind it, which means s.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a time is a number with ms, s, m or h behind it".to_string()),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "this is too long".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("64"), Ok(64 << 20));
        assert_eq!(bytes("0.5KiB"), Ok(512));
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert!(bytes("much").is_err() && bytes("3T").is_err());
        assert!(time("soon").is_err() && time("3d").is_err() && time("9e99").is_err());
        assert!(time(&"9".repeat(400)).is_err());
    }
}
