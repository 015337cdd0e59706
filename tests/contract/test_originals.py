"""Every store of originals behaves the same."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from tests.support.rig import SESSION

from architect.adapters.records.file_originals import FileOriginals
from architect.domain.errors import OriginalMissingError
from architect.ports.originals import Originals
from architect.testing.memory_originals import MemoryOriginals

Maker = Callable[[Path], Originals]


def memory(folder: Path) -> Originals:
    return MemoryOriginals()


def files(folder: Path) -> Originals:
    return FileOriginals(folder, SESSION)


EVERY = pytest.mark.parametrize("make", [memory, files])


@EVERY
@pytest.mark.parametrize("content", [b"", b"x = 1\n", b"\xff\xfe\0\r\n", bytes(range(256)) * 5_000])
def test_what_is_kept_is_loaded_by_its_hash(make: Maker, content: bytes, tmp_path: Path) -> None:
    originals = make(tmp_path)
    assert originals.keep(content) == sha256(content).hexdigest()
    assert originals.load(sha256(content).hexdigest()) == content


@EVERY
def test_what_was_kept_is_there_and_nothing_else(make: Maker, tmp_path: Path) -> None:
    originals = make(tmp_path)
    digest = originals.keep(b"one")
    assert originals.has(digest)
    assert not originals.has(sha256(b"two").hexdigest())


@EVERY
def test_keeping_the_same_again_changes_nothing(make: Maker, tmp_path: Path) -> None:
    originals = make(tmp_path)
    assert originals.keep(b"same") == originals.keep(b"same")
    assert originals.load(originals.keep(b"same")) == b"same"


@EVERY
def test_what_was_never_kept_is_missing(make: Maker, tmp_path: Path) -> None:
    with pytest.raises(OriginalMissingError):
        make(tmp_path).load(sha256(b"never").hexdigest())


@EVERY
def test_syncing_is_possible_at_any_time(make: Maker, tmp_path: Path) -> None:
    async def scenario() -> None:
        originals = make(tmp_path)
        originals.sync()
        digest = originals.keep(b"x")
        originals.sync()
        originals.sync()
        assert originals.load(digest) == b"x"

    asyncio.run(scenario())
