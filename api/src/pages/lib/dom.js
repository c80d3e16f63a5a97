// Making and finding elements. Text is text: nothing here reads HTML, and nothing turns round what stands beside it.

import { turns } from "./words.js";

/** @import { Attributes, Children } from "../types/dom" */

/**
 * The element with this id, which the page must have, and of this kind.
 * @overload
 * @param {string} id
 * @returns {HTMLElement}
 */
/**
 * @template {HTMLElement} E
 * @overload
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
/**
 * @param {string} id
 * @param {new () => HTMLElement} kind
 */
export function find(id, kind = HTMLElement) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`this page has no ${kind.name} called ${id}`);
  return element;
}

/**
 * All elements of a kind that a selector finds.
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} kind
 * @param {ParentNode} within
 */
export const findAll = (selector, kind, within = document) =>
  [...within.querySelectorAll(selector)].flatMap((element) => (element instanceof kind ? [element] : []));

/** Elements that hold one text, whose direction can be their own. */
const TEXT_ONLY = ["BDI", "OPTION", "TEXTAREA", "TITLE"];

/**
 * @param {Children[]} children
 * @param {Element} element
 */
const present = (children, element) =>
  children
    .flat()
    .filter((child) => child !== null && child !== undefined && typeof child !== "boolean")
    .map((child) => (typeof child === "number" ? String(child) : child))
    .map((child) => (typeof child === "string" && turns(child) ? isolate(child, element) : child));

/**
 * Text that could turn round what stands beside it, in an element of its own direction.
 * @param {string} text
 * @param {Element} element
 */
function isolate(text, element) {
  if (TEXT_ONLY.includes(element.tagName)) {
    element.setAttribute("dir", "auto");
    return text;
  }
  const isolated = document.createElement("bdi");
  isolated.textContent = text;
  return isolated;
}

/**
 * An element with these attributes and children. `on…` are listeners; false, null and undefined leave out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  /** @type {[string, string | number | boolean | URL | EventListener | null | undefined][]} */
  const entries = Object.entries(attributes);
  for (const [name, value] of entries) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children, element));
  return element;
}

/**
 * An illustration beside words that say the same.
 * @param {string} name
 */
export const illustration = (name) => make("img", { class: "picture", src: new URL(`../picture-${name}.svg`, import.meta.url), alt: "" });

/**
 * Puts these in place of what is in an element.
 * @template {Element} E
 * @param {E} element
 * @param {Children[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children, element));
  return element;
}

/**
 * Tells who cannot see the page what happened.
 * @param {string} text
 */
export function announce(text) {
  find("announcer").textContent = text;
}

/**
 * Shows SVG from the API as a picture, in the page's theme; its words become the alternative.
 * @param {HTMLImageElement} image
 * @param {string} svg
 */
export function showPicture(image, svg) {
  const before = image.src;
  const drawn = themed(svg);
  // Its place is as large before it is read as afterwards.
  Object.assign(image, sizeOf(svg));
  image.src = URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
  image.alt = altText(svg);
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
}

/**
 * What a picture says to who cannot see it.
 * @param {string} svg
 */
export function altText(svg) {
  // Its style is none of this page's, whose policy would complain.
  const picture = new DOMParser().parseFromString(svg.replace(/<style>[^]*?<\/style>/, ""), "image/svg+xml");
  return ["title", "desc"]
    .map((name) => picture.querySelector(name)?.textContent?.trim())
    .filter(Boolean)
    .join(" ");
}

/**
 * The width and the height of a picture of the API, in its own units.
 * @param {string} svg
 */
export function sizeOf(svg) {
  const [, , width, height] = /viewBox="([^"]+)"/.exec(svg)?.[1]?.split(" ").map(Number) ?? [];
  if (!width || !height) throw new Error("a picture without a size");
  return { width, height };
}

/**
 * The same picture as the page's theme has it, where somebody chose one that is not the device's.
 * @param {string} svg
 */
export function themed(svg, theme = document.documentElement.dataset.theme) {
  if (!theme) return svg;
  return svg.replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "all" : "not all");
}

/**
 * Has the first tap ask whether it is meant, and the second do it.
 * @param {HTMLElement} button
 * @param {() => string} question
 * @param {() => void} act
 */
export function onSecondTap(button, question, act) {
  button.addEventListener("click", () => {
    if (button.dataset.sure) return act();
    button.dataset.sure = "true";
    button.textContent = question();
    return announce(question());
  });
}
