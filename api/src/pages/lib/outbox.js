// What a phone has entered and the service has not yet acknowledged. Each entry is kept on the phone with the key under
// which it is sent, so that it is recorded once however often it is sent; they go one after the other, and the first
// that is refused stops the rest until somebody decides.

import { ask, newKey, Problem } from "./api.js";

const RETRY = 2000;

export class Outbox {
  /**
   * Of the record `id`. `changed()` is called whenever something here is different; `acknowledged(item, answer)` when
   * an entry is on the service's disk.
   */
  constructor({ id, kind, token, changed, acknowledged }) {
    Object.assign(this, { id, token, changed, acknowledged });
    this.place = `outbox ${kind} ${id}`;
    this.reachable = navigator.onLine;
    this.sending = false;
    addEventListener("online", () => this.send());
    addEventListener("storage", (event) => { if (event.key === this.place) this.changed(); });
  }

  /** What waits, in order: `{ key, method, path, body, said, match, refused }`. */
  get items() {
    return JSON.parse(localStorage.getItem(this.place) ?? "[]");
  }

  keep(items) {
    if (items.length) localStorage.setItem(this.place, JSON.stringify(items));
    else localStorage.removeItem(this.place);
    this.changed();
  }

  /** The first that was refused, if one was. */
  get refused() {
    return this.items.find((item) => item.refused) ?? null;
  }

  /**
   * Adds an entry: `body` as it is sent, `said` in words, `version` what the phone has seen. What follows something
   * that waits was entered in knowledge of that: its version is the one that comes of it.
   */
  add({ method = "POST", path, body, said, version }) {
    const items = this.items;
    const match = items.length ? null : version;
    this.keep([...items, { key: newKey(), method, path, body, said, match, refused: null }]);
    return this.send();
  }

  /** Takes back the last entry if it was surely never sent. */
  unsend() {
    const items = this.items;
    const last = items.at(-1);
    if (!last || last.sent) return false;
    this.keep(items.slice(0, -1));
    return true;
  }

  /** Goes on after a refusal: without the entry, with it as something irregular, or over what came meanwhile. */
  decide(decision) {
    const [first, ...rest] = this.items;
    if (decision === "drop all") this.keep([]);
    if (decision === "drop") this.keep(rest.map((item, index) => (index === 0 ? { ...item, match: item.match ?? first.match ?? null } : item)));
    if (decision === "irregular") this.keep([again(first, { body: irregular(first.body) }), ...rest]);
    if (decision === "all the same") this.keep([again(first, { match: first.refused.version ?? null }), ...rest]);
    return this.send();
  }

  /** Sends what waits. One page of this browser does at a time. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      // Without https there are no locks: then two pages of one browser might send the same, under the same key.
      await (navigator.locks?.request(this.place, () => this.sendAll()) ?? this.sendAll());
    } finally {
      this.sending = false;
    }
    const [first] = this.items;
    if (first && !first.refused) this.timer = setTimeout(() => this.send(), RETRY);
    this.changed();
  }

  async sendAll() {
    for (let [item] = this.items; item && !item.refused; [item] = this.items) {
      if (!item.sent) this.replaceFirst({ ...item, sent: true });
      try {
        const answer = await this.request(item);
        this.reachable = true;
        const [, next, ...rest] = this.items;
        this.keep(next ? [{ ...next, match: next.match ?? answer.version }, ...rest] : []);
        this.acknowledged(item, answer);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        this.reachable = problem.status !== 0;
        if (problem.passing) return;
        this.replaceFirst({ ...item, refused: refusal(problem) });
      }
    }
  }

  async request({ key, method, path, body, match }) {
    const token = this.token();
    const response = await ask(path, { method, token, key: method === "POST" ? key : undefined, match: match === null ? undefined : `"${match}"`, body });
    return response.status === 204 ? {} : response.json();
  }

  replaceFirst(item) {
    this.keep([item, ...this.items.slice(1)]);
  }
}

/** Another request needs another key: under the same one the first answer would be given again. */
const again = (item, changes) => ({ ...item, ...changes, key: newKey(), sent: false, refused: null });

function irregular(body) {
  return { ...body, irregular: true };
}

function refusal({ status, code, message, violation, document }) {
  const values = document.values ?? document;
  return { status, code, message, text: document.message ?? null, violation, version: values.version ?? null, steps: values.steps ?? [] };
}
