//! The invariants of every registered game, one file each, checked over random whole games.
//!
//! A failure prints the game, the seed and the log; `KIFU_SEED=<seed>` runs that seed alone,
//! `KIFU_CASES=<n>` runs more seeds than usual, `KIFU_GAME=<slug>` one game only.

mod analysis;
mod choices;
mod corrections;
mod drawing;
mod entering;
mod forms;
mod general_rules;
mod hindsight;
mod irregular;
mod joint;
mod leaks;
mod malformed;
mod mangling;
mod messages;
mod numbering;
mod observed;
mod published;
mod refusals;
mod rules_pages;
mod settings;
mod statements;
mod stored;
mod table;
mod terms;
mod toy;
mod unknown;
mod viewer_logs;
mod words;
