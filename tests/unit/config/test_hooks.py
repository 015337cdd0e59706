from pathlib import Path
from typing import Any

import pytest
from tests.support.trusted_config import load_config

from architect.config.hooks import HooksSettings
from architect.domain.errors import ConfigError
from architect.domain.hooks import Hook, HookEvent


def load(folder: Path, text: str) -> HooksSettings:
    (folder / "c.yaml").write_bytes(text.encode())
    explicit = folder / "c.yaml"
    return load_config(explicit=explicit, project=folder).hooks


def one(folder: Path, event: str, item: str) -> Hook:
    (hook,) = load(folder, f"hooks: {{{event}: [{item}]}}").enabled()
    return hook


def problem(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    return str(caught.value).replace(f"{folder}/", "")


@pytest.mark.parametrize("event", list(HookEvent))
def test_a_hook_needs_no_more_than_a_command(event: HookEvent, tmp_path: Path) -> None:
    expected = Hook(name=f"{event}[0]", event=event, command="true")
    assert one(tmp_path, event, "{command: 'true'}") == expected


def test_every_field_of_a_hook_counts(tmp_path: Path) -> None:
    text = (
        "{name: fmt, command: ruff format {file}, matcher: edit|write, file_patterns: ['*.py'],"
        " timeout: 300, async: true}"
    )
    assert one(tmp_path, "post_tool_use", text.replace("ruff format {file}", "'f {file}'")) == Hook(
        name="fmt",
        event=HookEvent.POST_TOOL_USE,
        command="f {file}",
        matcher="edit|write",
        file_patterns=("*.py",),
        timeout_s=300,
        is_async=True,
    )
    assert one(tmp_path, "pre_tool_use", "{command: x, on_failure: block}").blocks_on_failure


def test_a_disabled_hook_does_not_run(tmp_path: Path) -> None:
    text = "hooks: {on_error: [{command: a, enabled: false}, {command: b}]}"
    assert [hook.name for hook in load(tmp_path, text).enabled()] == ["on_error[1]"]


@pytest.mark.parametrize(("more", "timeout_s"), [("", 15), (", timeout: 10", 10)])
def test_a_hook_after_edits_runs_after_tool_use_and_may_take_longer(
    more: str, timeout_s: int, tmp_path: Path
) -> None:
    hook = one(tmp_path, "post_edit", f"{{command: 'f {{file}}'{more}}}")
    assert (hook.event, hook.after_edits) == (HookEvent.POST_TOOL_USE, True)
    assert hook.timeout_s == timeout_s


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("{command: x, timeout: 0}", "[0].timeout: 0 is out of range, 1 to 300"),
        ("{command: x, timeout: 301}", "[0].timeout: 301 is out of range, 1 to 300"),
        ("{command: ' '}", "[0].command: must not be blank"),
        (r'{command: "a\0b"}', "[0].command: a command cannot contain NUL"),
        (
            "{command: x, matcher: '('}",
            "[0].matcher: '(' is not a regular expression: missing ), unterminated subpattern at"
            " position 0",
        ),
        ("{command: x, on_failure: deny}", "[0].on_failure: 'deny' is not one of allow, block"),
        ("{command: x, async: 1}", "[0].async: 1 is not true or false"),
        (
            "{command: x, async: true, on_failure: block}",
            "[0]: an async hook cannot block anything, since the run does not wait for it",
        ),
        (
            "{command: 'sh -c \"fmt {file}\"'}",
            "[0].command: {file} cannot stand inside a longer text in quotes: let it stand alone,"
            " or write $ARCHITECT_FILE_PATH instead",
        ),
        ("{command: x, timeut: 5}", "[0].timeut: unknown key, did you mean 'timeout'?"),
        ("{name: x}", "[0].command: missing"),
    ],
)
def test_a_mistake_is_named_with_its_place(item: str, message: str, tmp_path: Path) -> None:
    text = f"hooks:\n  pre_tool_use: [{item}]"
    assert problem(tmp_path, text) == f"c.yaml:2: hooks.pre_tool_use{message}"


@pytest.mark.parametrize(
    "field", ["matcher: edit", "file_patterns: ['*.py']", "name: x"], ids=["matcher", "files", "{}"]
)
def test_what_is_about_calls_has_no_place_at_other_events(field: str, tmp_path: Path) -> None:
    command = "'f {file}'" if field.startswith("name") else "f"
    text = f"hooks: {{session_end: [{{command: {command}, {field}}}]}}"
    assert "only have a meaning around tool calls" in problem(tmp_path, text)


def test_an_event_that_does_not_exist_is_named(tmp_path: Path) -> None:
    found = problem(tmp_path, "hooks: {pre_tool: []}")
    assert found == "c.yaml:1: hooks.pre_tool: unknown key, did you mean 'pre_tool_use'?"


def test_hooks_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = "hooks: {on_error: [{command: a}, {command: b}], post_edit: [{command: c}]}"
    commands: list[Any] = [hook.command for hook in load(tmp_path, text).enabled()]
    assert commands == ["a", "b", "c"]
