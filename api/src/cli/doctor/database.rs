//! The requirements on the database: a version, TLS, rights, connections, a schema, a clock.

use kifu_store::{Examination, MigrateError, SslMode, Store, StoreConfig};

use super::Finding;
use crate::operation::config::Settings;
use crate::operation::database::{DatabaseError, appending_connections, named, shards_of_new};

/// The oldest version that the schema works with.
const OLDEST_VERSION: i32 = 15_0000;
/// Connections beside the pool and those that append: one that listens, one that counts anew, migrations, an operator's
/// `psql`.
const OTHER_CONNECTIONS: i32 = 8;
/// How far the clocks of the service and of its database may be apart, in seconds.
const CLOCK_TOLERANCE: f64 = 2.0;
/// How far behind a replica may be, in seconds, before that is worth a note.
const LAG_TOLERANCE: f64 = 30.0;

/// Looks at the database; `own` is the address of our own, while it runs.
pub(super) async fn examine(settings: &Settings, own: Option<String>) -> Vec<Finding> {
    const SUBJECT: &str = "database";
    let store = match store(settings, own) {
        Ok(store) => store,
        Err(error) => return vec![Finding::failed(SUBJECT, error)],
    };
    let mut findings = match store.examine().await {
        Ok(found) => vec![
            database(&found),
            durability(&found),
            encryption(&store, &found),
            rights(&found),
            connections(settings, &found),
            schema(settings, &found),
            clock(&found),
        ],
        Err(error) => vec![Finding::failed(SUBJECT, error)],
    };
    findings.extend(replica(store.examine_replica().await));
    findings
}

fn store(settings: &Settings, own: Option<String>) -> Result<Store, Box<dyn std::error::Error>> {
    let url = match (&settings.database_url, own) {
        (Some(url), _) => named("KIFU_DATABASE_URL", url.expose())?,
        (None, own) => named("our own database", &own.unwrap_or_default())?,
    };
    let read_url = settings.read_database_url.as_ref();
    let mut config = StoreConfig::new(url);
    config.read_url = read_url
        .map(|url| named("KIFU_READ_DATABASE_URL", url.expose()))
        .transpose()
        .map_err(|error: DatabaseError| error)?;
    Ok(Store::connect(config)?)
}

fn database(found: &Examination) -> Finding {
    const SUBJECT: &str = "database";
    let version = &found.server.version_text;
    if found.server.version < OLDEST_VERSION {
        return Finding::wrong(
            SUBJECT,
            format_args!("PostgreSQL {version} is too old: Kifu needs 15 or later"),
            format_args!("PostgreSQL {version} は古すぎます。15 以降が必要です。"),
        );
    }
    if found.server.standby {
        return Finding::wrong(
            SUBJECT,
            "this is a read-only standby: name the primary in KIFU_DATABASE_URL, and this one in KIFU_READ_DATABASE_URL",
            "これは読み取り専用のスタンバイです。KIFU_DATABASE_URL にはプライマリを、こちらは KIFU_READ_DATABASE_URL に\
             指定してください。",
        );
    }
    if found.server.encoding != "UTF8" {
        return Finding::wrong(
            SUBJECT,
            format_args!(
                "its encoding is {}: create it with ENCODING 'UTF8' TEMPLATE template0",
                found.server.encoding
            ),
            format_args!(
                "文字コードが {} です。ENCODING 'UTF8' TEMPLATE template0 で作成してください。",
                found.server.encoding
            ),
        );
    }
    Finding::ok(
        SUBJECT,
        format_args!("{} on PostgreSQL {version}, as {}", found.server.database_name, found.server.user_name),
    )
}

fn durability(found: &Examination) -> Finding {
    const SUBJECT: &str = "durability";
    if !found.server.durable {
        return Finding::wrong(
            SUBJECT,
            "fsync or synchronous_commit is off: a power cut loses moves that were acknowledged. Turn both on",
            "fsync または synchronous_commit が off です。停電時に、受理した手が失われます。両方を on にしてください。",
        );
    }
    Finding::ok(SUBJECT, "what is acknowledged is on disk")
}

fn encryption(store: &Store, found: &Examination) -> Finding {
    const SUBJECT: &str = "TLS";
    match (store.ssl_mode(), store.is_unverified()) {
        (mode, true) => Finding::note(
            SUBJECT,
            format_args!(
                "{}, and the server is not verified: others on the network could pose as it. Say sslmode=verify-full",
                if found.server.encrypted { "encrypted" } else { "not encrypted" }
            ),
            format_args!(
                "サーバーが検証されていません（暗号化：{}）。sslmode=verify-full を指定してください。",
                if mode == SslMode::Disable || !found.server.encrypted { "なし" } else { "あり" }
            ),
        ),
        (_, false) if found.server.encrypted => Finding::ok(SUBJECT, "encrypted, and the server is verified"),
        (_, false) => Finding::ok(SUBJECT, "on this machine"),
    }
}

