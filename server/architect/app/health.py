"""The health of the code of a workspace, now and in a commit."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from architect.bootstrap.code_health import GitTree, code_health, tree_of
from architect.bootstrap.workspaces import file_names
from architect.config.health import HealthSettings
from architect.domain.errors import PathRefusedError, UserError, VcsFault
from architect.domain.health.changes import Comparison
from architect.domain.health.comparison import compared
from architect.domain.health.measures import Health, NotMeasured
from architect.domain.health.selection import endings, selection
from architect.domain.health.sources import DiskFiles, GitFiles
from architect.domain.language_ids import language_id
from architect.domain.paths import Access
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.workspace import Workspace

_MEASURABLE = frozenset(
    {"c", "cpp", "csharp", "erlang", "go", "java", "javascript", "javascriptreact", "kotlin", "lua",
     "perl", "php", "python", "r", "ruby", "rust", "scala", "swift", "typescript",
     "typescriptreact", "vue", "zig"}
)  # fmt: skip
"""Languages that lizard or radon reads."""


@frozen(kw_only=True)
class HealthLook:
    """What there is to say of the health of a workspace, as far as it was asked about.

    With a `commit` there is what was `before`, in it, and what has changed since. `other_endings`
    are those of code that does not fit `health.include_patterns`, with the number of files.
    """

    now: Health
    before: Health | None = None
    changes: Comparison = Comparison()
    commit: str = ""
    other_endings: Mapping[str, int]


async def health_of(
    workspace: Workspace, settings: HealthSettings, paths: Sequence[str], *, base: str | None = None
) -> HealthLook:
    """The health of the files at `paths`, or of the workspace if there are none.

    A file that is named counts whatever the settings say. With a `base`, all that counts is
    measured, since code may have come from elsewhere.

    Raises:
        UserError: there is nothing at one of the paths, or no commit `base`.
        HealthFault: it cannot be measured.
    """
    names = await file_names(workspace.root)
    tree = await _tree(workspace, base)
    asked = [_relative(workspace, path) for path in paths]
    known = {*names, *tree.blobs} if tree else names
    _require_all(asked, known)
    is_asked = _below(asked)
    fits = selection(settings.include_patterns, settings.exclude_dirs)
    named = frozenset(asked)

    def counts(name: str) -> bool:
        return name in named or fits(name)

    other = endings(
        name for name in names if is_asked(name) and not counts(name) and _is_measurable(name)
    )
    if tree is None:
        chosen = tuple(name for name in names if counts(name) and is_asked(name))
        [now] = await code_health().measure([DiskFiles(str(workspace.root), chosen)])
        return HealthLook(now=now, other_endings=other)
    before, now = await _both(workspace, tree, list(filter(counts, names)), counts)
    return HealthLook(
        now=_only(now, is_asked),
        before=_only(before, is_asked),
        changes=_of_interest(compared(before, now), is_asked),
        commit=tree.commit,
        other_endings=other,
    )


async def _both(
    workspace: Workspace, tree: GitTree, names: Iterable[str], counts: Callable[[str], bool]
) -> tuple[Health, Health]:
    """The health in the commit and now, both without submodules, which are not in the commit."""
    folders = tuple(f"{name}/" for name in tree.submodules)
    outside = tuple(name for name in names if not f"{name}/".startswith(folders))
    here = DiskFiles(str(workspace.root), outside)
    blobs = {name: blob for name, blob in tree.blobs.items() if counts(name)}
    before, now = await code_health().measure([GitFiles(str(workspace.root), blobs), here])
    left_out = [NotMeasured(name, "a submodule") for name in tree.submodules]
    return before, replace(now, not_measured=(*now.not_measured, *left_out))


async def _tree(workspace: Workspace, base: str | None) -> GitTree | None:
    if base is None:
        return None
    try:
        return await tree_of(workspace.root, base)
    except VcsFault as fault:
        raise UserError(english("--base: {fault}", fault=fault)) from fault


def _relative(workspace: Workspace, path: str) -> str:
    try:
        return workspace.locate(path, Access.READ).relative or "."
    except PathRefusedError as refusal:
        raise UserError(
            english("{path!r} cannot be measured: {refusal}", path=path, refusal=refusal)
        ) from refusal


def _require_all(asked: Sequence[str], known: Collection[str]) -> None:
    for path in asked:
        is_there = _below([path])
        if not any(map(is_there, known)):
            raise UserError(
                english("there is no file at {path!r}, or git ignores what is there", path=path)
            )


def _is_measurable(name: str) -> bool:
    return language_id(name) in _MEASURABLE


def _below(paths: Sequence[str]) -> Callable[[str], bool]:
    """Whether a name is one of the `paths` or lies in one of them; each does if there are none."""
    if not paths or "." in paths:
        return lambda _: True
    files, folders = frozenset(paths), tuple(f"{path}/" for path in paths)
    return lambda name: name in files or name.startswith(folders)


def _only(health: Health, is_asked: Callable[[str], bool]) -> Health:
    """The part of `health` that is about files that were asked for."""
    return Health(
        tuple(file for file in health.files if is_asked(file.path)),
        tuple(
            block
            for block in health.duplicates
            if any(is_asked(place.path) for place in block.places)
        ),
        tuple(each for each in health.not_measured if is_asked(each.path)),
    )


def _of_interest(changes: Comparison, is_asked: Callable[[str], bool]) -> Comparison:
    return Comparison(
        tuple(one for one in changes.worse if is_asked(one.path)),
        tuple(one for one in changes.better if is_asked(one.path)),
    )
