// What can happen now, as keys.

import { fill, find, make, onSecondTap } from "./lib/dom.js";
import { ahead, begin, formOf, refusedFields, renewed, summary } from "./lib/forms.js";
import { showForm } from "./lib/keys.js";
import { language, localize, nameOf, names, say } from "./lib/words.js";
import { showResult } from "./record-result.js";

/** @import { Outbox } from "./lib/outbox.js" */
/** @import { PadRecord } from "./pad-record.js" */
/** @import { Entry, Form, Move } from "./types/forms" */
/** @import { CachedRecord } from "./types/pad" */
/** @import { Summary } from "./types/records" */
/**
 * `log` and `enterPart` are called with what somebody has entered, and what it is in words; `withdraw` when somebody
 * takes back their part. `refusal` makes the notice of a refusal, if there is one.
 * @typedef {object} Options
 * @property {string} kind
 * @property {Outbox} outbox
 * @property {PadRecord} source
 * @property {(entry: Move, label: string) => void} log
 * @property {(part: Move, label: string) => void} enterPart
 * @property {() => void} withdraw
 * @property {(cached: CachedRecord) => HTMLElement | null} refusal
 * @property {() => void} changed
 */

/** So many other forms stand in the foot of a pad. */
const MAX_OTHER_FORMS = 3;

