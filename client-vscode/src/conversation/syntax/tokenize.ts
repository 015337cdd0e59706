/** Code as pieces with colours, one line at a time; what is read wrong has a wrong colour, no more. */

import type { Grammar, Quote } from "./grammar";

export type TokenKind = "plain" | "comment" | "string" | "number" | "keyword" | "call";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** What the line before left open: a string or a comment, and what ends it. */
export interface OpenEnd {
  readonly kind: "comment" | "string";
  readonly close: string;
  readonly escapes: boolean;
}

export interface TokenLine {
  readonly tokens: readonly Token[];
  readonly open: OpenEnd | undefined;
}

/** Characters of a line that are looked at; what is longer was written by no person. */
const MOST = 2_000;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*/y;
const OTHER = /[^\p{L}\p{N}_$"'`#/<\-*[\]]+/uy;

/** The pieces of one line, which together are the line. */
export function tokenizeLine(line: string, grammar: Grammar, open?: OpenEnd): TokenLine {
  const scanner = new Scanner(line.slice(0, MOST), grammar);
  const rest = line.slice(MOST);
  const after = scanner.all(open);
  const tokens = rest === "" ? scanner.tokens : [...scanner.tokens, plain(rest)];
  return { tokens, open: rest === "" ? after : undefined };
}

/** All lines of a text. */
export function tokenize(text: string, grammar: Grammar): readonly (readonly Token[])[] {
  let open: OpenEnd | undefined;
  return text.split("\n").map((line) => {
    const read = tokenizeLine(line, grammar, open);
    open = read.open;
    return read.tokens;
  });
}

function plain(text: string): Token {
  return { kind: "plain", text };
}

class Scanner {
  readonly tokens: Token[] = [];
  private at = 0;

  constructor(
    private readonly line: string,
    private readonly grammar: Grammar,
  ) {}

  all(before: OpenEnd | undefined): OpenEnd | undefined {
    let open = before === undefined ? undefined : this.through(before);
    while (open === undefined && this.at < this.line.length) {
      open = this.next();
    }
    return open;
  }

  private next(): OpenEnd | undefined {
    const { lineComments, blockComment, quotes } = this.grammar;
    if (blockComment !== undefined && this.stands(blockComment[0])) {
      return this.begin({ kind: "comment", close: blockComment[1], escapes: false }, blockComment[0]);
    }
    if (lineComments.some((mark) => this.stands(mark) && this.mayComment(mark))) {
      this.take("comment", this.line.length);
      return undefined;
    }
    const quote = quotes.find((each) => this.stands(each.open));
    if (quote !== undefined) {
      return this.quoted(quote);
    }
    this.word();
    return undefined;
  }

  /** In shells and the like a `#` inside of a word begins nothing. */
  private mayComment(mark: string): boolean {
    return mark !== "#" || this.at === 0 || /[\s;(]/.test(this.line.charAt(this.at - 1));
  }

  private stands(text: string): boolean {
    return this.line.startsWith(text, this.at);
  }

  private take(kind: TokenKind, end: number): void {
    const text = this.line.slice(this.at, end);
    const last = this.tokens.at(-1);
    if (last?.kind === kind) {
      this.tokens[this.tokens.length - 1] = { kind, text: last.text + text };
    } else if (text !== "") {
      this.tokens.push({ kind, text });
    }
    this.at = end;
  }

  private quoted(quote: Quote): OpenEnd | undefined {
    const open: OpenEnd = { kind: "string", close: quote.close, escapes: quote.escapes };
    const after = this.begin(open, quote.open);
    return quote.isLong ? after : undefined;
  }

  private begin(open: OpenEnd, mark: string): OpenEnd | undefined {
    this.take(open.kind, this.at + mark.length);
    return this.through(open);
  }

  /** To the end of what is open; itself again if the line ends before. */
  private through(open: OpenEnd): OpenEnd | undefined {
    let end = this.at;
    while (end < this.line.length && !this.line.startsWith(open.close, end)) {
      end += open.escapes && this.line.charAt(end) === "\\" ? 2 : 1;
    }
    const isClosed = end < this.line.length;
    this.take(open.kind, isClosed ? end + open.close.length : this.line.length);
    return isClosed ? undefined : open;
  }

  private word(): void {
    const word = this.match(WORD);
    if (word !== undefined) {
      this.take(this.kindOf(word), this.at + word.length);
      return;
    }
    const number = this.match(NUMBER);
    if (number !== undefined) {
      this.take("number", this.at + number.length);
      return;
    }
    const other = this.match(OTHER) ?? this.line.charAt(this.at);
    this.take("plain", this.at + other.length);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.line)?.[0];
  }

  private kindOf(word: string): TokenKind {
    const { keywords, ignoresCase } = this.grammar;
    if (keywords.has(ignoresCase ? word.toLowerCase() : word)) {
      return "keyword";
    }
    return this.line.charAt(this.at + word.length) === "(" ? "call" : "plain";
  }
}
