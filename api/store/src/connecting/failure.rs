//! Reasons why a database can't be reached, and remedies, in English and Japanese.

use std::error::Error as _;
use std::io;

use rustls::{AlertDescription, CertificateError, Error as Rustls};
use thiserror::Error;
use tokio_postgres::error::SqlState;

use super::tls::{Roots, SslMode, TlsSettings};
use super::url::DatabaseUrl;

/// No connection to a database came about.
#[derive(Clone, Debug, Error)]
#[error(
    "no connection to {address}: {}. {}\n{address} に接続できません。{}。{}",
    cause.en(), cause.remedy(), cause.ja(), cause.remedy_ja()
)]
pub struct ConnectError {
    /// The database, without a password.
    pub address: String,
    /// The cause.
    pub cause: ConnectFailure,
}

/// The cause of a failed connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectFailure {
    /// The name of the host means nothing here.
    UnknownHost(String),
    /// Nobody answers there.
    NoAnswer(String),
    /// The server has another role than the address asks for: a standby takes no writes, a primary is no standby.
    WrongRole,
    /// The server speaks no TLS.
    NoTls,
    /// The server takes this user only over TLS, or not from here at all; its own words.
    NotFromHere(String),
    /// Whoever signed the server's certificate is not trusted.
    UnknownAuthority {
        /// The trusted certificates: a file, or those of the system.
        trusted: String,
    },
    /// The server's certificate is for other names.
    OtherName {
        /// The names that it is for; empty if it has no `subjectAltName`.
        names: Vec<String>,
    },
    /// The server's certificate is not valid now.
    Dates(String),
    /// The server's certificate can't be used for another reason.
    Certificate(String),
    /// The server wants a certificate of this client.
    WantsCertificate(String),
    /// The server does not take the certificate of this client.
    RefusesCertificate(String),
    /// Something else went wrong with TLS.
    Tls(String),
    /// User or password are wrong.
    Login(String),
    /// The server has no such database.
    NoDatabase(String),
    /// The server has as many connections as it takes.
    Full(String),
    /// The server starts, stops or recovers.
    NotReady(String),
    /// Anything else, in the words of whoever noticed.
    Other(String),
}

impl ConnectFailure {
    fn en(&self) -> String {
        match self {
            Self::UnknownHost(why) => format!("its host is not known here ({why})"),
            Self::NoAnswer(why) => format!("nobody answers there ({why})"),
            Self::WrongRole => "no server of the address has the role that is needed".to_owned(),
            Self::NoTls => "the server offers no TLS, which sslmode asks for".to_owned(),
            Self::NotFromHere(said) | Self::Login(said) | Self::NoDatabase(said) => {
                format!("it says \"{said}\"")
            }
            Self::UnknownAuthority { trusted } => {
                format!("its certificate is not signed by an authority of {trusted}")
            }
            Self::OtherName { names } if names.is_empty() => {
                "its certificate names no host (subjectAltName)".to_owned()
            }
            Self::OtherName { names } => {
                format!("its certificate is for {} and not for this host", names.join(", "))
            }
            Self::Dates(why) | Self::Certificate(why) => format!("its certificate can't be accepted ({why})"),
            Self::WantsCertificate(said) => format!("it asks for a certificate of this client ({said})"),
            Self::RefusesCertificate(said) => {
                format!("it does not take the certificate of this client ({said})")
            }
            Self::Tls(why) => format!("TLS failed ({why})"),
            Self::Full(said) | Self::NotReady(said) | Self::Other(said) => said.clone(),
        }
    }

