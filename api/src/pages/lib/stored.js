// What this browser keeps. Whatever wrote it: what cannot be read is as good as nothing.

/**
 * The JSON that is kept under a name; null if there is none that can be read.
 * @param {string} name
 */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}
