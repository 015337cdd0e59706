"""What of the losses of a command line nobody brings back, in a repository as one has it."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.repository import commit_all, git

from architect.adapters.changes.disk_changes import DiskChanges
from architect.domain.losses import Losses
from architect.domain.shell import Need
from architect.policy.shell.policy import CommandPolicy

COMMITTED = {
    ".gitignore": b"build/\ndist/\nout/*\n*.log\n.env\n__pycache__/\n*.egg-info/\n.venv/\n*.pyc\n",
    ".gitattributes": b"*.crlf text eol=crlf\n*.lfs filter=lfs\n",
    "a.txt": b"a\n",
    "web/b.txt": b"b\n",
    "d.crlf": b"a\r\nb\r\n",
    "logo.png": b"\x89PNG\0\1",
    "lib/kept.txt": b"kept\n",
    "build/kept.txt": b"tracked though it is ignored\n",
    "wide/inner/c.txt": b"c\n",
}
NOT_COMMITTED = {
    "a.txt": b"a\nand more\n",
    "new.txt": b"nobody else has this\n",
    "new dir/[x].txt": b"nor this\n",
    "data.bin": b"\0\1\2",
    "large.txt": b"x" * 2_100_000,
    "debug.log": b"what happened\n",
    ".env": b"TOKEN=x\n",
    "build/a.o": b"\0o",
    "dist/app/x.js": b"x\n",
    "out/x": b"x\n",
    "shop.egg-info/PKG-INFO": b"x\n",
    "web/__pycache__/b.pyc": b"\0",
    "lib/notes.log": b"x\n",
    ".venv/lib/x.pyc": b"\0",
}

COMES_BACK = [
    "rm a.txt",
    "rm -f new.txt gone.txt 2>/dev/null || true",
    "rm -rf web",
    "rm -rf 'new dir'",
    "rm -rf new* && make",
    "cd wide && rm -rf inner",
    "rm d.crlf; git status",
    "truncate -s 0 new.txt",
    "rm -rf dist",
    "rm -rf dist/*",
    "rm -rf dist/app/*.js out/x",
    "rm -rf build/",
    "rm -rf *.egg-info",
    "rimraf dist",
    "find . -name '*.pyc' -delete",
    "find . -name __pycache__ -type d -exec rm -r {} +",
    r"find web wide -name '*.txt' -exec rm {} \;",
    "find wide -type f -delete",
    "rm -rf nothing/here /tmp/whatever",
    "cd build && rm -rf *",
    "cd wide/inner || exit 1; rm -rf *",
    "(cd web && rm -f *.txt)",
    'for f in web/*.txt; do rm "$f"; done',
    "for d in build dist gone; do rm -rf $d; done",
    "if [ -d web ]; then rm -rf web; else rm a.txt; fi",
    "find . -name '*.pyc' | xargs rm",
    "find web -name '*.txt' -print0 | xargs -0 rm -f",
    "rm a.txt; mv new.txt a.txt",
    "cp a.txt new.txt",
    "mv web/b.txt new.txt",
    "cp data.bin logo.png && cp a.txt d.crlf",
    "cat > new.txt <<E\nanother\nE",
    "echo x > debug.log; echo x > out/x",
    "echo x | tee new.txt",
    "rm a.txt && cp new.txt web/b.txt",
    "git checkout -- a.txt",
    "git checkout .",
    "git restore a.txt",
    "git reset --hard",
    "git add a.txt && git checkout .",
    "git rm -rf web",
    "git clean -fd -- 'new dir'",
]
IGNORED = "which git ignores or has nothing of"
IS_LOST = {
    "rm data.bin": "data.bin (binary)",
    "rm -rf *.bin": "data.bin (binary)",
    "rm logo.png": "logo.png (binary)",
    "rm large.txt": "large.txt (larger than 2 MB)",
    "cp a.txt data.bin": "data.bin (binary)",
    "echo x | tee data.bin": "data.bin (binary)",
    "ln -sf a.txt data.bin": "data.bin (binary)",
    "mv a.txt .env": f".env, {IGNORED}",
    "cd web && cat > ../large.txt <<E\nx\nE": "large.txt (larger than 2 MB)",
    "rm debug.log": f"debug.log, {IGNORED}",
    "rm -f .env": f".env, {IGNORED}",
    "rm -rf lib": f"lib/notes.log, {IGNORED}",
    "find lib -name '*.log' -delete": f"lib/notes.log, {IGNORED}",
    "find . -type f -delete": "the workspace itself",
    "find . -name '*.txt' | xargs rm": "what 'new dir/[x].txt' is taken for",
    "cd gone; rm -rf *.bin": "data.bin (binary)",
    "rm -rf .venv": f".venv/lib/y.py, {IGNORED}",
    "rm link": "link (a link)",
    "rm -rf link/b.txt": "link/b.txt, which is behind a link",
    "rm -rf .git": ".git",
    "rm -rf .git/index": ".git/index",
    "find . -name HEAD -delete": ".git/HEAD",
    "rm -rf .architect": ".architect",
    "find nested -name description -delete": "nested/.git/description",
    "rm -rf nested/src": f"nested/src/a.c, {IGNORED}",
    "rm -rf crowd": "201 files at once",
    "rm /etc/hosts": "/etc/hosts, which is outside the workspace",
    "git add -A && git reset -q --hard": "what is staged of half.txt",
    "git add data.bin && git rm -f data.bin": "data.bin (binary)",
    "git clean -fd": "207 files at once",
    "git clean -f data.bin": "data.bin (binary)",
    "git checkout -- half.txt": "what is staged of half.txt",
    "git reset --hard": "what is staged of half.txt",
}


def write(root: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "project"
    write(root, COMMITTED)
    commit_all(root)
    git(root, "add", "-f", "build/kept.txt")
    git(root, "commit", "-q", "-m", "kept")
    write(root, NOT_COMMITTED)
    return root


def losses(root: Path, line: str) -> Losses:
    policy = CommandPolicy(
        workspace=root, withheld=frozenset({Need.NETWORK}), is_there=os.path.lexists
    )
    asked = policy.asked_when_held(line, None, {})
    assert asked.losses is not None, line
    return asked.losses


def lost(root: Path, lines: Sequence[str]) -> dict[str, str]:
    """What cannot be brought back of what each of `lines` takes away."""

    async def go() -> dict[str, str]:
        watch = DiskChanges(root)
        found = {line: await watch.beyond_undo(losses(root, line)) for line in lines}
        await watch.aclose()
        return found

    return asyncio.run(go())


def test_what_undo_or_a_build_brings_back(root: Path) -> None:
    assert {line: text for line, text in lost(root, COMES_BACK).items() if text} == {}


def test_what_goes_was_told_of_before(root: Path) -> None:
    """By running the lines: whatever nobody has afterwards would have been kept."""
    surprises: dict[str, set[str]] = {}
    for number, line in enumerate(COMES_BACK):
        copy = root.parent / str(number) / "project"
        shutil.copytree(root, copy, symlinks=True)
        told = set(at_stake(copy, line))
        before = contents(copy)
        subprocess.run(["bash", "-c", line], cwd=copy, capture_output=True, timeout=60, check=False)
        left = {*contents(copy).values(), *COMMITTED.values()}
        gone = {name for name, content in before.items() if content not in left}
        if unexpected := gone - told:
            surprises[line] = unexpected
    assert surprises == {}


def at_stake(root: Path, line: str) -> list[str]:
    async def go() -> list[str]:
        watch = DiskChanges(root)
        changes = await watch.at_stake(losses(root, line))
        await watch.aclose()
        return [change.path for change in changes]

    return asyncio.run(go())


def contents(root: Path) -> dict[str, bytes]:
    """The files that git does not ignore."""
    listed = ["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"]
    said = subprocess.run(listed, cwd=root, capture_output=True, timeout=60, check=True).stdout
    names = {os.fsdecode(name) for name in said.split(b"\0") if name}
    return {name: (root / name).read_bytes() for name in names if (root / name).is_file()}


def test_what_nobody_brings_back(root: Path) -> None:
    (root / "link").symlink_to("web")
    (root / ".venv/lib/y.py").write_bytes(b"by hand\n")
    git(root, "init", "-q", "nested")
    write(root, {"nested/src/a.c": b"x\n", "half.txt": b"staged\n"})
    write(root, {f"crowd/{number}": b"x\n" for number in range(201)})
    write(root, {".architect/x": b"x"})
    git(root, "add", "half.txt")
    (root / "half.txt").write_bytes(b"staged, and more\n")
    found = lost(root, [*IS_LOST])
    assert {line: text for line, text in found.items() if text != IS_LOST[line]} == {}


def test_what_git_loses_outside_the_workspace_or_of_a_merge(root: Path) -> None:
    [below] = lost(root / "web", ["git checkout ."]).values()
    assert below == "what git discards outside the workspace"
    (root / ".git/MERGE_HEAD").write_bytes(b"x\n")
    [merging] = lost(root, ["git reset --hard"]).values()
    assert merging == "the merge or rebase that is under way"


def test_without_git_text_comes_back_and_nothing_else(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "plain"
    write(root, {"a.txt": b"a\n", "b/c.txt": b"c\n", "node_modules/x.js": b"x\n"})
    found = lost(root, ["rm a.txt", "rm -rf b", "rm -rf node_modules", "git reset --hard"])
    assert [line for line, text in found.items() if not text] == ["rm a.txt", "rm -rf b"]


def test_nothing_that_the_repository_names_is_run(root: Path) -> None:
    ran = root.parent / "ran"
    for name in ("filter.lfs.clean", "filter.lfs.smudge", "core.fsmonitor"):
        git(root, "config", name, f"touch {ran}; cat")
    write(root, {"x.lfs": b"x\n"})
    lost(root, ["git reset --hard", "git clean -fd", "rm -rf web"])
    assert not ran.exists()
    subprocess.run(["git", "add", "x.lfs"], cwd=root, check=True, capture_output=True, timeout=60)
    assert ran.exists()
