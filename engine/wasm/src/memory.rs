//! The functions that JavaScript calls, and the memory in which text is handed over.
//!
//! JavaScript allocates the bytes of a question, writes them, and calls [`answer`]. The answer begins with its length,
//! as four bytes in a browser, least significant first. JavaScript reads it and releases it.

#![expect(unsafe_code, reason = "WebAssembly hands over text by its place in memory")]

use std::cell::RefCell;

use crate::Records;

const LENGTH_BYTES: usize = size_of::<usize>();

thread_local! {
    static RECORDS: RefCell<Records> = RefCell::default();
}

/// Memory for this number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees memory.
///
/// # Safety
///
/// It was allocated with this length and not released yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(start: *mut u8, length: usize) {
    // SAFETY: the caller promises that this is a box of `allocate` or `answer`.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) });
}

/// Answers a question, which is released. The caller releases the answer together with its length.
///
/// # Safety
///
/// The question was allocated with this length and not released yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(start: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: the caller promises that this is a box of `allocate`.
    let question = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) };
    let answer = RECORDS.with_borrow_mut(|records| records.answer(&String::from_utf8_lossy(&question)));
    let mut bytes = Vec::with_capacity(LENGTH_BYTES + answer.len());
    bytes.extend(answer.len().to_le_bytes());
    bytes.extend(answer.into_bytes());
    Box::into_raw(bytes.into_boxed_slice()).cast()
}
