//! Authority: whatever a token makes that acts later ends with it, or is handed on to the token that is reissued for it.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use kifu_engine::seq::Seq;
use kifu_store::{
    Authority, ClaimQuery, DeliveryState, GameId, Hash, Issue, IssueOutcome, JointMove, KeyedOutcome,
    NewToken, NewWebhook, Revision, RevokeOutcome, Role, TokenAuthority, Visibility, WebhookChange,
    WebhookId, now,
};
use uuid::Uuid;

use crate::fixtures::{Fixture, opening};

/// Tables in which something lies that acts later: they have a column `made_by`, and `authority_holds!` is asked before
/// it acts.
const ACTING: [&str; 3] = ["joint_parts", "tokens", "webhooks"];

/// Tables in which nothing acts by itself, and why.
const AT_REST: [(&str, &[&str]); 6] = [
    (
        "acts: what was logged or said while the right to it held, and stays",
        &["copies", "descriptions", "events", "games", "seatings"],
    ),
    ("people: the token of a profile ends with the profile", &["players"]),
    (
        "answers to retries: sealed with what the one who asks must repeat",
        &["idempotency", "issuances", "kept_answers", "openings"],
    ),
    ("parts of a webhook, asked for with it", &["deliveries", "webhook_secrets"]),
    (
        "made of events, for everybody",
        &[
            "search_documents",
            "search_terms",
            "slow_observations",
            "statistic_chunks",
            "statistic_clock",
            "statistic_columns",
            "statistic_dirty_records",
            "statistic_generations",
            "statistic_progress",
            "tree_nodes",
        ],
    ),
    (
        "the service's own",
        &[
            "description_heads",
            "epoch",
            "event_batch_groups",
            "event_batches",
            "name_key_version",
            "projections",
            "refinery_schema_history",
            "service_keys",
            "shard_heads",
        ],
    ),
];

/// Whoever adds a table decides here whether something in it acts later by somebody's right.
#[tokio::test]
async fn every_table_says_by_whose_right_what_it_holds_acts() {
    let fixture = Fixture::new().await;
    let owner = fixture.owner().await;
    let rows = owner.query(
        "SELECT t.table_name::text, EXISTS (
             SELECT FROM information_schema.columns c
             WHERE c.table_schema = 'public' AND c.table_name = t.table_name AND c.column_name = 'made_by')
         FROM information_schema.tables t
         WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY 1",
        &[],
    );
    let tables: Vec<(String, bool)> =
        rows.await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect();
    let at_rest: Vec<_> = AT_REST.iter().flat_map(|(_, tables)| *tables).copied().collect();
    for (table, has_authority) in &tables {
        let places = (ACTING.contains(&table.as_str()), at_rest.contains(&table.as_str()));
        assert_eq!(
            places,
            (*has_authority, !has_authority),
            "{table}: does what it holds act by somebody's right?"
        );
    }
    assert_eq!(tables.len(), ACTING.len() + at_rest.len(), "a table is gone");
}

/// A record, with its scribe's token.
async fn record(fixture: &Fixture, visibility: Visibility) -> (GameId, Hash) {
    let scribe = rand_hash();
    let token = NewToken { hash: scribe, role: Role::Scribe };
    let record = kifu_store::Opening { tokens: vec![token], visibility, ..opening() };
    fixture.store.open_game(&record).await.unwrap();
    (record.id, scribe)
}

fn rand_hash() -> Hash {
    let halves = [Uuid::new_v4().into_bytes(), Uuid::new_v4().into_bytes()];
    halves.concat().try_into().unwrap()
}

impl Fixture {
    async fn authority(&self, game: GameId, token: &Hash) -> Option<TokenAuthority> {
        self.store.latest().authority(game, token).await.unwrap()
    }

    async fn right(&self, game: GameId, token: &Hash) -> Authority {
        Authority::Token(self.authority(game, token).await.unwrap().id)
    }

    /// A token by the right of another one; its id and the token.
    async fn issue_by(&self, game: GameId, by: &Hash, change: impl FnOnce(Issue) -> Issue) -> (Uuid, Hash) {
        let (id, hash) = (Uuid::new_v4(), rand_hash());
        let issue = change(Issue {
            game,
            id,
            token: NewToken { hash, role: Role::Scribe },
            label: None,
            created_at: now(),
            expires_at: None,
            replaces: None,
            authority: self.right(game, by).await,
            key: None,
        });
        assert_eq!(self.store.issue_token(&issue).await.unwrap(), IssueOutcome::New);
        (id, hash)
    }

