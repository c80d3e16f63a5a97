// The record of a pad: the log that the service acknowledged, folded here, and on top of it what waits on this phone.

import { get, Problem, SHORT_TIMEOUT_MS } from "./lib/api.js";
import { OpenRecord } from "./lib/engine.js";
import { follow } from "./lib/live.js";
import { lasting } from "./lib/storage.js";
import { forgetLastingToken, storageName, storageNames } from "./lib/token.js";
import { language, say } from "./lib/words.js";

/** @import { Outbox } from "./lib/outbox.js" */
/** @import { Eyes, LoggedEntry } from "./types/engine" */
/** @import { Form } from "./types/forms" */
/** @import { LiveEntry } from "./types/records" */
/** @import { Acknowledged, Item } from "./types/outbox" */
/** @import { CachedRecord, StoredRecord } from "./types/pad" */

/** The version of the pages: another version may have stored the record in another form. */
const PAGES_VERSION = import.meta.url;

/** The record of a pad. */
export class PadRecord {
  /**
   * Of the record `id`; `changed()` is called whenever something here is different.
   * @param {{ id: string, kind: string, token: string | null, outbox: Outbox, changed: () => void }} options
   */
  constructor({ id, kind, token, outbox, changed }) {
    this.id = id;
    this.kind = kind;
    this.outbox = outbox;
    this.changed = changed;
    this.token = token;
    this.storageKey = storageName("pad", { kind, id, token });
    /** @type {StoredRecord | null} */
    this.stored = null;
    /** The acknowledged log, folded. @type {OpenRecord | null} */
    this.acknowledged = null;
    /** The same with what waits on top. @type {OpenRecord | null} */
    this.shown = null;
    /** @type {CachedRecord | null} */
    this.cached = null;
    /**
     * The forms before the first move of each kind: by them people enter what is rare or against the rules.
     * @type {Map<string, Form[]>}
     */
    this.firstForms = new Map();
    /** @type {string | null} */
    this.trouble = null;
    this.following = false;
    this.isForgotten = false;
    /** @type {Promise<void> | null} */
    this.loading = null;
    this.again = false;
    /** @type {AbortController | null} */
    this.liveStream = null;
  }

  /** Opens what this phone has kept of the record. */
  async open() {
    const found = /** @type {{ version?: string, stored?: StoredRecord } | null} */ (lasting.readJson(this.storageKey));
    if (found?.version !== PAGES_VERSION || !found.stored) return;
    await this.fold(found.stored).catch(() => {});
  }

  /** Asks how things stand; asked while asking, it asks once more. */
  load() {
    if (this.loading) {
      this.again = true;
      return this.loading;
    }
    this.loading = this.loadOnce().finally(() => {
      this.loading = null;
      if (this.again) {
        this.again = false;
        this.load();
      }
    });
    return this.loading;
  }

  async loadOnce() {
    const sent = { token: this.token, timeout: SHORT_TIMEOUT_MS };
    const of = { id: this.id };
    const before = this.stored?.head.version;
    try {
      const [head, events, joint] = await Promise.all([
        get("/v1/games/{id}", of, sent),
        this.readEvents(),
        get("/v1/games/{id}/joint", of, sent),
      ]);
      this.trouble = null;
      this.outbox.reachable = true;
      // The answers may be older than an entry that came while they were asked for.
      if (this.stored?.head.version !== before) this.again = true;
      else await this.fold({ head, events, joint }).then(() => this.keep());
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.unavailable(problem);
    }
    this.changed();
  }

  /**
   * The whole log, which comes page by page.
   * @param {number} [after]
   * @returns {Promise<LoggedEntry[]>}
   */
  async readEvents(after = 0) {
    const sent = { token: this.token, timeout: SHORT_TIMEOUT_MS, query: { after } };
    const { events, next } = await get("/v1/games/{id}/events", { id: this.id }, sent);
    const last = events.at(-1)?.seq;
    return next && last ? [...events, ...(await this.readEvents(last))] : events;
  }

