// Making and finding elements. Text is text: nothing here reads HTML.

export const find = (id) => document.getElementById(id);

/** An element with these attributes and children. `on…` are listeners; false, null and undefined leave out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Puts these in place of what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Tells who cannot see the page what happened. */
export function announce(text) {
  find("announcer").textContent = text;
}

/** Shows SVG from the API as a picture, in the page's theme; its words become the alternative. */
export function showPicture(image, svg) {
  const before = image.src;
  const drawn = themed(svg);
  image.src = URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
  image.alt = described(svg);
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
}

/** What a picture says to who cannot see it. */
export function described(svg) {
  // Its style is none of this page's, whose policy would complain.
  const picture = new DOMParser().parseFromString(svg.replace(/<style>[^]*?<\/style>/, ""), "image/svg+xml");
  return ["title", "desc"].map((name) => picture.querySelector(name)?.textContent.trim()).filter(Boolean).join(" ");
}

/** The same picture as the page's theme has it, where somebody chose one that is not the device's. */
export function themed(svg, theme = document.documentElement.dataset.theme) {
  if (!theme) return svg;
  return svg.replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "all" : "not all");
}

/** Copies to the clipboard, and says so on the button for a while. */
export async function copyFrom(button, text, said) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = said;
  announce(said);
  setTimeout(() => { button.textContent = before; }, 2000);
}
