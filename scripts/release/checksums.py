"""SHA256SUMS, which `sha256sum --check` reads."""

import hashlib
from pathlib import Path

NAME = "SHA256SUMS"


def write_checksums(folder: Path) -> None:
    files = sorted(file for file in folder.iterdir() if file.name != NAME)
    sums = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (folder / NAME).write_text("".join(sums), encoding="ascii")