/** The forms of a pad. */
export class PadForms {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {string | null} */
    this.chosen = null;
    this.allowsIrregular = false;
    /**
     * What was begun, by its draft's name.
     * @type {Map<string, { what: string, entry: Entry }>}
     */
    this.drafts = new Map();
    this.shown = "";
  }

  /** What was chosen is no longer: something was entered. */
  reset() {
    this.chosen = null;
    this.allowsIrregular = false;
    this.shown = "";
  }

  /** @param {CachedRecord} cached */
  show(cached) {
    const { record, steps } = cached;
    const { outbox } = this.options;
    const offered = this.offers(cached);
    const over = record.status !== "live";
    if (!over) find("over").hidden = true;
    else if (find("over").hidden)
      showResult(find("over"), record, {
        due: true,
        reason: localize(steps.at(-1)?.narration.at(-1)),
        replay: find("replay", HTMLAnchorElement).href,
      });
    const refused = this.refusedForm(cached, offered);
    const index = Math.max(
      offered.findIndex((other) => draftName(other) === this.chosen),
      0,
    );
    const lost = this.lostDrafts(offered);
    const what = JSON.stringify([offered, index, refused, this.allowsIrregular, outbox.rejection?.key, lost]);
    if (what === this.shown || this.isTyping()) return;
    this.shown = what;
    const form = refused ?? offered[index];
    fill(find("form-title"), ...(form ? formTitle(record, form) : this.waitingFor(cached)));
    if (outbox.rejection) this.showRefused(cached, refused);
    else if (form) this.showOne(cached, form);
    else fill(find("keys"));
    if (lost.length > 0) find("keys").prepend(...lost.map((draft) => this.lostNotice(cached, draft)));
    Object.assign(find("keys"), { offered });
    // What is rare is folded where there is more of it than fits beside the usual.
    const folds = offered.length > 1 + MAX_OTHER_FORMS;
    /** @param {boolean} folded */
    const others = (folded) =>
      offered.flatMap((other, place) => (other === form || (folds && other.aside) !== folded ? [] : [this.otherKey(cached, other, place)]));
    const seldom = [...others(true), this.unusualKey(), this.abandonKey(cached)].filter((key) => key !== null);
    fill(find("other-forms"), others(false));
    fill(find("seldom-forms"), seldom);
    find("more").hidden = seldom.length === 0;
    find("more", HTMLDetailsElement).open = false;
  }

  /**
   * The form of what was refused: one that is offered, or one that was, for it may be against the rules by now.
   * @param {CachedRecord} cached
   * @param {Form[]} offered
   */
  refusedForm({ record }, offered) {
    const { outbox, source } = this.options;
    const { rejection } = outbox;
    if (!rejection) return null;
    const move = asMove(rejection.body);
    const form = formOf([...offered, ...ahead(source.largestForms(), null, names(record))], move);
    return form?.move.type === move.type ? form : null;
  }

  /**
   * What was refused keeps its answers; whoever changes them sends it anew.
   * @param {CachedRecord} cached
   * @param {Form | null} form
   */
  showRefused(cached, form) {
    const { outbox, refusal, source } = this.options;
    const { rejection } = outbox;
    const notice = refusal(cached);
    if (!rejection || !form) return void fill(find("keys"), notice);
    const entry = begin(form, asMove(rejection.body));
    showForm(find("keys"), entry, {
      // A number that was refused may be none of those expected.
      anyNumber: true,
      notice,
      wrong: refusedFields(entry, detailOf(rejection.rejection.violation)),
      button: localize(form.label),
      fullForms: source.largestForms(),
      done: (entry) => {
        outbox.replaceRefused(entry.move, labelOf(cached.record, entry));
      },
    });
    find("keys").scrollTop = 0;
    return undefined;
  }

  /**
   * What can be entered now; for what is against the rules everything that could be entered before, by anybody.
   * @param {CachedRecord} cached
   */
  offers({ record, forms: { forms, part }, joint }) {
    const { kind, source } = this.options;
    if (kind === "pad" && this.allowsIrregular) return ahead(source.largestForms(), null, names(record));
    if (record.status !== "live") return [];
    return [...(part && !joint.own ? [part] : []), ...forms];
  }

  /**
   * @param {CachedRecord} cached
   * @param {Form} form
   */
  showOne(cached, form) {
    const { source, log, enterPart } = this.options;
    const isPart = form === cached.forms.part;
    const entry = this.entryOf(form);
    showForm(find("keys"), entry, {
      fullForms: source.largestForms(),
      button: localize(form.label),
      anyNumber: this.allowsIrregular,
      done: (entry) => {
        this.drafts.delete(draftName(form));
        (isPart ? enterPart : log)(entry.move, labelOf(cached.record, entry));
      },
    });
  }

  /**
   * What was begun stays begun, whatever others do.
   * @param {Form} form
   */
  entryOf(form) {
    const [draft, what] = [draftName(form), JSON.stringify(form)];
    const begun = this.drafts.get(draft);
    if (begun?.what === what) return begun.entry;
    const entry = begun ? renewed(form, begun.entry) : begin(form);
    this.drafts.set(draft, { what, entry });
    return entry;
  }

  /**
   * The names of what was begun by forms that are offered no more.
   * @param {Form[]} offered
   */
  lostDrafts(offered) {
    const names = new Set(offered.map(draftName));
    for (const [draft, { entry }] of this.drafts) if (entry.done.size === 0 && !names.has(draft)) this.drafts.delete(draft);
    return [...this.drafts.keys()].filter((draft) => !names.has(draft));
  }

  /**
   * What was begun by a form that is offered no more, as text to be copied or dropped.
   * @param {CachedRecord} cached
   * @param {string} draft
   */
  lostNotice(cached, draft) {
    const begun = this.drafts.get(draft);
    const drop = () => {
      this.drafts.delete(draft);
      this.options.changed();
    };
    return make(
      "p",
      { class: "row small", "data-lost-draft": true },
      make("span", {}, say("pad-lost-draft", { what: begun ? labelOf(cached.record, begun.entry) : "" })),
      make("button", { type: "button", class: "plain", onclick: drop }, say("pad-drop")),
    );
  }

  /** Whether somebody types here: nothing is drawn anew under their fingers, but once they have left the field. */
  isTyping() {
    const field = document.activeElement;
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (!isField || !find("keys").contains(field) || this.shown === "") return false;
    field.addEventListener("blur", () => setTimeout(this.options.changed), { once: true });
    return true;
  }

  /**
   * @param {CachedRecord} cached
   * @param {Form} form
   * @param {number} place
   */
  otherKey(cached, form, place) {
    const { outbox, log, changed } = this.options;
    const tap = () => {
      if (form.fields.length === 0) return log(form.move, labelOf(cached.record, begin(form)));
      this.chosen = draftName(form);
      changed();
      find("keys").scrollTop = 0;
      return find("form-title").scrollIntoView({ block: "nearest" });
    };
    return make(
      "button",
      {
        type: "button",
        class: form.aside ? "plain other" : "other",
        disabled: outbox.rejection !== null,
        "data-form": place,
        onclick: tap,
      },
      localize(form.label),
    );
  }

  /**
   * What breaks a rule happens all the same: whatever could be entered before can be entered now.
   */
  unusualKey() {
    const { kind, source, changed } = this.options;
    if (kind !== "pad" || source.largestForms().length === 0) return null;
    const tap = () => {
      this.allowsIrregular = !this.allowsIrregular;
      this.chosen = null;
      this.drafts.clear();
      changed();
    };
    return make(
      "button",
      { type: "button", class: "plain other", "aria-pressed": String(this.allowsIrregular), "data-unusual": true, onclick: tap },
      say("pad-unusual"),
    );
  }

  /**
   * Ends the record before its game is over: the first tap asks whether it is meant, the second does it.
   * @param {CachedRecord} cached
   */
  abandonKey({ record }) {
    const { kind, log } = this.options;
    if (kind !== "pad" || record.status !== "live") return null;
    const key = make("button", { type: "button", class: "plain other", "data-abandon": true }, say("pad-abandon"));
    onSecondTap(
      key,
      () => say("pad-abandon-sure"),
      () => log({ type: "abandon" }, say("pad-abandon")),
    );
    return key;
  }

  /** @param {CachedRecord} cached */
  waitingFor({ record, joint: { own: entered, awaited } }) {
    const { withdraw } = this.options;
    const people = awaited.map((seat) => names(record)[seat]).join(language === "ja" ? "、" : ", ");
    if (entered && awaited.length)
      return [
        make("span", {}, say("pad-waiting-for", { people })),
        make("button", { type: "button", class: "plain", "data-withdraw": true, onclick: withdraw }, say("pad-withdraw")),
      ];
    return [make("span", { class: "quiet" }, record.status === "live" ? say("pad-not-your-turn") : say(`status-${record.status}`))];
  }
}

