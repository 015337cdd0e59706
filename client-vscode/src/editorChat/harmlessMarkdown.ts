/**
 * Markdown of a model without pictures, which would be fetched from wherever it says, and without HTML.
 *
 * Code stays as it is. Parsers differ in what they take for code, and a place that only one of them does
 * could be a picture in another: what is not code by each of them is escaped, at worst too much.
 */

const OPENING_FENCE = /^( *)(`{3,}|~{3,})[^`]*$/;
/** A line on which a fence may begin or end that is not known to: in a list, in a quotation, by tabs. */
const MAYBE_FENCE = /^[\s>*+\-\d.)]*(?:```|~~~)/;
/** The address of a definition may stand on its next line. */
const DEFINITION = /\]:\s*$/;
/** White space before it makes a line code at the top, and belongs to the list in a list. */
const CODE_INDENT = 4;

interface Fence {
  readonly indent: number;
  readonly mark: string;
}

export function harmlessMarkdown(markdown: string): string {
  const shown: string[] = [];
  const lines = markdown.split("\n");
  let prose: string[] = [];
  let fence: Fence | undefined;
  const endProse = (): void => {
    shown.push(...harmlessProse(prose));
    prose = [];
  };
  for (const [at, line] of lines.entries()) {
    if (fence !== undefined) {
      const next = inFence(line, fence);
      if (next === "unclear") {
        return [...shown, ...lines.slice(at).map(harmless)].join("\n");
      }
      shown.push(line);
      fence = next === "ended" ? undefined : fence;
      continue;
    }
    fence = opened(line, lines[at - 1] ?? "");
    if (fence !== undefined) {
      endProse();
      shown.push(line);
    } else if (MAYBE_FENCE.test(line)) {
      endProse();
      return [...shown, ...lines.slice(at).map(harmless)].join("\n");
    } else {
      prose.push(line);
    }
  }
  endProse();
  return shown.join("\n");
}

function opened(line: string, before: string): Fence | undefined {
  const [, indent = "", mark = ""] = OPENING_FENCE.exec(line) ?? [];
  const isClear = indent.length < CODE_INDENT || before.trim() === "";
  return mark === "" || !isClear || DEFINITION.test(before) ? undefined : { indent: indent.length, mark };
}

function inFence(line: string, { indent, mark }: Fence): "inside" | "ended" | "unclear" {
  const text = line.trim();
  if (text === "") {
    return "inside";
  }
  const before = /^ */.exec(line)?.[0].length ?? 0;
  const closes = text.startsWith(mark) && text === text.charAt(0).repeat(text.length);
  if (closes) {
    return before === indent ? "ended" : "unclear";
  }
  return before < indent ? "unclear" : "inside";
}

/** What is between backticks on one line is code, unless the paragraph leaves that open. */
function harmlessProse(lines: readonly string[]): readonly string[] {
  let isOpen = false;
  return lines.map((line) => {
    if (line.trim() === "") {
      isOpen = false;
    }
    if (isOpen) {
      return harmless(line);
    }
    const { text, isClear } = harmlessLine(line);
    isOpen = !isClear;
    return text;
  });
}

/** An escaped character, or backticks. */
const MARK = /\\[^]|`+/g;

function harmlessLine(line: string): { readonly text: string; readonly isClear: boolean } {
  let text = "";
  let from = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(line); mark !== null; mark = MARK.exec(line)) {
    if (mark[0].startsWith("\\")) {
      continue;
    }
    const before = line.slice(from, mark.index);
    const end = endOfCode(line, mark[0], MARK.lastIndex);
    if (end < 0 || !mayPrecedeCode(before) || line.slice(mark.index, end).includes("|")) {
      return { text: text + harmless(line.slice(from)), isClear: false };
    }
    text += harmless(before) + line.slice(mark.index, end);
    from = end;
    MARK.lastIndex = end;
  }
  const rest = line.slice(from);
  return { text: text + harmless(rest), isClear: !hasOpenLink(rest) };
}

/** Behind the backticks that end the code; negative if there are none. */
function endOfCode(line: string, ticks: string, from: number): number {
  const run = /`+/g;
  run.lastIndex = from;
  for (let found = run.exec(line); found !== null; found = run.exec(line)) {
    if (found[0].length === ticks.length) {
      return run.lastIndex;
    }
  }
  return -1;
}

/** An address takes all that is not white space with it, and brackets may begin a link. */
function mayPrecedeCode(text: string): boolean {
  return !hasOpenLink(text) && /(?:^|\s)[("'*_~>-]*$/.test(text);
}

/** Whether a link may go on behind the text; those that end in it do not. */
function hasOpenLink(text: string): boolean {
  return text.replace(/\[[^[\]`]*\](?:\([^()`\s]*\)|(?![([:]))/g, "").includes("[");
}

/** As text, whatever it says; what is escaped stays so. */
function harmless(text: string): string {
  return text.replace(/\\[^]|!\[|<(?=[a-z!/?])/gi, (found) => {
    if (found === "![") {
      return "!\\[";
    }
    return found === "<" ? "&lt;" : found;
  });
}
