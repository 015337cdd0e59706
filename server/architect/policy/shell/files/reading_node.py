"""Code for Node that changes nothing, and the text of it in which it may name files.

It is read token by token, and what is not known lets it do anything: every name has to be one that
only looks or be bound in the code, functions that look are called and never handed on, and no
property is reached but by such a name.
"""

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.files.node_tokens import (
    EQUAL,
    SETTING,
    Script,
    Token,
    ends_value,
    script_of,
    words,
)

_NODE = lazy_pattern(r"node(?:js)?[\d.]*")
_BEHIND_KEY = frozenset({",", "}", ":", "="})
_DECLARING = frozenset({"const", "let", "var"})
_CONTEXTUAL = frozenset({"let", "of"})
_COMPARING = frozenset({"startsWith", "endsWith", "includes", "indexOf", "lastIndexOf"})
_OPENS = "readFileSync"
_DATA = lazy_pattern(r"\.{1,2}/[^\\]*[\w-]\.json")
"""A module that is no code."""
_INDEX = lazy_pattern(r"\d+|[A-Za-z]\w*( \. length)? - \d+")
"""What can only be a number."""


def is_node(program: str) -> bool:
    return _NODE.fullmatch(program) is not None


def what_node_reads(code: str) -> str | None:
    """`code` without what it only compares with; None if it may do more than to look.

    What is compared is a name of a file all the same if it opens files that it finds.
    """
    script = script_of(code)
    if script is None:
        return None
    bound = script.bound()
    if bound & (words("called") | words("never")):
        return None
    places = range(len(script.tokens))
    functions = frozenset(name for name in bound if script.is_function(name))
    if not all(_looks(script, at, bound, functions) for at in places):
        return None
    if any(_opens_what_it_finds(script, at) for at in places):
        return code
    return " ".join("''" if _is_compared(script, at) else script.at(at).text for at in places)


def _looks(script: Script, at: int, bound: frozenset[str], functions: frozenset[str]) -> bool:
    """Whether a token, among its neighbours, changes nothing."""
    token, before, behind = script.at(at), script.at(at - 1), script.at(at + 1)
    is_key = token.within == "{" and before.text in ("{", ",") and behind.text in _BEHIND_KEY
    if is_key and token.kind != "word" and token.text != "}":
        return _looks_as_key(token, behind, bound)
    match token.kind:
        case "name" if before.text in (".", "?."):
            return _looks_as_member(script, at)
        case "name":
            return _looks_as_name(script, at, bound, functions)
        case "word":
            return token.text not in _CONTEXTUAL or _is_keyword(token, before, behind)
        case "text" | "pattern" | "number":
            return behind.text != "(" and not (token.text[0] == "`" and ends_value(before))
        case _:
            return _looks_as_sign(script, at)


def _is_keyword(token: Token, before: Token, behind: Token) -> bool:
    """Whether a word that may be a name as well is none here (ECMA-262, 12.7.2)."""
    if token.text == "of":
        before_it = before.kind == "name" or before.text in ("]", "}")
        return before_it and behind.text not in ("=", ",", ")", ".", "=>", "?.")
    return before.text in ("", ";", "{", "}", "(", ")") and (
        behind.kind == "name" or behind.text in ("[", "{")
    )


def _looks_as_key(token: Token, behind: Token, bound: frozenset[str]) -> bool:
    """Whether it may be the name of a property in braces, which could be that of a function."""
    if token.kind != "name" or behind.text == "=":
        return False
    is_method = token.text in words("methods") and token.text not in bound
    return token.text in words("keys") or (behind.text != ":" and is_method)


def _looks_as_member(script: Script, at: int) -> bool:
    name, behind = script.at(at).text, script.at(at + 1).text
    if name == "write":
        return script.at(at - 2).text == "stdout" and behind == "("
    if name in words("methods"):
        return behind == "(" and _opens_to_read(script, at)
    return name in words("properties") and behind not in ("(", *SETTING)


def _looks_as_name(
    script: Script, at: int, bound: frozenset[str], functions: frozenset[str]
) -> bool:
    name, behind = script.at(at).text, script.at(at + 1).text
    if name == "require":
        module, end = script.at(at + 2), script.at(at + 3)
        name = module.text[1:-1]
        is_known = name in words("modules") or _DATA.fullmatch(name) is not None
        return behind == "(" and module.kind == "text" and is_known and end.text == ")"
    if name in words("called"):
        return behind not in SETTING
    if name in bound:
        is_declared = script.at(at - 1).text == "function"
        return behind != "(" or is_declared or name in functions
    if name in words("globals"):
        return behind != "("
    return name in words("methods") and behind == "(" and _opens_to_read(script, at)


def _opens_to_read(script: Script, at: int) -> bool:
    """Whether a call says nothing of how a file is opened but its encoding."""
    return script.at(at).text != _OPENS or all(
        (script.at(index + 1).kind == "text" or script.at(index + 1).text == "{")
        and script.behind(index + 1).text == ")"
        for index in range(at + 2, script.ends[at + 1])
        if script.at(index).text == "," and script.at(index).opener == at + 1
    )


def _looks_as_sign(script: Script, at: int) -> bool:
    before, behind = script.at(at - 1), script.at(at + 1)
    match script.at(at).text:
        case "(" | "[" if before.text == ">":
            return False  # behind the arguments of a type, where Node takes types away
        case "(":
            return before.kind in ("name", "word") or not ends_value(before)
        case "!":
            return not ends_value(before)  # a type as well
        case "=":
            return before.text not in ("&&", "||", "??") and _sets_what_is_declared(script, at)
        case "[" if ends_value(before):
            inside = " ".join(each.text for each in script.tokens[at + 1 : script.ends[at]])
            return _INDEX.fullmatch(inside) is not None
        case "]":
            return behind.text not in ("(", ":")
        case "...":
            token = script.at(at)
            in_call = token.within == "(" and script.at(token.opener - 1).text != _OPENS
            return in_call or token.within == "["
        case "." | "?.":
            return behind.kind == "name"
        case _:
            return True


def _sets_what_is_declared(script: Script, at: int) -> bool:
    """Whether names in brackets before `=` are new ones: no function gets another value."""
    if script.at(at - 1).text not in ("]", "}"):
        return True
    begin = next(opener for opener, end in script.ends.items() if end == at - 1)
    return script.at(begin - 1).text in _DECLARING


def _opens_what_it_finds(script: Script, at: int) -> bool:
    """Whether a call reads a file that is not named where it is read."""
    is_named = script.at(at + 2).kind == "text" and script.at(at + 3).text in (",", ")")
    return script.at(at).text == _OPENS and script.at(at + 1).text == "(" and not is_named


def _is_compared(script: Script, at: int) -> bool:
    """Whether a text, or a regular expression, is nothing but compared with others."""
    token, before, behind = script.at(at), script.at(at - 1), script.at(at + 1)
    if token.kind != "text":
        return token.kind == "pattern"
    if before.text in EQUAL or behind.text in EQUAL:
        return True
    if before.text == "(" and script.at(at - 3).text in (".", "?."):
        return script.at(at - 2).text in _COMPARING and behind.text in (")", ",")
    return token.within == "[" and _is_list_to_compare(script, token.opener)


def _is_list_to_compare(script: Script, begin: int) -> bool:
    """Whether it is a list of texts of which it is asked whether one is in it."""
    end = script.ends[begin]
    inside = script.tokens[begin + 1 : end]
    behind = [each.text for each in script.tokens[end + 1 : end + 3]]
    return behind == [".", "includes"] and all(
        each.kind == "text" or each.text == "," for each in inside
    )
