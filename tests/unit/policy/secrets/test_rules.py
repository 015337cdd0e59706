"""Every example in the rule file, with something random where a key is random."""

import base64
import json
import random
import re
import uuid
from pathlib import Path

from tests.support.generated_keys import any_key
from tests.support.table import table

from architect.policy.secrets.redactor import Redactor
from architect.policy.secrets.rules import load_rules

RULES = Path(__file__).parents[4] / "server/architect/policy/secrets/rules.json"
ROWS = json.loads(RULES.read_bytes())["rules"]

SEEDS = range(8)


def written_out(example: str, chance: random.Random) -> str:
    """`example` with random characters where it says so."""

    def characters(found: re.Match[str]) -> str:
        return any_key(found[2], int(found[1]), chance)

    basic = base64.b64encode(f"bot:{chance.getrandbits(64):x}".encode()).decode()
    text = example.replace("<basic>", basic)
    text = text.replace("<uuid>", str(uuid.UUID(int=chance.getrandbits(128), version=4)))
    return re.sub(r"<(\d+) (\w+)>", characters, text)


def cases(kind: str) -> list[tuple[str, str]]:
    return [(row["name"], example) for row in ROWS for example in row[kind]]


@table(("name", "example"), cases("matches"))
def test_what_looks_like_a_key_is_found_wherever_it_stands(name: str, example: str) -> None:
    for seed in SEEDS:
        text = written_out(example, random.Random(seed))
        for around in ("{}", "x = 1\n{}\ny = 2", "({})"):
            whole = around.format(text.replace("{", "{"))
            found = {redaction.rule for redaction in Redactor().clean(whole).redactions}
            assert found, f"{name} does not find {whole!r}"


@table(("name", "example"), cases("matches"))
def test_each_rule_finds_its_own_examples(name: str, example: str) -> None:
    rule = next(rule for rule in load_rules() if rule.name == name)
    text = written_out(example, random.Random(1))
    lowered = text.lower() if rule.any_case else text
    places = [
        found.start() - rule.back
        for start in rule.starts
        for found in re.finditer(re.escape(start), lowered)
    ]
    assert any(rule.pattern.match(text, place) for place in places if place >= 0)


@table(("name", "example"), cases("not"))
def test_what_only_resembles_a_key_is_left_alone(name: str, example: str) -> None:
    for seed in SEEDS:
        text = written_out(example, random.Random(seed))
        assert Redactor().clean(text).text == text, name


@table("row", ROWS, ids=lambda row: row["name"])
def test_a_rule_says_what_it_is_about_and_has_examples_of_both_kinds(
    row: dict[str, object],
) -> None:
    assert re.fullmatch(r"[a-z0-9-]+", str(row["name"]))
    assert row["title"]
    assert row["source"]
    assert row["matches"]
    assert row["not"]
    assert row["starts"]
    assert not row.get("any_case") or all(s == s.lower() for s in row["starts"])  # type: ignore[union-attr]


def test_names_are_unique() -> None:
    names = [row["name"] for row in ROWS]
    assert len(set(names)) == len(names)
