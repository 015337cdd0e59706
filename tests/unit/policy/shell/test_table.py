"""The table itself: what a reviewer may rely on."""

import json
import re
from pathlib import Path
from typing import Any, cast

import architect.policy.shell.programs.table as module
from architect.policy.shell.programs.table import load_table
from architect.policy.shell.verdict import CommandClass

DOCUMENT: dict[str, Any] = json.loads(Path(module.__file__).with_name("table.json").read_bytes())
FIELDS = {
    *("class", "options", "options_first", "why", "why_not", "operands", "too_many", "operand"),
    *(
        "wrong_operand",
        "needs",
        "not",
        "not_why",
        "script",
        "test",
        "inside",
        "subcommands",
        "note",
    ),
}


def rows(programs: dict[str, Any]) -> list[dict[str, Any]]:
    """Every row, those of subcommands included."""
    found: list[dict[str, Any]] = []
    for value in programs.values():
        for row in cast(list[dict[str, Any]], value if isinstance(value, list) else [value]):
            found.append(row)
            found.extend(rows(row.get("subcommands", {})))
    return found


def test_every_field_of_a_row_is_known() -> None:
    assert {field for row in rows(DOCUMENT["programs"]) for field in row} <= FIELDS


def test_no_key_stands_twice() -> None:
    def without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(set(keys)) == len(keys), [key for key in keys if keys.count(key) > 1]
        return dict(pairs)

    text = Path(module.__file__).with_name("table.json").read_bytes()
    json.loads(text, object_pairs_hook=without_repetition)


def test_no_program_is_both_dangerous_and_listed() -> None:
    table = load_table()
    listed = {
        name
        for name, rules in table.rules.items()
        if any(rule.command_class is not CommandClass.DANGEROUS for rule in rules)
    }
    assert listed & set(table.dangerous) == set()


def test_every_expression_compiles_and_every_class_exists() -> None:
    for row in rows(DOCUMENT["programs"]):
        CommandClass(row["class"])
        for field in ("operand", "not"):
            re.compile(row.get(field, ""))


def test_options_with_a_reason_are_not_allowed_as_well() -> None:
    for rules in load_table().rules.values():
        for rule in rules:
            if rule.options is not None:
                known = rule.options.plain | rule.options.valued | rule.options.optional
                assert known & set(rule.why) == set()


def test_safe_programs_that_can_write_or_run_name_their_options() -> None:
    for name in ("sort", "find", "rg", "tree", "date", "sed", "awk", "file", "xxd", "git"):
        for rule in load_table().rules[name]:
            assert rule.options is not None, name
