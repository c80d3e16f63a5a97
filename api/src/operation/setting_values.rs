//! Values of settings and arguments as they are written, and why one is wrong, in English and Japanese.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use actix_web::http::header::HeaderName;
use ipnet::IpNet;
use kifu_engine::text::Language;
use tracing_subscriber::EnvFilter;
use url::Url;

/// The reason why a value is wrong: the rule that it breaks. Displayed in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongValue {
    en: String,
    ja: String,
}

impl WrongValue {
    /// Makes the value from clauses in both languages: "it must be …", 「…を指定してください」.
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Self {
        Self { en: en.into(), ja: ja.into() }
    }

    /// This program was built without a feature of Cargo.
    pub fn lacks_feature(name: &str) -> Self {
        Self::new(
            format!(
                "it needs the feature `{name}`, which this kifu was built without: the Debian package and the container \
                 have it, and so has `cargo build --release --features {name}`"
            ),
            format!(
                "この kifu は機能 `{name}` なしでビルドされています。Debian パッケージかコンテナーを使うか、\
                 `cargo build --release --features {name}` でビルドしてください"
            ),
        )
    }

    /// The text in Japanese.
    pub fn ja(&self) -> &str {
        &self.ja
    }
}

impl fmt::Display for WrongValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for WrongValue {}

/// A parser of whole numbers between these bounds.
pub fn whole_number<T>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, WrongValue> + Clone + Send + Sync + 'static
where
    T: FromStr + Clone + Send + Sync + 'static,
{
    move |text| {
        let (least, greatest) = (bounds.start(), bounds.end());
        let number: Option<u64> = text.parse().ok().filter(|number| bounds.contains(number));
        number.and_then(|number| number.to_string().parse().ok()).ok_or_else(|| {
            WrongValue::new(
                format!("it must be a whole number from {least} to {greatest}"),
                format!("{least} から {greatest} までの整数を指定してください"),
            )
        })
    }
}

/// A share, from 0 to 1.
///
/// # Errors
///
/// If it is none.
pub fn share(text: &str) -> Result<f64, WrongValue> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| {
        WrongValue::new("it must be a number from 0 to 1", "0 から 1 までの数を指定してください")
    })
}

/// A duration in seconds, from a millisecond to a year.
///
/// # Errors
///
/// If it is none.
pub fn seconds(text: &str) -> Result<Duration, WrongValue> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=31_536_000.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        WrongValue::new(
            "it must be a number of seconds, from 0.001 to 31536000",
            "0.001 から 31536000 までの秒数を指定してください",
        )
    })
}

/// An address to serve on, with its port.
///
/// # Errors
///
/// If it is none, or has no port.
pub fn listened_address(text: &str) -> Result<SocketAddr, WrongValue> {
    text.parse().map_err(|_| {
        WrongValue::new(
            "it must be an address with a port, like 127.0.0.1:8080 or [::1]:8080",
            "127.0.0.1:8080 や [::1]:8080 のように、アドレスとポートを指定してください",
        )
    })
}

/// A network, or an address alone.
///
/// # Errors
///
/// If it is none.
pub fn network(text: &str) -> Result<IpNet, WrongValue> {
    let alone = || text.parse::<IpAddr>().ok().map(IpNet::from);
    text.parse().ok().or_else(alone).ok_or_else(|| {
        WrongValue::new(
            "it must be a network like 10.0.0.0/8, or an address",
            "10.0.0.0/8 のようなネットワークか、アドレスを指定してください",
        )
    })
}

/// The name of a header.
///
/// # Errors
///
/// If it can't be one.
pub fn header_name(text: &str) -> Result<HeaderName, WrongValue> {
    text.parse().map_err(|_| {
        WrongValue::new(
            "it must be the name of a header, like X-Forwarded-For",
            "X-Forwarded-For のようなヘッダー名を指定してください",
        )
    })
}

/// The address of a service on the web.
///
/// # Errors
///
/// If it is none.
pub fn web_address(text: &str) -> Result<Url, WrongValue> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    url.ok_or_else(|| {
        WrongValue::new(
            "it must be an address like http://127.0.0.1:4318",
            "http://127.0.0.1:4318 のような URL を指定してください",
        )
    })
}

/// The address of a collector of traces.
///
/// # Errors
///
/// If it is none, or this build exports no traces.
pub fn collector_address(text: &str) -> Result<Url, WrongValue> {
    if cfg!(feature = "otlp") { web_address(text) } else { Err(WrongValue::lacks_feature("otlp")) }
}

/// Parses the filter of the log.
///
/// # Errors
///
/// If it is no filter.
pub fn log_filter(text: &str) -> Result<String, WrongValue> {
    EnvFilter::try_new(text).map(|_| text.to_owned()).map_err(|why| {
        WrongValue::new(
            format!("it must be a level or a list of them, like info or info,kifu=debug ({why})"),
            format!("info や info,kifu=debug のように、レベルかその並びを指定してください（{why}）"),
        )
    })
}

/// A language.
///
/// # Errors
///
/// If there is none of this name.
pub fn language(text: &str) -> Result<Language, WrongValue> {
    let language = Language::ALL.into_iter().find(|language| language.code() == text);
    language.ok_or_else(|| WrongValue::new("it must be ja or en", "ja か en を指定してください"))
}

/// A name and a value.
///
/// # Errors
///
/// If there is no `=` between.
pub fn named_value(text: &str) -> Result<(String, String), WrongValue> {
    let pair = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    pair.ok_or_else(|| WrongValue::new("it must be like player=Aki", "player=Aki のように指定してください"))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;

    #[test]
    fn a_number_has_bounds_and_they_are_named() {
        let parse = whole_number::<NonZeroU16>(1..=65_535);
        assert_eq!(parse("7"), Ok(NonZeroU16::new(7).unwrap()));
        assert_eq!(parse("+7"), Ok(NonZeroU16::new(7).unwrap()));
        for wrong in ["", "0", "-1", "65536", "1.5", "many", "99999999999999999999999"] {
            let why = parse(wrong).unwrap_err();
            assert_eq!(why.to_string(), "it must be a whole number from 1 to 65535", "{wrong}");
            assert_eq!(why.ja(), "1 から 65535 までの整数を指定してください", "{wrong}");
        }
    }

    #[test]
    fn a_network_may_be_one_address() {
        assert_eq!(network("10.0.0.0/8").unwrap().to_string(), "10.0.0.0/8");
        assert_eq!(network("::1").unwrap().to_string(), "::1/128");
        assert!(network("10.0.0.0/33").is_err() && network("here").is_err());
    }
}
