//! Faults that repeat: of each kind, only the first lines of a second are written, and then how many were left out.
//!
//! While a database is away, every request and every follower fails, and each failure is a line. They say the same; a disk
//! full of them would be a second fault.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Filter};

/// How often it is written how many lines were left out.
pub const PERIOD: Duration = Duration::from_secs(1);
/// The target of lines that say how many were left out.
const LEFT_OUT: &str = "kifu::log";
/// Lines of one kind that are written within a period.
const LINES: u64 = 5;

/// Lets through all lines below a warning, and the first warnings and errors of each kind within a period. A kind is a
/// place in the code.
#[derive(Clone, Default)]
pub struct LineLimit(Arc<Mutex<HashMap<Identifier, Repeated>>>);

/// Lines of one kind within this period.
#[derive(Default)]
struct Repeated {
    count: u64,
    /// The text of the lines.
    message: String,
}

impl LineLimit {
    /// Writes how many lines were left out of each kind. A new period begins.
    pub fn end_period(&self) {
        let ended = std::mem::take(&mut *self.lock());
        for Repeated { count, message } in ended.into_values().filter(|repeated| repeated.count > LINES) {
            tracing::warn!(target: LEFT_OUT, left_out = count - LINES, "more lines said: {message}");
        }
    }

    fn admit(&self, event: &Event<'_>) -> bool {
        let mut kinds = self.lock();
        let repeated = kinds.entry(event.metadata().callsite()).or_default();
        if repeated.count == 0 {
            event.record(repeated);
        }
        repeated.count += 1;
        repeated.count <= LINES
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Identifier, Repeated>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S> Filter<S> for LineLimit {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn callsite_enabled(&self, of: &'static Metadata<'static>) -> Interest {
        if is_limited(of) { Interest::sometimes() } else { Interest::always() }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        !is_limited(event.metadata()) || self.admit(event)
    }
}

fn is_limited(of: &Metadata<'_>) -> bool {
    *of.level() <= Level::WARN && of.target() != LEFT_OUT
}

impl Visit for Repeated {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.message = format!("{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use tracing_subscriber::layer::{Layer, SubscriberExt};
    use tracing_subscriber::{fmt, registry};

    use super::*;

    /// The bytes that were written.
    #[derive(Clone, Default)]
    struct Output(Arc<Mutex<Vec<u8>>>);

    impl Output {
        fn take(&self) -> String {
            String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
        }
    }

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn faults_that_repeat_are_counted_and_nothing_else_is() {
        let (limit, output) = (LineLimit::default(), Output::default());
        let writer = output.clone();
        let lines = fmt::layer().with_writer(move || writer.clone()).with_ansi(false);
        let subscriber = registry().with(lines.with_filter(limit.clone()));
        tracing::subscriber::with_default(subscriber, || {
            let fail = || {
                for number in 0..12 {
                    tracing::warn!(number, "the database is away");
                    tracing::info!("answered");
                }
                tracing::error!("a fault of its own");
            };
            let written = |part: &str, text: &str| text.matches(part).count();
            for _ in 0..2 {
                fail();
                let text = output.take();
                assert_eq!(written("the database is away", &text), 5, "{text}");
                assert_eq!(
                    (written("answered", &text), written("a fault of its own", &text)),
                    (12, 1),
                    "{text}"
                );
                limit.end_period();
                let text = output.take();
                assert_eq!(written("\n", &text), 1, "{text}");
                assert!(text.contains("more lines said: the database is away left_out=7"), "{text}");
            }
            limit.end_period();
            assert_eq!(output.take(), "", "nothing was left out of a period without faults");
        });
    }
}
