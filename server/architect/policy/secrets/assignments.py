"""The last resort: what stands behind a name that says it is a key or a password.

One expression for what languages, shells and formats have between a name and its value. It begins
at the word that says so (`token` in `GH_TOKEN_PROD = ...`); the checks look at the whole name. It
stays in its line but where a format puts a value into the next one: pairs, blocks, elements.
"""

import re
import string

from architect.lazy_pattern import lazy_pattern
from architect.policy.secrets.names import Kind, kind_of, may_be_id
from architect.policy.secrets.values import is_key, is_password, looks_random

_GAP = r"[ \t]{0,8}"

_QUOTED = r"[bruBRU@$]{0,2}(?:[\"']{3}|\\*[\"'`])([^\s\"'`\\]{8,512}+)(?=\\*[\"'`])"
_END_OF_BARE = r"(?=[\s\"'`,;&)\]}<\\]|$)"
_BARE = rf"([^\s\\\"'`<>{{}}$(),;\[\]&|]{{8,512}}+){_END_OF_BARE}"

_OPERATOR = (
    # `: str =` of Python and TypeScript, `: &'static str =` of Rust, ` string =` of Go.
    rf":{_GAP}[A-Za-z&][\w\[\]., |&'<>?]{{0,40}}?{_GAP}="
    r"|(?<=[ \t])[*\[\]]{0,3}[A-Za-z][\w.]{0,30}+[ \t]{0,4}="
    # `=`, `==`, `=>`, `:=`, `::=`, `?=`, `+=`, `.=`, `??=`, `||=`, `!=`, `:`, and `>` of XML.
    r"|(?::{0,3}={1,3}|[?+.!]=|(?:\?\?|\|\|)=)>?|(?<!\))::?(?!:)|>"
    # The value where there is none yet: `env.T || "..."`, `${T:-...}`, `get("T") or "..."`.
    r"|\|\||\?\?|:?-|or(?=[ \t])"
)

_IN_NEXT_LINE = (
    # The value of a pair: `name: T` with `value: ...` in the next line, `key="T" value="..."`,
    # `variable "T" { default = "..." }` of Terraform.
    r"(?:</\w{1,20}>)?[ \t,;/>{]{0,8}(?:\r?\n[ \t]{0,40})?[\"'<]?(?:value|default(?:value)?)[\"']?"
    r"[ \t]{0,4}[:=>]"
    # A block of YAML, or an element of XML.
    rf"|:{_GAP}[|>][+-]?[ \t]{{0,4}}\r?\n[ \t]{{1,40}}"
    r"|>[ \t]{0,8}\r?\n[ \t]{0,40}(?=[^\s<]{1,512}\s{0,40}</)"
)

ASSIGNMENT = (
    rf"([\w.-]{{1,60}}+)(?:\\*[\"'`])?[\])]{{0,2}}{_GAP}+(?:"
    rf"(?:{_OPERATOR}){_GAP}(?:{_QUOTED}|{_BARE})"
    rf"|(?:{_IN_NEXT_LINE}){_GAP}(?:{_QUOTED}|{_BARE})"
    # The next argument, as of `setenv("T", "...")`, or the next column.
    rf"|,(?:{_GAP}{_QUOTED}|(?=[^\s,]{{16}}){_BARE})"
    # `password("...")` of builders; `private_key "...";` of nginx; `ENV T ...`, `--token ...`.
    rf"|\(?{_GAP}{_QUOTED}"
    rf"|(?<=[ \t])(?P<spaced>{_BARE[1:]}"
    r")"
)
"""A name, its first group, from the word on that says what it is; its value is the last group."""

_TAKES_TWO_WORDS = lazy_pattern(
    # In a diff and behind the place that a search names as well: `+ENV`, `Dockerfile:3:ENV`.
    r"(?:^|[\s>$;&|(+:-])"
    r"(?:ENV|ARG|export|set|setx|setenv|SetEnv|(?:proxy|fastcgi)_\w+|set -\w{1,4})[ \t]+$"
    r"|(?:^|[\s\"'=,\[])--?$"
    r"|/:$"
)
"""What stands in front of a name that a blank parts from its value: commands, options,
and registries of npm."""

_LONGEST_NAME = 60
_LONGEST_COMMAND = 20
_IN_NAMES = frozenset(f"{string.ascii_letters}{string.digits}_.-")


def is_assigned_key(found: re.Match[str]) -> bool:
    """Whether the name in `found` says that its value is a key, and the value looks like one."""
    start = _start_of_name(found)
    name = found.string[start : found.end(1)]
    if kind_of(name) not in (Kind.KEY, Kind.OWN_KEY) or not _is_assigned(found, start):
        return False
    return is_key(found[found.lastindex or 0], may_be_id=may_be_id(name))


def is_assigned_password(found: re.Match[str]) -> bool:
    """The same of a password."""
    start, value = _start_of_name(found), found[found.lastindex or 0]
    name = found.string[start : found.end(1)]
    if kind_of(name) is not Kind.PASSWORD or not _is_assigned(found, start):
        return False
    return looks_random(value) if _is_next_name(found) else is_password(value)


def _is_assigned(found: re.Match[str], start: int) -> bool:
    """Whether the value in `found` belongs to the name that begins at `start`."""
    if found["spaced"] is None:
        return True
    text = found.string
    while start < found.start() and text[start] in ".-":
        start += 1
    line = text[max(0, start - _LONGEST_COMMAND) : start].rpartition("\n")[2]
    return _TAKES_TWO_WORDS.search(line) is not None


def _is_next_name(found: re.Match[str]) -> bool:
    """Whether the value in `found` stands behind a comma without quotes, as in a list of names."""
    between = found.string[found.end(1) : found.start(found.lastindex or 0)]
    return between.strip() == ","


def _start_of_name(found: re.Match[str]) -> int:
    text, start = found.string, found.start()
    first = max(0, start - _LONGEST_NAME)
    while start > first and text[start - 1] in _IN_NAMES:
        start -= 1
    return start
