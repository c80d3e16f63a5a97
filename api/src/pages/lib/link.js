// Links to pass on. Browsers give the clipboard to pages with https only, and many a table has none: so a link can be
// seen and selected as well.

import { announce, make } from "./dom.js";
import { say } from "./words.js";

/**
 * A link that can be read, selected, copied and, where the device can, sent. `what` says what it leads to.
 * @param {string} link
 * @param {string} what
 */
export function linkField(link, what) {
  const field = make("input", { class: "link", readonly: true, value: link, "aria-label": what, onfocus: selectAll });
  const copy = make(
    "button",
    {
      type: "button",
      onclick: () => {
        copyLink(field, copy);
      },
    },
    say("copy-link"),
  );
  return make(
    "div",
    { class: "row link-row" },
    field,
    copy,
    "share" in navigator &&
      make("button", { type: "button", onclick: () => navigator.share({ url: link }).catch(() => {}) }, say("share-link")),
  );
}

/** @param {FocusEvent} event */
function selectAll({ target }) {
  if (target instanceof HTMLInputElement) target.select();
}

/**
 * Copies the link and says so on the button for a while; if the browser does not let us, leaves it selected.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} button
 */
export async function copyLink(field, button) {
  const message = (await isCopied(field)) ? say("copied") : say("copy-by-hand");
  const before = button.textContent;
  button.textContent = message;
  announce(message);
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
}

/** @param {HTMLInputElement} field */
async function isCopied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
