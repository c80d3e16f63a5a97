// The record as the service says it: asked for, followed, and stored on the phone for when there is no network.

import { get, post, Problem, svg } from "./lib/api.js";
import { follow } from "./lib/live.js";
import { stored } from "./lib/stored.js";
import { forgetLastingToken, storageName } from "./lib/token.js";
import { language, say } from "./lib/words.js";

/** @import { Outbox } from "./lib/outbox.js" */
/** @import { Form, Forms } from "./types/forms" */
/** @import { Acknowledged } from "./types/outbox" */
/** @import { CachedRecord, Line, PadIdentity } from "./types/pad" */
/** @import { Schema } from "./types/api" */
/** @import { Summary } from "./types/records" */

/** How many lines of the log are stored. */
const STORED_LINES = 30;
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
    this.cached = this.readCached();
    /** @type {string | null} */
    this.trouble = null;
    /** The last version that the service has acknowledged. */
    this.acknowledgedVersion = 0;
    this.following = false;
    /** Whether the log must be asked for anew: what happened meanwhile was not followed. */
    this.stale = true;
    /** @type {Promise<void> | null} */
    this.loading = null;
    this.again = false;
    /** @type {AbortController | null} */
    this.liveStream = null;
  }

  /** What this version of the page has stored; null if it has stored nothing. */
  readCached() {
    const found = /** @type {{ version?: string, cached?: CachedRecord } | null} */ (stored(this.storageKey));
    return found?.version === PAGES_VERSION && found.cached ? found.cached : null;
  }

  /** @param {CachedRecord} cached */
  storeCached(cached) {
    const shortened = { ...cached, steps: cached.steps.slice(-STORED_LINES) };
    localStorage.setItem(this.storageKey, JSON.stringify({ version: PAGES_VERSION, cached: shortened }));
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
    const { id, token } = this;
    const anew = this.stale;
    this.stale = false;
    try {
      const [record, forms, joint, board, replay] = await Promise.all([
        get("/v1/games/{id}", { id }, { token }),
        get("/v1/games/{id}/forms", { id }, { token }),
        get("/v1/games/{id}/joint", { id }, { token }),
        svg("/v1/games/{id}/board.svg", { id }, { token, query: { language, layout: "compact" } }),
        anew ? get("/v1/games/{id}/replay", { id }, { token }) : null,
      ]);
      const identity = this.cached?.identity.role ? this.cached.identity : await this.loadIdentity(record);
      const steps = replay ? linesOf(replay.steps) : (this.cached?.steps ?? []);
      const earlier = this.cached ? [] : await this.loadFirstForms(forms, steps);
      this.cached = { record, forms, joint, board, steps, identity, largestForms: largestForms([...earlier, ...forms.forms], this.cached) };
      this.trouble = null;
      this.outbox.reachable = true;
      this.storeCached(this.cached);
    } catch (problem) {
      this.stale ||= anew;
      if (!(problem instanceof Problem)) throw problem;
      this.unavailable(problem);
    }
    this.changed();
  }

  /**
   * What the table plays and whose pad this is; asked once, for neither changes.
   * @param {Summary} record
   * @returns {Promise<PadIdentity>}
   */
  async loadIdentity(record) {
    const { id, token } = this;
    const [{ games }, share] = await Promise.all([get("/v1/rules", {}), post("/v1/games/{id}/share", { id }, { token, body: {} })]);
    return { title: games.find((game) => game.slug === record.game)?.name ?? null, role: share.role ?? null, seat: share.seat ?? null };
  }

  /**
   * The forms as they were before the first move of each kind that may be made now: a pad that is opened during a game shows
   * the keys, too, of what was played before.
   * @param {Forms} offered
   * @param {Line[]} steps
   */
  async loadFirstForms({ forms }, steps) {
    const { id, token } = this;
    const types = new Set(forms.map(({ move }) => move.type));
    const first = [...types].flatMap((type) => steps.find(({ move }) => move.type === type) ?? []);
    const earlier = await Promise.all(
      first.map(({ seq }) =>
        get("/v1/games/{id}/forms", { id }, { token, query: { instead_of: seq } }).then(
          (answer) => answer.forms,
          () => [],
        ),
      ),
    );
    return earlier.flat();
  }

  /** @param {Problem} problem */
  unavailable(problem) {
    this.outbox.reachable = problem.status !== 0;
    if (problem.status === 401 && this.token) {
      forgetLastingToken(this.id, this.kind);
      this.token = null;
      if (this.cached) this.cached.identity.role = null;
      this.trouble = say("pad-refused-token");
    } else if (!problem.passing) {
      this.trouble = problem.status === 404 ? say("pad-gone") : problem.message;
    }
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
          if (event.kind === "entry" && this.cached)
            this.cached.steps = [...this.cached.steps.slice(0, event.data.keep), ...linesOf(event.data.steps)];
          if (event.kind === "end") this.stale = true;
          if (event.kind !== "position") this.load();
        },
        onConnection: (isConnected) => {
          this.following = isConnected;
          this.stale = true;
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
   * Something is on the service's disk: a page that follows the record gets what came of it, another asks.
   * @param {Acknowledged} answer
   */
  async accept({ version, recorded }) {
    if (recorded) this.acknowledgedVersion = version;
    if (this.following && recorded) return;
    this.stale = !this.following;
    await this.load();
    if (this.cached?.record.status === "live") this.listen();
  }
}

/**
 * What the log needs of steps.
 * @param {Pick<Schema<"Step">, "seq" | "move" | "narration">[]} steps
 * @returns {Line[]}
 */
const linesOf = (steps) => steps.map(({ seq, move, narration }) => ({ seq, move, narration }));

/**
 * The largest form of every kind that this record has shown: for what is not offered, and when nobody can tell what is.
 * @param {Form[]} forms
 * @param {CachedRecord | null} cached
 */
function largestForms(forms, cached) {
  const largest = { ...cached?.largestForms };
  /** @param {Form | undefined} form */
  const size = (form) => (form ? JSON.stringify(form).length : 0);
  for (const form of forms) {
    const sort = `${form.move.type} ${form.fields.map((field) => field.kind).join(" ")}`;
    if (size(form) >= size(largest[sort])) largest[sort] = form;
  }
  return largest;
}
