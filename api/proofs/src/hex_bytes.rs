//! Bytes that are written in hexadecimal.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A SHA-256.
pub type Digest = HexBytes<32>;

/// So many bytes; as text, in JSON too, in lower-case hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, JsonSchema)]
#[schemars(inline, description = "", with = "String", extend("pattern" = format!("^[0-9a-f]{{{}}}$", 2 * N)))]
pub struct HexBytes<const N: usize>(pub [u8; N]);

/// A text is not so many bytes in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {0} bytes in hexadecimal")]
pub struct NotHexBytes(usize);

impl<const N: usize> FromStr for HexBytes<N> {
    type Err = NotHexBytes;

    fn from_str(text: &str) -> Result<Self, NotHexBytes> {
        let digits = text.as_bytes();
        let mut bytes = [0; N];
        if digits.len() != 2 * N {
            return Err(NotHexBytes(N));
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |digit: u8| char::from(digit).to_digit(16).ok_or(NotHexBytes(N));
            let value = digit(pair[0])? * 16 + digit(pair[1])?;
            *byte = u8::try_from(value).map_err(|_| NotHexBytes(N))?;
        }
        Ok(Self(bytes))
    }
}

impl<const N: usize> fmt::Display for HexBytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<const N: usize> fmt::Debug for HexBytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> Serialize for HexBytes<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for HexBytes<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_they_are_written() {
        let bytes = HexBytes([0, 10, 255]);
        assert_eq!(bytes.to_string(), "000aff");
        assert_eq!("000aff".parse(), Ok(bytes));
        assert_eq!(serde_json::from_str::<HexBytes<3>>("\"000aff\"").unwrap(), bytes);
        for wrong in ["", "000af", "000afff", "000afg", "+00aff", "00 aff", "é0aff"] {
            assert_eq!(wrong.parse::<HexBytes<3>>(), Err(NotHexBytes(3)), "{wrong:?}");
        }
    }
}
