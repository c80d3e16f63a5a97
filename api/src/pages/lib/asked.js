// What a reader has chosen is in the address, so that it can be sent to somebody and gone back to.

/** What the address asks for; nothing where it asks for nothing. */
export const asked = (name) => new URLSearchParams(location.search).get(name) || null;

/** Those of these parameters that the address has, as a query. */
export const askedOf = (names) => new URLSearchParams(names.flatMap((name) => (asked(name) ? [[name, asked(name)]] : [])));

/** Puts a choice into the address; what is empty, or what is usual, leaves it. */
function choose(name, value, usual) {
  const address = new URL(location.href);
  if (value === "" || value === usual) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  if (address.href !== location.href) history.pushState(null, "", address);
}

/** The fields that the address has the values of. */
const fields = () => document.querySelectorAll("main [name]:is(select, input)");

/** Shows in every field what the address asks for. */
export function showAsked() {
  for (const field of fields()) field.value = asked(field.name) ?? field.dataset.usual ?? "";
}

/** Keeps the address and the fields of the page together; `changed` hears of every choice, and of going back. */
export function keepAsked(changed) {
  for (const field of fields()) {
    field.addEventListener("change", () => {
      if (!field.checkValidity()) return field.reportValidity();
      choose(field.name, field.value, field.dataset.usual);
      return changed();
    });
    field.form?.addEventListener("submit", (event) => event.preventDefault());
  }
  addEventListener("popstate", () => { showAsked(); changed(); });
}

/** Chooses for a field, as if somebody had done so in it. */
export function chooseIn(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("change"));
}
