import stat
from hashlib import sha256
from pathlib import Path

import pytest
from tests.support.rig import SESSION

from architect.adapters.records.file_originals import FileOriginals
from architect.domain.errors import JournalFault, OriginalMissingError

DIGEST = sha256(b"x").hexdigest()


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def folder_of(root: Path) -> Path:
    return root / ".architect" / "sessions" / f"{SESSION}.files"


def test_a_content_is_a_file_named_by_its_hash_for_the_user_only(tmp_path: Path) -> None:
    FileOriginals(tmp_path, SESSION).keep(b"x")
    [file] = folder_of(tmp_path).iterdir()
    assert (file.name, file.read_bytes()) == (DIGEST, b"x")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_git_does_not_see_it(tmp_path: Path) -> None:
    FileOriginals(tmp_path, SESSION).keep(b"x")
    ignored = (tmp_path / ".architect" / ".gitignore").read_bytes()
    assert b"\n/sessions/\n" in ignored


def test_another_process_finds_it_and_does_not_write_it_again(tmp_path: Path) -> None:
    FileOriginals(tmp_path, SESSION).keep(b"x")
    file = folder_of(tmp_path) / DIGEST
    before = file.stat().st_ino
    other = FileOriginals(tmp_path, SESSION)
    assert other.load(DIGEST) == b"x"
    other.keep(b"x")
    assert file.stat().st_ino == before


def test_what_a_power_cut_left_empty_is_written_again(tmp_path: Path) -> None:
    FileOriginals(tmp_path, SESSION).keep(b"x")
    file = folder_of(tmp_path) / DIGEST
    file.write_bytes(b"")
    later = FileOriginals(tmp_path, SESSION)
    with pytest.raises(OriginalMissingError, match="damaged"):
        later.load(DIGEST)
    later.keep(b"x")
    assert later.load(DIGEST) == b"x"


@pytest.mark.parametrize("name", ["x\0y", "", ".", "../../../a.txt", "x" * 300, "\udcff"])
def test_a_name_that_is_no_hash_stands_for_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_bytes(b"x")
    originals = FileOriginals(tmp_path, SESSION)
    originals.keep(b"x")
    with pytest.raises(OriginalMissingError):
        originals.load(name)


def test_a_content_that_was_tampered_with_is_not_given_out(tmp_path: Path) -> None:
    originals = FileOriginals(tmp_path, SESSION)
    originals.keep(b"x")
    (folder_of(tmp_path) / DIGEST).write_bytes(b"y")
    with pytest.raises(OriginalMissingError, match="damaged"):
        originals.load(DIGEST)


@pytest.mark.parametrize("part", [".architect", ".architect/sessions", "files"])
def test_a_link_on_the_way_is_not_followed(tmp_path: Path, part: str) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    place = folder_of(root) if part == "files" else root / part
    place.parent.mkdir(parents=True)
    place.symlink_to(outside)
    with pytest.raises(JournalFault, match="cannot keep the contents"):
        FileOriginals(root, SESSION).keep(b"x")
    assert list(outside.iterdir()) == []


def test_a_link_in_the_place_of_a_content_is_neither_read_nor_written_through(
    tmp_path: Path,
) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"x")
    originals = FileOriginals(tmp_path, SESSION)
    originals.keep(b"another")
    (folder_of(tmp_path) / DIGEST).symlink_to(precious)
    with pytest.raises(OriginalMissingError):
        originals.load(DIGEST)
    originals.keep(b"x")
    assert not (folder_of(tmp_path) / DIGEST).is_symlink()
    assert precious.read_bytes() == b"x"


def test_a_disk_that_cannot_be_written_is_a_journal_fault(tmp_path: Path) -> None:
    (tmp_path / ".architect").write_bytes(b"a file")
    with pytest.raises(JournalFault, match="cannot keep the contents"):
        FileOriginals(tmp_path, SESSION).keep(b"x")


def test_what_was_deleted_before_it_was_forced_onto_the_disk_is_noticed(tmp_path: Path) -> None:
    originals = FileOriginals(tmp_path, SESSION)
    originals.keep(b"x")
    (folder_of(tmp_path) / DIGEST).unlink()
    with pytest.raises(JournalFault):
        originals.sync()


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    originals = FileOriginals(tmp_path, SESSION)
    before = open_descriptors()
    for number in range(20):
        originals.load(originals.keep(str(number).encode()))
    originals.sync()
    assert open_descriptors() == before
