/** Making elements. All text goes through here, and is text: escaped, and never read as HTML. */

import { escapeControls } from "../displayText";

export type Child = Node | string | undefined;

/** Attributes that people read, or hear. */
const READ: ReadonlySet<string> = new Set(["aria-label", "placeholder", "title"]);

interface Props {
  readonly class?: string;
  /** `undefined` is left out. */
  readonly attributes?: Readonly<Record<string, string | undefined>>;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (props.class !== undefined) {
    made.className = props.class;
  }
  for (const [name, value] of Object.entries(props.attributes ?? {})) {
    if (value !== undefined) {
      made.setAttribute(name, READ.has(name) ? escapeControls(value) : value);
    }
  }
  made.append(...children.filter((child) => child !== undefined).map(asNode));
  return made;
}

function asNode(child: Node | string): Node {
  return typeof child === "string" ? document.createTextNode(escapeControls(child)) : child;
}

export function button(
  label: string,
  onPress: (pressed: HTMLButtonElement) => void,
  props: Props = {},
): HTMLButtonElement {
  const made = element("button", props, label);
  made.type = "button";
  made.addEventListener("click", () => {
    onPress(made);
  });
  return made;
}

/** Give `parent` these children; those it has already stay, and keep their focus and selection. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  const nodes = children.filter((child) => child !== undefined).map(asNode);
  const isSame = (node: Node, index: number): boolean => parent.childNodes[index] === node;
  if (nodes.length !== parent.childNodes.length || !nodes.every(isSame)) {
    parent.replaceChildren(...nodes);
  }
}

/** Set the text of an element, if it is another. */
export function setText(target: Element, text: string): void {
  const shown = escapeControls(text);
  if (target.textContent !== shown) {
    target.textContent = shown;
  }
}

/** Set what an element is called where one points at it. */
export function setTitle(target: HTMLElement, text: string): void {
  target.title = escapeControls(text);
}

/** Set what an element is called to those who do not see it. */
export function setName(target: Element, text: string): void {
  target.setAttribute("aria-label", escapeControls(text));
}

let numbers = 0;

/** An id that no other element has. */
export function freshId(prefix: string): string {
  numbers += 1;
  return `${prefix}-${String(numbers)}`;
}
