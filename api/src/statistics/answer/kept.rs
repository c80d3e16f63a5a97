//! What settled pages add to a question, from one answer to the next.

use std::sync::Arc;

use ahash::AHashMap;

use super::counted::{Counted, Onto};
use super::question::Question;
use super::{Answer, Limits, Page};
use crate::statistics::archive::ChunkId;

/// What settled pages add to a question, and which pages these are.
#[derive(Clone)]
pub struct Kept {
    counted: Counted,
    /// The pages, with those of their rows that were dead.
    pages: AHashMap<ChunkId, Arc<Vec<u32>>>,
}

impl Kept {
    /// Of these settled pages; `None` if there can be too many groups to keep them.
    pub fn of(settled: &[Page], others: &[Page], question: &Question, limits: &Limits) -> Option<Self> {
        let counted = Counted::settled(settled, others, question, limits)?;
        Some(Self { counted, pages: dead(settled) })
    }

    /// What is known of these settled pages if this was known before; `None` if it is of no use for them.
    pub fn brought_up(
        self: Arc<Self>,
        settled: &[Page],
        others: &[Page],
        question: &Question,
        limits: &Limits,
    ) -> Option<Arc<Self>> {
        let (mut known, mut new, mut gone) = (0, Vec::new(), Vec::new());
        for page in settled {
            let Some(before) = page.settled.and_then(|id| self.pages.get(&id)) else {
                new.push(page.clone());
                continue;
            };
            known += 1;
            let died = died(before, &page.dead)?;
            if !died.is_empty() {
                gone.push(page.only(&died));
            }
        }
        if known < self.pages.len() {
            return None;
        }
        if gone.is_empty() && new.is_empty() {
            return Some(self);
        }
        let mut counted = self.counted.clone();
        if !gone.is_empty() {
            counted = counted.less(&gone, question, limits)?;
        }
        if !new.is_empty() {
            counted = counted.grown(&new, others, question, limits)?;
        }
        Some(Self { counted, pages: dead(settled) }.into())
    }

    /// The answer, with other pages on top of the settled ones; and what is known of these by then.
    pub fn answer(
        mut self: Arc<Self>,
        settled: &[Page],
        others: &[Page],
        question: &Question,
        limits: &Limits,
    ) -> (Option<Answer>, Arc<Self>) {
        let mut counted = self.counted.onto(others, question, limits);
        if matches!(counted, Onto::Nothing)
            && let Some(anew) = Self::of(settled, others, question, limits)
        {
            self = anew.into();
            counted = self.counted.onto(others, question, limits);
        }
        if let Onto::Without(unknown) = &counted {
            let counted_with = self.counted.with(unknown, settled, question, limits);
            self = Self { counted: counted_with, pages: self.pages.clone() }.into();
            counted = self.counted.onto(others, question, limits);
        }
        let Onto::Counted(counted) = counted else { return (None, self) };
        (Some(counted.answer(question)), self)
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let dead = self.pages.values().map(|dead| dead.len() * size_of::<u32>());
        let pages = self.pages.len() * size_of::<(ChunkId, Arc<Vec<u32>>)>();
        self.counted.bytes() + pages + dead.sum::<usize>()
    }
}

fn dead(pages: &[Page]) -> AHashMap<ChunkId, Arc<Vec<u32>>> {
    pages.iter().filter_map(|page| Some((page.settled?, page.dead.clone()))).collect()
}

/// The rows that died since, of two lists in their order; `None` if any came back to life: then it is not since, but
/// before.
fn died(before: &[u32], now: &[u32]) -> Option<Vec<u32>> {
    let mut before = before.iter().peekable();
    let died = now.iter().copied().filter(|row| before.next_if_eq(&row).is_none()).collect();
    before.peek().is_none().then_some(died)
}

#[cfg(test)]
mod tests {
    use super::died;

    #[test]
    fn rows_die_and_never_come_back() {
        assert_eq!(died(&[], &[]), Some(vec![]));
        assert_eq!(died(&[3, 7], &[1, 3, 7, 9]), Some(vec![1, 9]));
        assert_eq!(died(&[3], &[3]), Some(vec![]));
        assert_eq!(died(&[3, 7], &[3, 9]), None);
        assert_eq!(died(&[3], &[]), None);
    }
}
