"""What a command gets to see: the arguments of bwrap(1) that build its file system.

Only what is named here is there at all. System folders are read-only; of the home folder there is a
private copy without contents, kept for each workspace, with the tool chains mounted into it.
"""

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from architect.adapters.sandbox.git_folders import GitFolders
from architect.adapters.sandbox.links import links_on
from architect.adapters.sandbox.rules import SandboxRules
from architect.adapters.sandbox.siblings import siblings
from architect.adapters.sandbox.toolchains import programs, read_stores, stores
from architect.frozen import frozen

_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
    "/var/lib/ca-certificates",
)
_RESOLVER = Path("/etc/resolv.conf")
_MASKED = ("/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-")
"""Root owns them, so it could read them even without any privilege."""

_OF_ROOT = ("/proc/sys", "/proc/sysrq-trigger")
"""Root may write there without any privilege, and bwrap does not always cover it."""

_STALE_VARIABLES = (
    "TMPDIR",
    "TMP",
    "TEMP",
    "XDG_RUNTIME_DIR",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "DBUS_SESSION_BUS_ADDRESS",
    "SSH_AUTH_SOCK",
)
"""They name folders and sockets that are not there."""


@frozen
class Surroundings:
    """Where commands of one workspace run.

    `root` and `home` are resolved, and `home` may be unknown; `aliases` are other absolute paths
    that lead to `root`. `temporary` is the folder that commands find as `/tmp`.
    """

    root: Path
    home: Path | None
    environment: Mapping[str, str]
    temporary: Path
    aliases: tuple[Path, ...] = ()

    @property
    def own_folder(self) -> Path:
        """Where commands may write, as they see it: their home folder, or the temporary one."""
        if self.home is None or self.private_home is None or _is_system(self.home):
            return Path("/tmp")
        return self.home

    @property
    def private_home(self) -> Path | None:
        """The folder that commands find where the home folder is; made when it is needed."""
        return private_home_of(self.root, self.home, self.environment)


def private_home_of(root: Path, home: Path | None, environment: Mapping[str, str]) -> Path | None:
    """What commands of the workspace `root` find as their home folder; None: the real one."""
    if home is None or home.is_relative_to(root):
        return None
    caches = environment.get("XDG_CACHE_HOME", "")
    base = Path(caches) if caches.startswith("/") else home / ".cache"
    name = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
    return base / "architect" / "sandbox" / name


def system_mounts(around: Surroundings, rules: SandboxRules, *, network: bool) -> tuple[str, ...]:
    """What a workspace has around it, which is the same for all of its commands."""
    readable = _readable(around, rules, network=network)
    stores = _stores(around) if network else []
    mounted = [around.root, *readable, *stores, *rules.writable]
    return (
        *_system(network=network),
        *_temporary(around, mounted),
        *_home(around),
        *_links(around, mounted),
        *_read_only(readable),
        *_bound("--bind-try", map(_placed, stores)),
        *_bound("--bind-try", map(_placed, rules.writable)),
        *(word for name in _STALE_VARIABLES for word in ("--unsetenv", name)),
    )


def workspace_mounts(
    root: Path,
    git: GitFolders,
    protected: Iterable[Path],
    copies: Iterable[tuple[Path, Path]] = (),
) -> tuple[str, ...]:
    """The workspace, writable but for `protected`.

    Each of `copies` is mounted over the folder that it is one of.
    """
    return (
        *_bound("--ro-bind", git.readable),
        *_bound("--bind", (root, *git.writable)),
        *_bound("--ro-bind", _own_installation(root)),
        *_kept(root, protected, git.writable, tuple(copies)),
    )


def home_of(environment: Mapping[str, str]) -> Path | None:
    """The home folder that `environment` names, resolved, if it names one."""
    home = environment.get("HOME", "")
    return Path(home).resolve() if home.startswith("/") and home != "/" else None


def _system(*, network: bool) -> Iterator[str]:
    for path in map(Path, _SYSTEM):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for path in _MASKED if os.geteuid() == 0 else ():
        if Path(path).exists():
            yield from ("--ro-bind", "/dev/null", path)
    resolver = _RESOLVER.resolve()
    if network and resolver != _RESOLVER and resolver.is_file():
        yield from ("--ro-bind", str(resolver), str(resolver))
    yield from ("--proc", "/proc")
    if os.geteuid() == 0:
        yield from _bound("--ro-bind", map(Path, _OF_ROOT))
    yield from ("--dev", "/dev")


def _temporary(around: Surroundings, mounted: Iterable[Path]) -> Iterator[str]:
    """The folders for temporary files, of which one is a folder of its own only if it has to be."""
    yield from ("--bind", str(around.temporary), "/tmp")
    if any(path.is_relative_to("/var/tmp") for path in mounted):
        yield from ("--tmpfs", "/var/tmp")
    else:
        yield from ("--symlink", "/tmp", "/var/tmp")


