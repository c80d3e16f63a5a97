//! Faults put into the database on purpose, each of which the checks must find: else they prove nothing.

use std::process::{Command, Stdio};

use kifu_tests::Service;

use crate::faults::Fault;

/// Cycles within which a fault must be found.
const CYCLES: &str = "6";

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sabotage {
    /// Its name on the command line.
    pub name: &'static str,
    sql: &'static str,
    /// What has to break for it to show, where that matters.
    pub shown_by: Option<Fault>,
}

impl Sabotage {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self {
            name: "acknowledged_before_it_is_on_disk",
            sql: "ALTER ROLE kifu SET synchronous_commit = off",
            shown_by: Some(Fault::Postmaster),
        },
        Self {
            name: "forgotten_keys",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON idempotency FOR EACH ROW EXECUTE FUNCTION nothing()",
            shown_by: None,
        },
        Self {
            name: "some_events_lost",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON events FOR EACH ROW
                  WHEN (NEW.position % 97 = 0) EXECUTE FUNCTION nothing()",
            shown_by: None,
        },
        Self {
            name: "some_positions_skipped",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON shard_heads FOR EACH ROW
                  WHEN (NEW.position % 97 = 0 AND NEW.position > OLD.position) EXECUTE FUNCTION skip()",
            shown_by: None,
        },
        Self {
            name: "some_events_altered",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON events FOR EACH ROW
                  WHEN (NEW.position % 97 = 0) EXECUTE FUNCTION alter_actor()",
            shown_by: None,
        },
        Self {
            name: "some_texts_altered",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON events FOR EACH ROW
                  WHEN (NEW.type = 'annotate' AND NEW.position % 97 = 0) EXECUTE FUNCTION alter_text()",
            shown_by: None,
        },
    ];

    /// Puts it into the database; connections made from now on have it.
    pub fn apply(&self, service: &Service) {
        const FUNCTIONS: &str = "
            CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
            CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.position := NEW.position + 1; RETURN NEW; END $$;
            CREATE FUNCTION alter_actor() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.actor := 'nobody'; RETURN NEW; END $$;
            CREATE FUNCTION alter_text() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.payload := NEW.payload || '{\"text\": \"altered\"}'; RETURN NEW; END $$;";
        service.database().batch_execute(&[FUNCTIONS, self.sql].concat()).expect("a sabotaged database");
    }

    /// The one of this name.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|sabotage| sabotage.name == name).expect("the name of a sabotage")
    }
}

/// Runs this program with each fault; it must fail each time.
pub fn prove() {
    let program = std::env::current_exe().expect("this program");
    for Sabotage { name, .. } in Sabotage::ALL {
        let output =
            Command::new(&program).args([CYCLES, "1", name]).stdin(Stdio::null()).output().expect("a run");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{name} was not found");
        let found = said.lines().skip_while(|line| !line.contains("panicked at")).nth(1).unwrap_or_default();
        println!("{name}: found: {found}");
    }
}
