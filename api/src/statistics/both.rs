//! Work on two threads.

/// One thing here, and another on a thread of its own at the same time.
pub fn both<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let there = scope.spawn(there);
        let here = here();
        match there.join() {
            Ok(there) => (here, there),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