def _links(around: Surroundings, mounted: Iterable[Path]) -> Iterator[str]:
    """The links by which the user comes to the workspace, the home folder and what is `mounted`."""
    named = Path(around.environment.get("HOME") or "/")
    ways = [*around.aliases, named, *(path.parent for path in mounted)]
    links = {link: real for way in ways for link, real in links_on(way).items()}
    links |= {alias: around.root for alias in around.aliases if _has_moved(alias, around, mounted)}
    for link, real in sorted(links.items()):
        if _is_system(link) or real.is_relative_to(link):
            continue
        if (kept := _kept_folder(around, link)) is not None:
            with contextlib.suppress(OSError):  # one of before, as a rule
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.symlink_to(real)
        else:
            yield from ("--symlink", str(real), str(link))


def _has_moved(alias: Path, around: Surroundings, mounted: Iterable[Path]) -> bool:
    """Whether the workspace was at `alias` when what runs in it was recorded."""
    if alias.resolve() == around.root or not alias.is_absolute() or ".." in alias.parts:
        return False
    return not any(path.is_relative_to(alias) for path in (around.root, *mounted))


def _kept_folder(around: Surroundings, path: Path) -> Path | None:
    """Where `path` is on disk if it lies in a folder of ours that commands find elsewhere."""
    private = around.private_home
    if private is not None and around.home is not None and path.is_relative_to(around.home):
        return private / path.relative_to(around.home)
    return around.temporary / path.relative_to("/tmp") if path.is_relative_to("/tmp") else None


def _placed(path: Path) -> Path:
    """`path` without links on the way to it; it may be one itself."""
    return path.parent.resolve() / path.name


def _home(around: Surroundings) -> Iterator[str]:
    private = around.private_home
    if around.home is None or private is None or _is_system(around.home):
        return
    try:
        private.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        yield from ("--tmpfs", str(around.home))
    else:
        yield from ("--bind", str(private), str(around.home))


def _readable(around: Surroundings, rules: SandboxRules, *, network: bool) -> list[Path]:
    found = [
        *filter(_holds_something, programs(around.environment, around.home)),
        *(Path(sys.prefix), Path(sys.base_prefix)),
        *(() if network else read_stores(around.environment, around.home)),
        *siblings(around.root, around.home),
    ]
    return [*(path for path in found if _is_worth_mounting(path, around)), *rules.readable]


def _stores(around: Surroundings) -> list[Path]:
    found = stores(around.environment, around.home)
    return [path for path in found if _is_worth_mounting(path, around)]


def _holds_something(path: Path) -> bool:
    """Whether `path` is more than an empty folder; each mount takes a third of a millisecond."""
    try:
        return any(path.iterdir())
    except NotADirectoryError:
        return True
    except OSError:
        return False


def _is_worth_mounting(path: Path, around: Surroundings) -> bool:
    """Not what is there anyway, and never a folder that holds the home folder."""
    if not path.is_absolute() or _is_system(path) or path.is_relative_to(around.root):
        return False
    if not path.exists():
        return False
    real = path.resolve()
    return around.home is None or not around.home.is_relative_to(real)


def _is_system(path: Path) -> bool:
    text = f"{path}/"
    return text == "//" or text.startswith(tuple(f"{folder}/" for folder in _SYSTEM))


def _own_installation(root: Path) -> list[Path]:
    """What runs us, if the workspace holds it: who changes that runs outside the sandbox soon."""
    return [path for path in (Path(sys.prefix),) if path.is_relative_to(root) and path != root]


def _read_only(paths: Iterable[Path]) -> Iterator[str]:
    """Mounts of `paths`, and of what links lead to, but not of what lies in one of them."""
    real = {each for path in paths if path.exists() for each in (_placed(path), path.resolve())}
    for path in sorted(real):
        if not _is_system(path) and not any(above in real for above in path.parents):
            yield from ("--ro-bind-try", str(path), str(path))


def _bound(option: str, paths: Iterable[Path]) -> Iterator[str]:
    """Mounts of those of `paths` that are there."""
    return _mounts(option, (path for path in paths if path.exists()))


def _mounts(option: str, paths: Iterable[Path]) -> Iterator[str]:
    return (word for path in paths for word in (option, str(path), str(path)))


def _kept(
    root: Path,
    protected: Iterable[Path],
    git: Sequence[Path],
    copies: Sequence[tuple[Path, Path]],
) -> Iterator[str]:
    """Read-only mounts over those of `protected` that are there, and `copies` over folders.

    The folders above them become mounts as well: one that is none could be renamed, and another
    put into its place.
    """
    existing = (path for path in protected if os.path.exists(path))  # noqa: PTH110 - in a hurry
    there = {real for path in existing if (real := _writable(root, git, path)) is not None}
    held = {*there, *(path for _, path in copies)}
    above = {folder for path in held for folder in path.parents if folder.is_relative_to(root)}
    yield from _mounts("--bind", sorted(above - {root, *git} - held))
    for copy, path in copies:
        yield from ("--bind", str(copy), str(path))
    yield from _mounts("--ro-bind", sorted(there))


def _writable(root: Path, git: Sequence[Path], path: Path) -> Path | None:
    """Where `path` really is, if a command could write it there."""
    real = Path(os.path.realpath(path))
    tops = (root, *git)
    return real if any(real.is_relative_to(top) and real != top for top in tops) else None