  /** @param {StoredRecord} stored */
  async fold(stored) {
    const acknowledged = await OpenRecord.open(stored.head);
    Object.assign(stored.head, acknowledged.add(stored.events));
    this.acknowledged?.close();
    this.acknowledged = acknowledged;
    this.stored = stored;
    this.firstForms.clear();
    this.compose();
  }

  /** Keeps the log on the phone, for when there is no network. */
  keep() {
    if (this.isForgotten) return;
    const { stored } = this;
    const ended = stored?.head.status !== "live";
    lasting.write(this.storageKey, JSON.stringify({ version: PAGES_VERSION, since: Date.now(), ended, stored }));
  }

  /** Who enters moves here. @returns {Eyes} */
  get viewer() {
    return this.stored?.head.viewer ?? "public";
  }

  /** The version that is shown: that of the acknowledged log, and one more for each entry that waits. */
  get version() {
    return this.cached?.record.version ?? 0;
  }

  /** Puts what waits on top of the acknowledged log. An item that does not fit any more is refused, as the service would. */
  compose() {
    const { stored, acknowledged } = this;
    if (!stored || !acknowledged) return;
    this.shown?.close();
    const shown = acknowledged.fork();
    this.shown = shown;
    /** @type {[Item, Problem][]} */
    const refused = [];
    /** @type {Item[]} */
    const agreed = [];
    let from = 0;
    for (const item of this.outbox.items) {
      if (item.method !== "POST" || item.rejection) continue;
      const place = this.placeInLog(item, from);
      if (place !== null) {
        from = place + 1;
        if (!item.sent) agreed.push(item);
        continue;
      }
      try {
        if (item.isRelative && shown.position().version !== item.base) throw new Problem(412, { detail: say("pad-moved-on") });
        shown.enter(this.viewer, item.body);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (!item.sent) refused.push([item, problem]);
      }
    }
    this.cached = {
      record: { ...stored.head, ...shown.position() },
      acknowledged: stored.head.version,
      forms: shown.forms(this.viewer),
      joint: stored.joint,
      steps: shown.replay(null).steps.map(({ seq, move, narration }) => ({ seq, move, narration })),
      title: shown.game().name,
    };
    for (const item of agreed) this.outbox.drop(item);
    for (const [item, problem] of refused) this.outbox.refuse(item, problem);
  }

  /**
   * Where in the acknowledged log an item that waits stands already: the stream may be faster than the answer, and another
   * phone may have logged the same.
   * @param {Item} item
   * @param {number} from
   */
  placeInLog(item, from) {
    if (item.isRelative && !item.sent) return null;
    const start = Math.max(item.base, from);
    const place = this.stored?.events.slice(start).findIndex(({ entry }) => isSameEntry(entry, item.body)) ?? -1;
    return place < 0 ? null : start + place;
  }

  /**
   * Why the service would refuse an entry now; null if it would not.
   * @param {Record<string, unknown>} entry
   */
  problemOf(entry) {
    const trial = this.shown?.fork();
    try {
      trial?.enter(this.viewer, entry);
      return null;
    } catch (problem) {
      if (problem instanceof Problem) return problem;
      throw problem;
    } finally {
      trial?.close();
    }
  }

  /** @param {"compact" | "landscape" | "portrait"} layout */
  board(layout) {
    return this.shown?.board({ step: this.cached?.record.moves ?? 0, language, layout, perspective: null, hindsight: false }) ?? null;
  }

  /**
   * The forms of what can have happened instead of an event.
   * @param {number} event
   */
  formsInsteadOf(event) {
    return this.shown?.forms(this.viewer, event).forms ?? [];
  }

  /** The largest form of every kind that this record has shown: for what is not offered. */
  largestForms() {
    const { steps = [], forms } = this.cached ?? {};
    for (const { move, seq } of steps) if (!this.firstForms.has(move.type)) this.firstForms.set(move.type, this.formsInsteadOf(seq));
    return largest([...[...this.firstForms.values()].flat(), ...(forms?.forms ?? [])]);
  }

