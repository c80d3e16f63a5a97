//! What the fuzz targets share: how the bytes of an input become a table and what happens there.

pub mod bytes;
pub mod invent;
pub mod table;
