//! Numbers as answers show them: without the digits that are errors of arithmetic, as in 0.075000000000001.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

/// A number with twelve significant digits; no zero is negative.
pub fn rounded(number: f64) -> f64 {
    match format!("{number:.11e}").parse() {
        Ok(rounded) if rounded != 0.0 => rounded,
        Ok(_) => 0.0,
        Err(_) => number,
    }
}

/// JSON whose numbers are rounded.
///
/// # Errors
///
/// If a value can't be written as JSON.
pub fn to_json(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, RoundedNumbers))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

struct RoundedNumbers;

impl Formatter for RoundedNumbers {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, number: f64) -> io::Result<()> {
        CompactFormatter.write_f64(writer, rounded(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_arithmetic_are_not_shown() {
        let difference = 0.1 + 0.2 - 0.375;
        assert_ne!(difference.to_string(), "-0.075");
        for (number, shown) in [
            (difference, "-0.075"),
            (-5.55e-17 * 0.0, "0.0"),
            (1.0 / 3.0, "0.333333333333"),
            (123_456_789.25, "123456789.25"),
            (2e-9, "2e-9"),
        ] {
            assert_eq!(to_json(&number).unwrap(), shown);
        }
        assert_eq!(to_json(&[f64::NAN]).unwrap(), "[null]");
        assert!(rounded(f64::INFINITY).is_infinite());
    }
}
