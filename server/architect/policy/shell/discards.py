"""What a line deletes or discards that no undo brings back, as far as the line tells.

The sandbox keeps a command from doing harm elsewhere; inside the workspace it may delete what
nobody has a copy of. What a script does when it runs cannot be seen here, and is not asked about.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.git_discards import IsThere, discarded_by_git
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import names
from architect.policy.shell.wrappers.interpreted import code_given, is_interpreter
from architect.policy.shell.wrappers.runners import Run, base


def discards(run: Run, place: Place, is_there: IsThere) -> Iterator[str]:
    """How `run` deletes or discards something for good, in words."""
    program, arguments = run.program, run.arguments
    if program == "git":
        yield from discarded_by_git(arguments, place, is_there)
    elif _is_of_database(program, arguments):
        yield english("{call} deletes data of a database", call=program)
    elif is_interpreter(program):
        yield from _by_code(run)
    elif program in names("deleters") and program != "rmdir":
        if not _only_scratch(run, place):
            yield english("{call} deletes files", call=program)
    elif program == "mv" and _leaves(arguments, place):
        yield english("mv moves files out of the workspace")
    elif program in _BY_WORD:
        pattern, reason = _BY_WORD[program]
        if any(re.fullmatch(pattern, word) for word in arguments):
            yield english(reason, call=program)
    elif program in names("disks") | {"dd", "truncate"}:
        yield english("{call} overwrites what it is given", call=program)
    elif program in ("fd", "fdfind") and _runs_deleter(arguments):
        yield english("{call} deletes the files it finds", call=program)


_PACKS_AWAY = (
    r"--remove-files|-[A-Za-z]*m[A-Za-z]*|-sdel|--move",
    english("{call} deletes what it packs"),
)
_UNINSTALLS = "uninstall|remove|prune", english("{call} removes packages")
_BY_WORD = {
    "find": ("-delete", english("{call} deletes the files it finds")),
    "gfind": ("-delete", english("{call} deletes the files it finds")),
    "rsync": (r"--del\S*|--remove-source\S*", english("{call} deletes files")),
    "cp": ("/dev/null", english("{call} empties files")),
    **dict.fromkeys(("tar", "gtar"), ("--remove-files", _PACKS_AWAY[1])),
    **dict.fromkeys(("zip", "7z", "7za", "7zz"), _PACKS_AWAY),
    **dict.fromkeys(("pip", "pip3", "uv", "npm", "pnpm", "yarn"), _UNINSTALLS),
}
"""By program, the word that makes it delete something, and what it does."""


def _runs_deleter(arguments: Sequence[str]) -> bool:
    return any(
        re.fullmatch(r"-[xX]|--exec(?:-batch)?", option) and base(word) in names("deleters")
        for option, word in pairwise(arguments)
    )


def _only_scratch(run: Run, place: Place) -> bool:
    """Whether `run` deletes only below /tmp, of which a sandbox has its own."""
    targets = [word for word in run.arguments if not word.startswith("-")]
    return bool(targets) and not run.fed and all(map(place.is_scratch, targets))


def _leaves(arguments: Sequence[str], place: Place) -> bool:
    """Whether `mv` takes something out of the workspace, where nobody finds it again."""
    targets = [word for word in arguments if not word.startswith("-")]
    if len(targets) < 2:
        return False
    path = place.absolute(targets[-1]) if HOLE not in targets[-1] else None
    if path is None or f"{path}/".startswith(f"{place.workspace}/"):
        return False
    return not all(map(place.is_scratch, targets[:-1]))


_DROPS = lazy_pattern(
    r"\b(?:drop\s+(?:table|database|schema|index|view|column)|delete\s+from|truncate\s+table)\b",
    re.IGNORECASE,
)
_DATABASES = frozenset({"sqlite3", "psql", "mysql", "mariadb", "duckdb", "mongosh", "redis-cli"})
_EMPTIES_DATABASE = lazy_pattern(
    r"flush|reset_db|sqlflush|flushall|flushdb|db:(?:drop|reset|purge|truncate\S*|rollback)"
    r"|dropdb|downgrade"
)
_OF_FRAMEWORKS = lazy_pattern(
    r"(?:manage|django-admin)(?:\.py)?|rails|rake|alembic|flask|prisma|sequelize|knex|mix"
)


def _is_of_database(program: str, arguments: Sequence[str]) -> bool:
    if program == "dropdb":
        return True
    if program in _DATABASES:
        return any(_DROPS.search(word) or re.fullmatch(r"(?i)flush\w+", word) for word in arguments)
    words = [program, *arguments]
    if not any(_OF_FRAMEWORKS.fullmatch(word.rsplit("/", 1)[-1]) for word in words[:4]):
        return False
    migrates_back = "migrate" in words and bool({"zero", "reset"} & set(words))
    return migrates_back or any(map(_EMPTIES_DATABASE.fullmatch, words))


_DELETES_IN_CODE = lazy_pattern(
    r"\b(?:rmtree|remove_tree|rm_rf?|rmSync|unlinkSync|unlink|rmdirSync|removedirs|remove_dir\w*"
    r"|remove_all|remove_entry_secure|removeSync|emptyDirSync|rimraf|deltree|truncate\w*"
    r"|Remove-Item|send2trash)\b"
    r"|\b(?:os|FileUtils|fs|File|fsp|fs\.promises)\.(?:remove|rm|delete|rmdir|removedirs)\b"
)
_COMPUTES_CODE = lazy_pattern(
    r"\b(?:exec|eval|compile|__import__|Function|instance_eval)\s*\(?[^;\n]{0,80}"
    r"(?:b64|base64|atob|fromhex|fromCharCode|rot13|decode|chr\(|join|unhexlify|zlib)"
)


def _by_code(run: Run) -> Iterator[str]:
    for code in code_given(run):
        if _DELETES_IN_CODE.search(code) or _DROPS.search(code):
            yield english("the code for {program} deletes something", program=run.program)
        elif _COMPUTES_CODE.search(code):
            yield english("the code for {program} runs code that it computes", program=run.program)
