"""The index of a project on the disk, built by a process as in a run."""

import asyncio
import hashlib
import os
from pathlib import Path

import pytest

from architect.adapters.symbols.index_file import IndexFile
from architect.adapters.symbols.index_job import IndexJob
from architect.adapters.symbols.project_index import ProjectIndex

pytest.importorskip("tree_sitter_python", reason="the extra symbols is not installed")

RETRY = "class RetryPolicy:\n    def should_retry(self, fault):\n        return fault.transient\n"
CLIENT = "from retry import RetryPolicy\n\ndef send():\n    RetryPolicy().should_retry(None)\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "retry.py").write_text(RETRY, "utf-8")
    (root / "client.py").write_text(CLIENT, "utf-8")
    (root / "notes.txt").write_text("Nothing of interest.\n", "utf-8")
    return root


def job_for(root: Path) -> IndexJob:
    place = root.parent / "cache/architect/symbols/index.db"
    return IndexJob(str(root), str(place), 1_000_000, ["left"], ["*.skip"], [".env*"])


def answers(root: Path, question: str, below: str = "") -> dict[str, list[tuple[int, str]]]:
    async def ask() -> dict[str, list[tuple[int, str]]]:
        index = ProjectIndex(job_for(root))
        try:
            files = await index.answers(question, below)
        finally:
            await index.aclose()
        return {file.path: [(one.line, one.name) for one in file.symbols] for file in files}

    return asyncio.run(ask())


def test_a_question_finds_the_file_and_its_definitions(root: Path) -> None:
    found = answers(root, "where is it decided whether to retry")
    assert list(found) == ["retry.py", "client.py"]
    assert found["retry.py"] == [(1, "RetryPolicy"), (2, "should_retry")]


def test_a_change_a_move_and_a_deletion_are_seen(root: Path) -> None:
    answers(root, "retry")
    (root / "client.py").write_text("\n\ndef send_mail():\n    pass\n", "utf-8")
    (root / "retry.py").rename(root / "moved.py")
    assert answers(root, "mail")["client.py"] == [(3, "send_mail")]
    assert "moved.py" in answers(root, "retry")
    (root / "moved.py").unlink()
    assert answers(root, "retry") == {}


def test_what_lies_below_a_path_is_ranked_by_its_use(root: Path) -> None:
    assert next(iter(answers(root, ""))) == "retry.py"
    assert list(answers(root, "", "client.py")) == ["client.py"]


def test_the_overview_waits_for_nothing_and_knows_the_task(root: Path) -> None:
    async def look() -> list[list[str]]:
        index = ProjectIndex(job_for(root))
        before = await index.overview("change `should_retry`", ())
        await index.refresh()
        after = await index.overview("change `should_retry`", ())
        opened = await index.overview("do it", ["notes.txt"])
        await index.aclose()
        return [[file.path for file in files] for files in (before, after, opened)]

    before, after, opened = asyncio.run(look())
    assert before == []
    assert after[0] == "retry.py"
    assert opened[0] == "notes.txt"


def test_lines_of_a_file_that_changed_since_are_not_shown(root: Path) -> None:
    async def look() -> list[int]:
        index = ProjectIndex(job_for(root))
        await index.refresh()
        (root / "retry.py").write_text("\n" + RETRY, "utf-8")
        files = await index.overview("retry.py", ())
        await index.aclose()
        return [one.line for one in files[0].symbols]

    assert asyncio.run(look()) == [0, 0]


def test_symbols_are_found_by_name_and_the_nearest_are_named(root: Path) -> None:
    async def look() -> tuple[list[tuple[str, int, str]], list[str]]:
        index = ProjectIndex(job_for(root))
        await index.refresh()
        found = await index.find_symbols("RetryPolicy")
        near = await index.nearest_symbols("RetryPolizy")
        await index.aclose()
        return [(one.path, one.line, one.kind) for one in found], list(near)

    assert asyncio.run(look()) == ([("retry.py", 1, "class")], ["RetryPolicy"])


def test_a_hostile_tree_is_indexed_and_nothing_outside_of_it(root: Path) -> None:
    outside = root.parent / "secret.py"
    outside.write_text("def retry_outside(): pass\n", "utf-8")
    (root / "link.py").symlink_to(outside)
    (root / "circle").symlink_to(root)
    os.mkfifo(root / "pipe.py")
    (root / ".env").write_text("RETRY=1\n", "utf-8")
    (root / "left").mkdir()
    (root / "left/retry.py").write_text(RETRY, "utf-8")
    (root / "retry.skip").write_text("retry\n", "utf-8")
    (root / "retry\n\x1b[2J.py").write_text(RETRY, "utf-8")
    Path(os.fsdecode(os.fsencode(root) + b"/retry\xff.py")).write_text(RETRY, "utf-8")
    (root / "retry_big.py").write_bytes(b"retry = 1\n" * 200_000)
    (root / "retry_deep.py").write_bytes(b"x = " + b"(" * 3_000)
    deep = root
    for _ in range(60):
        deep /= "retry"
    deep.mkdir(parents=True)
    (deep / "retry.py").write_text(RETRY, "utf-8")
    found = answers(root, "retry")
    assert {"retry.py", "retry\n\x1b[2J.py", "retry_big.py"} <= set(found)
    assert found["retry_big.py"] == []
    assert str((deep / "retry.py").relative_to(root)) in found
    assert not {"link.py", ".env", "left/retry.py", "retry.skip", "pipe.py"} & set(found)
    assert "retry_outside" not in str(found)


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5_000])
def test_a_damaged_index_is_made_anew(root: Path, damage: bytes) -> None:
    expected = answers(root, "retry")
    place = Path(job_for(root).place)
    for end in ("-wal", "-shm"):
        place.with_name(place.name + end).unlink(missing_ok=True)
    place.write_bytes(damage)
    assert answers(root, "retry") == expected


def test_processes_that_build_at_once_give_one_index(root: Path) -> None:
    async def together() -> list[list[str]]:
        indexes = [ProjectIndex(job_for(root)) for _ in range(3)]
        found = await asyncio.gather(*(one.answers("retry", "") for one in indexes))
        for one in indexes:
            await one.aclose()
        return [[file.path for file in files] for files in found]

    assert asyncio.run(together()) == [["retry.py", "client.py"]] * 3


def test_a_content_that_ended_the_process_twice_is_passed_over(root: Path) -> None:
    place = Path(job_for(root).place)
    place.parent.mkdir(parents=True)
    digest = hashlib.blake2b(RETRY.encode(), digest_size=16, person=b"python").hexdigest()
    index = IndexFile.open_to_write(place)
    index.add_failure(digest)
    index.commit()
    index.close()
    place.with_suffix(".reading").write_text(digest, "ascii")
    found = answers(root, "retry")
    assert found["retry.py"] == []
    assert found["client.py"] == [(3, "send")]


def test_the_index_is_for_its_user_alone(root: Path) -> None:
    answers(root, "retry")
    place = Path(job_for(root).place)
    assert place.stat().st_mode & 0o077 == 0
    assert place.parent.stat().st_mode & 0o077 == 0
