"""What a container does to the folders of ours that it is given."""

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.programs.table import names
from architect.policy.shell.wrappers.runners import base

_PROGRAMS = frozenset({"docker", "podman", "nerdctl", "docker-compose"})
_VOLUME = lazy_pattern(r"(?:--volume=|-v=?)?([^:]+):(/[^:]*)(?::[\w,]*)?")
_SOURCE = lazy_pattern(r"\b(?:source|src)=([^,]+)")
_TARGET = lazy_pattern(r"\b(?:target|destination|dst)=([^,]+)")


def lines_in_container(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """The command that a container runs, with our names of the folders that are mounted in it."""
    if program not in _PROGRAMS:
        return
    mounts = dict(_mounts(arguments))
    start = next((i for i, word in enumerate(arguments) if base(word) in _destructive_runs()), None)
    if not mounts or start is None:
        return
    folders = [
        value for option, value in pairwise(arguments[:start]) if option in ("-w", "--workdir")
    ]
    inside = sorted(mounts, key=len, reverse=True)
    texts = [_renamed(word, inside, mounts) for word in arguments[start:]]
    line = shlex.join(texts)
    if "*" in line:
        line = " ".join(texts) if len(texts) < 3 or " " not in "".join(texts) else line
    gone_to = [_renamed(folder, inside, mounts) for folder in folders[-1:]]
    yield f"cd {shlex.quote(gone_to[0])}; {line}" if gone_to else line


def _destructive_runs() -> frozenset[str]:
    return names("deleters") | names("shells") | {"find", "mv", "chmod", "chown", "truncate"}


def _mounts(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each folder in the container, and ours that it is."""
    for word in arguments:
        source, target = _SOURCE.search(word), _TARGET.search(word)
        if source and target:
            yield target[1].rstrip("/"), source[1]
        elif (found := _VOLUME.fullmatch(word)) and found[1][0] in "/.~":
            yield found[2].rstrip("/") or "/", found[1]


def _renamed(text: str, inside: Sequence[str], mounts: dict[str, str]) -> str:
    for folder in inside:
        pattern = re.compile(rf"(?<![\w/.]){re.escape(folder)}(?=[/\s'\";]|$)")
        if pattern.search(text):
            return mounts[folder].join(pattern.split(text))
    return text
