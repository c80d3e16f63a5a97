//! Everything that can go wrong with a request, and the only place that knows error status codes.
//!
//! Answers are RFC 9457 problem documents; their `type` is a page that explains them.

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use kifu_engine::erased::Rejected;
use kifu_engine::game::Seq;
use kifu_engine::malformed::Malformed;
use kifu_engine::record::Refusal;
use kifu_engine::text::Text;
use kifu_engine::violation::Violation;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::store::StoreError;

/// The media type of problem documents.
pub const PROBLEM: &str = "application/problem+json";

/// Declares the codes with their status, their title and what to do about them.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $word:literal $status:ident: $en:literal / $ja:literal, $help_en:literal / $help_ja:literal;)*) => {
        /// The kinds of problems, each with its own page at `/problems/{code}`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Code { $($(#[$doc])* $name),* }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its stable name.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word),* }
            }

            /// The status it is answered with.
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),* }
            }

            /// What it is.
            pub const fn title(self) -> Text {
                match self { $(Self::$name => Text::fixed($ja, $en)),* }
            }

            /// What to do about it.
            pub const fn help(self) -> Text {
                match self { $(Self::$name => Text::fixed($help_ja, $help_en)),* }
            }
        }
    };
}

codes! {
    /// The body is not JSON, or not of the shape asked for.
    MalformedBody "malformed_body" BAD_REQUEST: "The body can't be read" / "本文が読めません",
        "Send JSON of the shape the contract gives; the message names the field." / "契約どおりの形のJSONを送ってください。メッセージに項目名があります。";
    /// A move that is not one of this game's, or not of its shape.
    MalformedMove "malformed_move" BAD_REQUEST: "The move can't be read" / "手が読めません",
        "Compare the move with the game's moves in the contract; the message names the field." / "契約にあるこのゲームの手と見比べてください。メッセージに項目名があります。";
    /// A path, query or header value.
    MalformedParameter "malformed_parameter" BAD_REQUEST: "A parameter can't be read" / "パラメータが読めません",
        "Correct the query parameter or header that the message names." / "メッセージにあるクエリまたはヘッダを直してください。";
    /// No such kind of game.
    UnknownGame "unknown_game" BAD_REQUEST: "There is no such kind of game" / "その種類のゲームはありません",
        "GET /v1/rules lists the kinds of games." / "GET /v1/rules がゲームの種類を並べます。";
    /// A token or the operator's key where it would be logged or read by others.
    MisplacedSecret "misplaced_secret" BAD_REQUEST: "A token or key does not belong there" / "トークンや鍵をそこに書いてはいけません",
        "Send it as Authorization: Bearer, never in an address or a record. It may have been seen on its way: issue a new one." / "アドレスや記録の中ではなく Authorization: Bearer で送ってください。途中で見られたかもしれないので、新しいものを発行してください。";
    /// A token that opens nothing.
    Unauthenticated "unauthenticated" UNAUTHORIZED: "This needs a valid token" / "有効なトークンが必要です",
        "Send the record's scribe or seat token, or the operator's key, as Authorization: Bearer." / "記録者か席のトークン、または運営者の鍵を Authorization: Bearer で送ってください。";
    /// A token that does not open this.
    Forbidden "forbidden" FORBIDDEN: "This token does not allow that" / "このトークンではできません",
        "A seat logs its own moves, a spectator reads; everything else needs the scribe's token." / "席のトークンで記録できるのはその席の手だけ、観戦者は読むだけです。他は記録者のトークンが必要です。";
    /// Nothing here, or nothing this viewer may know of.
    NotFound "not_found" NOT_FOUND: "There is nothing here" / "見つかりません",
        "Check the address; a private record shows itself only to its own tokens." / "アドレスを確かめてください。非公開の記録は自身のトークンにだけ見えます。";
    /// A player who wanted to be forgotten.
    Erased "erased" GONE: "This player was erased" / "このプレイヤーは削除されました",
        "The games stay, with somebody in the player's place; the name is gone for good." / "対局は「だれか」の記録として残ります。名前は戻せません。";
    /// A resource, but not this method.
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED: "This resource does not do that" / "この資源にそのメソッドはありません",
        "The Allow header lists what it does." / "Allow ヘッダにできることがあります。";
    /// None of the media types asked for.
    NotAcceptable "not_acceptable" NOT_ACCEPTABLE: "Not to be had in that format" / "その形式では出せません",
        "Ask for application/json, or leave Accept out." / "application/json を求めるか、Accept を省いてください。";
    /// An idempotency key that was used for something else.
    KeyReused "key_reused" CONFLICT: "This Idempotency-Key was used for another request" / "この Idempotency-Key は別の要求に使われています",
        "Use a new key for a new request; repeat a request only with the very same body." / "新しい要求には新しい鍵を。再送は全く同じ本文で行ってください。";
    /// A token that was revoked or has expired.
    TokenEnded "token_ended" CONFLICT: "This token is no longer valid" / "このトークンはもう使えません",
        "Issue a new one with POST …/tokens." / "POST …/tokens で新しく発行してください。";
    /// The scribe would be locked out.
    LastScribeToken "last_scribe_token" CONFLICT: "This is the scribe's last token" / "記録者の最後のトークンです",
        "Reissue it, or issue another one that does not expire first; only the operator may revoke the last one." / "再発行するか、期限のない別のトークンを先に発行してください。最後のものを失効できるのは運営者だけです。";
    /// As many tokens as a record may have.
    TooManyTokens "too_many_tokens" CONFLICT: "This record has as many tokens as it may have" / "この記録のトークンはこれ以上増やせません",
        "Revoke those that nobody uses." / "使われていないものを失効してください。";
    /// Two profiles that are two people.
    SatTogether "sat_together" CONFLICT: "These players sat at one table, so they are two people" / "同じ卓に着いたことがあるので、別の人です",
        "If a seat was given to the wrong player, correct it with PUT /v1/games/{id}/seats/{seat}, then merge." / "席の入力違いなら PUT /v1/games/{id}/seats/{seat} で直してから統合してください。";
    /// A seat that another player has.
    SeatTaken "seat_taken" CONFLICT: "Another player has that seat" / "その席には別のプレイヤーがいます",
        "Only a guest's seat can be claimed; the scribe can give a seat to another with PUT /v1/games/{id}/seats/{seat}." / "引き継げるのはゲストの席だけです。記録者は PUT /v1/games/{id}/seats/{seat} で席を変えられます。";
    /// A seat's move that does not fit what others have recorded and it cannot see.
    HiddenConflict "hidden_conflict" CONFLICT: "This does not fit what others have recorded" / "他の人の記録と合いません",
        "Settle it at the table; the scribe can log the move or amend what does not fit." / "卓で確かめてください。記録者が手を入れるか、合わない記録を訂正できます。";
    /// Parts of a joint move that are all in and make no legal move.
    PartsConflict "parts_conflict" CONFLICT: "What everybody entered does not fit together" / "全員の入力が互いに合いません",
        "Nothing was recorded, and everybody enters anew. Settle it at the table; the scribe can log the move as it happened." / "何も記録されていません。全員が入力し直します。卓で確かめてください。記録者が実際の手を記録することもできます。";
    /// A stored record that no longer folds.
    UnreadableRecord "unreadable_record" CONFLICT: "This record stops at an event that no longer folds" / "この記録は途中のイベントから先が再現できません",
        "It can be read up to there; nothing can be added to it." / "そこまでは読めますが、書き足すことはできません。";
    /// A record of this id is here and is another one.
    RecordConflict "record_conflict" CONFLICT: "Another record has this id" / "同じIDの別の記録があります",
        "Nothing was changed. Compare the file with the record that is here; the message says where they part." / "何も変えていません。ファイルとここにある記録を比べてください。メッセージに食い違う箇所があります。";
    /// No result to tell yet.
    NotFinished "not_finished" CONFLICT: "The game has no result" / "このゲームには結果がありません",
        "Only finished games can be had as plays; the record itself can always be had." / "プレイ記録にできるのは終わったゲームだけです。記録そのものはいつでも取り出せます。";
    /// A signing secret would have to be stored readable.
    WebhookKeyMissing "webhook_key_missing" CONFLICT: "Webhooks need a key that seals their secrets" / "Webhookには秘密を封じる鍵が必要です",
        "Whoever runs the service sets KIFU_WEBHOOK_KEY to random text, the same for every instance." / "運営者が KIFU_WEBHOOK_KEY に乱数の文字列を設定してください。全てのインスタンスで同じものを。";
    /// A webhook to which nothing is sent.
    WebhookDisabled "webhook_disabled" CONFLICT: "This webhook is disabled" / "このWebhookは止められています",
        "Enable it first: PATCH it with {\"enabled\": true}." / "先に {\"enabled\": true} を PATCH で送ってください。";
    /// More webhooks than we keep.
    TooManyWebhooks "too_many_webhooks" CONFLICT: "There are too many webhooks" / "Webhookが多すぎます",
        "Delete one that is no longer needed." / "要らなくなったものを消してください。";
    /// Another version than the client thought.
    StaleVersion "stale_version" PRECONDITION_FAILED: "The record has moved on" / "記録はもう先に進んでいます",
        "values says what happened meanwhile; if the request still makes sense, repeat it with the new ETag." / "values にその間の出来事があります。それでもよければ新しい ETag でもう一度送ってください。";
    /// No version named where one is needed.
    VersionRequired "version_required" PRECONDITION_REQUIRED: "This needs If-Match" / "If-Match が必要です",
        "Send the ETag of what you have read as If-Match, so that a retry never counts for the next choice; or * to take the risk." / "読んだ版の ETag を If-Match で送ってください。再送が次の選択に数えられるのを防ぎます。危険を承知なら * を。";
    /// Too much.
    BodyTooLarge "body_too_large" PAYLOAD_TOO_LARGE: "The body is too large" / "本文が大きすぎます",
        "Send less at once." / "小さく分けて送ってください。";
    /// Not JSON at all.
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE: "The body must be JSON" / "本文はJSONでなければなりません",
        "Send it with Content-Type: application/json." / "Content-Type: application/json で送ってください。";
    /// An id of a player that is of nobody, or of somebody who was erased.
    UnknownPlayer "unknown_player" UNPROCESSABLE_ENTITY: "There is no such player" / "そのプレイヤーはいません",
        "Name a player that POST /v1/players made, or a guest by a name." / "POST /v1/players で作ったプレイヤーか、ゲストの名前を指定してください。";
    /// People who can't sit so at this table.
    UnfitSeats "unfit_seats" UNPROCESSABLE_ENTITY: "These people don't fit the table" / "この卓の席と合いません",
        "Say of every seat of the table who sits there, and put no player on two seats." / "卓の席の数だけ指定し、同じプレイヤーは一つの席だけにしてください。";
    /// A rule was broken.
    Violation "violation" UNPROCESSABLE_ENTITY: "The rules don't allow that" / "ルール上できません",
        "The rule is named; where can_record_anyway is true, send the move again with irregular: true if it really happened." / "破ったルールが示されています。can_record_anyway が true で実際に起きたことなら irregular: true を付けて送り直せます。";
    /// The database does not answer.
    Unavailable "unavailable" SERVICE_UNAVAILABLE: "Not available just now" / "今は使えません",
        "Try again shortly, with the same Idempotency-Key: nothing is recorded twice." / "同じ Idempotency-Key で少し後にもう一度。二重には記録されません。";
    /// More streams than the service keeps open.
    TooManyStreams "too_many_streams" SERVICE_UNAVAILABLE: "There are too many streams just now" / "ストリームが多すぎます",
        "Come again shortly, or ask another instance; everything else is answered as ever." / "少し待つか、別のインスタンスに接続してください。他の要求はいつも通り応えます。";
    /// Our fault.
    Internal "internal" INTERNAL_SERVER_ERROR: "Something went wrong on our side" / "こちら側の問題です",
        "The cause is in the service's log, under the request id." / "原因はサービスのログに要求IDとともに残っています。";
}

