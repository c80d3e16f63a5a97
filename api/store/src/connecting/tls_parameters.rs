//! Takes the TLS parameters out of an address, because `tokio_postgres` does not know them.

use std::path::PathBuf;

use super::tls::{Roots, SslMode, TlsError, TlsSettings};

/// How the addresses of databases begin that are URLs; any other is a list of `key=value`.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// The names of the settings in an address, as libpq spells them.
const NAMES: [&str; 4] = ["sslmode", "sslrootcert", "sslcert", "sslkey"];

/// An address without its settings of TLS, and these.
pub(super) struct TlsParameters {
    /// The rest of the address, for `tokio_postgres`.
    pub(super) rest: String,
    /// The settings that were taken out.
    pub(super) tls: TlsSettings,
}

/// Takes them out of an address of either form. `None` if it has neither.
pub(super) fn take(text: &str) -> Option<Result<TlsParameters, TlsError>> {
    let is_url = SCHEMES.iter().any(|scheme| text.starts_with(scheme));
    let (rest, taken) = if is_url { from_url(text)? } else { from_pairs(text)? };
    Some(settings(&taken).map(|tls| TlsParameters { rest, tls }))
}

type Taken = Vec<(String, String)>;

/// The query begins behind the user and the password, which may hold a `?`.
fn from_url(text: &str) -> Option<(String, Taken)> {
    let credentials = text.find('@').unwrap_or(0);
    let Some(query) = text[credentials..].find('?').map(|at| credentials + at) else {
        return Some((text.to_owned(), Taken::new()));
    };
    let (mut rest, mut taken) = (Vec::new(), Taken::new());
    for pair in text[query + 1..].split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=')?;
        if NAMES.contains(&name) {
            let value = percent_encoding::percent_decode_str(value).decode_utf8().ok()?;
            taken.push((name.to_owned(), value.into_owned()));
        } else {
            rest.push(pair);
        }
    }
    let mark = if rest.is_empty() { "" } else { "?" };
    Some((format!("{}{mark}{}", &text[..query], rest.join("&")), taken))
}

/// A list of `key = 'value'`, quotes where the value is empty or has spaces, `\` before what should stand for itself.
fn from_pairs(text: &str) -> Option<(String, Taken)> {
    let (mut rest, mut rest_of_text, mut taken) = (text.trim_start(), String::new(), Taken::new());
    while !rest.is_empty() {
        let (name, behind) = rest.split_once('=')?;
        let (value, length) = value(behind)?;
        if NAMES.contains(&name.trim()) {
            taken.push((name.trim().to_owned(), value));
        } else {
            rest_of_text.push_str(&rest[..=name.len() + length]);
            rest_of_text.push(' ');
        }
        rest = behind[length..].trim_start();
    }
    Some((rest_of_text, taken))
}

/// The value that a text begins with, and how long it is there.
fn value(text: &str) -> Option<(String, usize)> {
    let begin = text.len() - text.trim_start().len();
    let quoted = text[begin..].starts_with('\'');
    let mut value = String::new();
    let mut letters = text[begin..].char_indices().skip(usize::from(quoted));
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => value.push(letters.next()?.1),
            '\'' if quoted => return Some((value, begin + at + 1)),
            _ if !quoted && letter.is_whitespace() => return Some((value, begin + at)),
            _ => value.push(letter),
        }
    }
    (!quoted).then_some((value, text.len()))
}

fn settings(taken: &Taken) -> Result<TlsSettings, TlsError> {
    let last = |name: &str| taken.iter().rfind(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let path = |name: &str| last(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let roots = path("sslrootcert").map(|path| match path.to_str() {
        Some("system") => Roots::System,
        _ => Roots::File(path),
    });
    let mode = last("sslmode").map(str::parse::<SslMode>).transpose()?;
    TlsSettings::new(mode, roots, path("sslcert"), path("sslkey"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> (String, TlsSettings) {
        let parsed = take(text).unwrap().unwrap();
        (parsed.rest.trim().to_owned(), parsed.tls)
    }

    #[test]
    fn settings_are_taken_from_both_forms() {
        let expected = TlsSettings {
            mode: SslMode::VerifyFull,
            roots: Some(Roots::File("/etc/my ca.pem".into())),
            identity: Some(("/c.pem".into(), "/k.pem".into())),
        };
        for (text, rest) in [
            (
                "postgresql://ann:p%3Fw?x@db:5433/kifu?connect_timeout=3&sslmode=verify-full&\
                 sslrootcert=/etc/my%20ca.pem&sslcert=/c.pem&sslkey=/k.pem&channel_binding=require",
                "postgresql://ann:p%3Fw?x@db:5433/kifu?connect_timeout=3&channel_binding=require",
            ),
            (
                r"host=db sslmode = verify-full password='it\'s = sslmode=disable' sslrootcert='/etc/my ca.pem'
                  sslcert=/c.pem sslkey=/k.pem dbname=kifu",
                r"host=db password='it\'s = sslmode=disable' dbname=kifu",
            ),
        ] {
            assert_eq!(taken(text), (rest.to_owned(), expected.clone()), "{text}");
        }
    }

    #[test]
    fn an_address_without_settings_stays_as_it_is() {
        for text in
            ["postgresql://ann@db/kifu", "postgresql://db/kifu", "host=db user=ann", "host='' user=ann"]
        {
            assert_eq!(taken(text), (text.to_owned(), TlsSettings::default()));
        }
    }

    #[test]
    fn what_is_no_address_is_none() {
        for text in ["nonsense", "host=db password='open", "postgresql://db/kifu?sslmode"] {
            assert!(take(text).is_none(), "{text}");
        }
    }
}