fn rights(found: &Examination) -> Finding {
    const SUBJECT: &str = "rights";
    let (user, database) = (&found.server.user_name, &found.server.database_name);
    if !found.server.may_migrate {
        return Finding::wrong(
            SUBJECT,
            format_args!(
                "{user} may not change the schema of {database}: ALTER DATABASE {database} OWNER TO {user}; in PostgreSQL it \
                 also needs CREATE on the schema"
            ),
            format_args!(
                "{user} は {database} のスキーマを変更できません。ALTER DATABASE {database} OWNER TO {user} を実行し、\
                 スキーマの CREATE 権限も与えてください。"
            ),
        );
    }
    if !found.server.service_role && !found.server.may_make_roles {
        return Finding::note(
            SUBJECT,
            format_args!(
                "there is no role kifu_service for {user}, so that only triggers protect events. Whoever may make roles: \
                 CREATE ROLE kifu_service NOLOGIN; GRANT kifu_service TO {user}"
            ),
            format_args!(
                "{user} のためのロール kifu_service がなく、イベントを守るのはトリガーだけです。ロールを作成できる人が \
                 CREATE ROLE kifu_service NOLOGIN; GRANT kifu_service TO {user} を実行してください。"
            ),
        );
    }
    Finding::ok(
        SUBJECT,
        if found.server.service_role { "those of kifu_service" } else { "the start makes kifu_service" },
    )
}

fn connections(settings: &Settings, found: &Examination) -> Finding {
    const SUBJECT: &str = "connections";
    let appending = i32::from(appending_connections(found.shards.unwrap_or_else(|| shards_of_new(settings))));
    let needed = i32::from(settings.pool_size.get()) + appending + OTHER_CONNECTIONS;
    if found.server.connections < needed {
        return Finding::note(
            SUBJECT,
            format_args!(
                "the server takes {}, and this instance may need {needed}, {appending} of them for appending: raise its \
                 max_connections, or lower --pool-size",
                found.server.connections
            ),
            format_args!(
                "サーバーの接続数の上限は {} ですが、このインスタンスは {needed}（うち書き込み用 {appending}）必要とすることが\
                 あります。max_connections を上げるか、--pool-size を下げてください。",
                found.server.connections
            ),
        );
    }
    Finding::ok(SUBJECT, format_args!("{needed} of {}", found.server.connections))
}

fn schema(settings: &Settings, found: &Examination) -> Finding {
    const SUBJECT: &str = "schema";
    let (database, supported) = found.schema;
    match &found.schema_fault {
        Some(MigrateError::Older { .. }) if !settings.no_migrate => {
            Finding::ok(SUBJECT, format_args!("{database}; the start brings it to {supported}"))
        }
        Some(error) => Finding::failed(SUBJECT, error),
        None if database > supported && !settings.no_migrate => {
            Finding::failed(SUBJECT, MigrateError::Newer { database, supported })
        }
        None => Finding::ok(SUBJECT, database),
    }
}

fn clock(found: &Examination) -> Finding {
    const SUBJECT: &str = "clocks";
    let seconds = found.clock_difference;
    if seconds.abs() > CLOCK_TOLERANCE {
        return Finding::wrong(
            SUBJECT,
            format_args!(
                "the database's clock differs by {seconds:.1} seconds: synchronize both machines (timedatectl set-ntp true)"
            ),
            format_args!(
                "データベースとの時計のずれが {seconds:.1} 秒あります。双方で時刻を同期してください（timedatectl set-ntp true）。"
            ),
        );
    }
    Finding::ok(SUBJECT, format_args!("{:.0} ms apart", seconds.abs() * 1_000.0))
}

fn replica(found: Result<Option<Examination>, MigrateError>) -> Option<Finding> {
    const SUBJECT: &str = "replica";
    let found = match found {
        Ok(found) => found?,
        Err(error) => {
            return Some(Finding::note(
                SUBJECT,
                error.to_string().lines().next().unwrap_or_default(),
                "レプリカを使えないため、読み取りはプライマリに送られます。",
            ));
        }
    };
    Some(if !found.server.standby {
        Finding::note(
            SUBJECT,
            "this is no standby: KIFU_READ_DATABASE_URL should name a streaming replica of the database",
            "これはスタンバイではありません。KIFU_READ_DATABASE_URL にはストリーミングレプリカを指定してください。",
        )
    } else if found.server.behind_seconds > LAG_TOLERANCE {
        Finding::note(
            SUBJECT,
            format_args!("it has heard of no transaction for {:.0} seconds", found.server.behind_seconds),
            format_args!(
                "{:.0} 秒間、新しいトランザクションを受け取っていません。",
                found.server.behind_seconds
            ),
        )
    } else {
        Finding::ok(SUBJECT, format_args!("PostgreSQL {}, a standby", found.server.version_text))
    })
}
