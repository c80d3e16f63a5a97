//! Messages about webhooks: their addresses, and failed deliveries.

use super::Field;

kifu_engine::messages! {
    /// Messages about webhooks.
    pub enum Webhooks in "webhooks" {
        en: include_str!("webhooks/en.ftl"),
        ja: include_str!("webhooks/ja.ftl"),

        UrlTooLong { field: Field, most: usize },
        NoUrl { field: Field },
        NotHttps { field: Field },
        UserInUrl { field: Field },
        CharactersInUrl { field: Field },
        NoHost { field: Field },
        NotPublic { field: Field },
        EventCount { field: Field, most: usize },

        NoPublicAddress,
        NoConnection,
        NotSecure,
        NoAnswer,
        NotHttp,
        Redirected,
        OtherStatus,
        Declined,
        SecretSealed,
        Withdrawn,

        DisabledFailing,
        DisabledDeclined,
        DisabledOnRequest,
        DisabledUnauthorized,
    }
}
