"""Scripts of sed and awk, looked into as far as they are simple."""

import re

from architect.lazy_pattern import lazy_pattern

_ADDRESS = r"(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\[^\n])*/I?)"
_RANGE = rf"(?:{_ADDRESS}(?:,[+~]?{_ADDRESS})?\s*!?\s*)?"
_SUBSTITUTION = "|".join(
    # s/old/new/flags with the usual delimiters; the flags e and w run and write.
    rf"s{d}(?:[^{d}\\\n]|\\[^\n])*{d}(?:[^{d}\\\n]|\\[^\n])*{d}[gpiIM0-9]*"
    for d in ("/", r"\|", "#", ",", "@", ":", "!", "_", "%")
)
_COMMAND = (
    rf"{_RANGE}(?::\s*\w+|[btT]\s*\w*|[pdqQ=DPnNgGhHxl](?:\s*\d+)?|{_SUBSTITUTION}"
    r"|y/[^/\\\n]*/[^/\\\n]*/)?"
)
_PLAIN_SED = lazy_pattern(rf"\s*{_COMMAND}\s*(?:[;\n]\s*{_COMMAND}\s*)*")
_GROUP = lazy_pattern(rf"{_RANGE}\{{([^{{}}]*)\}}")

_MAX_CHARACTERS = 500
"""Of a script that is looked into; longer ones are programs."""

_AWK_RUNS = lazy_pattern(r"system|getline|close|fflush|\||@")
_AWK_REDIRECTS = lazy_pattern(r"print[^;{}]*>")
_AWK_STRING = lazy_pattern(r'"(?:[^"\\\n]|\\.)*"')
_AWK_REGEX = lazy_pattern(r"/(?:[^/\\\n\[]|\\.|\[\^?[^/\\\n\]^][^/\\\n\]]*\])+/")
_AWK_BEFORE_REGEX = frozenset("(,!~{};\n&|=<>*%?:")
_AWK_DIVIDED = lazy_pattern(
    r".*?(?:\]|(?<![\w$])\$?\d+|\b(?!print|return|in|else|do|exit|delete|case|default|length|func|next"
    r"|while|if|for|switch|break|continue|BEGIN|END)[A-Za-z_]\w*)[ \t]*",
    re.DOTALL,
)
"""Code behind which a slash divides: an index, a number, a field, a name that is no keyword."""


def sed_only_prints(script: str) -> bool:
    """Whether a sed script consists of commands that neither write nor run anything."""
    if len(script) > _MAX_CHARACTERS:
        return False
    if _PLAIN_SED.fullmatch(script):
        return True
    group = _GROUP.fullmatch(script.strip())
    return group is not None and _PLAIN_SED.fullmatch(group[1]) is not None


def awk_only_prints(script: str) -> bool:
    """Whether an awk program neither writes, nor runs, nor reads from a command.

    A `>` behind the print of a statement redirects; anywhere else it compares.
    """
    if len(script) > _MAX_CHARACTERS:
        return False
    code = _awk_code(script)
    if code is None or _AWK_RUNS.search(code.replace("||", "")):
        return False
    return _AWK_REDIRECTS.search(code) is None


def _awk_code(script: str) -> str | None:
    """`script` without what stands in strings and regular expressions.

    None if it is not plain where one ends: a slash may divide, too (POSIX awk, "Lexical
    Conventions"), a comment may hold quotes.
    """
    code, index = "", 0
    while index < len(script):
        char = script[index]
        found = None
        if char == '"':
            found = _AWK_STRING.match(script, index)
        elif char == "/" and (not code.strip() or code.rstrip(" \t")[-1] in _AWK_BEFORE_REGEX):
            found = _AWK_REGEX.match(script, index)
        elif char not in "#\\'" and (char != "/" or _AWK_DIVIDED.fullmatch(code)):
            code += char
            index += 1
            continue
        if found is None:
            return None
        code += " 0 "
        index = found.end()
    return code
