// What the frame of every page does: the language and the theme that somebody chooses stay chosen in this browser.

import { find } from "./dom.js";
import { lasting } from "./storage.js";

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  if (value) lasting.write(name, value);
  else lasting.remove(name);
}

const link = find("language", HTMLAnchorElement);
link.addEventListener("click", (event) => {
  const address = new URL(location.href);
  address.searchParams.set("language", link.hreflang);
  keep("language", link.hreflang);
  event.preventDefault();
  location.assign(address);
});

const theme = find("theme", HTMLSelectElement);
theme.value = document.documentElement.dataset.theme ?? "";
theme.addEventListener("change", () => {
  keep("theme", theme.value);
  if (theme.value) document.documentElement.dataset.theme = theme.value;
  else delete document.documentElement.dataset.theme;
  document.dispatchEvent(new Event("theme"));
});
