//! Lists as they are stored, for `#[serde(with = …)]`: as one run of bytes each, which is read at one go where a list of
//! numbers is read number by number.

/// Small numbers, each in as few bytes as the largest takes: one, two or four. The first byte says how many.
pub mod codes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes them.
    pub fn serialize<S: Serializer>(codes: &[u32], to: S) -> Result<S::Ok, S::Error> {
        let width: u8 = match codes.iter().max().copied().unwrap_or_default() {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        };
        let mut bytes = vec![width];
        bytes.reserve(usize::from(width) * codes.len());
        for code in codes {
            bytes.extend_from_slice(&code.to_le_bytes()[..width.into()]);
        }
        to.serialize_bytes(&bytes)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u32>, D::Error> {
        let bytes = <&[u8]>::deserialize(from)?;
        let (width, codes) = bytes.split_first().ok_or_else(|| D::Error::custom("no width"))?;
        Ok(match width {
            1 => codes.iter().map(|code| u32::from(*code)).collect(),
            2 => codes.as_chunks().0.iter().map(|code| u32::from(u16::from_le_bytes(*code))).collect(),
            4 => codes.as_chunks().0.iter().map(|code| u32::from_le_bytes(*code)).collect(),
            _ => return Err(D::Error::custom("an unknown width")),
        })
    }
}

/// The beginning of each of several lists, and the end of the last. Stored as the length of each, as [`codes`].
pub mod starts {
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    /// Writes them.
    pub fn serialize<S: Serializer>(starts: &[u32], to: S) -> Result<S::Ok, S::Error> {
        let lengths: Vec<u32> = starts.array_windows().map(|[start, end]| end - start).collect();
        super::codes::serialize(&lengths, to)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u32>, D::Error> {
        let mut starts = vec![0_u32];
        for length in super::codes::deserialize(from)? {
            let start = starts.last().copied().unwrap_or_default();
            starts.push(start.checked_add(length).ok_or_else(|| D::Error::custom("too long"))?);
        }
        Ok(starts)
    }
}

/// Bytes.
pub mod bytes {
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes them.
    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>, B: From<Vec<u8>>>(from: D) -> Result<B, D::Error> {
        Ok(<&[u8]>::deserialize(from)?.to_vec().into())
    }
}

/// Yes and no, a byte each.
pub mod flags {
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes them.
    pub fn serialize<S: Serializer>(flags: &[bool], to: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = flags.iter().map(|flag| u8::from(*flag)).collect();
        to.serialize_bytes(&bytes)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<bool>, D::Error> {
        Ok(<&[u8]>::deserialize(from)?.iter().map(|flag| *flag != 0).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};

    use crate::columns::{decode, encode};

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Lists {
        #[serde(with = "super::codes")]
        codes: Vec<u32>,
        #[serde(with = "super::starts")]
        starts: Vec<u32>,
        #[serde(with = "super::bytes")]
        bytes: Vec<u8>,
        #[serde(with = "super::flags")]
        flags: Vec<bool>,
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            (width, codes) in prop_oneof![Just(0xff), Just(0xffff), Just(u32::MAX)]
                .prop_flat_map(|max| (Just(max), prop::collection::vec(0..=max, 0..40))),
            lengths in prop::collection::vec(0..9_u32, 0..9),
            bytes: Vec<u8>,
            flags: Vec<bool>,
        ) {
            let starts = [0].into_iter().chain(lengths.iter().scan(0, |end, length| {
                *end += length;
                Some(*end)
            }));
            let lists = Lists { codes, starts: starts.collect(), bytes, flags };
            let encoded = encode(&lists).unwrap();
            prop_assert_eq!(decode::<Lists>(&encoded).unwrap(), lists.clone());
            let narrow = Lists { codes: lists.codes, starts: vec![0], ..Lists::default() };
            prop_assert!(encode(&narrow).unwrap().len() <= 9 + narrow.codes.len() * (width.ilog2() as usize + 8) / 8);
        }
    }

    #[test]
    fn what_was_never_packed_is_refused() {
        // An empty run of bytes, and one of an unknown width.
        assert!(decode::<Lists>(&[0, 1, 1, 0, 0]).is_err());
        assert!(decode::<Lists>(&[2, 3, 0, 1, 1, 0, 0]).is_err());
    }
}
