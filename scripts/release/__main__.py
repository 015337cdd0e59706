"""`make release`: everything that a release consists of, into dist/VERSION.

The same commit gives the same bytes, wherever and whenever it is built: `scripts/release-twice`
shows it. With `--snapshot` a commit without a tag, or with changes, is built as well.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from scripts.release.bill_of_materials import of_extension, of_server
from scripts.release.checksums import write_checksums
from scripts.release.neovim_archive import write_archive
from scripts.release.notes import notes_of
from scripts.release.source import ROOT, NotReady, Source, source_of
from scripts.release.version import as_semver


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--snapshot", action="store_true")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    told = parser.parse_args(arguments)
    try:
        source = source_of(ROOT, snapshot=told.snapshot)
        notes = notes_of(ROOT / "CHANGELOG.md", source.version)
        notes_of(ROOT / "client-vscode/CHANGELOG.md", source.version)
    except NotReady as reason:
        print(f"error: {reason}", file=sys.stderr)
        return 1
    folder = (told.out / source.version).resolve()
    _build(source, folder, notes)
    for file in sorted(folder.iterdir()):
        print(f"{file.stat().st_size:>10,}  {os.path.relpath(file)}")
    return 0


def _build(source: Source, folder: Path, notes: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # What zip and tar files say of times, time zones and modes.
    os.environ |= {"SOURCE_DATE_EPOCH": str(source.epoch), "TZ": "UTC", "LC_ALL": "C"}
    os.umask(0o022)
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    [wheel] = folder.glob("*.whl")
    name = f"architect-{as_semver(source.version)}"
    vsix = folder / f"{name}.vsix"
    _run(ROOT / "scripts" / "build-vsix", sys.executable, vsix, wheel)
    write_archive(folder / f"architect.nvim-{source.version}.tar.gz", source)
    of_server(folder / f"architect_lsp-{source.version}.cdx.json", source)
    of_extension(folder / f"{name}.vsix.cdx.json", source, vsix)
    (folder / "RELEASE_NOTES.md").write_text(notes, encoding="utf-8")
    _run(
        Path(sysconfig.get_path("scripts")) / "twine",
        "check",
        "--strict",
        *folder.glob("*_lsp-*[lz]"),
    )
    write_checksums(folder)


def _run(*command: str | Path) -> None:
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
