"""Which files a list of patterns means."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from architect.domain.files.globs import glob_matcher
from architect.frozen import frozen
from architect.policy.path_rules import folded_name

SENSITIVE_FILES = (
    ".env*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    "credentials",
    "credentials.json",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".git-credentials",
    ".ssh/",
    ".aws/",
    ".gnupg/",
)
"""What holds keys by common usage: of dotenv, OpenSSL, OpenSSH, clouds, curl, npm, git, GnuPG."""

_HARMLESS_ENDINGS = (".example", ".sample", ".template", ".tmpl", ".dist", ".defaults", ".pub")
"""Examples, and the public half of a pair of keys."""

_HARMLESS_NAMES = frozenset({".env.test", ".envrc"})
"""What is committed by common usage: settings of tests, and a script of direnv."""


@frozen
class FileRules:
    """Files by patterns: globs on the name, or on the whole path if they contain a slash.

    A pattern that ends in a slash means everything in the folders it names. `with_contents` says
    that every pattern does; `but_examples` leaves out what only shows how such a file looks.
    """

    patterns: tuple[str, ...] = ()
    with_contents: bool = False
    but_examples: bool = False

    def match(self, names: Iterable[str]) -> str | None:
        """The pattern that one of the `names` of a file matches, paths below the root."""
        for name in names:
            if (found := _match(self, name)) is not None:
                return found
        return None


@lru_cache(maxsize=8_192)
def _match(rules: FileRules, name: str) -> str | None:
    path = "/".join(folded_name(part) for part in name.split("/") if part not in ("", "."))
    if not path or (rules.but_examples and _is_harmless(path)):
        return None
    folders = _folders(path)
    for pattern in rules.patterns:
        folder_only = pattern.endswith("/")
        matches = _matcher(pattern.rstrip("/"))
        if not folder_only and matches(path):
            return pattern
        if (folder_only or rules.with_contents) and any(map(matches, folders)):
            return pattern
    return None


def _is_harmless(path: str) -> bool:
    return path.endswith(_HARMLESS_ENDINGS) or path.rpartition("/")[2] in _HARMLESS_NAMES


def sensitive_files(patterns: tuple[str, ...] = SENSITIVE_FILES) -> FileRules:
    """The rules for files that hold secrets."""
    return FileRules(patterns, but_examples=True)


def protected_files(patterns: tuple[str, ...]) -> FileRules:
    """The rules for files that are not to be changed, folders with everything in them."""
    return FileRules(patterns, with_contents=True)


def escaped(name: str) -> str:
    """The pattern that means the path `name` and nothing else."""
    return re.sub(r"([*?\[])", r"[\1]", name)


def _folders(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


@lru_cache(maxsize=512)
def _matcher(pattern: str) -> Callable[[str], bool]:
    return glob_matcher(pattern.casefold().removeprefix("./").removeprefix("/"))
