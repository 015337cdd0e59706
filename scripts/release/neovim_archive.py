"""The Neovim plugin as an archive for a folder of packages (`:help packages`)."""

import gzip
import io
import subprocess
import tarfile
from pathlib import Path

from scripts.release.source import Source

FOLDER = "architect.nvim"
VERSION_FILE = "lua/architect/version.lua"


def write_archive(file: Path, source: Source) -> None:
    """What git knows of client-nvim, with its version and its licence."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in sorted(_contents(source).items()):
            entry = tarfile.TarInfo(f"{FOLDER}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), source.epoch, 0o644
            archive.addfile(entry, io.BytesIO(content))
    file.write_bytes(gzip.compress(written.getvalue(), mtime=0))


def _contents(source: Source) -> dict[str, bytes]:
    plugin = source.root / "client-nvim"
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=plugin, check=True, capture_output=True, text=True
    )
    names = [name for name in listed.stdout.split("\0") if name and name != ".gitignore"]
    return {
        **{name: (plugin / name).read_bytes() for name in names},
        "LICENSE": (source.root / "LICENSE").read_bytes(),
        VERSION_FILE: f"return '{source.version}'\n".encode(),
    }