    async fn id_of(&self, game: GameId, token: &Hash) -> Uuid {
        let tokens = self.store.latest().tokens(game).await.unwrap();
        tokens.iter().find(|stored| stored.is(token)).unwrap().id
    }

    async fn is_valid(&self, game: GameId, token: &Hash) -> bool {
        self.authority(game, token).await.is_some()
    }

    async fn webhook(&self, record: Option<GameId>, authority: Authority) -> WebhookId {
        let id = WebhookId::generate();
        let webhook = NewWebhook {
            id,
            url: "https://example.org/hook".into(),
            events: vec!["ping".into()],
            game: None,
            player: None,
            record,
            created_at: Utc::now(),
            authority,
            sealed_secret: vec![0],
            key: None,
        };
        assert!(self.store.insert_webhook(&webhook, 10).await.unwrap());
        id
    }

    /// Queues a notice; whether it is claimed to be sent, and what is noted of it otherwise.
    async fn deliver(&self, webhook: WebhookId, record: Option<GameId>) -> (bool, Option<String>) {
        let message = Uuid::now_v7();
        let outcome = self.store.enqueue_one((webhook, record), message, "ping", "{}", None).await.unwrap();
        assert_eq!(outcome, KeyedOutcome::Done);
        self.claim(webhook, message).await
    }

    async fn claim(&self, webhook: WebhookId, message: Uuid) -> (bool, Option<String>) {
        let query = ClaimQuery {
            limit: 100,
            limit_per_webhook: 100,
            excluded: vec![],
            lease: Duration::from_mins(1),
        };
        let claimed = self.store.claim_deliveries(&query).await.unwrap();
        let delivery = self.store.latest().delivery(webhook, message).await.unwrap().unwrap();
        let claimed = claimed.iter().any(|claimed| (claimed.webhook, claimed.message) == (webhook, message));
        assert_eq!(delivery.state == DeliveryState::Waiting, claimed);
        (claimed, delivery.failure)
    }
}

#[tokio::test]
async fn what_a_token_made_ends_with_it() {
    let fixture = Fixture::new().await;
    let (game, scribe) = record(&fixture, Visibility::Private).await;
    let (child, child_token) = fixture.issue_by(game, &scribe, |issue| issue).await;
    let (_, grandchild) = fixture.issue_by(game, &child_token, |issue| issue).await;
    let right = fixture.right(game, &grandchild).await;
    let webhook = fixture.webhook(Some(game), right).await;
    let joint = JointMove { game, since: Seq(0), seats: 2 };
    assert!(fixture.store.enter_part(joint, 0, Some(&serde_json::json!({}).into()), right).await.unwrap());
    let parts = async || fixture.store.latest().parts(joint).await.unwrap().len();
    assert_eq!((fixture.deliver(webhook, Some(game)).await, parts().await), ((true, None), 1));

    let own = fixture.id_of(game, &scribe).await;
    let last = fixture.store.revoke_token(game, own, false).await.unwrap();
    assert_eq!(last, RevokeOutcome::LastScribe, "those that it made would end, too");
    let (_, other) =
        fixture.issue_by(game, &scribe, |issue| Issue { authority: Authority::Service, ..issue }).await;
    assert_eq!(fixture.store.revoke_token(game, child, false).await.unwrap(), RevokeOutcome::Done);
    assert!(fixture.is_valid(game, &scribe).await && fixture.is_valid(game, &other).await);
    assert!(!fixture.is_valid(game, &child_token).await && !fixture.is_valid(game, &grandchild).await);
    assert_eq!(fixture.deliver(webhook, Some(game)).await, (false, Some("withdrawn".into())));
    assert_eq!(parts().await, 0);
    let shown = fixture.store.latest().webhook(webhook).await.unwrap().unwrap();
    assert_eq!((shown.enabled, shown.disabled_reason.as_deref()), (false, Some("unauthorized")));

    // A part that does not count keeps nobody from entering theirs.
    for seat in [1, 0] {
        let part = serde_json::json!({}).into();
        assert!(fixture.store.enter_part(joint, seat, Some(&part), Authority::Service).await.unwrap());
    }
    assert_eq!(parts().await, 2);

    // Somebody else goes on with the webhook.
    let change = WebhookChange {
        url: None,
        events: None,
        game: None,
        player: None,
        enabled: Some(true),
        authority: fixture.right(game, &other).await,
    };
    assert!(fixture.store.update_webhook(webhook, &change).await.unwrap().unwrap().enabled);
    assert!(fixture.deliver(webhook, Some(game)).await.0);
}

