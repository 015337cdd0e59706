"""The tokens of code for Node, as far as they are certain, and the names that it binds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE

_MOST = 4_000
"""Characters that are read; nobody types more at a command line to look at something."""

_WORDS = Path(__file__).with_name("node_words.json")
"""The words of the language and those that only look, by what may be done with them."""

_TOKEN = lazy_pattern(
    r"""(?xsa)
    (?P<space>[ \t\r\n]+ | //[^\r\n]* | /\*.*?\*/)
    | (?P<text>'(?:[^'\\\r\n]|\\[\\'"nrt])*' | "(?:[^"\\\r\n]|\\[\\'"nrt])*" | `[^`\\$]*`)
    | (?P<name>[A-Za-z_$][\w$]*)
    | (?P<number>\d+(?:\.\d+)?(?![\w.$]))
    | (?P<sign>\?\.|=>|\.\.\.|[!=]==?|&&|\|\||\?\?|[<>]=?|\+\+|--|[-+*%]=|[-+*%!?:;,.(){}\[\]=])
    """
)
_PATTERN = lazy_pattern(r"/(?!\*)(?:[^/\\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+/[a-z]*")
"""A regular expression; where it begins, a value is due (ECMA-262, 12.9.5)."""

_DIVISION = lazy_pattern(r"/(?![/*=])")

_NO_SCRIPT = ("<!--", "-->", "\u2028", "\u2029", HOLE)
"""Of comments and ends of lines that only some readers see as such."""

_PAIRS = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_PAIRS.values())
EQUAL = frozenset({"==", "===", "!=", "!=="})
SETTING = frozenset({"=", "+=", "-=", "*=", "%=", "++", "--"})
_ENDING_VALUES = frozenset({")", "]", "}", "true", "false", "null"})
_BINDING = frozenset({"const", "let", "var", "function", "catch"})
_BEFORE_VALUE = EQUAL | set("([{,;:?!=+") | {"&&", "||", "??", "=>", "+=", "return"}


@cache
def words(kind: str) -> frozenset[str]:
    lines: list[str] = json.loads(_WORDS.read_bytes())[kind]
    return frozenset(word for line in lines for word in line.split())


@frozen
class Token:
    """`kind` is text, name, word, number, pattern or sign.

    `within` is the bracket it stands in, which is opened by the token of the number `opener`.
    """

    kind: str
    text: str
    within: str = ""
    opener: int = -1


_NONE = Token("sign", "")


@frozen
class Script:
    """Tokens, and where each bracket among them is closed, by where it is opened."""

    tokens: Sequence[Token]
    ends: Mapping[int, int]

    def at(self, at: int) -> Token:
        return self.tokens[at] if 0 <= at < len(self.tokens) else _NONE

    def behind(self, at: int) -> Token:
        """What follows a token, or the brackets that it opens."""
        return self.at(self.ends.get(at, at) + 1)

    def bound(self) -> frozenset[str]:
        """The names that are given to something in the code."""
        found = set[str]()
        for at, token in enumerate(self.tokens):
            before = self.at(at - 1)
            is_named = before.kind == "name" and self.at(at - 2).text == "function"
            is_in_list = before.text == "," and self.at(at + 1).text == "="
            is_parameter = self.behind(at).text == "=>" and token.text not in ("{", "[")
            if before.text in _BINDING or is_named or is_in_list or is_parameter:
                found.update(self._names(at))
        return frozenset(found)

    def _names(self, at: int) -> Iterator[str]:
        """The name there, or those in brackets there; those in braces are names of properties."""
        end = at if self.tokens[at].text == "{" else self.ends.get(at, at)
        for each in self.tokens[at : end + 1]:
            if each.kind == "name" and (at == end or each.within != "{"):
                yield each.text

    def is_function(self, name: str) -> bool:
        """Whether each value that the name is given is a function of the code itself."""
        given = [at for at, each in enumerate(self.tokens) if each.text == name]
        values = [at + 2 for at in given if self.at(at + 1).text in SETTING]
        is_named = any(self.at(at - 1).text == "function" for at in given)
        return (bool(values) or is_named) and all(map(self._is_function_at, values))

    def _is_function_at(self, at: int) -> bool:
        first = self.at(at)
        is_arrow = first.kind == "name" or first.text == "("
        return first.text == "function" or (is_arrow and self.behind(at).text == "=>")


def script_of(code: str) -> Script | None:
    """None if it is more or something else than what is known here."""
    tokens = _tokens(code)
    return None if tokens is None else Script(tokens, _ends(tokens))


def ends_value(token: Token) -> bool:
    """Whether a value ends there."""
    return token.kind not in ("sign", "word") or token.text in _ENDING_VALUES


def _tokens(code: str) -> Sequence[Token] | None:
    """None if it is more or something else than what is known here."""
    if len(code) > _MOST or any(each in code for each in _NO_SCRIPT):
        return None
    tokens, open_ones, at, is_new_line = list[Token](), list[int](), 0, False
    while at < len(code):
        found, kind = _TOKEN.match(code, at), ""
        if found is None:
            before = tokens[-1] if tokens else None
            divides = before is not None and not is_new_line and _surely_ends_value(before)
            is_due = before is None or before.text in _BEFORE_VALUE
            kind = "sign" if divides else "pattern"
            found = _DIVISION.match(code, at) if divides else _PATTERN.match(code, at)
            if found is None or not (divides or is_due):
                return None
        at, kind, text = found.end(), kind or str(found.lastgroup), found[0]
        if kind == "space":
            is_new_line = is_new_line or not {"\n", "\r"}.isdisjoint(text)
            continue
        is_new_line = False
        if kind == "name" and text in words("keywords") and not _is_member(tokens):
            kind = "word"
        if text in _CLOSING and not (open_ones and _PAIRS[tokens[open_ones.pop()].text] == text):
            return None
        opener = open_ones[-1] if open_ones else -1
        tokens.append(Token(kind, text, tokens[opener].text if open_ones else "", opener))
        if text in _PAIRS:
            open_ones.append(len(tokens) - 1)
    return None if open_ones else tokens


def _surely_ends_value(token: Token) -> bool:
    """Whether a slash behind it, in the same line, divides.

    Behind `)` and `}` it may begin a regular expression, and so in a line of its own, where the one
    before may end (ECMA-262, 12.10).
    """
    return token.kind in ("name", "number") or token.text == "]"


def _is_member(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and tokens[-1].text in (".", "?.")


def _ends(tokens: Sequence[Token]) -> Mapping[int, int]:
    """Where each bracket is closed, by where it is opened."""
    open_ones, found = list[int](), dict[int, int]()
    for at, token in enumerate(tokens):
        if token.text in _PAIRS:
            open_ones.append(at)
        elif token.text in _CLOSING:
            found[open_ones.pop()] = at
    return found
