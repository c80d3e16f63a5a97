//! Verifies the certificate of a server, by `sslmode`.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, DigitallySignedStruct, Error, OtherError, RootCertStore, SignatureScheme};

/// Verifies as much as `sslmode` asks for.
#[derive(Debug)]
pub(super) struct Verifier {
    pub(super) provider: Arc<CryptoProvider>,
    /// The authorities that may have signed the certificate; `None` takes every certificate.
    pub(super) trusted: Option<Trusted>,
    /// True: the certificate must be for the host of the address.
    pub(super) name: bool,
}

/// Certificates that are trusted.
#[derive(Debug)]
pub(super) struct Trusted {
    /// The certificates as anchors of a chain.
    pub(super) anchors: RootCertStore,
    /// The certificates themselves: a server may show one of them.
    pub(super) certificates: Vec<CertificateDer<'static>>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(trusted) = &self.trusted else { return Ok(ServerCertVerified::assertion()) };
        let parsed = ParsedCertificate::try_from(certificate)?;
        let algorithms = self.provider.signature_verification_algorithms.all;
        let anchors = &trusted.anchors;
        verify_server_cert_signed_by_trust_anchor(&parsed, anchors, intermediates, now, algorithms)
            .or_else(|error| trusted.is_itself(certificate, error))?;
        if self.name {
            verify_server_name(&parsed, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl Trusted {
    /// `openssl req -x509` makes certificates that sign themselves and say that they are an authority's. As libpq does,
    /// one is taken that `sslrootcert` holds. Its dates have been checked before.
    fn is_itself(&self, certificate: &CertificateDer<'_>, error: Error) -> Result<(), Error> {
        let authority =
            |other: &OtherError| matches!(other.0.downcast_ref(), Some(webpki::Error::CaUsedAsEndEntity));
        match &error {
            Error::InvalidCertificate(CertificateError::Other(other))
                if authority(other) && self.certificates.iter().any(|listed| listed == certificate) =>
            {
                Ok(())
            }
            _ => Err(error),
        }
    }
}
