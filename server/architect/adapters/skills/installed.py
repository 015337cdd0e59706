"""Installed skills on the disk, and where each came from."""

import json
import os
import shutil
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from architect.adapters.skills.fetch import FetchedSkill
from architect.domain.errors import PortFault
from architect.domain.skills import problem_with_name
from architect.frozen import frozen
from architect.l10n import english

LOCK_FILE = "skills-lock.json"
_MOST_LOCK_BYTES = 5_000_000


@frozen
class InstalledSkill:
    """Where a skill came from, and the SHA-256 of its files as they were then."""

    url: str
    path: str
    ref: str
    commit: str
    files: Mapping[str, str]


class InstalledSkills:
    """The folder `base` with a folder for each skill, and a file about all of them.

    `root` is where links are trusted from on: a repository cannot lead the folder elsewhere.
    """

    def __init__(self, base: Path, *, root: Path) -> None:
        self.base = base
        self._root = root

    def all(self) -> dict[str, InstalledSkill]:
        """What was installed, by name; nothing if the file about it is missing or damaged."""
        place = self.base / LOCK_FILE
        try:
            self._require_no_links(place)
            if place.stat().st_size > _MOST_LOCK_BYTES:
                return {}
            skills: Any = json.loads(place.read_bytes()).get("skills", {})
            return {
                name: _installed(entry)
                for name, entry in skills.items()
                if not problem_with_name(name)
            }
        except (OSError, ValueError, AttributeError, KeyError, TypeError, PortFault):
            return {}

    def changed(self, name: str) -> list[str]:
        """The files of a skill that are no longer what was installed, also new and missing ones."""
        known = self.all()[name].files
        there = {path: _digest(content) for path, content in self.contents(name).items()}
        paths = known.keys() | there.keys()
        return sorted(path for path in paths if known.get(path) != there.get(path))

    def contents(self, name: str) -> dict[str, bytes]:
        """The regular files of a skill, by their paths below its folder."""
        folder = self.base / name
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if stat.S_ISREG(path.lstat().st_mode)
        }

    def put(self, name: str, skill: FetchedSkill) -> None:
        """Install a skill in the place of what had its name.

        Raises:
            PortFault: it cannot be written; what was there still is.
        """
        target, fresh = self.base / name, self.base / f".{name}.{os.getpid()}"
        old = self.base / f".{name}.{os.getpid()}.old"
        try:
            self._require_no_links(target)
            for path, file in skill.files.items():
                place = fresh / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(file.content)
                if file.executable:
                    place.chmod(place.stat().st_mode | 0o111)
            if target.exists():
                target.rename(old)
            fresh.rename(target)
        except OSError as error:
            raise PortFault(
                english("cannot write {path!r}: {reason}", path=str(target), reason=error.strerror)
            ) from error
        finally:
            for folder in (fresh, old):
                shutil.rmtree(folder, ignore_errors=True)
        hashes = {path: _digest(file.content) for path, file in skill.files.items()}
        source = skill.source
        entry = InstalledSkill(source.public_url, source.path, source.ref, skill.commit, hashes)
        self._save(self.all() | {name: entry})

    def remove(self, name: str) -> None:
        """Remove an installed skill with all its files.

        Raises:
            PortFault: it cannot be removed.
        """
        target = self.base / name
        try:
            self._require_no_links(target)
            if target.exists():
                shutil.rmtree(target)
        except OSError as error:
            raise PortFault(
                english("cannot remove {path!r}: {reason}", path=str(target), reason=error.strerror)
            ) from error
        self._save({known: entry for known, entry in self.all().items() if known != name})

    def _save(self, skills: Mapping[str, InstalledSkill]) -> None:
        entries = {
            name: {
                "url": one.url,
                "path": one.path,
                "ref": one.ref,
                "commit": one.commit,
                "files": dict(sorted(one.files.items())),
            }
            for name, one in sorted(skills.items())
        }
        place = self.base / LOCK_FILE
        fresh = place.with_name(f".{LOCK_FILE}.{os.getpid()}")
        try:
            self._require_no_links(place)
            fresh.write_bytes(json.dumps({"skills": entries}, indent=2).encode() + b"\n")
            fresh.replace(place)
        except OSError as error:
            raise PortFault(
                english("cannot write {path!r}: {reason}", path=str(place), reason=error.strerror)
            ) from error

    def _require_no_links(self, place: Path) -> None:
        """Refuse a place below the root on whose way there is a link."""
        for part in (place, *place.parents):
            if part == self._root:
                return
            if part.is_symlink():
                raise PortFault(
                    english(
                        "{part!r} is a link; nothing is installed through links", part=str(part)
                    )
                )


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _installed(entry: Any) -> InstalledSkill:
    files = cast(dict[str, Any], entry["files"])
    return InstalledSkill(
        str(entry["url"]),
        str(entry["path"]),
        str(entry["ref"]),
        str(entry["commit"]),
        {str(path): str(digest) for path, digest in files.items()},
    )