#[tokio::test]
async fn what_a_token_made_is_handed_on_to_the_one_that_replaces_it() {
    let fixture = Fixture::new().await;
    let (game, scribe) = record(&fixture, Visibility::Private).await;
    let (_, made) = fixture.issue_by(game, &scribe, |issue| issue).await;
    let webhook = fixture.webhook(Some(game), fixture.right(game, &scribe).await).await;
    let old = fixture.id_of(game, &scribe).await;
    let (new_id, new) = fixture.issue_by(game, &scribe, |issue| Issue { replaces: Some(old), ..issue }).await;
    assert!(!fixture.is_valid(game, &scribe).await && fixture.is_valid(game, &new).await);
    assert!(fixture.is_valid(game, &made).await && fixture.deliver(webhook, Some(game)).await.0);
    let (_, lasting) =
        fixture.issue_by(game, &new, |issue| Issue { authority: Authority::Service, ..issue }).await;
    assert_eq!(fixture.store.revoke_token(game, new_id, false).await.unwrap(), RevokeOutcome::Done);
    assert!(!fixture.is_valid(game, &made).await && fixture.is_valid(game, &lasting).await);
    assert!(!fixture.deliver(webhook, Some(game)).await.0);
}

#[tokio::test]
async fn what_a_token_made_ends_when_it_expires() {
    let fixture = Fixture::new().await;
    let (game, scribe) = record(&fixture, Visibility::Private).await;
    let until = Some(now() + TimeDelta::hours(1));
    let (id, short) = fixture.issue_by(game, &scribe, |issue| Issue { expires_at: until, ..issue }).await;
    let webhook = fixture.webhook(Some(game), fixture.right(game, &short).await).await;
    assert_eq!(fixture.authority(game, &short).await.unwrap().expires_at, until);
    assert!(fixture.deliver(webhook, Some(game)).await.0);
    // A notice that waits to be sent again is looked at again.
    let message = Uuid::now_v7();
    let outcome =
        fixture.store.enqueue_one((webhook, Some(game)), message, "ping", "{}", None).await.unwrap();
    assert_eq!(outcome, KeyedOutcome::Done);
    let expire = "UPDATE tokens SET expires_at = now() WHERE token_id = $1";
    assert_eq!(fixture.owner().await.execute(expire, &[&id]).await.unwrap(), 1);
    assert_eq!(fixture.claim(webhook, message).await, (false, Some("withdrawn".into())));
}

#[tokio::test]
async fn a_notice_of_a_record_that_became_private_is_sent_to_nobody_else() {
    let fixture = Fixture::new().await;
    let (game, scribe) = record(&fixture, Visibility::Public).await;
    let everybody = fixture.webhook(None, Authority::Service).await;
    let own = fixture.webhook(Some(game), fixture.right(game, &scribe).await).await;
    let notice = kifu_store::Notice {
        message: Uuid::now_v7(),
        kind: "ping".into(),
        record: game,
        game: "go".into(),
        payload: "{}".into(),
        public: true,
        position: kifu_store::Position(1_000),
    };
    let shard = fixture.store.shards().unwrap().of(game);
    let from = fixture.store.latest().checkpoint("webhooks", shard).await.unwrap();
    let message = notice.message;
    assert!(
        fixture.store.enqueue("webhooks", shard, from, kifu_store::Position(1_000), &[notice]).await.unwrap()
    );
    let private = Revision {
        game,
        expected: 0,
        details: None,
        visibility: Some(Visibility::Private),
        seats: Vec::new(),
    };
    assert!(fixture.store.revise(&[private]).await.unwrap());
    assert_eq!(fixture.claim(everybody, message).await, (false, Some("withdrawn".into())));
    let claimed = fixture.store.latest().delivery(own, message).await.unwrap().unwrap();
    assert_eq!((claimed.state, claimed.attempts), (DeliveryState::Waiting, 1), "its scribe's goes on");
}
