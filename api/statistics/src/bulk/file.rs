//! A Parquet file of observations.

use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::columns::{Columns, Leaf};

/// The schema, in Parquet's own notation; README.md says what the fields mean. A field may be added at the end, none
/// changes its meaning.
pub const SCHEMA: &str = "\
message observation {
    required binary record (STRING);
    required int64 played_at (TIMESTAMP(MILLIS,true));
    required int32 seats;
    required boolean irregular;
    required binary ending (STRING);
    required binary options (STRING);
    optional binary place (STRING);
    required group tags (LIST) { repeated group list { required binary element (STRING); } }
    required binary metric (STRING);
    required int32 version;
    optional int32 seat;
    optional binary player (STRING);
    optional double number;
    optional double low;
    optional double high;
    optional binary word (STRING);
    required group dimensions (MAP) {
        repeated group key_value { required binary key (STRING); optional binary value (STRING); }
    }
    optional int32 round;
    optional int32 step;
    optional int64 event;
    required int32 rules_version;
}";

type RowGroup<'f, 'b> = SerializedRowGroupWriter<'f, &'b mut Vec<u8>>;

/// The bytes of a file with these rows and this metadata.
pub fn write(columns: &Columns, metadata: Vec<KeyValue>) -> Result<Vec<u8>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(metadata))
        .set_created_by(concat!("kifu ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties))?;
    if columns.len() > 0 {
        let mut group = writer.next_row_group()?;
        write_group(&mut group, columns)?;
        group.close()?;
    }
    writer.close()?;
    Ok(bytes)
}

/// The leaves in the order of the schema.
fn write_group(group: &mut RowGroup, columns: &Columns) -> Result<(), ParquetError> {
    leaf(group, &columns.record)?;
    leaf(group, &columns.played_at)?;
    leaf(group, &columns.seats)?;
    leaf(group, &columns.irregular)?;
    leaf(group, &columns.ending)?;
    leaf(group, &columns.options)?;
    leaf(group, &columns.place)?;
    leaf(group, &columns.tags)?;
    leaf(group, &columns.metric)?;
    leaf(group, &columns.version)?;
    leaf(group, &columns.seat)?;
    leaf(group, &columns.player)?;
    leaf(group, &columns.number)?;
    leaf(group, &columns.low)?;
    leaf(group, &columns.high)?;
    leaf(group, &columns.word)?;
    leaf(group, &columns.dimensions)?;
    leaf(group, &columns.dimension_values)?;
    leaf(group, &columns.round)?;
    leaf(group, &columns.step)?;
    leaf(group, &columns.event)?;
    leaf(group, &columns.rules_version)
}

fn leaf<T: DataType>(group: &mut RowGroup, leaf: &Leaf<T>) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("the schema has fewer leaves than the columns".to_owned()));
    };
    let levels = |levels: &'_ Vec<i16>| (!levels.is_empty()).then(|| levels.clone());
    let (definitions, repetitions) = (levels(&leaf.definitions), levels(&leaf.repetitions));
    column.typed::<T>().write_batch(&leaf.values, definitions.as_deref(), repetitions.as_deref())?;
    column.close()
}
