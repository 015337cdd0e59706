/** The beginning (or the end) of a text, and a button for the rest. */

import { t } from "../l10n";
import { button, element } from "./dom";
import { hides } from "./hiddenText";
import { pluralize } from "../displayText";

export interface LineLimit {
  readonly lines: number;
  readonly from: "start" | "end";
}

/** What is made at once: the page answers in between. */
const SLICE_LINES = 250;
const SLICE_CHARACTERS = 50_000;
const LINE_PX = 18;
/** Of a line in the short form. */
const MAX_SHORT_LINE = 600;

export function longText(
  text: string,
  limit: LineLimit,
  render: (text: string) => HTMLElement,
): HTMLElement {
  const lines = text.replace(/\n+$/, "").split("\n");
  const short = part(lines, limit, limit.lines).map((line) => cut(line, MAX_SHORT_LINE));
  const isWhole = short.length === lines.length && short.every((line, at) => line === lines[at]);
  const box = element("div", { class: "long-text" }, render(short.join("\n")));
  if (!isWhole) {
    let isShown = false;
    const showAll = (): Whole => {
      isShown = true;
      const whole = new Whole(slicesOf(lines), render);
      box.replaceChildren(whole.element);
      return whole;
    };
    box.append(
      button(t("Show all {lines}", { lines: pluralize(lines.length, "line") }), (pressed) => {
        const whole = showAll();
        void whole.makeByFrames();
        // The button goes, and with it the focus: it moves to what was asked for.
        whole.element.tabIndex = -1;
        if (pressed.ownerDocument.activeElement === pressed.ownerDocument.body) {
          whole.element.focus({ preventScroll: true });
        }
      }, { class: "link-button" }),
    );
    hides(box, () => (isShown ? "" : text), () => {
      showAll().make();
    });
  }
  return box;
}

function part(lines: readonly string[], limit: LineLimit, most: number): readonly string[] {
  return limit.from === "start" ? lines.slice(0, most) : lines.slice(-most);
}

function cut(line: string, most: number): string {
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** The text in slices, each with the line break that ends it. */
function slicesOf(lines: readonly string[]): readonly string[] {
  const slices: string[] = [];
  let slice: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (slice.length > 0 && (slice.length === SLICE_LINES || size + line.length > SLICE_CHARACTERS)) {
      slices.push(`${slice.join("\n")}\n`);
      slice = [];
      size = 0;
    }
    slice.push(line);
    size += line.length;
  }
  return [...slices, slice.join("\n")];
}

/** All of a text in one element, slice by slice; those out of sight are not laid out. */
class Whole {
  readonly element: HTMLElement;
  private made = 1;

  constructor(
    private readonly slices: readonly string[],
    private readonly render: (text: string) => HTMLElement,
  ) {
    const [first = ""] = slices;
    this.element = render(first);
    if (slices.length > 1) {
      this.element.replaceChildren(sliceView(first, this.element));
    }
  }

  async makeByFrames(): Promise<void> {
    while (this.made < this.slices.length) {
      await new Promise(requestAnimationFrame);
      this.makeNext();
    }
  }

  make(): void {
    while (this.made < this.slices.length) {
      this.makeNext();
    }
  }

  private makeNext(): void {
    const text = this.slices[this.made] ?? "";
    this.element.append(sliceView(text, this.render(text)));
    this.made += 1;
  }
}

function sliceView(text: string, rendered: HTMLElement): HTMLElement {
  const view = element("span", { class: "slice" }, ...rendered.childNodes);
  const height = text.split("\n").length * LINE_PX;
  view.style.setProperty("contain-intrinsic-size", `auto ${String(height)}px`);
  return view;
}
