//! Wrong usage in Japanese. `clap` says it in English; [`WrongValue`] describes the allowed values in both.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::operation::setting_values::WrongValue;

/// The error in Japanese; `None` where help or the version was asked for.
pub fn in_japanese(error: &clap::Error) -> Option<String> {
    let argument = context(error, ContextKind::InvalidArg);
    Some(match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return None;
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("{argument} の値が正しくありません（{}）。", reason(error))
        }
        ErrorKind::UnknownArgument => {
            format!("{argument} という引数はありません。{}", suggestion(error, ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidSubcommand => {
            let command = context(error, ContextKind::InvalidSubcommand);
            format!(
                "{command} というコマンドはありません。{}",
                suggestion(error, ContextKind::SuggestedSubcommand)
            )
        }
        ErrorKind::MissingRequiredArgument => format!("{argument} が必要です。"),
        ErrorKind::ArgumentConflict => {
            format!("{argument} と {} は同時に指定できません。", context(error, ContextKind::PriorArg))
        }
        _ => "使い方が正しくありません。kifu --help を参照してください。".to_owned(),
    })
}

/// The reason why a value is wrong: the rule, or the allowed values.
pub(super) fn reason(error: &clap::Error) -> String {
    if let Some(wrong) = error.source().and_then(|source| source.downcast_ref::<WrongValue>()) {
        return wrong.ja().to_owned();
    }
    match (context(error, ContextKind::InvalidValue), context(error, ContextKind::ValidValue)) {
        (value, _) if value.is_empty() => "値を指定してください".to_owned(),
        (value, valid) if valid.is_empty() => format!("「{value}」は指定できません"),
        (_, valid) => format!("{valid} のいずれかを指定してください"),
    }
}

fn suggestion(error: &clap::Error, kind: ContextKind) -> String {
    match context(error, kind) {
        suggestion if suggestion.is_empty() => "kifu --help を参照してください。".to_owned(),
        suggestion => format!("{suggestion} のことですか。"),
    }
}

/// A detail of a `clap` error; empty if the error has none.
fn context(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        _ => String::new(),
    }
}
