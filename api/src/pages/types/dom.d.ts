// What elements are made of.

/** What `make` and `fill` put into an element; what is nothing is left out. */
export type Child = Node | string | number | boolean | null | undefined;

/** One child, or a list of them. */
export type Children = Child | Child[];

type Value = string | number | boolean | URL | null | undefined;

/** Attributes as pages have them; `true` is an attribute without a value; what is nothing is left out. */
export interface Attributes {
  [name: `data-${string}` | `aria-${string}`]: Value;
  alt?: Value;
  autocomplete?: Value;
  class?: Value;
  colspan?: Value;
  datetime?: Value;
  disabled?: Value;
  download?: Value;
  hidden?: Value;
  href?: Value;
  id?: Value;
  list?: Value;
  maxlength?: Value;
  open?: Value;
  placeholder?: Value;
  readonly?: Value;
  role?: Value;
  rows?: Value;
  scope?: Value;
  src?: Value;
  selected?: Value;
  tabindex?: Value;
  target?: Value;
  title?: Value;
  type?: Value;
  value?: Value;
  onclick?: (event: MouseEvent) => unknown;
  onfocus?: (event: FocusEvent) => unknown;
  oninput?: (event: Event) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  ontoggle?: (event: Event) => unknown;
}

/** A field of a form. */
export type Field = HTMLInputElement | HTMLSelectElement;
