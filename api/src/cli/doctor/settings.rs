//! The source of the settings, and the users who could read the secrets in them.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::Finding;
use crate::operation::config::{Config, Settings};
use crate::operation::operator_key::operator_key;

/// Examines the settings.
pub(super) fn examine(config: &Config) -> Vec<Finding> {
    let mut findings = vec![file(config)];
    findings.extend(key(&config.settings));
    findings.extend(webhooks(&config.settings));
    findings
}

fn file(config: &Config) -> Finding {
    const SUBJECT: &str = "settings";
    let Some(path) = &config.file else {
        return Finding::ok(SUBJECT, "no file; flags, variables and defaults");
    };
    match open_to(path) {
        Some(mode) => Finding::note(
            SUBJECT,
            format_args!(
                "{} can be read by everybody (mode {mode:o}). If it holds a key or a password, close it: chmod o-r {}",
                path.display(),
                path.display()
            ),
            format_args!(
                "{} は誰でも読めます（モード {mode:o}）。鍵やパスワードがあるなら chmod o-r で閉じてください。",
                path.display()
            ),
        ),
        None => Finding::ok(SUBJECT, path.display()),
    }
}

fn key(settings: &Settings) -> Option<Finding> {
    const SUBJECT: &str = "operator's key";
    let beyond = !settings.listen.ip().is_loopback();
    let found = match operator_key(settings) {
        Err(error) => return Some(Finding::failed(SUBJECT, error)),
        Ok(found) => found,
    };
    if found.is_none() {
        return beyond.then(|| {
            Finding::note(
                SUBJECT,
                "there is none, and others can reach the service: nobody can open a record. Make one with openssl rand \
                 -hex 32 > FILE, and name it with --operator-key-file",
                "運営者の鍵がなく、他のマシンから接続できるため、誰も記録を作成できません。openssl rand -hex 32 > ファイル で\
                 作成し、--operator-key-file で指定してください。",
            )
        });
    }
    let file = settings.operator_key_file.as_deref();
    Some(match file.and_then(|path| Some((path, open_to(path)?))) {
        Some((path, mode)) => Finding::wrong(
            SUBJECT,
            format_args!(
                "everybody on this machine can read {} (mode {mode:o}), and the key opens everything: chmod 600 {}",
                path.display(),
                path.display()
            ),
            format_args!(
                "{} は誰でも読めます（モード {mode:o}）。この鍵はすべての記録に通じます。chmod 600 で閉じてください。",
                path.display()
            ),
        ),
        None => {
            Finding::ok(SUBJECT, file.map_or("from a setting".to_owned(), |path| path.display().to_string()))
        }
    })
}

fn webhooks(settings: &Settings) -> Option<Finding> {
    let needed = settings.webhooks.webhook_key.is_none() && !settings.listen.ip().is_loopback();
    needed.then(|| {
        Finding::note(
            "webhooks",
            "no webhook can be made without --webhook-key: random text, the same for every instance",
            "Webhook を作成するには --webhook-key（全インスタンス共通のランダムな文字列）が必要です。",
        )
    })
}

/// The permissions of a file that everybody may read.
fn open_to(path: &Path) -> Option<u32> {
    let found = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    (found.mode() & 0o004 != 0).then_some(found.mode() & 0o777)
}
