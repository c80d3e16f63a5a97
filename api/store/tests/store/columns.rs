//! Columns of statistics that can't be read.

use kifu_store::{ColumnKey, SnapshotTime, StoreError};

use crate::fixtures::Fixture;

fn ends_in_a_panic(_: &ColumnKey, _: Option<&[u8]>) -> Result<(), StoreError> {
    panic!("a run of 7 values in a column of 3")
}

#[tokio::test]
async fn a_reader_that_panics_is_an_error_with_its_cause() {
    let fixture = Fixture::new().await;
    let one = |_: &_| vec![ColumnKey { shard: 0, chunk: 1, name: "ids".into() }];
    let latest = fixture.store.latest();

    let read = latest.manifest_with_columns(None, SnapshotTime::Now, one, ends_in_a_panic).await;

    let error = read.expect_err("a panic");
    assert!(matches!(error, StoreError::Corrupt(_)), "{error:?}");
    assert!(error.to_string().contains("a run of 7 values in a column of 3"), "{error}");
}
