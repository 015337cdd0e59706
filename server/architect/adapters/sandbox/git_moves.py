"""What git could not finish in the sandbox, found before it begins: a move half done is worse.

That is a commit, or a patch, of a command's own making that holds files other programs execute, and
files beside a workspace that is only a part of its repository.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from architect.adapters.sandbox.file_snapshot import TooLargeError, kept
from architect.adapters.sandbox.git_folders import GitFolders
from architect.adapters.sandbox.git_hooks import active_hooks
from architect.adapters.sandbox.git_programs import programs_named
from architect.adapters.sandbox.user_content import UserContent
from architect.domain.errors import CommandNeedsError, ShellFault
from architect.domain.shell import Need
from architect.lazy_pattern import lazy_pattern
from architect.policy.executable_config_files import EXECUTABLE_CONFIG_FILES
from architect.policy.git_line import GitLine

_PATHS = tuple(EXECUTABLE_CONFIG_FILES)
_PATCHED = lazy_pattern(
    rb"^(?:\+\+\+ |rename to |copy to |diff --git )\"?(?:[^\n]* )?(?:b/)?([^\n\t\"]+)", re.MULTILINE
)


def expect_to_finish(
    git: GitFolders,
    line: GitLine,
    content: UserContent,
    *,
    cwd: Path,
    allowed: Collection[Need],
) -> None:
    """Make sure that git can do all of `line` in `cwd` with what is `allowed`.

    Raises:
        CommandNeedsError: it needs more than that.
        ShellFault: it changes files that are not in the workspace.
    """
    if git.readable and (beside := content.beside(line.operands)):
        raise ShellFault(
            f"not run: git would change files outside the workspace, which are read-only here"
            f" ({_some(beside)}). Ask the user to run it, or to open the whole repository"
        )
    if Need.EXECUTABLE_FILES not in allowed and (found := _foreign(cwd, line, content)):
        raise CommandNeedsError(
            f"not run: it would bring content that no commit of the user's has into files that"
            f" other programs execute ({_some(found)})",
            frozenset({Need.EXECUTABLE_FILES}),
        )
    if Need.GIT_CONFIGURATION not in allowed and line.tracks and not line.configures:
        raise CommandNeedsError(
            "not run: it would set the upstream of the branch in git's configuration, while a hook"
            " or another program may run beside git",
            frozenset({Need.GIT_CONFIGURATION}),
        )


def expect_no_settings(git: GitFolders, line: str, known: GitLine) -> None:
    """Make sure that no git in `line` begins to write settings, which would fail on the way.

    `known` is what is known of it if it is nothing but git.

    Raises:
        CommandNeedsError: one would.
    """
    if "git" not in line or git.config is None or not git.config.exists():
        return
    from architect.policy.shell.git_changes import first_git_change, may_alone  # 25 ms: the parser

    change = first_git_change(line)
    if change is None:
        return
    if not may_alone(change):
        why = "which needs to be allowed"
    elif known == GitLine():
        why = "which needs to be allowed; in a line of its own it may"
    else:
        why = "while a hook or another program may run beside git"
    raise CommandNeedsError(
        f"not run: `{change}` would write git's configuration, {why}",
        frozenset({Need.GIT_CONFIGURATION}),
    )


def code_beside(root: Path, git: GitFolders, line: GitLine) -> bool:
    """Whether a program of the workspace may run while git does what `line` says."""
    return bool(line.runs_hooks and active_hooks(git)) or bool(programs_named(root, None))


def _foreign(cwd: Path, line: GitLine, content: UserContent) -> list[str]:
    """The files that others execute which `line` would bring, and which are not the user's."""
    if not line.operands:
        return []
    patched = (path for word in line.operands for path in _in_patch(cwd / word))
    named = [path for path in dict.fromkeys(patched) if _is_executable(path)]
    return list(dict.fromkeys((*named, *content.foreign(line.operands, _PATHS))))


def _some(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return ", ".join(map(repr, paths[:3])) + more


def _is_executable(path: str) -> bool:
    return any(path == one or path.startswith(f"{one}/") for one in EXECUTABLE_CONFIG_FILES)


def _in_patch(path: Path) -> Iterable[str]:
    """The files that the patch at `path` writes; none if there is no such file."""
    try:
        file = kept(path)
    except TooLargeError:
        return ()
    found = () if file is None else _PATCHED.findall(file.content)
    return (one.decode("utf-8", "surrogateescape").strip() for one in found)
