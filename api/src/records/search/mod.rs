//! Finding records: the parameters of a search, its query, and the search documents.
//!
//! Nothing here knows a rule: what can have happened in a game is read from the engine's schemas.
//!
//! A search reads one table, which has a row for each record. A trigger on `games` writes the head of the row. The
//! follower of the feed adds what happened, only once the record has ended, so that nothing hidden can be searched.
//! Events are kept as ids of search terms. A term is a digest of a move, an effect or a breach: one of the whole,
//! and one for each field. So `claim>=30` is a handful of ids, and an index finds them. Names of fields come from the
//! engine's schemas. Paths of SQL/JSON are built from parsed conditions only.
//!
//! Japanese is searched by letters and pairs of letters, with a GIN index. An extension would need rights that a
//! managed database may not give, and trigrams find no word of two letters.

pub mod cursor;
pub mod document;
pub mod looked_up;
pub mod query;
pub mod term;