    fn ja(&self) -> String {
        match self {
            Self::UnknownHost(why) => format!("ホスト名を解決できません（{why}）"),
            Self::NoAnswer(why) => format!("応答がありません（{why}）"),
            Self::WrongRole => "アドレスのサーバーに、必要な役割のものがありません".to_owned(),
            Self::NoTls => "sslmode は TLS を求めていますが、サーバーは TLS に対応していません".to_owned(),
            Self::NotFromHere(said) | Self::Login(said) | Self::NoDatabase(said) => {
                format!("サーバーの応答：{said}")
            }
            Self::UnknownAuthority { trusted } => {
                format!("サーバー証明書の発行者が、信頼する認証局（{trusted}）にありません")
            }
            Self::OtherName { names } if names.is_empty() => {
                "サーバー証明書にホスト名（subjectAltName）がありません".to_owned()
            }
            Self::OtherName { names } => {
                format!("サーバー証明書は {} のもので、このホストのものではありません", names.join("、"))
            }
            Self::Dates(why) | Self::Certificate(why) => {
                format!("サーバー証明書を受け入れられません（{why}）")
            }
            Self::WantsCertificate(said) => format!("サーバーがクライアント証明書を求めています（{said}）"),
            Self::RefusesCertificate(said) => {
                format!("サーバーがこのクライアント証明書を受け入れません（{said}）")
            }
            Self::Tls(why) => format!("TLS の接続に失敗しました（{why}）"),
            Self::Full(said) | Self::NotReady(said) | Self::Other(said) => said.clone(),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::UnknownHost(_) => "Look at the host in the address.",
            Self::NoAnswer(_) => {
                "Look at host and port in the address, and whether PostgreSQL runs and listens there."
            }
            Self::WrongRole => {
                "For writing one of them must be a primary: promote the standby if the primary is lost. For reading one must be a \
                 standby."
            }
            Self::NoTls => {
                "Turn on TLS in the server (ssl = on), or, where the network between is your own, say sslmode=disable."
            }
            Self::NotFromHere(_) => {
                "If it asks for encryption, say sslmode=verify-full; else its pg_hba.conf must let this user in from here."
            }
            Self::UnknownAuthority { .. } => {
                "Name a file with the authority's certificate: sslrootcert=FILE. Whoever runs the database has it."
            }
            Self::OtherName { .. } => {
                "Use the name that the certificate has, or have it made for this one; sslmode=verify-ca does not look \
                 at names."
            }
            Self::Dates(_) => "Renew the server's certificate, and look at the clock of this machine.",
            Self::Certificate(_) => "The server needs another certificate.",
            Self::WantsCertificate(_) => "Name one and its key: sslcert=FILE and sslkey=FILE.",
            Self::RefusesCertificate(_) => {
                "Take one that the server's authority (ssl_ca_file) signed for this user of the database."
            }
            Self::Tls(_) => "Look at the server's log.",
            Self::Login(_) => "Look at user and password in the address.",
            Self::NoDatabase(_) => {
                "Look at the name in the address, or have the database made: CREATE DATABASE."
            }
            Self::Full(_) => "Lower --pool-size, or raise max_connections of the server.",
            Self::NotReady(_) => "Try again in a moment.",
            Self::Other(_) => "The server's log may say more.",
        }
    }

    fn remedy_ja(&self) -> &'static str {
        match self {
            Self::UnknownHost(_) => "アドレスのホスト名を確認してください。",
            Self::NoAnswer(_) => {
                "アドレスのホストとポート、PostgreSQL が稼働して待ち受けているかを確認してください。"
            }
            Self::WrongRole => {
                "書き込みにはプライマリが必要です。プライマリを失った場合は、スタンバイを昇格させてください。読み取りにはスタンバイが必要です。"
            }
            Self::NoTls => {
                "サーバーで TLS を有効にする（ssl = on）か、経路が安全なら sslmode=disable を指定してください。"
            }
            Self::NotFromHere(_) => {
                "暗号化を求められている場合は sslmode=verify-full を指定してください。そうでなければ、サーバーの \
                 pg_hba.conf でこの接続元と利用者を許可してください。"
            }
            Self::UnknownAuthority { .. } => {
                "認証局の証明書のファイルを sslrootcert=ファイル で指定してください。データベースの管理者が持っています。"
            }
            Self::OtherName { .. } => {
                "証明書にある名前で接続するか、この名前の証明書に替えてください。sslmode=verify-ca は名前を検証しません。"
            }
            Self::Dates(_) => "サーバー証明書を更新し、この機械の時計も確認してください。",
            Self::Certificate(_) => "サーバー証明書を替えてください。",
            Self::WantsCertificate(_) => {
                "証明書と鍵を sslcert=ファイル と sslkey=ファイル で指定してください。"
            }
            Self::RefusesCertificate(_) => {
                "サーバーの信頼する認証局（ssl_ca_file）が、この利用者のために発行した証明書を使ってください。"
            }
            Self::Tls(_) => "サーバーのログを確認してください。",
            Self::Login(_) => "アドレスの利用者名とパスワードを確認してください。",
            Self::NoDatabase(_) => {
                "アドレスのデータベース名を確認するか、CREATE DATABASE で作成してください。"
            }
            Self::Full(_) => "--pool-size を下げるか、サーバーの max_connections を上げてください。",
            Self::NotReady(_) => "少し待ってからやり直してください。",
            Self::Other(_) => "サーバーのログも確認してください。",
        }
    }
}

impl ConnectError {
    pub(super) fn new(url: &DatabaseUrl, tls: &TlsSettings, error: &tokio_postgres::Error) -> Self {
        Self { address: url.to_string(), cause: cause(tls, error) }
    }