impl JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ProblemCode".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words: Vec<_> = Self::ALL.iter().map(|code| code.word()).collect();
        schemars::json_schema!({"type": "string", "enum": words})
    }
}

/// A problem document (RFC 9457).
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document {
    /// A page that explains this kind of problem.
    #[serde(rename = "type")]
    #[schemars(extend("format" = "uri-reference"))]
    kind: String,
    /// The kind of problem, in English.
    title: String,
    /// The status code of the answer.
    status: u16,
    /// The message, in English.
    detail: String,
    /// The kind of problem.
    code: Code,
    /// What is wrong here, in one sentence.
    message: Text,
    /// The values concerned.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    values: Value,
    /// The broken rule, where one was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    violation: Option<Violation>,
    /// The first later event that an amendment would make impossible.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<Seq>,
}

/// Something wrong with a request.
#[derive(Debug)]
pub struct Problem(Box<Inner>);

#[derive(Debug)]
struct Inner {
    code: Code,
    message: Text,
    values: Value,
    violation: Option<Violation>,
    breaks: Option<Seq>,
    allow: Option<String>,
}

impl Problem {
    /// A problem said in its own words.
    pub fn new(code: Code, message: Text) -> Self {
        let inner = Inner { code, message, values: Value::Null, violation: None, breaks: None, allow: None };
        Self(Box::new(inner))
    }

