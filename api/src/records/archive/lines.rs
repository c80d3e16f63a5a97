//! Cutting a stream of bytes into numbered lines, and lines into chunks, in bounded memory.

use std::mem;

/// The longest line that is taken, in bytes.
pub const MAX_LINE_BYTES: usize = 16 << 20;
/// The longest line of the operator's: any record fits that requests can make (SECURITY.md, "What a record may cost").
pub const MAX_OPERATOR_LINE_BYTES: usize = 64 << 20;
/// A byte order mark, as some editors put it before a text in UTF-8. It does not belong to the text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// A chunk is complete with this many lines,
const CHUNK_LINES: usize = 128;
/// or with this many bytes.
const CHUNK_BYTES: usize = 1 << 20;

/// A line and its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number.
    pub number: u64,
    /// Its bytes without the end of line; none if it was too long.
    pub bytes: Option<Vec<u8>>,
}

/// Lines to be read together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The lines; blank ones are left out.
    pub lines: Vec<Line>,
    /// How many lines the stream had up to the end of this chunk.
    pub read: u64,
}

/// The part of a stream that is not in a chunk yet.
#[derive(Debug)]
pub struct Lines {
    /// The end of a line, if there is one.
    end: Option<u8>,
    max_bytes: usize,
    rest: Vec<u8>,
    too_long: bool,
    size: usize,
    chunk: Chunk,
}

impl Lines {
    /// One document a line.
    pub fn many() -> Self {
        let (end, max_bytes) = (Some(b'\n'), MAX_LINE_BYTES);
        Self { end, max_bytes, rest: Vec::new(), too_long: false, size: 0, chunk: Chunk::default() }
    }

    /// Sets the limits for lines of the operator.
    #[must_use]
    pub fn of_operator(self) -> Self {
        Self { max_bytes: MAX_OPERATOR_LINE_BYTES, ..self }
    }

    /// One document over as many lines as it likes.
    pub fn one() -> Self {
        Self { end: None, ..Self::many() }
    }

    /// Takes some bytes, and gives the chunks that they complete.
    pub fn push(&mut self, mut bytes: &[u8]) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        while let Some(at) = self.end.and_then(|end| bytes.iter().position(|byte| *byte == end)) {
            self.hold(&bytes[..at]);
            self.end_line();
            bytes = &bytes[at + 1..];
            if self.chunk.lines.len() >= CHUNK_LINES || self.size >= CHUNK_BYTES {
                chunks.push(self.cut());
            }
        }
        self.hold(bytes);
        chunks
    }

    /// The rest after the end of the stream.
    pub fn finish(&mut self) -> Chunk {
        if self.too_long || !self.rest.is_empty() {
            self.end_line();
        }
        self.cut()
    }

    fn hold(&mut self, bytes: &[u8]) {
        self.too_long |= self.rest.len() + bytes.len() > self.max_bytes;
        if self.too_long {
            self.rest = Vec::new();
        } else {
            self.rest.extend_from_slice(bytes);
        }
    }

    fn end_line(&mut self) {
        self.chunk.read += 1;
        let mut bytes = mem::take(&mut self.rest);
        if self.chunk.read == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let too_long = mem::take(&mut self.too_long);
        self.size += bytes.len();
        if too_long || !bytes.trim_ascii().is_empty() {
            let line = Line { number: self.chunk.read, bytes: (!too_long).then_some(bytes) };
            self.chunk.lines.push(line);
        }
    }

    fn cut(&mut self) -> Chunk {
        self.size = 0;
        let read = self.chunk.read;
        mem::replace(&mut self.chunk, Chunk { lines: Vec::new(), read })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]], mut lines: Lines) -> Vec<(u64, Option<String>)> {
        let mut chunks: Vec<_> = pieces.iter().flat_map(|piece| lines.push(piece)).collect();
        chunks.push(lines.finish());
        let text =
            |line: Line| (line.number, line.bytes.map(|bytes| String::from_utf8(bytes).expect("text")));
        chunks.into_iter().flat_map(|chunk| chunk.lines).map(text).collect()
    }

    #[test]
    fn lines_are_the_same_however_the_stream_is_cut() {
        let expected =
            vec![(1, Some("ab".to_owned())), (3, Some("c\r".to_owned())), (4, Some("d".to_owned()))];
        assert_eq!(lines(&[b"ab\n\nc\r\nd"], Lines::many()), expected);
        assert_eq!(lines(&[b"a", b"b", b"\n \nc", b"\r\n", b"d\n"], Lines::many()), expected);
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_no_part_of_it() {
        let marked = "\u{feff}a\n\u{feff}b".as_bytes();
        let expected = vec![(1, Some("a".to_owned())), (2, Some("\u{feff}b".to_owned()))];
        assert_eq!(lines(&[marked], Lines::many()), expected);
        let bytes: Vec<_> = marked.iter().map(std::slice::from_ref).collect();
        assert_eq!(lines(&bytes, Lines::many()), expected);
        assert_eq!(lines(&["\u{feff}{\n}".as_bytes()], Lines::one()), [(1, Some("{\n}".to_owned()))]);
        assert_eq!(lines(&["\u{feff}\na".as_bytes()], Lines::many()), [(2, Some("a".to_owned()))]);
    }

    #[test]
    fn a_document_may_have_many_lines() {
        assert_eq!(lines(&[b"{\n", b"}\n"], Lines::one()), [(1, Some("{\n}\n".to_owned()))]);
        assert_eq!(lines(&[], Lines::one()), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_named_and_dropped() {
        let long = vec![b'x'; MAX_LINE_BYTES];
        let found = lines(&[&long, b"x", b"\nshort\n"], Lines::many());
        assert_eq!(found, [(1, None), (2, Some("short".to_owned()))]);
        let found = lines(&[&long, b"x", b"\nshort\n"], Lines::many().of_operator());
        assert!(found[0].1.as_ref().is_some_and(|line| line.len() == MAX_LINE_BYTES + 1));
    }

    #[test]
    fn a_chunk_is_complete_by_count_or_by_size() {
        let mut many = Lines::many();
        let chunks = many.push("x\n".repeat(CHUNK_LINES + 1).as_bytes());
        assert_eq!(chunks.len(), 1);
        assert_eq!((chunks[0].lines.len(), chunks[0].read), (CHUNK_LINES, CHUNK_LINES as u64));
        let last = many.finish();
        assert_eq!((last.lines.len(), last.read), (1, CHUNK_LINES as u64 + 1));
        let mut big = Lines::many();
        assert_eq!(big.push(&[vec![b'x'; CHUNK_BYTES], vec![b'\n']].concat()).len(), 1);
    }
}
