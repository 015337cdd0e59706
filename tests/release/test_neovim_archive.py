"""The archive of the Neovim plugin: what git knows of it, the same bytes each time."""

import os
import subprocess
import sysconfig
import tarfile
from pathlib import Path

import pytest
from scripts.release.neovim_archive import write_archive
from scripts.release.source import ROOT, Source
from tests.support.neovim import neovim_program

SOURCE = Source(ROOT, "1.2.3", 1_700_000_000)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    file = tmp_path / "plugin.tar.gz"
    write_archive(file, SOURCE)
    return file


def test_it_has_the_plugin_in_one_folder_with_version_and_licence(archive: Path) -> None:
    with tarfile.open(archive) as contents:
        names = contents.getnames()
        version = contents.extractfile("architect.nvim/lua/architect/version.lua")
        assert version is not None
        assert version.read() == b"return '1.2.3'\n"
    files = {
        *("plugin/architect.lua", "doc/architect.txt", "lua/architect/init.lua"),
        *("README.md", "LICENSE"),
    }
    assert {f"architect.nvim/{name}" for name in files} <= set(names)
    assert all(name.startswith("architect.nvim/") for name in names)
    assert not [name for name in names if name.endswith((".gitignore", "doc/tags"))]


def test_it_is_the_same_later_and_for_others(archive: Path, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_archive(tmp_path / "again.tar.gz", SOURCE)
    finally:
        os.umask(before)
    assert (tmp_path / "again.tar.gz").read_bytes() == archive.read_bytes()
    with tarfile.open(archive) as contents:
        assert {(entry.mtime, entry.uid, entry.mode) for entry in contents} == {
            (SOURCE.epoch, 0, 0o644)
        }


def test_an_untouched_neovim_finds_it_among_its_packages(archive: Path, tmp_path: Path) -> None:
    with tarfile.open(archive) as contents:
        contents.extractall(tmp_path / "site/pack/architect/start", filter="data")
    steps = (
        "helptags ALL",
        "lua require('architect').setup()",
        "lua io.write(vim.fn.exists(':Architect'), ' ', require('architect.version'), '\\n')",
        "help architect",
        "lua io.write(vim.fn.expand('%:t'), '\\n')",
        "checkhealth architect",
        "lua io.write(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'))",
        "quitall!",
    )
    places = ("--cmd", f"set packpath^={tmp_path}/site")
    command = [neovim_program(), "--clean", "--headless", *places]
    folders = [sysconfig.get_path("scripts"), os.environ["PATH"]]
    environment = os.environ | {"HOME": str(tmp_path), "PATH": os.pathsep.join(folders)}
    for step in steps:
        command += ["-c", step]
    said = subprocess.run(
        command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
    )
    assert said.stdout.startswith("2 1.2.3\narchitect.txt\n"), said.stderr
    # The program beside these tests has another version.
    assert "the plugin is of version 1.2.3" in said.stdout
