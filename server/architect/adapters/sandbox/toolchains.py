"""The parts of a home folder that compilers, interpreters and package managers need.

Never a whole folder in which credentials may stand: `~/.cargo/credentials.toml`, `~/.npmrc`,
`~/.config/gh` and the like stay out of sight.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

PROGRAMS = (
    # Python
    ".pyenv",
    ".local/bin",
    ".local/lib",
    ".local/share/uv",
    ".local/share/pipx",
    ".local/pipx",
    ".local/share/virtualenvs",
    ".local/share/hatch",
    ".local/share/rye",
    ".rye",
    ".virtualenvs",
    ".cache/pypoetry/virtualenvs",
    "miniconda3",
    "miniforge3",
    "mambaforge",
    "anaconda3",
    # Node
    ".nvm",
    ".volta",
    ".fnm",
    ".local/share/fnm",
    ".local/share/pnpm",
    ".bun/bin",
    ".deno/bin",
    ".cache/node/corepack",
    ".npm-global",
    ".npm-packages",
    # Programs that others fetched: browsers and the hooks of commits
    ".cache/ms-playwright",
    ".cache/puppeteer",
    ".cache/Cypress",
    ".cache/pre-commit",
    # Rust
    ".cargo/bin",
    ".cargo/env",
    ".cargo/config.toml",
    ".rustup",
    # Go
    "go/bin",
    "sdk",
    # Java, Ruby, many languages
    ".sdkman/candidates",
    ".rbenv",
    ".asdf",
    ".local/share/mise",
    ".nix-profile",
    # git knows here who commits, and what to ignore
    ".gitconfig",
    ".config/git/config",
    ".config/git/ignore",
    ".config/git/attributes",
)
"""What is run or read, and never written by a command."""

STORES = (
    ".cargo/registry",
    ".cargo/git",
    "go/pkg/mod",
    ".npm/_cacache",
    ".local/share/pnpm/store",
    ".yarn/berry/cache",
    ".bun/install/cache",
    ".m2/repository",
    ".gradle/caches",
    ".gradle/wrapper",
    ".nuget/packages",
    ".cache/pip",
)
"""Downloaded packages: readable, and writable for a command that may use the network, since what it
installs goes there."""

_STORE_PARTS = {".npm/_cacache": ("content-v2", "index-v5")}
"""Of stores in which programs write beside the packages, even offline, what the packages are."""

_PROGRAM_VARIABLES = (
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "PYENV_ROOT",
    "NVM_DIR",
    "VOLTA_HOME",
    "RUSTUP_HOME",
    "GOROOT",
    "JAVA_HOME",
)
_STORE_VARIABLES = ("GOMODCACHE",)
DECIDING_VARIABLES = ("HOME", "PATH", "XDG_CACHE_HOME", *_PROGRAM_VARIABLES, *_STORE_VARIABLES)
"""What decides where the tool chains are, and our copies of home folders."""

_BIN_NAMES = frozenset({"bin", "sbin", "condabin", "shims"})


def programs(environment: Mapping[str, str], home: Path | None) -> Iterator[Path]:
    """Where programs of the user stand: the known places, and what variables and PATH name."""
    if home is not None:
        yield from (home / name for name in PROGRAMS)
    for name in _PROGRAM_VARIABLES:
        if value := environment.get(name):
            yield Path(value)
    for text in environment.get("PATH", "").split(":"):
        if text.startswith("/"):
            yield from installation(Path(text), home)


def read_stores(environment: Mapping[str, str], home: Path | None) -> Iterator[Path]:
    """What of those is mounted to be read only, so that the rest of each is one's own."""
    for path in stores(environment, home):
        name = "" if home is None else path.as_posix().removeprefix(f"{home}/")
        parts = _STORE_PARTS.get(name)
        yield from (path / part for part in parts) if parts else (path,)


def stores(environment: Mapping[str, str], home: Path | None) -> Iterator[Path]:
    """Where downloaded packages are kept."""
    if home is not None:
        yield from (home / name for name in STORES)
    for name in _STORE_VARIABLES:
        if value := environment.get(name):
            yield Path(value)


def installation(folder: Path, home: Path | None) -> Iterator[Path]:
    """The folder above a `bin`, where its libraries are; but not where a user keeps other things.

    `~/bin`, `~/.local/bin` and `~/.cargo/bin` are such; of those only the libraries count.
    """
    above = folder.parent
    if folder.name not in _BIN_NAMES or len(above.parts) < 3 or above == home:
        yield folder
    elif above.parent == home:
        yield from (folder, *(above / name for name in ("lib", "lib64", "libexec")))
    else:
        yield above
