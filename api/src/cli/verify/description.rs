//! The descriptions of records, compared with their commitments.

use kifu_proofs::description::{DescriptionFault, DescriptionProof};

use super::super::CommandFailure;
use kifu_store::{MisplacedDescriptions, Record, Store};

/// How often a record is read anew that somebody may be changing meanwhile.
const READS: usize = 3;

/// Compares what a record says of itself with its commitments, if it has any. What does not agree is read once more, because
/// both are not read at the same moment.
pub(super) async fn check(
    store: &Store,
    head: &Record,
    description: &DescriptionProof,
) -> Result<Option<DescriptionFault>, CommandFailure> {
    let mut fault = compare(head, description);
    for _ in 0..READS {
        if fault.is_none() {
            break;
        }
        let Some(head) = store.latest().record(head.id).await? else { break };
        let Some(description) = store.latest().descriptions(&[head.id]).await?.remove(&head.id) else {
            break;
        };
        fault = compare(&head, &description);
    }
    Ok(fault)
}

fn compare(head: &Record, description: &DescriptionProof) -> Option<DescriptionFault> {
    let chain = description.check_chain(head.id.0);
    chain.and_then(|()| description.check_details(head.id.0, &head.described())).err()
}

/// The descriptions that are not in their places, in words.
pub(super) async fn misplaced(store: &Store) -> Result<Vec<String>, CommandFailure> {
    let mut faults = Vec::new();
    for shard in store.shards()?.all() {
        let MisplacedDescriptions { missing, beyond } = store.latest().misplaced_descriptions(shard).await?;
        if missing > 0 {
            faults.push(format!("descriptions of records are missing: {missing}"));
        }
        if beyond > 0 {
            faults.push(format!("descriptions of records were put behind the last one: {beyond}"));
        }
    }
    Ok(faults)
}
