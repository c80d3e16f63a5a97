//! The code that the fuzz targets share: it turns the bytes of an input into a table and into events there.

pub mod bytes;
pub mod invent;
pub mod table;