  /** @param {Problem} problem */
  unavailable(problem) {
    this.outbox.reachable = problem.status !== 0;
    if (problem.status === 401 && this.token) {
      forgetLastingToken(this.id, this.kind);
      this.token = null;
      if (this.stored) this.stored.head.viewer = "public";
      this.trouble = say("pad-refused-token");
    } else if (!problem.passing) {
      this.trouble = problem.status === 404 ? say("pad-gone") : problem.message;
    }
  }

  /** How many entries of this record wait on this phone, of all who held it. */
  get unsent() {
    return storageNames(this.id).filter((name) => name.startsWith("outbox ")).length;
  }

  /** Forgets on this phone everything about the record, whoever held it: logs, what waits, and tokens. */
  forget() {
    this.isForgotten = true;
    this.liveStream?.abort();
    for (const name of storageNames(this.id)) lasting.remove(name);
  }

  /** Follows the record. */
  listen() {
    this.liveStream?.abort();
    this.liveStream = new AbortController();
    follow(
      "/v1/games/{id}/live",
      { id: this.id },
      {
        token: this.token,
        signal: this.liveStream.signal,
        on: (event) => {
          if (event.kind === "entry") this.hear(event.data);
          else this.load();
        },
        onConnection: (isConnected) => {
          this.following = isConnected;
          if (isConnected) this.outbox.send();
          // A stream that ends need not mean that the service is away: asking tells.
          if (isConnected || this.outbox.reachable) this.load();
          else this.changed();
        },
      },
    ).finally(() => {
      this.following = false;
    });
  }

  /**
   * An entry comes that somebody logged.
   * @param {LiveEntry} event
   */
  hear(event) {
    this.append(event.version, [{ at: event.at, entry: event.entry }], event.etag);
  }

  /**
   * Adds entries to the acknowledged log if they are the next; asks for the whole log if some are missing.
   * @param {number} version
   * @param {LoggedEntry[]} entries
   * @param {string} etag
   */
  append(version, entries, etag) {
    const { stored, acknowledged } = this;
    if (!stored || !acknowledged || version > stored.head.version + entries.length) return void this.load();
    if (version === stored.head.version + entries.length) {
      Object.assign(stored.head, acknowledged.add(entries), { etag });
      stored.events.push(...entries);
      this.keep();
    }
    this.compose();
    return this.changed();
  }

  /**
   * Something is on the service's disk.
   * @param {Acknowledged} answer
   */
  accept({ version, entries, etag, recorded }) {
    if (!recorded) return void this.load();
    const at = new Date().toISOString();
    this.append(
      version,
      entries.map((entry) => ({ at, entry })),
      etag,
    );
    if (!this.following && this.stored?.head.status === "live") this.listen();
    return undefined;
  }
}

/**
 * Whether an entry of the log is what was entered: the log says its game, and marks what a seat said.
 * @param {object} entry
 * @param {Record<string, unknown>} body
 */
function isSameEntry(entry, body) {
  /** @type {(fields: object) => string} */
  const bare = (fields) =>
    JSON.stringify(
      Object.entries({ ...fields, game: undefined, statement: undefined })
        .filter(([, value]) => value !== undefined && value !== null && value !== false)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return bare(entry) === bare(body);
}

/**
 * @param {Form[]} forms
 * @returns {Form[]}
 */
function largest(forms) {
  /** @type {Map<string, Form>} */
  const found = new Map();
  /** @param {Form | undefined} form */
  const size = (form) => (form ? JSON.stringify(form).length : 0);
  for (const form of forms) {
    const sort = `${form.move.type} ${form.fields.map((field) => field.kind).join(" ")}`;
    if (size(form) >= size(found.get(sort))) found.set(sort, form);
  }
  return [...found.values()];
}
