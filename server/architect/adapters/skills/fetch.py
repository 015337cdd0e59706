"""A skill out of a git repository, without running anything that is in it.

Nothing is checked out: git writes the folder as an archive, and of that only regular files are
taken. So there are no hooks, no filters, no submodules and no links.
"""

import io
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.git_environment import without_git_variables
from architect.domain.errors import PortFault
from architect.domain.skill_source import SkillSource
from architect.domain.skills import SKILL_FILE
from architect.frozen import frozen
from architect.l10n import at, english

MAX_FILES = 500
MAX_BYTES = 10_000_000
_TIMEOUT_S = 120.0
_MOST_NAMED = 10


@frozen
class SkillFileContent:
    content: bytes
    executable: bool


@frozen
class FetchedSkill:
    """The files of a skill by their paths below its folder, as they are at `commit`."""

    source: SkillSource
    commit: str
    files: Mapping[str, SkillFileContent]


def fetch_skill(source: SkillSource) -> FetchedSkill:
    """The newest commit of `source.ref`, and of that the folder of the skill.

    Raises:
        PortFault: it cannot be had, is no skill, or holds what no skill may.
    """
    with tempfile.TemporaryDirectory(prefix="architect-skill-") as folder:
        git = _Git(Path(folder), hidden=(source.url, source.public_url))
        git.run("init", "--quiet", "--bare", why=english("git cannot make a repository"))
        fetch = ("fetch", "--quiet", "--depth", "1", "--no-tags", "--no-recurse-submodules")
        git.run(
            *fetch,
            "--",
            source.url,
            source.ref,
            why=english("cannot fetch {public_url}", public_url=source.public_url),
        )
        commit = git.text("rev-parse", "--verify", "FETCH_HEAD^{commit}")
        names = git.text("ls-tree", "-r", "-z", "--name-only", commit).split("\0")
        _require_skill(source, names)
        tree = f"{commit}:{source.path}" if source.path else commit
        archive = git.run(
            "archive", "--format=tar", tree, why=english("{name} cannot be read", name=source.shown)
        )
        return FetchedSkill(source, commit, _files(archive, source))


class _Git:
    def __init__(self, folder: Path, *, hidden: tuple[str, str]) -> None:
        """Of `hidden`, messages have the second in place of the first."""
        self._folder = folder
        self._hidden = hidden

    def text(self, *arguments: str) -> str:
        return self.run(*arguments, why=english("git failed")).decode("utf-8", "replace").strip()

    def run(self, *arguments: str, why: str) -> bytes:
        variables = {
            "GIT_ALLOW_PROTOCOL": "https:http:ssh:file",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CONFIG_NOSYSTEM": "0",
        }
        try:
            done = subprocess.run(
                ("git", "-c", "core.hooksPath=/dev/null", *arguments),
                cwd=self._folder,
                env={**without_git_variables(os.environ), **variables},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TIMEOUT_S,
                check=False,
            )
        except OSError as error:
            raise PortFault(
                english("git cannot be started: {reason}", reason=error.strerror)
            ) from error
        except subprocess.TimeoutExpired as error:
            raise PortFault(
                english(
                    "{why}: it took longer than {timeout_s:.0f} s", why=why, timeout_s=_TIMEOUT_S
                )
            ) from error
        if done.returncode:
            told = done.stderr.decode("utf-8", "replace").replace(*self._hidden)
            said = told.strip().rpartition("\n")[2]
            said = said or english("exit code {number}", number=done.returncode)
            raise PortFault(at(why, said))
        return done.stdout


def _require_skill(source: SkillSource, names: list[str]) -> None:
    inside = f"{source.path}/" if source.path else ""
    if f"{inside}{SKILL_FILE}" in names:
        return
    folders = [name.removesuffix(f"/{SKILL_FILE}") for name in names if name.endswith(SKILL_FILE)]
    near = [folder for folder in folders if folder.startswith(inside)]
    if not near:
        raise PortFault(english("{name} has no SKILL.md", name=source.shown))
    named = ", ".join(near[:_MOST_NAMED]) + (", ..." if len(near) > _MOST_NAMED else "")
    raise PortFault(
        english(
            "{name} is no skill; there are skills in {named}: name one by --path",
            name=source.shown,
            named=named,
        )
    )


def _files(archive: bytes, source: SkillSource) -> Mapping[str, SkillFileContent]:
    files: dict[str, SkillFileContent] = {}
    room = MAX_BYTES
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as members:
        for member in members:
            if member.isdir():
                continue
            shown = f"{member.name!r} of {source.shown}"
            if not member.isreg():
                raise PortFault(
                    english(
                        "{name} is no regular file; skills have no links or devices", name=shown
                    )
                )
            if member.name.startswith("/") or ".." in member.name.split("/"):
                raise PortFault(english("{name} leads out of the skill's folder", name=shown))
            room -= member.size
            if room < 0 or len(files) >= MAX_FILES:
                most = english(
                    "{files} files and {mb} MB",
                    files=MAX_FILES,
                    mb=MAX_BYTES // 1_000_000,
                )
                raise PortFault(
                    english(
                        "{name} has more than {most}, which no skill needs",
                        name=source.shown,
                        most=most,
                    )
                )
            content = members.extractfile(member)
            assert content is not None
            files[member.name] = SkillFileContent(content.read(), bool(member.mode & 0o100))
    return files