/**
 * The name of what is entered by a form: a kind of move, who makes it, and the form's title. The forms that are offered at
 * one time have different titles; the fields of a form may change while somebody fills it in.
 * @param {Form} form
 */
const draftName = ({ move, seat, label }) => JSON.stringify([move.type, seat ?? null, label.en]);

/**
 * What was sent, as the move that it is; what is no move has no form.
 * @param {Record<string, unknown>} body
 * @returns {Move}
 */
const asMove = (body) => ({ ...body, type: String(body["type"]) });

/**
 * What a refusal is about, by name.
 * @param {{ detail?: unknown } | null} violation
 * @returns {Record<string, unknown>}
 */
const detailOf = (violation) => (typeof violation?.detail === "object" && violation.detail !== null ? { ...violation.detail } : {});

/**
 * @param {Summary} record
 * @param {Entry} entry
 */
function labelOf(record, entry) {
  const { seat } = entry.move;
  const who = typeof seat === "number" ? `${nameOf(record, seat)} – ` : "";
  const fields = entry.form.fields.filter((field) => field.kind !== "choose_one" || !field.acts);
  return who + summary({ ...entry, form: { ...entry.form, fields } }, localize);
}

/**
 * @param {Summary} record
 * @param {Form} form
 */
function formTitle(record, { seat, label }) {
  const who = typeof seat === "number" ? make("span", { class: "who" }, names(record)[seat]) : null;
  return [who, make("span", {}, localize(label))];
}
