//! Keys of names that another version made.

use kifu_names::{Name, NameKey};
use kifu_store::{
    Consent, Filter, NewPlayer, Occupant, Opening, Player, PlayerId, PlayerQuery, Search, SeatedBy, Sitter,
    SitterLookup, Sort, SortKey, Visibility, now,
};
use serde_json::json;

use crate::fixtures::{Fixture, Scanner, opening};

/// The keys, places and tags as a version wrote them that folded no kana and knew no keys of places.
const FORGET_KEYS: &str = "
    UPDATE players SET name_key = lower(name);
    UPDATE seatings SET guest_key = guest_name WHERE guest_name IS NOT NULL;
    UPDATE seatings SET guest_name = guest_name || chr(8238) WHERE guest_name = 'ベン';
    UPDATE games SET details = details - 'place_key' - 'tag_keys';
    UPDATE name_key_version SET version = 0;
    SELECT write_search_document(shard, game_id) FROM games";

#[tokio::test]
async fn keys_are_made_anew_where_they_were_made_otherwise() {
    let fixture = Fixture::new().await;
    let player = Player {
        id: PlayerId::generate(),
        name: Name::stored("Straße"),
        created_at: now(),
        seated_by: SeatedBy::default(),
    };
    let players = [(player.id, Consent::Operator)];
    fixture.store.create_player(&NewPlayer { player, token: [7; 32], key: None }).await.unwrap();
    let found = fixture.store.latest().sitters(&players).await.unwrap().pop();
    let Some(SitterLookup::Allowed(sitter)) = found else { panic!("{found:?}") };
    let opening = Opening {
        details: json!({"place": "ホーム", "tags": ["大会"]}).into(),
        seating: vec![sitter, Sitter::guest(Name::stored("ベン"))],
        ..opening()
    };
    fixture.store.open_game(&opening).await.unwrap();
    let owner = fixture.owner().await;
    owner.batch_execute(FORGET_KEYS).await.unwrap();
    let found = async |filter| {
        let filters = vec![filter, Filter::Visibilities(vec![Visibility::Public])];
        let sort = Sort { key: SortKey::Opened, descending: true };
        let search = Search { filters, sort, after: None, limit: 10 };
        fixture.store.latest().search(&search, &Scanner).await.unwrap().len()
    };
    let listed = async || {
        let query = PlayerQuery { name: Some(NameKey::of("STRASSE")), hidden: true, after: None, limit: 10 };
        fixture.store.latest().list_players(&query, &Scanner).await.unwrap().len()
    };
    let ben = NameKey::of("べん");
    assert_eq!((found(Filter::Named(ben.clone())).await, listed().await), (0, 0));
    fixture.store.migrate().await.unwrap();
    assert_eq!(listed().await, 1);
    assert_eq!(fixture.store.latest().guest_seats(&ben, 10).await.unwrap().len(), 1);
    for filter in [
        Filter::Named(ben.clone()),
        Filter::Named(NameKey::of("strasse")),
        Filter::Place(NameKey::of("ﾎｰﾑ")),
        Filter::Tag(NameKey::of("大会")),
        Filter::Words(NameKey::of("べ")),
    ] {
        assert_eq!(found(filter.clone()).await, 1, "{filter:?}");
    }
    let record = fixture.store.latest().record(opening.id).await.unwrap().unwrap();
    assert_eq!(
        record.seating[1],
        Occupant::Guest(Name::stored("ベン")),
        "a control that was stored is not shown"
    );
    let version: i32 = owner.query_one("SELECT version FROM name_key_version", &[]).await.unwrap().get(0);
    assert_eq!(version, NameKey::VERSION);
}
