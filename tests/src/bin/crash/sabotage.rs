//! Faults put in on purpose, each of which the checks must find: else they prove nothing.
//!
//! Most are put into the database, as triggers or in its functions; two are on the way to a reader.

use std::process::{Child, Command, Stdio};

use kifu_tests::Service;

use crate::faults::Fault;
use crate::wire::WireFault;

/// Runs at the same time.
const PARALLEL_RUNS: usize = 2;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sabotage {
    /// Its name on the command line.
    pub name: &'static str,
    sql: &'static str,
    /// Cycles within which it must be found.
    cycles: u32,
    /// The fault that shows it, where that matters.
    pub shown_by: Option<Fault>,
    /// The fault on the way to readers.
    pub wire: Option<WireFault>,
}

/// The usual sabotage: found at the end of a short run.
const PLAIN: Sabotage = Sabotage { name: "", sql: "", cycles: 2, shown_by: None, wire: None };

impl Sabotage {
    /// All of them.
    pub const ALL: [Self; 29] = [
        Self {
            name: "acknowledged_before_it_is_on_disk",
            sql: "ALTER ROLE kifu SET synchronous_commit = off",
            cycles: 6,
            shown_by: Some(Fault::Postmaster),
            ..PLAIN
        },
        Self {
            name: "forgotten_keys",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON idempotency FOR EACH ROW EXECUTE FUNCTION nothing()",
            ..PLAIN
        },
        Self {
            name: "keys_lead_elsewhere",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON idempotency FOR EACH ROW EXECUTE FUNCTION lead_elsewhere()",
            ..PLAIN
        },
        Self {
            name: "some_events_lost",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON events FOR EACH ROW
                  WHEN (NEW.position % 97 = 0) EXECUTE FUNCTION nothing()",
            ..PLAIN
        },
        Self {
            name: "some_positions_skipped",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON shard_heads FOR EACH ROW
                  WHEN (NEW.position % 97 = 0 AND NEW.position > OLD.position) EXECUTE FUNCTION skip()",
            ..PLAIN
        },
        Self {
            name: "some_events_altered",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON events FOR EACH ROW
                  WHEN (NEW.position % 97 = 0) EXECUTE FUNCTION alter_actor()",
            ..PLAIN
        },
        Self {
            name: "some_texts_altered",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON events FOR EACH ROW
                  WHEN (NEW.type = 'annotate' AND NEW.position % 97 = 0) EXECUTE FUNCTION alter_text()",
            ..PLAIN
        },
        Self {
            name: "hash_chain_skips",
            sql: "SELECT change_function('append_events', 'sha256(last_hashes[q] ||',
                      'sha256(CASE WHEN head % 97 = 0 THEN sha256(''''::bytea) ELSE last_hashes[q] END ||')",
            ..PLAIN
        },
        Self {
            name: "wrong_roots_of_batches",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON event_batches FOR EACH ROW
                  WHEN (NEW.events > 0) EXECUTE FUNCTION alter_root()",
            ..PLAIN
        },
        Self {
            name: "some_heads_lost",
            sql: "CREATE TRIGGER sabotage AFTER INSERT ON event_batches FOR EACH ROW
                  WHEN (NEW.number % 3 = 2) EXECUTE FUNCTION lose_the_batch_before()",
            ..PLAIN
        },
        Self {
            name: "stale_versions_accepted",
            sql: "SELECT change_function('append_events', 'r.expected IS DISTINCT FROM current AND', 'false AND')",
            ..PLAIN
        },
        Self {
            name: "games_counted_twice",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON statistic_chunks FOR EACH ROW
                  WHEN (NEW.tombstones <> OLD.tombstones) EXECUTE FUNCTION forget_tombstones()",
            ..PLAIN
        },
        Self {
            name: "seats_see_everything",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON tokens FOR EACH ROW
                  WHEN (NEW.role = 'seat') EXECUTE FUNCTION make_scribe()",
            ..PLAIN
        },
        Self {
            name: "private_records_shown",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION make_public()",
            ..PLAIN
        },
        Self {
            name: "old_epoch_served",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON epoch FOR EACH ROW EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "times_go_back",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON events FOR EACH ROW
                  WHEN (NEW.position % 97 = 0) EXECUTE FUNCTION put_clock_back()",
            ..PLAIN
        },
        Self {
            name: "openings_forgotten",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON openings FOR EACH ROW EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "issued_tokens_forgotten",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON issuances FOR EACH ROW EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "secrets_forgotten",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON kept_answers FOR EACH ROW EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "secrets_mixed_up",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON kept_answers FOR EACH ROW EXECUTE FUNCTION alter_answer()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "revoked_tokens_open",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON tokens FOR EACH ROW EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "changes_unseen",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION forget_revision()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "names_lost",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON seatings FOR EACH ROW EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "new_names_lost",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON players FOR EACH ROW EXECUTE FUNCTION forget_name()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "erased_people_stay",
            sql: "CREATE TRIGGER sabotage BEFORE UPDATE ON players FOR EACH ROW
                  WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "parts_lost",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON joint_parts FOR EACH ROW EXECUTE FUNCTION nothing()",
            cycles: 1,
            ..PLAIN
        },
        Self {
            name: "seats_mixed_up",
            sql: "CREATE TRIGGER sabotage BEFORE INSERT ON tokens FOR EACH ROW
                  WHEN (NEW.role = 'seat') EXECUTE FUNCTION change_seat()",
            cycles: 1,
            ..PLAIN
        },
        Self { name: "streams_lose_an_entry", wire: Some(WireFault::LostEntry), ..PLAIN },
        Self {
            name: "streams_resume_late",
            cycles: 6,
            wire: Some(WireFault::LateResume),
            // The stream ends while there is something to resume.
            shown_by: Some(Fault::Service),
            ..PLAIN
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
                $$ BEGIN NEW.payload := NEW.payload || '{\"text\": \"altered\"}'; RETURN NEW; END $$;
            CREATE FUNCTION alter_root() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.root := sha256(NEW.root); RETURN NEW; END $$;
            CREATE FUNCTION lose_the_batch_before() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
                $$ BEGIN DELETE FROM event_batches WHERE shard = NEW.shard AND number = NEW.number - 1; RETURN NULL; END $$;
            CREATE FUNCTION lead_elsewhere() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.first_seq := NEW.first_seq - 1; NEW.last_seq := NEW.last_seq - 1; RETURN NEW; END $$;
            CREATE FUNCTION forget_tombstones() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.tombstones := OLD.tombstones; RETURN NEW; END $$;
            CREATE FUNCTION make_scribe() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.role := 'scribe'; NEW.seat := NULL; RETURN NEW; END $$;
            CREATE FUNCTION put_clock_back() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.at := NEW.at - interval '1 hour'; RETURN NEW; END $$;
            CREATE FUNCTION alter_answer() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.sealed_answer := sha256(NEW.sealed_answer) || NEW.sealed_answer; RETURN NEW; END $$;
            CREATE FUNCTION forget_revision() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.revision := OLD.revision; RETURN NEW; END $$;
            CREATE FUNCTION forget_name() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN
                    IF NEW.name IS NOT NULL THEN NEW.name := OLD.name; NEW.name_key := OLD.name_key; END IF;
                    RETURN NEW;
                END $$;
            CREATE FUNCTION change_seat() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.seat := 0; RETURN NEW; END $$;
            CREATE FUNCTION make_public() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN NEW.visibility := 'public'; RETURN NEW; END $$;
            CREATE FUNCTION change_function(name regproc, before text, after text) RETURNS void LANGUAGE plpgsql AS $$
            DECLARE
                source text := pg_get_functiondef(name);
            BEGIN
                ASSERT position(before IN source) > 0, 'there is nothing to change';
                EXECUTE replace(source, before, after);
            END $$;";
        service.database().batch_execute(&[FUNCTIONS, self.sql].concat()).expect("a sabotaged database");
    }

    /// The one of this name.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|sabotage| sabotage.name == name).expect("the name of a sabotage")
    }

    /// Begins to run this program with the fault.
    fn run(self) -> Child {
        let program = std::env::current_exe().expect("this program");
        let mut command = Command::new(program);
        command.args([&*self.cycles.to_string(), "1", self.name]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("a run")
    }
}

/// Runs this program with each fault; it must fail each time.
pub fn prove() {
    for faults in Sabotage::ALL.chunks(PARALLEL_RUNS) {
        let runs: Vec<_> = faults.iter().map(|sabotage| (sabotage.name, sabotage.run())).collect();
        for (name, run) in runs {
            let output = run.wait_with_output().expect("a run");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success(), "{name} was not found");
            let found = said.lines().skip_while(|line| !line.contains("panicked at")).nth(1);
            println!("{name}: found: {}", found.unwrap_or_default());
        }
    }
}
