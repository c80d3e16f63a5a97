//! Every statement against a database with our schema: its columns are those that the type of its rows reads.

use tokio_postgres::Column;

use crate::row::tests::ReadColumn;
use crate::{Store, StoreConfig};

#[path = "../../../../tests/src/cluster.rs"]
mod cluster;

/// A statement that was declared somewhere, and the columns that are read from it.
pub(crate) struct DeclaredQuery {
    pub(crate) module: &'static str,
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
    pub(crate) columns: fn(usize) -> Vec<ReadColumn>,
}

inventory::collect!(DeclaredQuery);

#[tokio::test]
async fn rows_have_the_columns_that_are_read() {
    let mut cluster = cluster::Cluster::create(&["-A", "trust"]);
    cluster.start(5432, &["listen_addresses=".to_owned()]);
    let url = format!("host={} port=5432 user=postgres dbname=postgres", cluster.folder.display());
    let store = Store::connect(StoreConfig::new(url.parse().unwrap())).unwrap();
    store.migrate().await.unwrap();
    let client = store.latest().client().await.unwrap();
    let queries: Vec<_> = inventory::iter::<DeclaredQuery>.into_iter().collect();
    assert!(queries.len() > 100, "only {} statements", queries.len());
    let mut faults = Vec::new();
    for query in queries {
        let found = match client.prepare(query.sql).await {
            Ok(statement) => faults_of(statement.columns(), &(query.columns)(0)),
            Err(error) => vec![format!("{:?}", error.as_db_error())],
        };
        faults.extend(found.into_iter().map(|fault| format!("{}::{}: {fault}", query.module, query.name)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Lists columns that are read but missing or of another type, and columns that are not read. With no column at all,
/// nothing is read.
fn faults_of(columns: &[Column], read: &[ReadColumn]) -> Vec<String> {
    let is_read = |column: &Column, read: &ReadColumn| match read.number {
        Some(number) => columns.get(number).is_some_and(|numbered| std::ptr::eq(numbered, column)),
        None => column.name() == read.name,
    };
    let mut faults = Vec::new();
    for read in read {
        match columns.iter().find(|column| is_read(column, read)) {
            None => faults.push(format!("no column {}", read.name)),
            Some(column) if !(read.accepts)(column.type_()) => {
                faults.push(format!("`{}` is {}, not {}", column.name(), column.type_(), read.name));
            }
            Some(_) => {}
        }
    }
    let unread = columns.iter().filter(|column| !read.iter().any(|read| is_read(column, read)));
    faults
        .extend(unread.filter(|_| !read.is_empty()).map(|column| format!("`{}` is not read", column.name())));
    faults
}
