//! The addresses that the service listens on. They are taken before a database is started, so that an address that can't
//! be had leaves nothing behind.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};

use thiserror::Error;

use crate::operation::config::Settings;

/// An address that can't be listened on.
#[derive(Debug, Error)]
#[error(
    "can't listen on {address}: {why}. {}\n{address} で待ち受けられません（{why}）。{}",
    remedy(why).0, remedy(why).1
)]
pub struct ListenError {
    address: SocketAddr,
    why: io::Error,
}

impl ListenError {
    /// The kind of the system's error.
    pub fn kind(&self) -> ErrorKind {
        self.why.kind()
    }
}

/// The sockets that the service listens on.
#[derive(Debug)]
pub struct Listeners {
    /// The listener for the API and the pages.
    pub service: TcpListener,
    /// The listener for metrics alone, if that is wanted.
    pub metrics: Option<TcpListener>,
}

impl Listeners {
    /// Takes the addresses that these settings name. Connections wait until they are served.
    ///
    /// # Errors
    ///
    /// If one of them can't be had.
    pub fn bind(settings: &Settings) -> Result<Self, ListenError> {
        let service = bind(settings.listen)?;
        let metrics = settings.boundary.metrics_listen.map(bind).transpose()?;
        Ok(Self { service, metrics })
    }
}

/// Takes one address.
///
/// # Errors
///
/// If it can't be had.
pub fn bind(address: SocketAddr) -> Result<TcpListener, ListenError> {
    TcpListener::bind(address).map_err(|why| ListenError { address, why })
}

/// The remedy, in English and Japanese.
fn remedy(why: &io::Error) -> (&'static str, &'static str) {
    match why.kind() {
        ErrorKind::AddrInUse => (
            "Another program has this port, perhaps another kifu: `ss -ltnp` names it. Stop it, or choose another \
             port (--listen or KIFU_LISTEN; --metrics-listen for metrics, which needs one of its own).",
            "このポートは別のプログラム（別の kifu など）が使用中です。計測用の --metrics-listen には --listen と別の\
             ポートが必要です。ss -ltnp で確認して停止するか、\
             --listen（KIFU_LISTEN）または --metrics-listen で別のポートを指定してください。",
        ),
        ErrorKind::AddrNotAvailable => (
            "This machine does not have this address. Choose one of its own, or 0.0.0.0 for all of them.",
            "このマシンにこのアドレスはありません。自身のアドレスか、すべてを表す 0.0.0.0 を指定してください。",
        ),
        ErrorKind::PermissionDenied => (
            "This account may not use ports below 1024. Choose a higher one, behind a reverse proxy.",
            "この利用者は 1024 未満のポートを使えません。1024 以上を指定し、リバースプロキシの後ろに置いてください。",
        ),
        _ => ("Choose another address (--listen or --metrics-listen).", "別のアドレスを指定してください。"),
    }
}