    /// The exit code of a process that ends by this, after `sysexits.h`: 75 where trying again may help, 78 where a
    /// setting must be changed.
    pub fn exit_code(&self) -> u8 {
        match self.cause {
            ConnectFailure::NoAnswer(_)
            | ConnectFailure::WrongRole
            | ConnectFailure::Full(_)
            | ConnectFailure::NotReady(_) => 75,
            _ => 78,
        }
    }
}

fn cause(tls: &TlsSettings, error: &tokio_postgres::Error) -> ConnectFailure {
    if let Some(refusal) = error.as_db_error() {
        return said(tls, refusal.code(), refusal.message().to_owned());
    }
    let io = causes(error).find_map(|cause| cause.downcast_ref::<io::Error>());
    if let Some(rustls) = io.and_then(io::Error::get_ref).and_then(|inner| inner.downcast_ref::<Rustls>()) {
        return handshake(tls, rustls);
    }
    let words = causes(error).last().map_or_else(|| error.to_string(), ToString::to_string);
    let described = error.to_string();
    match io {
        _ if words == "server does not support TLS" => ConnectFailure::NoTls,
        // The name's resolver has no kind of its own.
        Some(_) if words.contains("failed to lookup address") => ConnectFailure::UnknownHost(words),
        // Only `target_session_attrs` has this kind, and a socket of this machine that others may not use.
        Some(io) if io.kind() == io::ErrorKind::PermissionDenied && io.raw_os_error().is_none() => {
            ConnectFailure::WrongRole
        }
        Some(_) => ConnectFailure::NoAnswer(words),
        None if described.starts_with("timeout") => ConnectFailure::NoAnswer(described),
        None => ConnectFailure::Other(words),
    }
}

/// Whatever went wrong.
type Cause = dyn std::error::Error + 'static;

/// The causes of a connection error, from near to far.
pub(crate) fn causes(error: &tokio_postgres::Error) -> impl Iterator<Item = &Cause> {
    fn next<'e>(cause: &&'e Cause) -> Option<&'e Cause> {
        (**cause).source()
    }
    std::iter::successors(error.source(), next)
}

/// Classifies an error that the server itself reported.
fn said(tls: &TlsSettings, code: &SqlState, words: String) -> ConnectFailure {
    let wants = words.contains("client certificate");
    match *code {
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION if words.contains("pg_hba.conf") => {
            ConnectFailure::NotFromHere(words)
        }
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION if wants && tls.identity.is_none() => {
            ConnectFailure::WantsCertificate(words)
        }
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION if tls.identity.is_some() => {
            ConnectFailure::RefusesCertificate(words)
        }
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            ConnectFailure::Login(words)
        }
        SqlState::INVALID_CATALOG_NAME => ConnectFailure::NoDatabase(words),
        SqlState::TOO_MANY_CONNECTIONS => ConnectFailure::Full(words),
        SqlState::CANNOT_CONNECT_NOW => ConnectFailure::NotReady(words),
        _ => ConnectFailure::Other(words),
    }
}

/// Classifies an error of the TLS handshake.
fn handshake(tls: &TlsSettings, error: &Rustls) -> ConnectFailure {
    use CertificateError as Of;
    let words = error.to_string();
    match error {
        // Another authority of the same name has signed it.
        Rustls::InvalidCertificate(Of::UnknownIssuer | Of::BadSignature) => {
            ConnectFailure::UnknownAuthority {
                trusted: match &tls.roots {
                    Some(Roots::File(path)) => path.display().to_string(),
                    _ => "this system".to_owned(),
                },
            }
        }
        Rustls::InvalidCertificate(Of::NotValidForName) => ConnectFailure::OtherName { names: Vec::new() },
        Rustls::InvalidCertificate(Of::NotValidForNameContext { presented, .. }) => {
            ConnectFailure::OtherName { names: presented.clone() }
        }
        Rustls::InvalidCertificate(
            Of::Expired | Of::ExpiredContext { .. } | Of::NotValidYet | Of::NotValidYetContext { .. },
        ) => ConnectFailure::Dates(words),
        Rustls::InvalidCertificate(_) => ConnectFailure::Certificate(words),
        Rustls::AlertReceived(AlertDescription::CertificateRequired) => {
            ConnectFailure::WantsCertificate(words)
        }
        Rustls::AlertReceived(_) if tls.identity.is_some() && tls.mode != SslMode::Disable => {
            ConnectFailure::RefusesCertificate(words)
        }
        _ => ConnectFailure::Tls(words),
    }
}
