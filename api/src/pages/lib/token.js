// The token of a record. It comes behind `#`, goes into this tab's memory and never into an address again.

/** The token that this tab has for a record, taken out of the address if it came with it. */
export function takeToken(id) {
  const shown = location.hash.slice(1);
  if (/^kifu_/.test(shown)) {
    keepToken(id, shown);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(`token ${id}`);
}

export function keepToken(id, token) {
  sessionStorage.setItem(`token ${id}`, token);
}

export function forgetToken(id) {
  sessionStorage.removeItem(`token ${id}`);
}
