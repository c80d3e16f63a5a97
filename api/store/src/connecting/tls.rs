//! The TLS settings of an address.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::verifier::{Trusted, Verifier};

/// How TLS is used, as libpq's `sslmode`; a later one protects from more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SslMode {
    /// Never use TLS.
    Disable,
    /// Use TLS where the server offers it, without checking the server's identity.
    #[default]
    Prefer,
    /// Always use TLS, without checking the server's identity.
    Require,
    /// Always use TLS, and a trusted authority must have signed the server's certificate.
    VerifyCa,
    /// In addition, the certificate must be for the host of the address.
    VerifyFull,
}

/// The TLS settings of an address can't be followed.
#[derive(Debug, Error)]
pub enum TlsError {
    /// No such mode.
    #[error(
        "sslmode is disable, prefer, require, verify-ca or verify-full\n\
         sslmode は disable、prefer、require、verify-ca、verify-full のいずれかです。"
    )]
    Mode,
    /// Nothing to verify with.
    #[error(
        "sslmode=verify-ca needs sslrootcert=FILE with the certificate of the authority that signed the server's. With \
         certificates of public authorities take sslmode=verify-full and sslrootcert=system.\n\
         sslmode=verify-ca には、サーバー証明書を発行した認証局の証明書を sslrootcert=ファイル で指定してください。\
         公的な認証局の証明書なら sslmode=verify-full と sslrootcert=system を使います。"
    )]
    NoRoots,
    /// Roots that would not be used.
    #[error(
        "sslrootcert says whom to trust, but this sslmode does not look at it. Add sslmode=verify-full.\n\
         sslrootcert が指定されていますが、この sslmode では検証に使われません。sslmode=verify-full を加えてください。"
    )]
    UnusedRoots,
    /// Anybody can get a certificate of a public authority.
    #[error(
        "sslrootcert=system trusts public authorities, so the name must be verified too: sslmode=verify-full.\n\
         sslrootcert=system は公的な認証局を信頼するため、名前の検証も必要です。sslmode=verify-full を指定してください。"
    )]
    WeakSystem,
    /// Half of a client's certificate.
    #[error(
        "sslcert and sslkey go together: the certificate of this client and its key.\n\
         sslcert と sslkey は、クライアント証明書とその鍵として一緒に指定してください。"
    )]
    HalfIdentity,
    /// A file with certificates or a key can't be used.
    #[error("{setting}: {}: {}\n{setting}：{}：{}", path.display(), why.en(), path.display(), why.ja())]
    File {
        /// The setting that names it.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        why: Unreadable,
    },
    /// The system has no certificates of authorities.
    #[error(
        "this system has no certificates of authorities. Install them (on Debian: apt-get install ca-certificates), or \
         name a file with sslrootcert.\n\
         このシステムには認証局の証明書がありません。インストールするか（Debian では apt-get install \
         ca-certificates）、sslrootcert でファイルを指定してください。"
    )]
    NoSystemRoots,
    /// Certificate and key do not fit together.
    #[error(
        "sslcert and sslkey can't be used together: {0}\n\
         sslcert と sslkey の組み合わせは使用できません（{0}）。"
    )]
    Identity(rustls::Error),
}

/// The reason why a file can't be used.
#[derive(Debug)]
pub enum Unreadable {
    /// The system says why.
    Io(io::Error),
    /// The file is empty.
    Empty,
    /// The file holds something else.
    Malformed(String),
    /// It is a key that others may read.
    Open,
}

impl Unreadable {
    fn en(&self) -> String {
        match self {
            Self::Io(error) => format!("it can't be read ({error})"),
            Self::Empty => {
                "there is no certificate or key in PEM (-----BEGIN …) in it, or the key has a password, \
                            which kifu can't ask for"
                    .to_owned()
            }
            Self::Malformed(why) => format!("it does not read as PEM ({why})"),
            Self::Open => {
                "others may read this key; close it with chmod 600 (root's with chmod 640)".to_owned()
            }
        }
    }

    fn ja(&self) -> String {
        match self {
            Self::Io(error) => format!("読み込めません（{error}）。"),
            Self::Empty => "PEM 形式（-----BEGIN …）の証明書や鍵がないか、鍵にパスワードがかかっています。\
                            パスワード付きの鍵は使えません。"
                .to_owned(),
            Self::Malformed(why) => format!("PEM として読めません（{why}）。"),
            Self::Open => {
                "他の利用者がこの鍵を読めます。chmod 600（root の鍵は chmod 640）で閉じてください。"
                    .to_owned()
            }
        }
    }
}

/// The trusted authorities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    /// The authorities that the system trusts.
    System,
    /// Certificates of a file in PEM.
    File(PathBuf),
}

/// The TLS settings of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TlsSettings {
    pub(super) mode: SslMode,
    pub(super) roots: Option<Roots>,
    /// Files with the certificate of this client and its key.
    pub(super) identity: Option<(PathBuf, PathBuf)>,
}

impl FromStr for SslMode {
    type Err = TlsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "disable" => Self::Disable,
            "prefer" => Self::Prefer,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            _ => return Err(TlsError::Mode),
        })
    }
}

