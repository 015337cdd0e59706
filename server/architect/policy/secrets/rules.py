"""What keys look like: `rules.json` as values."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from architect.frozen import frozen
from architect.policy.secrets.assignments import ASSIGNMENT
from architect.policy.secrets.checks import CHECKS, Check

_RULES = Path(__file__).with_name("rules.json")

STATED_VALUE = "stated-value"
"""The rule, of no shape, that finds what files with secrets state."""

_BOUNDARY = (
    # Behind an escape of JSON, of an address or of a terminal something new begins as well.
    r"(?:(?<![A-Za-z0-9_])|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2})"
    r"|(?<=\x1b\[[mK])|(?<=\x1b\[\dm)|(?<=\x1b\[\d\dm)|(?<=\x1b\[\d;\d\dm)|(?<=\x1b\[\d\d;\d\dm))"
)


@frozen
class Rule:
    """A kind of key. `starts` are in lower case if `any_case`; see `about` in `rules.json`.

    `is_word`: its keys are words of 20 or more of the characters that keys are made of. `formerly`
    are names it had, by which false alarms may still be allowed. `may_nest`: what it finds to be no
    key may have one in it.
    """

    name: str
    title: str
    starts: tuple[str, ...]
    any_case: bool
    back: int
    is_word: bool
    source: str
    regex: str
    check: Check | None
    formerly: tuple[str, ...]
    may_nest: bool

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.regex, re.IGNORECASE if self.any_case else 0)


@cache
def load_rules() -> tuple[Rule, ...]:
    """All rules, in the order of the file; earlier ones have the say over later ones."""
    return tuple(map(_rule, json.loads(_RULES.read_bytes())["rules"]))


@cache
def rule_names() -> frozenset[str]:
    """Those whose false alarms can be allowed."""
    names = (name for rule in load_rules() for name in (rule.name, *rule.formerly))
    return frozenset({STATED_VALUE, *names})


def _rule(row: dict[str, Any]) -> Rule:
    boundary, any_case = row.get("boundary", True), row.get("any_case", False)
    return Rule(
        name=row["name"],
        title=row["title"],
        starts=tuple(row["starts"]),
        any_case=any_case,
        back=row.get("back", 0),
        is_word=boundary and not any_case,
        source=row["source"],
        regex=(_BOUNDARY if boundary else "") + row.get("pattern", ASSIGNMENT),
        check=CHECKS[row["check"]] if "check" in row else None,
        formerly=tuple(row.get("formerly", ())),
        may_nest="pattern" not in row,
    )


@cache
def _compiled(regex: str, flags: int) -> re.Pattern[str]:
    """Compiled when its first start was seen: all of them would take 50 ms of every start."""
    return re.compile(regex, flags)
