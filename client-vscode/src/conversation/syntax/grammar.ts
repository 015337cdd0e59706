/** What is known of the syntax of a language: enough for colours, line by line. */

export interface Quote {
  readonly open: string;
  readonly close: string;
  /** Whether it may go on in the next line. */
  readonly isLong: boolean;
  /** Whether a backslash takes the meaning from what follows. */
  readonly escapes: boolean;
}

export interface Grammar {
  readonly lineComments: readonly string[];
  readonly blockComment: readonly [string, string] | undefined;
  readonly quotes: readonly Quote[];
  readonly keywords: ReadonlySet<string>;
  readonly ignoresCase: boolean;
}

function quote(open: string, more: Partial<Quote> = {}): Quote {
  return { open, close: open, isLong: false, escapes: true, ...more };
}

function grammar(keywords: string, more: Partial<Omit<Grammar, "keywords">> = {}): Grammar {
  return {
    lineComments: ["//"],
    blockComment: ["/*", "*/"],
    quotes: [quote('"'), quote("'")],
    ignoresCase: false,
    keywords: new Set(keywords.split(" ")),
    ...more,
  };
}

const HASH = { lineComments: ["#"], blockComment: undefined } as const;

const SCRIPT = grammar(
  "abstract any as async await boolean break case catch class const continue declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let namespace never new null number of private protected public readonly return satisfies set static string super switch this throw true try type typeof undefined unknown var void while yield",
  { quotes: [quote('"'), quote("'"), quote("`", { isLong: true })] },
);

const PYTHON = grammar(
  "and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try type while with yield",
  {
    ...HASH,
    quotes: [quote('"""', { isLong: true }), quote("'''", { isLong: true }), quote('"'), quote("'")],
  },
);

const C_LIKE = grammar(
  "abstract assert auto base bool boolean break byte case catch char class const const_cast constexpr continue decimal default delegate delete do double dynamic_cast else enum event explicit extends extern false final finally float for foreach friend function goto if implements import in inline instanceof int interface internal is lock long mutable namespace native new noexcept null nullptr object operator out override package params private protected public readonly record ref register return sealed short signed sizeof static static_cast std string struct super switch synchronized template this throw throws transient true try typedef typename union unsigned using var virtual void volatile when while yield",
);

const GO = grammar(
  "break case chan const continue default defer else error fallthrough false for func go goto if import interface iota map nil package range return select struct switch true type var",
  { quotes: [quote('"'), quote("'"), quote("`", { isLong: true, escapes: false })] },
);

/** Its lifetimes look like characters that nobody closes: only double quotes count. */
const RUST = grammar(
  "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while",
  { quotes: [quote('"', { isLong: true })] },
);

const SWIFT_OR_KOTLIN = grammar(
  "abstract actor as associatedtype async await break case catch class companion const continue data default defer do else enum extension false final for fun func guard if import in init inline inout interface internal is let lateinit mutating nil null object open operator override package private protocol public return sealed self static struct subscript super suspend switch this throw throws true try typealias val var vararg weak when where while",
  { quotes: [quote('"""', { isLong: true }), quote('"')] },
);

const SHELL = grammar(
  "alias break case cd continue declare do done echo elif else esac eval exec exit export false fi for function if in local printf read readonly return select set shift source test then trap true unset until while",
  {
    ...HASH,
    quotes: [quote('"', { isLong: true }), quote("'", { isLong: true, escapes: false })],
  },
);

const RUBY = grammar(
  "alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or private protected public raise redo rescue retry return self super then true undef unless until when while yield",
  HASH,
);

const LUA = grammar(
  "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
  {
    lineComments: ["--"],
    blockComment: ["--[[", "]]"],
    quotes: [quote('"'), quote("'"), quote("[[", { close: "]]", isLong: true, escapes: false })],
  },
);

const SQL = grammar(
  "add all alter and as asc begin between by case cast column commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction true union unique update using values view when where with",
  { lineComments: ["--"], quotes: [quote("'", { escapes: false }), quote('"')], ignoresCase: true },
);

const PHP = grammar(
  "abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enum extends false final finally fn for foreach function global if implements include instanceof interface isset list match namespace new null or print private protected public readonly require return self static switch this throw trait true try unset use var while yield",
  { lineComments: ["//", "#"] },
);

const CONFIG = grammar("true false null yes no on off", HASH);
const JSON_LIKE = grammar("true false null", { quotes: [quote('"')] });
const CSS = grammar("important media import supports keyframes inherit initial none auto", {
  lineComments: [],
});
const MARKUP = grammar("", {
  lineComments: [],
  blockComment: ["<!--", "-->"],
  quotes: [quote('"', { escapes: false }), quote("'", { escapes: false })],
});
const DOCKER = grammar(
  "add arg as cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal user volume workdir",
  { ...HASH, ignoresCase: true },
);

const NAMES: readonly (readonly [Grammar, string])[] = [
  [SCRIPT, "javascript typescript js jsx ts tsx mjs cjs mts cts vue svelte"],
  [PYTHON, "python python3 py pyi"],
  [C_LIKE, "c h cc cpp cxx hpp hh c++ java cs csharp c# scala groovy dart objc m"],
  [GO, "go golang"],
  [RUST, "rust rs"],
  [SWIFT_OR_KOTLIN, "swift kotlin kt kts"],
  [SHELL, "sh bash zsh shell console shellscript fish ksh"],
  [RUBY, "ruby rb rake gemspec elixir ex exs"],
  [LUA, "lua"],
  [SQL, "sql postgresql mysql sqlite"],
  [PHP, "php"],
  [CONFIG, "yaml yml toml ini cfg conf properties env make makefile mk perl pl r"],
  [JSON_LIKE, "json jsonc json5 jsonl"],
  [CSS, "css scss less sass"],
  [MARKUP, "html htm xml svg xhtml xaml"],
  [DOCKER, "dockerfile docker"],
];

const BY_NAME: ReadonlyMap<string, Grammar> = new Map(
  NAMES.flatMap(([found, names]) => names.split(" ").map((name) => [name, found] as const)),
);

/** The grammar of a language by its name or the ending of its files; undefined if it is not known. */
export function grammarOf(language: string): Grammar | undefined {
  return BY_NAME.get(language.toLowerCase());
}

/** The grammar for a file of that path. */
export function grammarOfPath(path: string): Grammar | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return grammarOf(name) ?? grammarOf(name.slice(name.lastIndexOf(".") + 1));
}
