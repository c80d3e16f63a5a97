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

// A pad is a thing that somebody puts on their phone: its token stays there until it is revoked.

const lasting = (id, kind) => `${kind} token ${id}`;

/** The token that this browser has for a pad or a seat of a record, taken out of the address if it came with it. */
export function takeLastingToken(id, kind) {
  const shown = location.hash.slice(1);
  if (/^kifu_/.test(shown)) {
    localStorage.setItem(lasting(id, kind), shown);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return localStorage.getItem(lasting(id, kind));
}

export function forgetLastingToken(id, kind) {
  localStorage.removeItem(lasting(id, kind));
}
