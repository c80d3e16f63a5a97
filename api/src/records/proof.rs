//! `GET /v1/games/{id}/proof`: what proves that a record is not changed later.
//!
//! A viewer of the whole record gets the hashes of its events, their salts, and the way to a signed head of the tree
//! over all batches. Other viewers get a chain over their own view, without salts or tree: nothing in it changes
//! before the viewer notices something. No proof counts the records of others.

use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_proofs::signature::PublicKey;
use kifu_proofs::{Digest, signature};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::extractors::{After, query};
use crate::http::media::JSON;
use crate::http::problem::{Code, Problem};
use crate::proofs::signing::Inclusion;
use crate::proofs::signing::proof::{Positions, of_seen, of_whole};
use crate::records::cache::LoadedRecord;
use crate::records::view::seen;

/// The query of a proof.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofQuery {
    event: Option<After>,
    since: Option<After>,
}

/// The receipt of an accepted move, by which it can be recognised for ever.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MoveReceipt {
    /// The hash of the last event of the request.
    pub hash: Digest,
    /// The signed proof of it, to be kept. It can be had at any time.
    pub proof: String,
}

impl MoveReceipt {
    /// The receipt of the event with this hash in the whole record, for a viewer who counts it as this version.
    pub fn new(loaded: &LoadedRecord, version: Seq, hash: Digest) -> Self {
        Self { hash, proof: format!("/v1/games/{}/proof?event={}", loaded.head.id, version.0) }
    }
}

/// A key that signatures are verified with.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VerificationKey {
    /// The key's id in signatures: the SHA-256 of the public key.
    pub key_id: Digest,
    /// The algorithm: Ed25519 (RFC 8032).
    pub algorithm: &'static str,
    /// The public key.
    pub public_key: PublicKey,
}

/// Shows the key that signatures of this service are verified with.
pub async fn key(app: web::Data<App>) -> HttpResponse {
    let public_key = app.signer.public_key();
    let key_id = signature::key_id(public_key);
    HttpResponse::Ok().json(VerificationKey { key_id, algorithm: "Ed25519", public_key })
}

/// True if nothing is hidden from this access, now and later: not even the number of events.
pub fn sees_whole(loaded: &LoadedRecord, access: Access) -> bool {
    let record = &loaded.record;
    access.viewer() == Viewer::Scribe || record.status() != Status::Live || !record.meta().has_secrets
}

/// Proves a record as this viewer sees it.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let ProofQuery { event, since } = query(&request)?;
    let (snapshot, access) = read(&app, &request).await?;
    let loaded = snapshot.loaded();
    if loaded.unreplayable.is_some() {
        return Err(Problem::plain(Code::UnreadableRecord));
    }
    let (store, id) = (app.store(), loaded.head.id);
    let latest = seen(loaded, access).version();
    let version = event.map_or(latest, |event| Seq(event.0));
    if version > latest {
        return Err(Problem::plain(Code::NotFound));
    }
    let mut links = store.latest().links(&[id]).await?.remove(&id).unwrap_or_default();
    let description = store.latest().descriptions(&[id]).await?.remove(&id);
    let proof = if sees_whole(loaded, access) {
        links.truncate(version.index() + 1);
        let opening =
            store.latest().opening_payload(id).await?.ok_or_else(|| Problem::plain(Code::NotFound))?;
        let opening = opening.read().map_err(Problem::internal)?;
        let mut proof = of_whole(&app.signer, id, (&links, description), opening, Positions::Left)?;
        if let Some(last) = links.last() {
            let since = since.map(|since| since.0);
            let shard = store.shards()?.of(id);
            match app.signer.inclusion((store, app.heads), shard, last, since).await? {
                Inclusion::Proven(tree) => proof.tree = Some(*tree),
                Inclusion::Due(at) => proof.tree_due = Some(at),
            }
        }
        proof
    } else {
        let shared = app.clone();
        let proof = move |loaded: &LoadedRecord| {
            let seen = seen(loaded, access);
            of_seen(&shared.signer, (loaded, &*seen, access.viewer()), version, (&links, description))
        };
        snapshot.compute(&Admission::of(&request)?, proof).await??
    };
    let written = move |_: &LoadedRecord| serde_json::to_string(&proof).map_err(Problem::internal);
    let written = snapshot.compute(&Admission::of(&request)?, written).await??;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Authorization"))
        .content_type(JSON)
        .body(written))
}
