// What a phone has entered and the service has not yet acknowledged. Each entry is kept on the phone with the key under
// which it is sent, so that it is recorded once however often it is sent; they go one after the other, and the first
// that is refused stops the rest until somebody decides.

import { ask, newKey, Problem } from "./api.js";
import { stored } from "./stored.js";

/** @import { Acknowledged, NewItem, Decision, Item, NarratedStep, Rejection } from "../types/outbox" */

const RETRY_MS = 2000;

export class Outbox {
  /**
   * Stored under the name `place`. `changed()` is called whenever something here is different; `acknowledged(answer)` when
   * an entry is on the service's disk.
   * @param {{ place: string, token: () => string | null, changed: () => void, acknowledged: (answer: Acknowledged) => void }} options
   */
  constructor({ place, token, changed, acknowledged }) {
    this.token = token;
    this.changed = changed;
    this.acknowledged = acknowledged;
    this.place = place;
    this.reachable = navigator.onLine;
    this.sending = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    addEventListener("online", () => this.send());
    addEventListener("storage", (event) => {
      if (event.key === this.place) this.changed();
    });
  }

  /** What waits, in order. */
  get items() {
    const items = stored(this.place);
    return Array.isArray(items) ? items.filter(isItem) : [];
  }

  /** @param {Item[]} items */
  keep(items) {
    if (items.length) localStorage.setItem(this.place, JSON.stringify(items));
    else localStorage.removeItem(this.place);
    this.changed();
  }

  /** The first that was refused, with why, if one was. */
  get rejection() {
    for (const item of this.items) if (item.rejection) return { ...item, rejection: item.rejection };
    return null;
  }

  /**
   * Adds an entry: `body` as it is sent, `label` in words, `etag` what the phone has seen. What follows something
   * that waits was entered in knowledge of that: its tag is the one that comes of it.
   * @param {NewItem} added
   */
  add({ method = "POST", path, body, label, etag }) {
    const items = this.items;
    const match = items.length ? null : etag;
    this.keep([...items, { key: newKey(), method, path, body, label, match, sent: false, rejection: null }]);
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

  /**
   * Goes on after a refusal: without the entry, with it as something irregular, or over what came meanwhile.
   * @param {Decision} decision
   */
  decide(decision) {
    const [first, ...rest] = this.items;
    // Another page of this browser may have decided already.
    if (!first) return this.send();
    if (decision === "drop all") this.keep([]);
    if (decision === "drop") this.keep(rest.map((item, index) => (index === 0 ? { ...item, match: item.match ?? first.match } : item)));
    if (decision === "irregular") this.keep([again(first, { body: irregular(first.body) }), ...rest]);
    if (decision === "all the same") this.keep([again(first, { match: first.rejection?.etag ?? null }), ...rest]);
    return this.send();
  }

  /**
   * Sends something else in place of what was refused.
   * @param {Item["body"]} body
   * @param {string} label
   */
  replaceRefused(body, label) {
    const [first, ...rest] = this.items;
    if (first) this.keep([again(first, { body, label }), ...rest]);
    return this.send();
  }

  /**
   * Sends something before what was refused, which is tried again after it.
   * @param {NewItem} added
   */
  addBefore({ method = "POST", path, body, label }) {
    const [first, ...rest] = this.items;
    if (!first) return this.send();
    this.keep([
      { key: newKey(), method, path, body, label, match: first.match, sent: false, rejection: null },
      again(first, { match: null }),
      ...rest,
    ]);
    return this.send();
  }

  /** Sends what waits. One page of this browser does at a time. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      // Without https there are no locks: then two pages of one browser might send the same, under the same key.
      await ("locks" in navigator ? navigator.locks.request(this.place, () => this.sendAll()) : this.sendAll());
    } finally {
      this.sending = false;
    }
    const [first] = this.items;
    if (first && !first.rejection) this.timer = setTimeout(() => this.send(), RETRY_MS);
    this.changed();
  }

  async sendAll() {
    for (let [item] = this.items; item && !item.rejection; [item] = this.items) {
      if (!item.sent) this.replaceFirst({ ...item, sent: true });
      try {
        const answer = await this.request(item);
        this.reachable = true;
        const [, next, ...rest] = this.items;
        this.keep(next ? [{ ...next, match: next.match ?? answer.etag }, ...rest] : []);
        this.acknowledged(answer);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        this.reachable = problem.status !== 0;
        if (problem.passing) return;
        this.replaceFirst({ ...item, sent: true, rejection: rejectionOf(problem) });
      }
    }
  }

  /** @param {Item} item */
  async request({ key, method, path, body, match }) {
    const response = await ask(path, { method, token: this.token(), key: method === "POST" ? key : null, match: match ?? undefined, body });
    return acknowledgement(await response.json().catch(() => null));
  }

  /** @param {Item} item */
  replaceFirst(item) {
    this.keep([item, ...this.items.slice(1)]);
  }
}

/**
 * What an answer says of the version. One that says nothing of it did not come from the service.
 * @param {unknown} answer
 * @returns {Acknowledged}
 */
function acknowledgement(answer) {
  const { version, etag, recorded } = fieldsOf(answer);
  if (typeof version !== "number" || typeof etag !== "string") throw new Problem(0);
  return { version, etag, recorded: recorded === true };
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
const fieldsOf = (value) => (typeof value === "object" && value !== null ? { ...value } : {});

/**
 * Whether this was kept by an outbox.
 * @param {unknown} value
 * @returns {value is Item}
 */
function isItem(value) {
  const { key, method, path, label } = fieldsOf(value);
  return [key, path, label].every((field) => typeof field === "string") && (method === "POST" || method === "PUT");
}

/**
 * Another request needs another key: under the same one the first answer would be given again.
 * @param {Item} item
 * @param {Partial<Item>} changes
 * @returns {Item}
 */
const again = (item, changes) => ({ ...item, ...changes, key: newKey(), sent: false, rejection: null });

/** @param {Item["body"]} body */
const irregular = (body) => ({ ...body, irregular: true });

/**
 * @param {Problem} problem
 * @returns {Rejection}
 */
function rejectionOf({ status, code, message, violation, document }) {
  const { etag, steps } = fieldsOf(document.values ?? document);
  return {
    status,
    code,
    message,
    text: document.message ?? null,
    violation,
    etag: typeof etag === "string" ? etag : null,
    steps: Array.isArray(steps) ? steps.filter(isNarrated) : [],
  };
}

/**
 * @param {unknown} step
 * @returns {step is NarratedStep}
 */
const isNarrated = (step) => Array.isArray(fieldsOf(step).narration);
