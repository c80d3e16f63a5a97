//! Changes to data derived from records: found by folding again.

use super::Forgery;
use super::scene::Scene;

/// Forgeries of search documents.
pub const SEARCH: &[Forgery] = &[
    (
        "a name in the search",
        |scene| scene.sql("UPDATE search_documents SET names[1] = 'eve' WHERE game_id = 'ID'"),
        "ID: the search was altered: `names` is not what the record says",
    ),
    (
        "the visibility in the search",
        |scene| scene.sql("UPDATE search_documents SET visibility = 'private' WHERE game_id = 'ID'"),
        "ID: the search was altered: `visibility`",
    ),
    (
        "an end of a game that is played, in the search",
        |scene| {
            scene.sql("UPDATE search_documents SET status = 'over', winners = '{1}' WHERE game_id = 'ID'");
        },
        "ID: the search was altered: `status`",
    ),
    (
        "a record made a copy in the search",
        |scene| scene.sql("UPDATE search_documents SET is_copy = true WHERE game_id = 'ID'"),
        "ID: the search was altered: `is_copy`",
    ),
    (
        "a record taken out of the search",
        |scene| scene.sql("DELETE FROM search_documents WHERE game_id = 'ID'"),
        "ID: it is missing in the search",
    ),
];

/// Forgeries of the counts and search documents of finished records.
pub const FINISHED: &[Forgery] = &[
    (
        "who won, in the search",
        |scene| scene.sql("UPDATE search_documents SET winners = '{7}' WHERE game_id = 'ID'"),
        "ID: the search was altered: `winners`",
    ),
    (
        "a game taken out of statistics",
        |scene| scene.sql("UPDATE statistic_chunks SET tombstones = '{0}'"),
        "ID: it is missing in the statistics",
    ),
    (
        "statistics deleted",
        |scene| scene.sql("DELETE FROM statistic_columns; DELETE FROM statistic_chunks"),
        "ID: it is missing in the statistics",
    ),
    (
        "statistics of a record that is gone",
        |scene| {
            scene.sql("DELETE FROM games WHERE game_id = 'ID'; DELETE FROM events WHERE game_id = 'ID'");
        },
        "ID: statistics count it, and there is no record",
    ),
    (
        "statistics of a game with other players",
        Scene::count_with_another_player,
        "ID: the statistics were altered: the game is counted as another one",
    ),
];
