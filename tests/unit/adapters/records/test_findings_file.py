"""Findings in a file."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.findings import FINDING, make_finding

from architect.adapters.records.findings_file import FindingsFile
from architect.domain.errors import PortFault
from architect.ports.findings_store import StoredFindings

KEPT = StoredFindings((FINDING, make_finding(title="größer → 日本")), (FINDING.finding_id,))

VERSION_1 = """{
 "schema_version": 1,
 "findings": [
  {"finding_id": "0123456789ab", "path": "src/mean.py", "line": 3, "end_line": 3,
   "severity": "error", "title": "Division by zero",
   "detail": "An empty list raises ZeroDivisionError.",
   "suggestion": "Return 0.0 for an empty list.", "run_id": "20260102-030405-abcdef.1",
   "line_text": "    return total / len(values)"}
 ],
 "dismissed": ["ba9876543210"]
}
"""


def place(root: Path) -> Path:
    return root / ".architect" / "findings.json"


def put(root: Path, content: bytes) -> None:
    place(root).parent.mkdir()
    place(root).write_bytes(content)


def keep(store: FindingsFile, kept: StoredFindings) -> None:
    store.update(lambda _: kept)


def test_what_is_saved_is_loaded_again_as_it_was(tmp_path: Path) -> None:
    store = FindingsFile(tmp_path)
    assert store.load() == StoredFindings()
    for kept in (KEPT, StoredFindings(), KEPT):
        keep(store, kept)
        assert FindingsFile(tmp_path).load() == kept
    assert store.problem == ""


def test_a_file_of_version_1_loads(tmp_path: Path) -> None:
    put(tmp_path, VERSION_1.encode())
    kept = FindingsFile(tmp_path).load()
    assert kept == StoredFindings((FINDING,), (make_finding(finding_id="ba9876543210").finding_id,))


def test_text_that_is_no_unicode_survives(tmp_path: Path) -> None:
    kept = StoredFindings((make_finding(detail="cut \ud83d here"),))
    keep(FindingsFile(tmp_path), kept)
    assert FindingsFile(tmp_path).load() == kept


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Expecting value"),
        (b'{"schema_version": 1, "findings": [', "Expecting value"),
        (b"[]", "it is no JSON object"),
        (b'{"schema_version": 99}', "its schema_version is 99 and not 1"),
        (b'{"schema_version": 1, "findings": [{"path": "a"}]}', "finding_id"),
        (b"\xff\xfe\x00", "codec can't decode"),
        (b"[" * 100_000, "recursion"),
    ],
)
def test_a_damaged_file_is_kept_aside_and_the_user_is_told(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    put(tmp_path, content)
    store = FindingsFile(tmp_path)
    assert store.load() == StoredFindings()
    assert reason in store.problem
    [aside] = place(tmp_path).parent.glob("findings.json.*")
    assert aside.read_bytes() == content
    assert repr(f".architect/{aside.name}") in store.problem
    keep(store, KEPT)
    assert FindingsFile(tmp_path).load() == KEPT


def test_a_link_is_neither_read_nor_written_through(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_bytes(VERSION_1.encode())
    put(tmp_path, b"")
    place(tmp_path).unlink()
    place(tmp_path).symlink_to(elsewhere)
    with pytest.raises(PortFault, match="link"):
        FindingsFile(tmp_path).load()
    with pytest.raises(PortFault, match="link"):
        keep(FindingsFile(tmp_path), KEPT)
    assert elsewhere.read_bytes() == VERSION_1.encode()


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    place(tmp_path).mkdir(parents=True)
    with pytest.raises(PortFault, match="folder"):
        keep(FindingsFile(tmp_path), KEPT)


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    store = FindingsFile(tmp_path)
    keep(store, KEPT)
    keep(store, StoredFindings())
    assert sorted(path.name for path in place(tmp_path).parent.rglob("*")) == [
        ".gitignore",
        "findings.json",
        "tmp",
    ]
    assert json.loads(place(tmp_path).read_bytes())["schema_version"] == 1


def test_git_does_not_see_it(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    keep(FindingsFile(tmp_path), KEPT)
    status = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], cwd=tmp_path, check=True, capture_output=True
    )
    assert status.stdout == b""


def test_a_store_is_told_what_another_one_kept_and_only_once(tmp_path: Path) -> None:
    told: list[StoredFindings | None] = []

    def change(theirs: StoredFindings | None) -> StoredFindings:
        told.append(theirs)
        return KEPT

    one, other = FindingsFile(tmp_path), FindingsFile(tmp_path)
    one.load()
    keep(other, StoredFindings((FINDING,)))
    one.update(change)
    one.update(change)
    place(tmp_path).unlink()
    one.update(change)
    assert told == [StoredFindings((FINDING,)), None, None]
    assert other.load() == KEPT


def test_a_store_that_looks_is_told_each_time_another_one_kept_something(tmp_path: Path) -> None:
    one, other = FindingsFile(tmp_path), FindingsFile(tmp_path)
    assert one.newer() is None
    keep(other, KEPT)
    assert (one.newer(), one.newer()) == (KEPT, None)
    keep(other, StoredFindings((FINDING,)))
    assert (one.newer(), one.newer()) == (StoredFindings((FINDING,)), None)
    place(tmp_path).unlink()
    assert one.newer() is None
