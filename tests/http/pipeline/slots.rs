//! Slots of the classes of work.

use kifu_tests::while_slots_are_taken;

use super::{NEW_CLIENT, UNLIMITED_CLIENT, behind_a_proxy, code, opened};

#[test]
fn one_client_leaves_slots_to_others() {
    let service = behind_a_proxy(&[("KIFU_RATE_LIMIT", "0")]);
    let table = opened(&service);
    let ask = |client: &str, token: Option<&str>| {
        let ask = service.get("/v1/players").header("X-Forwarded-For", client);
        ask.token_if(token).send()
    };
    // It is known from there before the crowd comes.
    assert_eq!(table.get("").header("X-Forwarded-For", UNLIMITED_CLIENT).send().status, 200);
    while_slots_are_taken(&service, UNLIMITED_CLIENT, || {
        let refused = ask(UNLIMITED_CLIENT, None);
        assert_eq!((refused.status, code(&refused).as_str()), (503, "busy"));
        assert!(!refused.header("retry-after").is_empty());
        assert_eq!(ask(NEW_CLIENT, None).status, 200, "another client has a slot");
        assert_eq!(
            ask(UNLIMITED_CLIENT, Some(&table.scribe)).status,
            200,
            "who shows a valid token has others"
        );
        let of_another_class = table.get_as(None, "/replay").header("X-Forwarded-For", UNLIMITED_CLIENT);
        assert_eq!(of_another_class.send().status, 200, "each class has its own");
    });
}
