//! Writes the proofs of an export beside it.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::CommandFailure;
use super::audit::SignedHeads;
use crate::http::problem::Code;
use crate::http::secrets::Secret;
use crate::http::words::records::Records;
use crate::http::words::text;
use crate::proofs::signing::Signer;
use crate::proofs::signing::proof::{Positions, of_whole};
use crate::records::archive::export::ExportedLog;
use kifu_proofs::document::FORMAT_VERSION;
use kifu_store::Store;

/// Writes proofs, one a line.
pub struct ProofWriter {
    file: BufWriter<File>,
    signer: Signer,
    /// True: events of a shard are missing, so no head of its tree can be made.
    lacks_heads: bool,
}

impl ProofWriter {
    /// Begins with how many events there are now: whatever is exported from now on holds them.
    pub async fn begin(store: &Store, path: &Path, key: Option<&Secret>) -> Result<Self, CommandFailure> {
        let signer = Signer::new(store, key).await?;
        let (mut heads, mut lacks_heads) = (Vec::new(), false);
        for shard in store.shards()?.all() {
            match signer.feed_head(store, shard).await {
                Ok(head) => heads.extend(head),
                // The log has said which events are missing. Records are proven without the head over all of them.
                Err(problem) if problem.code() == Code::Internal => lacks_heads = true,
                Err(problem) => return Err(problem.into()),
            }
        }
        let (public_key, shards) = (signer.public_key(), store.shards()?.count());
        let heads = SignedHeads { kifu_proofs: FORMAT_VERSION, public_key, shards, heads };
        let mut writer = Self { file: BufWriter::new(File::create(path)?), signer, lacks_heads };
        writer.write(&heads)?;
        Ok(writer)
    }

    /// Adds the proofs of these records, up to the last event that was exported.
    pub async fn add(&mut self, store: &Store, logs: &[ExportedLog]) -> Result<(), CommandFailure> {
        let ids: Vec<_> = logs.iter().map(|log| log.id).collect();
        let mut links = store.latest().links(&ids).await?;
        let mut descriptions = store.latest().descriptions(&ids).await?;
        for ExportedLog { id, events, opening } in logs {
            let mut links = links.remove(id).unwrap_or_default();
            links.truncate(*events);
            let proven = (&links[..], descriptions.remove(id));
            let proof = of_whole(&self.signer, *id, proven, opening.read()?, Positions::Named)?;
            self.write(&proof)?;
        }
        Ok(())
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), CommandFailure> {
        serde_json::to_writer(&mut self.file, line)?;
        Ok(self.file.write_all(b"\n")?)
    }

    /// Everything is written.
    ///
    /// # Errors
    ///
    /// If it can't be, or a head is lacking.
    pub fn finish(mut self) -> Result<(), CommandFailure> {
        self.file.flush()?;
        if !self.lacks_heads {
            return Ok(());
        }
        let said = text(Records::NoTreeHead);
        Err(format!("{}\n{}", said.en, said.ja).into())
    }
}
