//! Certificates that a test makes for itself, with `openssl`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use uuid::Uuid;

const NEW_KEY: [&str; 5] = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/// An authority that signs certificates.
pub struct Authority {
    folder: PathBuf,
}

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
    /// If `openssl` is not there; so do the others.
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("kifu-authority-{}", Uuid::now_v7()));
        fs::create_dir(&folder).unwrap();
        let authority = Self { folder };
        fs::write(authority.folder.join("index"), "").unwrap();
        fs::write(
            authority.folder.join("settings"),
            "[ca]\ndefault_ca = us\n[us]\ndatabase = index\nserial = serial\nnew_certs_dir = .\npolicy = any\nunique_subject = no\n\
             default_md = sha256\ncopy_extensions = copy\n[any]\ncommonName = supplied\n",
        )
        .unwrap();
        authority.sign_itself("an authority", &[]);
        authority
    }

    /// Its own certificate, in PEM.
    pub fn pem(&self) -> String {
        self.read("authority.pem")
    }

    /// A certificate for a server with these names, or for a user of a database with none.
    pub fn certify(&self, subject: &str, names: &[&str]) -> Certificate {
        self.sign(subject, names, &["-days", "3650"])
    }

    /// One whose time is over.
    pub fn certify_long_ago(&self, names: &[&str]) -> Certificate {
        self.sign("a server", names, &["-startdate", "20010101000000Z", "-enddate", "20020101000000Z"])
    }

    fn sign(&self, subject: &str, names: &[&str], time: &[&str]) -> Certificate {
        let mut request = vec!["req", "-new", "-keyout", "key.pem", "-out", "request.pem"];
        request.extend(NEW_KEY);
        self.openssl(&request, &naming(subject, names));
        let ours = ["-cert", "authority.pem", "-keyfile", "authority.key", "-create_serial"];
        let signed =
            ["ca", "-batch", "-notext", "-config", "settings", "-in", "request.pem", "-out", "signed.pem"];
        self.openssl(&[&signed[..], &ours, time].concat(), &[]);
        Certificate { certificate: self.read("signed.pem"), key: self.read("key.pem") }
    }

    fn sign_itself(&self, subject: &str, names: &[&str]) {
        let mut request = vec!["req", "-x509", "-days", "3650", "-keyout", "authority.key"];
        request.extend(["-out", "authority.pem", "-addext", "basicConstraints=critical,CA:TRUE"]);
        request.extend(NEW_KEY);
        self.openssl(&request, &naming(subject, names));
    }

    fn openssl(&self, arguments: &[&str], further: &[String]) {
        let mut command = Command::new("openssl");
        let ended = command.current_dir(&self.folder).args(arguments).args(further).output();
        let ended = ended.expect("openssl is installed");
        assert!(ended.status.success(), "openssl {arguments:?}: {}", String::from_utf8_lossy(&ended.stderr));
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Certificate {
    /// One that signed itself and says that it is an authority's, as `openssl req -x509` makes them.
    pub fn of_itself(names: &[&str]) -> Self {
        let authority = Authority::new();
        authority.sign_itself("a server", names);
        Self { certificate: authority.pem(), key: authority.read("authority.key") }
    }
}

fn naming(subject: &str, names: &[&str]) -> Vec<String> {
    let mut arguments = vec!["-subj".to_owned(), format!("/CN={subject}")];
    // Without any extension a certificate would be of version 1, which TLS takes no more.
    arguments.extend(["-addext".to_owned(), "keyUsage=digitalSignature,keyCertSign".to_owned()]);
    if !names.is_empty() {
        let is_address = |name: &str| name.parse::<std::net::IpAddr>().is_ok();
        let name = |name: &&str| format!("{}:{name}", if is_address(name) { "IP" } else { "DNS" });
        let names: Vec<_> = names.iter().map(name).collect();
        arguments.extend(["-addext".to_owned(), format!("subjectAltName={}", names.join(","))]);
    }
    arguments
}
