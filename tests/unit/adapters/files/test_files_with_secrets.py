"""The files with secrets are found wherever they lie, and nothing on the way holds that up."""

import asyncio
import os
from pathlib import Path

from architect.adapters.files.files_with_secrets import NEARBY, files_with_secrets
from architect.policy.file_rules import sensitive_files


def found(root: Path) -> dict[str, str]:
    rules = sensitive_files()
    return asyncio.run(files_with_secrets(root, lambda path: rules.match((path,)) is not None))


def write(root: Path, name: str, content: bytes = b"A=1\n") -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_they_are_found_at_every_depth_though_git_ignores_them(tmp_path: Path) -> None:
    for name in (".env", "a/b/.env.local", "a/.aws/config", "server.key"):
        write(tmp_path, name)
    for name in (".env.example", "a.txt", "node_modules/x/.env", ".git/.env"):
        write(tmp_path, name)
    write(tmp_path, ".gitignore", b".env\na/\n")
    assert set(found(tmp_path)) == {".env", "a/b/.env.local", "a/.aws/config", "server.key"}


def test_nearby_is_the_root_and_the_folders_in_it(tmp_path: Path) -> None:
    for name in (".env", "api/.env", "api/deep/.env"):
        write(tmp_path, name)
    rules = sensitive_files()
    nearby = files_with_secrets(
        tmp_path, lambda path: rules.match((path,)) is not None, reach=NEARBY
    )
    assert set(asyncio.run(nearby)) == {".env", "api/.env"}


def test_links_pipes_folders_and_what_cannot_be_entered_are_passed_by(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(tmp_path, "outside.txt", b"A=outside\n")
    write(tmp_path, "outside/.env", b"A=outside\n")
    write(root, "sub/.env", b"A=\xff\xfe\n")
    (root / ".env").symlink_to("../outside.txt")
    (root / "way-out").symlink_to("../outside")
    (root / ".env.folder").mkdir()
    os.mkfifo(root / ".env.pipe")
    assert found(root) == {"sub/.env": "A=\ufffd\ufffd\n"}


def test_many_files_and_long_ones_are_read_in_part(tmp_path: Path) -> None:
    write(tmp_path, ".env", b"A=1\n" * 100_000)
    for number in range(80):
        write(tmp_path, f"sub/{number}.pem")
    texts = found(tmp_path)
    assert len(texts) == 50
    assert len(texts[".env"]) == 65_536


def test_a_folder_that_is_gone_holds_none(tmp_path: Path) -> None:
    assert found(tmp_path / "gone") == {}
