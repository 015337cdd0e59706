from pathlib import Path

import pytest

from architect.bootstrap.logs import check_log_file, log_file
from architect.domain.errors import UserError


def test_a_log_file_that_can_be_made_is_not_made_by_looking(tmp_path: Path) -> None:
    check_log_file(tmp_path / "new" / "folder" / "run.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_log_file_that_exists_may_be_a_file_or_a_device(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(b"{}\n")
    check_log_file(tmp_path / "run.jsonl")
    check_log_file(Path("/dev/null"))


@pytest.mark.parametrize("name", ["", "a.txt/run.jsonl", "a.txt/b/run.jsonl", "folder"])
def test_looking_refuses_what_opening_refuses(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_bytes(b"alpha\n")
    (tmp_path / "folder").mkdir()
    path = tmp_path / name
    for attempt in (check_log_file, log_file):
        with pytest.raises(UserError, match="cannot write the log file"):
            attempt(path)
