/** The inline parts of Markdown, in one pass whose cost grows with the length of the text only. */

import type { Inline } from "./markdown";

/** Of one paragraph; what is longer is no prose. */
const MOST = 20_000;

/** How far back the beginning of an emphasis is looked for. */
const MOST_OPEN = 40;

const PLAIN = /[^\\`*_~[!]+/y;
const CODE = /(`+)(?!`)/y;
const MARKS = /\*{1,3}|_{1,3}|~~/y;
const LINK =
  /!?\[((?:[^\][\\\n]|\\.){0,400})\]\(\s*<?([^\s()<>]{0,1000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:\s+"[^"\n]{0,200}")?\s*\)/y;
const ESCAPED = /\\([!-/:-@[-`{-~])/y;

/** The beginning of an emphasis whose end has not been seen. */
interface Opener {
  readonly marks: string;
  /** Where it stands in what was read so far. */
  readonly index: number;
}

export function parseInline(text: string): readonly Inline[] {
  return text.length > MOST ? [{ kind: "text", text }] : new Reader(text, true).all();
}

class Reader {
  private at = 0;
  private readonly inlines: Inline[] = [];
  private readonly openers: Opener[] = [];
  /** Lengths of backtick runs of which no second one follows. */
  private readonly lone = new Set<number>();

  constructor(
    private readonly text: string,
    private readonly links: boolean,
  ) {}

  all(): readonly Inline[] {
    while (this.at < this.text.length) {
      if (!(this.plain() || this.escaped() || this.code() || this.link() || this.marks())) {
        this.say(this.text.charAt(this.at));
        this.at += 1;
      }
    }
    return this.inlines;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found !== undefined) {
      this.at += found[0].length;
    }
    return found;
  }

  private say(text: string): void {
    const last = this.inlines.at(-1);
    const isMark = this.openers.at(-1)?.index === this.inlines.length - 1;
    if (last?.kind === "text" && !isMark) {
      this.inlines[this.inlines.length - 1] = { kind: "text", text: last.text + text };
    } else {
      this.inlines.push({ kind: "text", text });
    }
  }

  private plain(): boolean {
    const found = this.match(PLAIN);
    if (found !== undefined) {
      this.say(found[0]);
    }
    return found !== undefined;
  }

  private escaped(): boolean {
    const found = this.match(ESCAPED);
    if (found !== undefined) {
      this.say(found[1] ?? "");
    }
    return found !== undefined;
  }

  private code(): boolean {
    const run = this.match(CODE)?.[1];
    if (run === undefined) {
      return false;
    }
    const end = this.lone.has(run.length) ? -1 : endOfCode(this.text, run, this.at);
    if (end < 0) {
      this.lone.add(run.length);
      this.say(run);
      return true;
    }
    const inner = this.text.slice(this.at, end).replace(/\n/g, " ");
    this.inlines.push({ kind: "code", text: inner.replace(/^ (.*[^ ].*) $/, "$1") });
    this.at = end + run.length;
    return true;
  }

  private link(): boolean {
    const found = this.links ? this.match(LINK) : undefined;
    if (found === undefined) {
      return false;
    }
    const inlines = new Reader(found[1] ?? "", false).all();
    this.inlines.push({ kind: "link", inlines, target: found[2] ?? "" });
    return true;
  }

  private marks(): boolean {
    const begin = this.at;
    const marks = this.match(MARKS)?.[0];
    if (marks === undefined) {
      return false;
    }
    const before = this.text.charAt(begin - 1);
    const after = this.text.charAt(this.at);
    const isWord = marks.startsWith("_");
    if (closes(before, after, isWord) && this.close(marks)) {
      return true;
    }
    this.inlines.push({ kind: "text", text: marks });
    if (opens(before, after, isWord)) {
      this.openers.push({ marks, index: this.inlines.length - 1 });
    }
    return true;
  }

  private close(marks: string): boolean {
    const lowest = Math.max(this.openers.length - MOST_OPEN, 0);
    for (let index = this.openers.length - 1; index >= lowest; index -= 1) {
      const opener = this.openers[index];
      if (opener?.marks === marks && opener.index < this.inlines.length - 1) {
        this.openers.length = index;
        const inner = this.inlines.splice(opener.index).slice(1);
        this.inlines.push(wrapped(marks, inner));
        return true;
      }
    }
    return false;
  }
}

function endOfCode(text: string, run: string, from: number): number {
  for (let end = text.indexOf(run, from); end >= 0; end = text.indexOf(run, end)) {
    let after = end + run.length;
    while (text.charAt(after) === "`") {
      after += 1;
    }
    if (after === end + run.length) {
      return end;
    }
    end = after;
  }
  return -1;
}

function opens(before: string, after: string, isWord: boolean): boolean {
  return /\S/.test(after) && !(isWord && /[\p{L}\p{N}]/u.test(before));
}

function closes(before: string, after: string, isWord: boolean): boolean {
  return /\S/.test(before) && !(isWord && /[\p{L}\p{N}]/u.test(after));
}

function wrapped(marks: string, inlines: readonly Inline[]): Inline {
  switch (marks.length) {
    case 1:
      return { kind: "emphasis", inlines };
    case 2:
      return { kind: marks === "~~" ? "struck" : "strong", inlines };
    default:
      return { kind: "strong", inlines: [{ kind: "emphasis", inlines }] };
  }
}
