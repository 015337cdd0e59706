"""The reasons why a command is asked about are shown in the user's language, word for word."""

import re
from collections.abc import Generator

import pytest
from tests.unit.policy.shell.test_table_of_commands import listed

from architect.l10n import SOURCE, shown, use_language
from architect.policy.shell.policy import CommandPolicy
from architect.policy.shell.programs.table import reasons

EVERY = 20
"""One command of so many; they give the same reasons over and over."""

ENGLISH = re.compile(r"\b(?:is|the|of|runs|writes|and|which|may|known|what|with|or|to|has)\b")
QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"")


@pytest.fixture(autouse=True)
def in_spanish() -> Generator[None]:
    use_language("es")
    yield
    use_language(SOURCE)


def test_what_the_table_says_of_programs_is_translated() -> None:
    assert [reason for reason in reasons() if shown(f"prog {reason}") == f"prog {reason}"] == []


@pytest.mark.parametrize("name", ["blocked", "dangerous", "lost_for_good"])
def test_no_reason_of_the_tables_stays_english(name: str) -> None:
    told = {reason: shown(reason) for line in listed(name)[::EVERY] for reason in reasons_of(line)}
    assert told
    assert [reason for reason, text in told.items() if ENGLISH.search(QUOTED.sub("", text))] == []


def reasons_of(line: str) -> list[str]:
    policy, line = CommandPolicy(), line.removeprefix("~ ")
    denial = policy.deny_reason(line, None, {})
    found = (
        policy.ask_reason(line, None, {}),
        policy.egress(line, None, {}),
        denial and denial.reason,
    )
    return [reason for reason in found if reason]