    /// A problem for which its title says it all.
    pub fn plain(code: Code) -> Self {
        Self::new(code, code.title())
    }

    /// The same with the values concerned.
    #[must_use]
    pub fn with(mut self, values: Value) -> Self {
        self.0.values = values;
        self
    }

    /// The same, said of one event of a log.
    #[must_use]
    pub fn at_event(mut self, event: u64) -> Self {
        let Text { ja, en } = &self.0.message;
        self.0.message = Text::new(format!("イベント{event}: {ja}"), format!("Event {event}: {en}"));
        if self.0.values.is_null() {
            self.0.values = json!({ "event": event });
        }
        self
    }

    /// The same with which of several things it is about.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        match &mut self.0.values {
            Value::Object(values) => {
                values.insert("index".to_owned(), index.into());
            }
            values => *values = json!({ "index": index }),
        }
        self
    }

    /// The same with further values, fields of an object.
    #[must_use]
    pub fn with_more(mut self, values: Value) -> Self {
        match (&mut self.0.values, values) {
            (Value::Object(fields), Value::Object(more)) => fields.extend(more),
            (known, values) => *known = values,
        }
        self
    }

    /// 405 with the methods that are allowed.
    pub fn method_not_allowed(allow: &str) -> Self {
        let mut problem = Self::plain(Code::MethodNotAllowed).with(json!({ "allow": allow }));
        problem.0.allow = Some(allow.to_owned());
        problem
    }

    /// A query parameter or header that can't be read.
    pub fn parameter(name: &str, ja: &str, en: &str) -> Self {
        let message = Text::new(format!("{name}: {ja}"), format!("{name}: {en}"));
        Self::new(Code::MalformedParameter, message).with(json!({ "parameter": name }))
    }

    /// 412 with the version that the record has.
    pub fn stale(current: Seq) -> Self {
        let message = Text::new(
            format!("記録はもう先に進んでいます。現在の版は {} です。", current.0),
            format!("The record has moved on; its version is now {}.", current.0),
        );
        Self::new(Code::StaleVersion, message).with(json!({ "version": current }))
    }

    /// 412 where something that is no event was changed meanwhile.
    pub fn stale_revision() -> Self {
        let message = Text::fixed(
            "この記録は(手以外が)変更されています。読み直してください。",
            "Something about the record other than its moves has changed; read it again.",
        );
        Self::new(Code::StaleVersion, message)
    }

    /// A body, or a part of it, that can't be read.
    pub fn malformed(code: Code, malformed: Malformed) -> Self {
        Self::new(code, malformed.message).with(malformed.detail)
    }

    /// Its kind.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What is wrong, in one sentence.
    pub fn message(&self) -> &Text {
        &self.0.message
    }

    /// The values concerned; null if there are none.
    pub fn values(&self) -> &Value {
        &self.0.values
    }

    /// The problem document.
    pub fn document(&self) -> Document {
        let Inner { code, message, values, violation, breaks, .. } = &*self.0;
        Document {
            kind: format!("/problems/{}", code.word()),
            title: code.title().en.into_owned(),
            status: code.status().as_u16(),
            detail: message.en.clone().into_owned(),
            code: *code,
            message: message.clone(),
            values: values.clone(),
            violation: violation.clone(),
            breaks: *breaks,
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.0.code.word(), self.0.message.en)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.0.code.status()
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut response = HttpResponse::build(self.status_code());
        match self.0.code {
            Code::Unavailable => response.insert_header((RETRY_AFTER, "1")),
            Code::TooManyStreams => response.insert_header((RETRY_AFTER, "5")),
            Code::Unauthenticated => response.insert_header((WWW_AUTHENTICATE, "Bearer realm=\"kifu\"")),
            _ => &mut response,
        };
        if let Some(allow) = &self.0.allow {
            response.insert_header((actix_web::http::header::ALLOW, allow.as_str()));
        }
        let body = serde_json::to_string(&self.document()).unwrap_or_default();
        response.insert_header((CONTENT_TYPE, PROBLEM)).body(body)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let mut problem = Self::new(Code::Violation, refusal.violation.message.clone());
        problem.0.violation = Some(refusal.violation);
        problem.0.breaks = refusal.breaks;
        problem
    }
}

impl From<Rejected> for Problem {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            Rejected::Malformed(malformed) => Self::malformed(Code::MalformedMove, malformed),
            Rejected::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Unavailable(_) => Code::Unavailable,
            StoreError::Unstorable(_) => Code::MalformedBody,
            StoreError::Corrupt(_) | StoreError::Database(_) => Code::Internal,
        };
        tracing::error!(%error, "the store failed");
        Self::plain(code)
    }
}
