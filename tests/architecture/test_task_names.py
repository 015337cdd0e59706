"""A task that is offered by name has one name, wherever it is offered."""

import json
import re

import pytest
from scripts.locales.catalogues import LANGUAGES, catalogue
from tests.support.vscode_manifest import CLIENT, command_titles

from architect.app.next_run import task_to_carry_out
from architect.domain.text.positions import LineIndex
from architect.lsp.handlers.code_actions import ActionScene, code_actions
from architect.services.task_names import TASK_NAMES, TaskName, run_name

COMMANDS: dict[TaskName, str] = {
    "explain": "explain",
    "tests": "tests",
    "document": "document",
    "review_selection": "reviewSelection",
    "review_file": "reviewFile",
    "review_changes": "reviewChanges",
    "review_workspace": "reviewWorkspace",
    "fix": "fix",
}
"""The palette and the menus have these; a comment is run from its line alone."""


def test_the_palette_and_the_menus_have_the_names_of_the_server() -> None:
    titles = command_titles()
    offered = {task: titles[f"architect.ui.{name}"] for task, name in COMMANDS.items()}
    assert offered == {task: TASK_NAMES[task] for task in COMMANDS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_have_the_same_names_in_other_languages(language: str) -> None:
    told = {str(one.id): one.string for one in catalogue(language)}
    names = {task: told[TASK_NAMES[task]] for task in COMMANDS}
    titles = command_titles(language)
    assert {task: titles[f"architect.ui.{name}"] for task, name in COMMANDS.items()} == names
    bundle = json.loads((CLIENT / f"l10n/bundle.l10n.{language}.json").read_bytes())
    for task in ("explain", "tests", "document"):
        assert bundle[f"Architect: {TASK_NAMES[task]}"] == f"Architect: {names[task]}"


def test_the_lamp_has_them_too_and_runs_are_called_by_them() -> None:
    lines = LineIndex("x = 1\n# architect: more\n", "utf-16")
    scene = ActionScene("file:///a.py", "a.py", lines, (), tags_actions=False)
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}
    offered = code_actions({"range": whole, "context": {"diagnostics": []}}, scene)
    titles = [each["title"].removeprefix("Architect: ") for each in offered]
    on_text: tuple[TaskName, ...] = (
        *("comment", "explain", "tests", "document", "review_selection", "review_file"),
    )
    assert titles == [TASK_NAMES[task] for task in on_text]
    named = [each["command"]["arguments"][0].get("title") for each in offered[:4]]
    assert named == [run_name(task, "a.py") for task in on_text[:4]]
    assert run_name("explain", f"{'deep/' * 12}a.py") == "Explain Selection in .../a.py"


def test_neovim_has_the_same_short_names_for_the_kinds_of_the_lamp() -> None:
    source = (CLIENT.parent / "client-nvim/lua/architect/selection_tasks.lua").read_text()
    table = source.partition("local KINDS = {")[2].partition("}")[0]
    asked = dict(re.findall(r"(\w+) = '([\w.]+)'", table))
    scene = ActionScene("file:///a.py", "a.py", LineIndex("x = 1\n", "utf-16"), (), False)
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    for task in ("explain", "tests", "document"):
        context = {"diagnostics": [], "only": [asked[task]]}
        (offered,) = code_actions({"range": whole, "context": context}, scene)
        assert offered["title"] == f"Architect: {TASK_NAMES[task]}"


def test_a_plan_is_carried_out_in_the_same_words_everywhere() -> None:
    words = task_to_carry_out()
    panel = (CLIENT / "src" / "panel" / "sessionPanel.ts").read_bytes().decode()
    chat = (CLIENT.parent / "client-nvim" / "lua" / "architect" / "chat.lua").read_bytes().decode()
    readme = (CLIENT.parent / "README.md").read_bytes().decode()
    assert f'CARRY_OUT = "{words}"' in panel
    assert f"'{words}'" in chat
    assert f'--mode edit "{words}"' in readme


def test_the_extension_looks_for_the_tasks_by_these_names() -> None:
    source = (CLIENT / "src" / "commands" / "selectionTasks.ts").read_bytes().decode()
    selection: tuple[TaskName, ...] = ("explain", "tests", "document")
    for task in selection:
        title = f"Architect: {TASK_NAMES[task]}"
        assert f'{task}: ["{title}", t("{title}")]' in source
    reviews = (CLIENT / "src" / "commands" / "reviews.ts").read_bytes().decode()
    reviewing: tuple[TaskName, ...] = ("review_selection", "review_changes", "review_workspace")
    assert [task for task in reviewing if TASK_NAMES[task] not in reviews] == []
