"""Code of Python that only looks is no use of the files that it leaves out, and writes none.

Nothing here is run: files are named as a guardrail would see them.
"""

from pathlib import Path, PurePath

import pytest

from architect.policy.shell.files.named_files import files_named
from architect.policy.shell.files.reading_python import what_python_reads
from architect.policy.shell.place import Place

PLACE = Place.of(PurePath("/ws"), PurePath("/home/me"), None, {"CODE": "x"})

CASES = Path(__file__).with_name("cases")


def cases(name: str) -> list[str]:
    """The pieces of code in a file, with a line between two."""
    return (CASES / f"python_{name}.txt").read_text(encoding="utf-8").strip().split("\n\n")


def quoted(code: str) -> str:
    return "python3 - <<'X'\n" + code + "\nX"


@pytest.mark.parametrize("code", cases("looks"))
def test_code_that_only_looks_writes_nothing(code: str) -> None:
    files = files_named(quoted(code), PLACE).files
    assert not [each.text for each in files if each.writes]
    assert "/ws/.env" not in {each.text for each in files}


@pytest.mark.parametrize("code", cases("changes"))
def test_code_that_may_change_something_writes_what_it_names(code: str) -> None:
    files = files_named(quoted(code), PLACE).files
    written = {each.text for each in files if each.writes}
    assert [each for each in written if each.startswith("/ws/.git")]


@pytest.mark.parametrize("code", cases("reads_secrets"))
def test_what_is_compared_may_be_read_where_code_opens_what_it_finds(code: str) -> None:
    assert "/ws/.env" in {each.text for each in files_named(quoted(code), PLACE).files}


@pytest.mark.parametrize(
    "line",
    [
        "python3 - <<X\nprint('.git' not in '')\n$UNKNOWN\nX",
        "python3 - <<X\nprint('.git' not in '$(cat x)')\nX",
        """python3 -c "print('.git' not in ''); $UNKNOWN" """,
        """node -e "require('fs').rmSync('.git')" """,
        """ruby -e "print('.git' in ARGV)" """,
        """perl -e "print('.git')" """,
    ],
)
def test_code_that_is_not_wholly_known_may_do_anything(line: str) -> None:
    assert "/ws/.git" in {each.text for each in files_named(line, PLACE).files if each.writes}


@pytest.mark.parametrize("code", ["(" * 5_000, "x" * 20_000, "print(", "\0", "[" * 300 + "]" * 300])
def test_code_that_cannot_be_read_is_not_trusted_and_costs_little(code: str) -> None:
    assert what_python_reads(code) is None or not set(code) - set("[]")
