"""The documentation names what exists."""

import ast
import pkgutil
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from tests.support.trusted_config import load_config

from architect.domain.errors import ConfigError
from architect.domain.journal.events import SHOWN_ONLY, Event

ROOT = Path(__file__).parents[2]


def rows(page: str) -> list[list[str]]:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]


def test_the_journal_page_lists_every_event_and_whether_it_is_journaled() -> None:
    kinds = get_args(Event)
    listed = {row[0].strip("`"): row[-1] for row in rows("docs/journal.md") if row[0][:1] == "`"}
    assert listed == {
        fields(kind)[0].default: "no" if kind in SHOWN_ONLY else "yes" for kind in kinds
    }


def test_every_path_the_architecture_page_names_exists() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    files = set(re.findall(r"(?<![\w/.])((?:[a-z_]+/)+[a-z_]+\.(?:py|md|json|toml))", text))
    folders = set(re.findall(r"`((?:[a-z_]+/)+)`", text))
    assert len(files) > 100
    assert len(folders) > 30
    bases = (ROOT, ROOT / "server/architect", ROOT / "docs")
    named = sorted(files | folders)
    assert [name for name in named if not any((base / name).exists() for base in bases)] == []


def test_every_file_that_is_named_without_its_folder_is_beside_another_of_its_line() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    bases = (ROOT, ROOT / "server/architect")
    named = 0
    for line in text.splitlines():
        folders = re.findall(r"(?<![\w/.])((?:[a-z_]+/)+)", line)
        for name in re.findall(r"`([a-z_]+\.py)`", line):
            places = [base / folder / name for base in bases for folder in ("", *folders)]
            assert any(place.exists() for place in places), line
            named += 1
    assert named > 20


SOURCES = ROOT / "server/architect"
QUOTED_NAME = re.compile(r"`([A-Za-z_]\w*)(?:\.([a-z_]\w*))?`")
WITH_ITS_FILE = re.compile(QUOTED_NAME.pattern + r"\s+(?:in |\()`([a-z_/]+\.py)`")


def definitions(tree: ast.Module | ast.ClassDef) -> dict[str, ast.stmt]:
    """What `tree` defines, by name: classes, functions, values and fields."""
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                found[node.name] = node
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found[name] = node
            case _:
                pass
    return found


@cache
def modules_of_ours() -> dict[str, dict[str, ast.stmt]]:
    """What each module defines, by its path."""
    return {
        path.relative_to(SOURCES).as_posix(): definitions(ast.parse(path.read_bytes()))
        for path in SOURCES.rglob("*.py")
    }


def wrong_names(text: str) -> list[str]:
    """The names in backticks, with a member or with their file, that `text` has and we have not."""
    modules = modules_of_ours()
    members: dict[str, set[str]] = {}
    for node in (node for names in modules.values() for node in names.values()):
        if isinstance(node, ast.ClassDef):
            members.setdefault(node.name, set()).update(definitions(node))
    without_member = [
        f"{name}.{member}"
        for name, member in QUOTED_NAME.findall(text)
        if name[0].isupper() and member and member not in members.get(name, ())
    ]
    elsewhere = [
        f"{name} in {path}"
        for name, _, path in WITH_ITS_FILE.findall(text)
        if path in modules and name not in modules[path]
    ]
    return without_member + elsewhere


def test_every_name_on_the_architecture_page_is_where_it_says() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert len(WITH_ITS_FILE.findall(text)) > 8
    assert wrong_names(text) == []


def test_a_name_that_is_not_where_a_page_says_is_found() -> None:
    assert wrong_names("`RunFactory.open` in `bootstrap/run/run_factory.py`; `Host.model`") == []
    for wrong in (
        "`RunFactory.tools`",
        "`RunFactories.open`",
        "`RunFactory` in `bootstrap/run/run_parts.py`",
        "`plan_compaction` (`agent/context.py`)",
    ):
        assert len(wrong_names(wrong)) == 1, wrong


def test_the_architecture_page_has_every_package() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    packages = [
        path.parent.relative_to(ROOT / "server/architect").as_posix()
        for path in (ROOT / "server/architect").glob("*/__init__.py")
    ]
    assert [name for name in packages if f"`{name}/`" not in text] == []


WRONG_SETTINGS = """\
schema_version: 1

llm:
  modle: gpt-4.1


commands:
  enabled: true
  default_timeout: 3601

agents:
  biuld: {max_steps: 5}
"""


def test_the_errors_that_the_configuration_page_shows_are_those_that_appear(
    tmp_path: Path,
) -> None:
    page = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    shown = page.rpartition("## Errors")[2].split("```")[1].strip()
    (tmp_path / ".architect.yaml").write_text(WRONG_SETTINGS)
    with pytest.raises(ConfigError) as refused:
        load_config(
            explicit=None,
            project=tmp_path,
            user=None,
            environ={"ARCHITECT_LOG_LEVEL": "loud"},
            flags={"costs.budget_usd": float("nan")},
        )
    assert str(refused.value) == shown


def test_every_module_that_a_decision_names_exists() -> None:
    layers = "|".join(path.name for path in (ROOT / "server/architect").iterdir() if path.is_dir())
    for page in (ROOT / "docs/decisions").glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for name in re.findall(rf"`((?:{layers})\.[a-z_.]+)`", text):
            assert is_there(name), f"{page.name}: {name}"


def is_there(name: str) -> bool:
    """Whether `name` is a module or package of ours, or something that one of them has."""
    try:
        return bool(pkgutil.resolve_name(f"architect.{name}"))
    except (ImportError, AttributeError):
        return False


def test_the_search_for_modules_finds_those_that_are_not_there() -> None:
    assert is_there("policy.retry.retry_delay_s")
    assert not is_there("adapters.retrying_model")
    assert not is_there("policy.retry.delay")


def test_every_invariant_names_tests_that_exist() -> None:
    invariants = [row for row in rows("docs/architecture.md") if row[0].isdigit()]
    assert [row[0] for row in invariants] == [str(number) for number in range(1, 15)]
    for number, _, held_by in invariants:
        assert named_tests(held_by), f"invariant {number} names no test"


NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def named_tests(text: str) -> list[tuple[str, str]]:
    """The tests that `text` names, each of which must exist: file and function."""
    names = NAMED_TEST.findall(text)
    for path, test in names:
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{test}"
    return names


def test_every_test_that_the_security_page_names_exists() -> None:
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    assert len(named_tests(page)) > 80
    assert page.count("::test_") == len(NAMED_TEST.findall(page)), "a test without its file"
    for path in re.findall(r"`(tests/[\w/.]+)`", page):
        assert (ROOT / path).exists(), path
    for name in re.findall(r"`((?:adapters|config|execution|policy)/[\w/]+\.(?:py|json))`", page):
        assert (ROOT / "server/architect" / name).exists(), name


def test_every_published_weakness_has_a_test_or_is_said_not_to_be_prevented() -> None:
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    table = page.partition("## Weaknesses published elsewhere")[2]
    weaknesses = [line for line in table.splitlines() if line.startswith("| ")]
    answered = [line for line in weaknesses if NAMED_TEST.search(line) or "not prevented" in line]
    headings = [line for line in weaknesses if line.startswith("| weakness |")]
    assert len(headings) == 6
    assert len(answered) > 40
    assert [line for line in weaknesses if line not in answered and line not in headings] == []
