//! Certificates that a test makes for itself.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};

/// An authority that signs certificates.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key, both in PEM.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The certificate.
    pub certificate: String,
    /// Its key.
    pub key: String,
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}

impl Authority {
    /// A new one.
    ///
    /// # Panics
    ///
    /// If no key can be made; so do the others.
    pub fn new() -> Self {
        let mut parameters = named("an authority", &[]);
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(parameters, KeyPair::generate().unwrap()).unwrap())
    }

    /// Its own certificate, in PEM.
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// A certificate for a server with these names, or for a user of a database with none.
    pub fn certify(&self, subject: &str, names: &[&str]) -> Certificate {
        self.sign(&named(subject, names))
    }

    /// One whose time is over.
    pub fn certify_long_ago(&self, names: &[&str]) -> Certificate {
        let mut parameters = named("a server", names);
        parameters.not_before = date_time_ymd(2001, 1, 1);
        parameters.not_after = date_time_ymd(2002, 1, 1);
        self.sign(&parameters)
    }

    fn sign(&self, parameters: &CertificateParams) -> Certificate {
        let key = KeyPair::generate().unwrap();
        let certificate = parameters.signed_by(&key, &self.0).unwrap();
        Certificate { certificate: certificate.pem(), key: key.serialize_pem() }
    }
}

impl Certificate {
    /// One that signed itself and says that it is an authority's, as `openssl req -x509` makes them.
    pub fn of_itself(names: &[&str]) -> Self {
        let mut parameters = named("a server", names);
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = parameters.self_signed(&key).unwrap();
        Self { certificate: certificate.pem(), key: key.serialize_pem() }
    }
}

fn named(subject: &str, names: &[&str]) -> CertificateParams {
    let names: Vec<String> = names.iter().copied().map(str::to_owned).collect();
    let mut parameters = CertificateParams::new(names).unwrap();
    parameters.distinguished_name.push(DnType::CommonName, subject);
    parameters
}
