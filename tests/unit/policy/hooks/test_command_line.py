import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support.table import table

from architect.policy.hooks.command_line import misplaced_file, names_the_file, with_file

V = '"$ARCHITECT_FILE_PATH"'


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("ruff format {file}", f"ruff format {V}"),
        ('ruff format "{file}"', f"ruff format {V}"),
        ("ruff format '{file}'", f"ruff format {V}"),
        ("cp {file} {file}.bak", f"cp {V} {V}.bak"),
        ("echo $(basename {file})", f"echo $(basename {V})"),
        ("for file in *; do echo ${file}; done", "for file in *; do echo ${file}; done"),
        ("notify-send done", "notify-send done"),
        ("awk '{print}'", "awk '{print}'"),
    ],
)
def test_the_placeholder_becomes_one_word_for_the_shell(line: str, becomes: str) -> None:
    assert with_file(line) == becomes
    assert misplaced_file(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "bash -c 'ruff format {file}'",
        'bash -c "ruff format {file}"',
        'echo "formatted {file}"',
        """bash -c "ruff format '{file}'" """,
        """bash -c 'ruff format "{file}"' """,
        'echo "a"{file}"b"',
        "echo `basename {file}`",
        'echo "it is \\" {file}"',
        "bash <<EOF\nruff format {file}\nEOF",
    ],
)
def test_a_placeholder_that_would_be_read_as_code_further_in_is_refused(line: str) -> None:
    assert "ARCHITECT_FILE_PATH" in (misplaced_file(line) or "")


def test_a_variable_of_the_shell_is_no_placeholder() -> None:
    assert not names_the_file("echo ${file}")
    assert names_the_file("echo {file}")


@table(
    "name",
    [
        "plain.py",
        "two words.py",
        "$(touch pwned).py",
        "`touch pwned`",
        "a;touch pwned",
        "a'b\"c",
        "new\nline",
        "*",
        "$HOME",
        "größe → 日本",
    ],
)
@table("line", ["printf %s {file}", 'printf %s "{file}"', "printf %s '{file}'"])
def test_no_name_of_a_file_is_read_as_code(name: str, line: str, tmp_path: Path) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    ran = subprocess.run(
        [shell, "-c", with_file(line)],
        env={**os.environ, "ARCHITECT_FILE_PATH": name},
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert ran.stdout.decode() == name
    assert list(tmp_path.iterdir()) == []
