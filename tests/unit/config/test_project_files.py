"""The files of a project that trust is bound to."""

from pathlib import Path

import pytest

from architect.config.project_files import read_project
from architect.domain.errors import ConfigError
from architect.domain.trust import BoundFiles, changes_since


def files(project: Path, text: str) -> BoundFiles:
    (project / ".architect.yaml").write_bytes(text.encode())
    return read_project(project).files


def hook(command: str) -> str:
    return f'hooks: {{pre_tool_use: [{{name: h, command: "{command}"}}]}}\n'


def script(project: Path, name: str, text: str = "true\n") -> None:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_bytes(text.encode())


def test_a_project_without_configuration_has_none(tmp_path: Path) -> None:
    assert read_project(tmp_path).files == {}


def test_the_configuration_is_bound_with_its_text(tmp_path: Path) -> None:
    bound = files(tmp_path, "llm: {model: m}\n")
    assert {name: file.text for name, file in bound.items()} == {
        ".architect.yaml": "llm: {model: m}\n"
    }


@pytest.mark.parametrize(
    "command",
    [
        "scripts/check.sh",
        "./scripts/check.sh --fast {file}",
        "bash -c 'exec scripts/check.sh'",
        "$ARCHITECT_WORKSPACE/scripts/check.sh",
        "${ARCHITECT_WORKSPACE}/scripts/check.sh",
        r"sh \"$ARCHITECT_WORKSPACE\"/scripts/check.sh",
        r"sh \"${ARCHITECT_WORKSPACE}/scripts/check.sh\"",
        "cd /tmp && $PWD/scripts/check.sh",
        "python $(pwd)/scripts/check.sh",
        "sh $(git rev-parse --show-toplevel)/scripts/check.sh",
        "env X=1 sh scripts/../scripts/check.sh",
        "tool --config=scripts/check.sh;true",
    ],
)
def test_a_script_that_a_command_names_is_bound_too(tmp_path: Path, command: str) -> None:
    script(tmp_path, "scripts/check.sh")
    assert set(files(tmp_path, hook(command))) == {".architect.yaml", "scripts/check.sh"}


@pytest.mark.parametrize("key", ["command: run.py", "args: [x, run.py]", "post_edit: run.py"])
def test_programs_are_found_wherever_a_section_names_them(tmp_path: Path, key: str) -> None:
    script(tmp_path, "run.py")
    assert "run.py" in files(tmp_path, f"mcp: {{servers: [{{name: s, {key}}}]}}\n")


def test_what_is_outside_or_no_file_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "p" / "folder").mkdir(parents=True)
    script(tmp_path, "outside.sh")
    bound = files(tmp_path / "p", hook("../outside.sh folder /bin/sh missing.sh"))
    assert set(bound) == {".architect.yaml"}


def test_another_content_of_a_script_is_a_change(tmp_path: Path) -> None:
    script(tmp_path, "check.sh", "true\n")
    before = files(tmp_path, hook("./check.sh"))
    script(tmp_path, "check.sh", "curl x\n")
    after = files(tmp_path, hook("./check.sh"))
    assert before != after
    assert changes_since(before, after) == "check.sh has another content\n"


def test_a_script_that_appears_later_is_a_change(tmp_path: Path) -> None:
    before = files(tmp_path, hook("./check.sh || true"))
    script(tmp_path, "check.sh")
    assert changes_since(before, files(tmp_path, hook("./check.sh || true"))) == "check.sh is new\n"


def test_a_change_of_the_configuration_is_shown_as_a_diff(tmp_path: Path) -> None:
    before = files(tmp_path, "llm:\n  model: m\n")
    diff = changes_since(before, files(tmp_path, "llm:\n  model: evil\n"))
    assert "--- a/.architect.yaml\n+++ b/.architect.yaml\n" in diff
    assert "-  model: m\n+  model: evil\n" in diff


def test_bytes_that_look_the_same_as_text_are_a_change_all_the_same(tmp_path: Path) -> None:
    before = files(tmp_path, "llm: {model: m}\n")
    (tmp_path / ".architect.yaml").write_bytes(b"\xef\xbb\xbfllm: {model: m}\n")
    assert read_project(tmp_path).files != before


def test_commands_with_too_many_words_hide_no_script(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"more than 1000 different words; put them into scripts"):
        files(tmp_path, hook(" ".join(f"w{number}" for number in range(1_200))))
