// What a phone has entered and the service has not yet acknowledged. Each entry is kept on the phone under the key by
// which it is sent, so that it is recorded once however often it is sent, and so that two pages of one browser never
// overwrite each other's. They go one after the other; one that is refused waits until somebody decides.

import { ask, newKey, Problem, SHORT_TIMEOUT_MS } from "./api.js";
import { lasting } from "./storage.js";

/** @import { Acknowledged, Decision, Item, NewItem, OutboxOptions, Rejection } from "../types/outbox" */

const RETRY_MS = 2000;

export class Outbox {
  /** @param {OutboxOptions} options */
  constructor(options) {
    this.options = options;
    this.reachable = navigator.onLine;
    this.sending = false;
    /** Whether what was kept last outlasts the page. */
    this.isLasting = true;
    /** @type {number | undefined} */
    this.timer = undefined;
    addEventListener("online", () => this.send());
    addEventListener("storage", (event) => {
      if (event.key?.startsWith(options.place)) options.changed();
    });
  }

  /** What waits, in order. */
  get items() {
    const items = lasting.names(`${this.options.place} `).map((name) => lasting.readJson(name));
    return items.filter(isItem).sort((one, other) => one.order - other.order);
  }

  /** The first that was refused, with why, if one was. */
  get rejection() {
    for (const item of this.items) if (item.rejection) return { ...item, rejection: item.rejection };
    return null;
  }

  /** @param {{ key: string }} item */
  nameOf({ key }) {
    return `${this.options.place} ${key}`;
  }

  /** @param {Item} item */
  keep(item) {
    this.isLasting = lasting.write(this.nameOf(item), JSON.stringify(item));
    this.options.changed();
  }

  /**
   * Keeps an item as it is by now, unless another page of this browser dropped it meanwhile.
   * @param {Item} item
   */
  update(item) {
    if (lasting.read(this.nameOf(item)) !== null) this.keep(item);
  }

  /** @param {Item} item */
  drop(item) {
    lasting.remove(this.nameOf(item));
    this.options.changed();
  }

  /**
   * Keeps something in place of an item. Another request needs another key: under the same one the first answer would be
   * given again.
   * @param {Item} item
   * @param {Partial<Item>} changes
   */
  replace(item, changes) {
    lasting.remove(this.nameOf(item));
    this.keep({ ...item, ...changes, key: newKey(), match: undefined, sent: false, rejection: null });
  }

  /**
   * Adds an entry; `before` another item, or behind all.
   * @param {NewItem} added
   * @param {Item | null} before
   */
  add({ method = "POST", path, body, label, base, isRelative = false, problem }, before = null) {
    const last = this.items.at(-1);
    const order = before ? before.order - 1 : Math.max(Date.now(), (last?.order ?? 0) + 1);
    const rejection = problem ? rejectionOf(problem) : null;
    this.keep({ key: newKey(), order, method, path, body, label, base, isRelative, sent: false, rejection });
    return this.send();
  }

  /** Takes back the last entry if it was surely never sent, and takes back nothing itself. */
  unsend() {
    const last = this.items.at(-1);
    if (!last || last.sent || last.isRelative) return false;
    this.drop(last);
    return true;
  }

  /**
   * An item does not fit the log any more.
   * @param {Item} item
   * @param {Problem} problem
   */
  refuse(item, problem) {
    this.update({ ...item, rejection: rejectionOf(problem) });
  }

  /**
   * Goes on after a refusal: without the entry, or with it as something irregular.
   * @param {Decision} decision
   */
  decide(decision) {
    const { items, rejection } = this;
    if (decision === "drop all") items.forEach((item) => this.drop(item));
    // Another page of this browser may have decided already.
    else if (rejection && decision === "drop") this.drop(rejection);
    else if (rejection) this.replace(rejection, { body: { ...rejection.body, irregular: true } });
    return this.send();
  }

  /**
   * Sends something else in place of what was refused.
   * @param {Item["body"]} body
   * @param {string} label
   */
  replaceRefused(body, label) {
    const { rejection } = this;
    if (rejection) this.replace(rejection, { body, label });
    return this.send();
  }

  /**
   * Sends something before what was refused, which is tried again after it.
   * @param {NewItem} added
   */
  addBefore(added) {
    const { rejection } = this;
    const adding = this.add(added, rejection);
    if (rejection) this.replace(rejection, {});
    return adding;
  }

  /** Sends what waits. One page of this browser does at a time. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      // Without https there are no locks: then two pages of one browser might send the same, under the same key.
      await ("locks" in navigator ? navigator.locks.request(this.options.place, () => this.sendAll()) : this.sendAll());
    } finally {
      this.sending = false;
    }
    if (this.next) this.timer = setTimeout(() => this.send(), RETRY_MS);
    this.options.changed();
  }

  /** The first that waits for the service alone. */
  get next() {
    return this.items.find((item) => !item.rejection) ?? null;
  }

  async sendAll() {
    // Without a tag an entry could land on a log that nobody here has seen.
    for (let item = this.next; item && this.options.etag(); item = this.next) {
      item = { ...item, sent: true, match: item.match ?? this.options.etag() };
      this.update(item);
      try {
        const answer = await this.request(item);
        this.reachable = true;
        if (answer.recorded) this.moveBehind(answer.version);
        lasting.remove(this.nameOf(item));
        this.options.acknowledged(answer);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        this.reachable = problem.status !== 0;
        if (problem.passing) return;
        if (problem.status === 412) {
          this.update({ ...item, sent: false, match: undefined });
          await this.options.outdated();
          if (this.options.etag() === item.match) return;
        } else this.update({ ...item, sent: true, rejection: rejectionOf(problem) });
      }
    }
  }

  /**
   * What waits comes behind an entry of this phone, which is then not taken for somebody else's.
   * @param {number} version
   */
  moveBehind(version) {
    for (const item of this.items) if (!item.isRelative && item.base < version) this.update({ ...item, base: version });
  }

  /** @param {Item} item */
  async request({ key, method, path, body, match = this.options.etag() }) {
    const token = this.options.token();
    const idempotency = method === "POST" ? key : null;
    const response = await ask(path, { method, token, key: idempotency, match, body, timeout: SHORT_TIMEOUT_MS });
    return acknowledgement(await response.json().catch(() => null));
  }
}

/**
 * What an answer says of the version. One that says nothing of it did not come from the service.
 * @param {unknown} answer
 * @returns {Acknowledged}
 */
function acknowledgement(answer) {
  const { version, etag, recorded, entries } = fieldsOf(answer);
  if (typeof version !== "number" || typeof etag !== "string") throw new Problem(0);
  return { version, etag, recorded: recorded === true, entries: Array.isArray(entries) ? entries : [] };
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
  const { key, order, base, method, path, label } = fieldsOf(value);
  const isText = [key, path, label].every((field) => typeof field === "string");
  return isText && [order, base].every(Number.isFinite) && (method === "POST" || method === "PUT");
}

/**
 * @param {Problem} problem
 * @returns {Rejection}
 */
const rejectionOf = ({ message, violation, document }) => ({ message, text: document.message ?? null, violation });