impl TlsSettings {
    /// Fills in settings that were left out, as libpq does, and refuses settings that would protect less than they seem
    /// to.
    pub(super) fn new(
        mode: Option<SslMode>,
        roots: Option<Roots>,
        certificate: Option<PathBuf>,
        key: Option<PathBuf>,
    ) -> Result<Self, TlsError> {
        let (mode, roots) = match (mode, roots) {
            (None | Some(SslMode::VerifyFull), Some(Roots::System)) => {
                (SslMode::VerifyFull, Some(Roots::System))
            }
            (_, Some(Roots::System)) => return Err(TlsError::WeakSystem),
            (Some(SslMode::VerifyFull), None) => (SslMode::VerifyFull, Some(Roots::System)),
            (Some(SslMode::VerifyCa), None) => return Err(TlsError::NoRoots),
            (Some(SslMode::Require), Some(file)) => (SslMode::VerifyCa, Some(file)),
            (Some(mode @ (SslMode::VerifyCa | SslMode::VerifyFull)), Some(file)) => (mode, Some(file)),
            (_, Some(_)) => return Err(TlsError::UnusedRoots),
            (mode, None) => (mode.unwrap_or_default(), None),
        };
        let identity = match (certificate, key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some((certificate, key)),
            _ => return Err(TlsError::HalfIdentity),
        };
        Ok(Self { mode, roots, identity })
    }

    /// Reads the files that are named.
    pub(super) fn connector(&self) -> Result<MakeRustlsConnect, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let trusted = match (&self.roots, self.mode) {
            (_, SslMode::Disable) | (None, _) => None,
            (Some(Roots::File(path)), _) => Some(trusted(certificates("sslrootcert", path)?)),
            (Some(Roots::System), _) => Some(system()?),
        };
        let name = self.mode == SslMode::VerifyFull;
        let verifier = Verifier { provider: provider.clone(), trusted, name };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Identity)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let config = match &self.identity {
            Some((certificate, key)) if self.mode != SslMode::Disable => config
                .with_client_auth_cert(certificates("sslcert", certificate)?, private_key(key)?)
                .map_err(TlsError::Identity)?,
            _ => config.with_no_client_auth(),
        };
        Ok(MakeRustlsConnect::new(config))
    }
}

fn trusted(certificates: Vec<CertificateDer<'static>>) -> Trusted {
    let mut anchors = RootCertStore::empty();
    anchors.add_parsable_certificates(certificates.iter().cloned());
    Trusted { anchors, certificates }
}

fn system() -> Result<Trusted, TlsError> {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() { Err(TlsError::NoSystemRoots) } else { Ok(trusted(found)) }
}

fn certificates(setting: &'static str, path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let refused = |why| TlsError::File { setting, path: path.to_owned(), why };
    let text = fs::read(path).map_err(|error| refused(Unreadable::Io(error)))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    match found {
        Ok(found) if found.is_empty() => Err(refused(Unreadable::Empty)),
        Ok(found) => Ok(found),
        Err(error) => Err(refused(malformed(&error))),
    }
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    let refused = |why| TlsError::File { setting: "sslkey", path: path.to_owned(), why };
    let unreadable = |error| refused(Unreadable::Io(error));
    let found = fs::metadata(path).map_err(unreadable)?;
    let allowed = if found.uid() == 0 { 0o640 } else { 0o600 };
    if found.mode() & 0o777 & !allowed != 0 {
        return Err(refused(Unreadable::Open));
    }
    let text = fs::read(path).map_err(unreadable)?;
    PrivateKeyDer::from_pem_slice(&text).map_err(|error| refused(malformed(&error)))
}

fn malformed(error: &pem::Error) -> Unreadable {
    match error {
        pem::Error::NoItemsFound => Unreadable::Empty,
        other => Unreadable::Malformed(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(mode: Option<SslMode>, roots: Option<Roots>) -> Result<(SslMode, Option<Roots>), TlsError> {
        TlsSettings::new(mode, roots, None, None).map(|settings| (settings.mode, settings.roots))
    }

    #[test]
    fn what_was_not_said_is_as_libpq_has_it() {
        let file = || Some(Roots::File("ca.pem".into()));
        assert_eq!(settings(None, None).unwrap(), (SslMode::Prefer, None));
        assert_eq!(settings(None, Some(Roots::System)).unwrap().0, SslMode::VerifyFull);
        assert_eq!(settings(Some(SslMode::Require), file()).unwrap().0, SslMode::VerifyCa);
        assert_eq!(settings(Some(SslMode::VerifyFull), None).unwrap().1, Some(Roots::System));
    }

    #[test]
    fn what_would_protect_less_than_it_seems_is_refused() {
        let file = || Some(Roots::File("ca.pem".into()));
        assert!(matches!(settings(None, file()), Err(TlsError::UnusedRoots)));
        assert!(matches!(settings(Some(SslMode::Prefer), file()), Err(TlsError::UnusedRoots)));
        assert!(matches!(settings(Some(SslMode::VerifyCa), None), Err(TlsError::NoRoots)));
        assert!(matches!(settings(Some(SslMode::Require), Some(Roots::System)), Err(TlsError::WeakSystem)));
        let half = TlsSettings::new(None, None, Some("c.pem".into()), None);
        assert!(matches!(half, Err(TlsError::HalfIdentity)));
    }
}
