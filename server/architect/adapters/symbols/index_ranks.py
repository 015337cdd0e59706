"""What is known of all files together: their ranks, their links, and which changed lately."""

import os
from pathlib import Path

from architect.adapters.git_environment import RUNS_NOTHING
from architect.adapters.git_output import git_output
from architect.adapters.symbols.index_file import IndexFile, Ranked
from architect.domain.code_map.file_rank import file_graph, page_rank
from architect.domain.code_map.symbols import counts_read, counts_written, read

_GIT = ("git", *RUNS_NOTHING, "--no-optional-locks")
_COMMITS = 30
_TIMEOUT_S = 5.0


def put_ranks(index: IndexFile, root: Path, *, anew: bool) -> None:
    """Write down the ranks of all files, which are worked out again where files are not the same.

    Raises:
        ValueError: the index holds something else than was written there.
    """
    recent = recent_changes(root)
    if not anew and {row.path: row.recent for row in index.rows() if row.recent} == recent:
        return
    paths: list[bytes] = []
    defined: list[list[str]] = []
    used: list[dict[str, int]] = []
    for path, definitions, uses in index.names():
        paths.append(path)
        defined.append([one.name for one in read(definitions, "")])
        used.append(counts_read(uses))
    graph = file_graph(defined, used)
    ranks = page_rank(graph.links)
    index.put_ranks(
        [
            Ranked(
                path,
                number,
                round(ranks[number], 6),
                counts_written({str(to): round(1e3 * part) for to, part in links.items()}),
                counts_written({name: round(1e3 * part) for name, part in uses.items()}),
                recent.get(path, 0.0),
            )
            for number, (path, links, uses) in enumerate(
                zip(paths, graph.links, graph.uses, strict=True)
            )
        ]
    )


def recent_changes(root: Path) -> dict[bytes, float]:
    """How lately git saw files change, 1 for the last commit; empty without a repository."""
    if not any(os.path.lexists(folder / ".git") for folder in (root, *root.parents)):
        return {}
    log = (*_GIT, "log", f"-n{_COMMITS}", "--name-only", "--no-renames", "--relative", "-z",
           "--format=%x01")  # fmt: skip
    printed = git_output(log, folder=root, timeout_s=_TIMEOUT_S) or b""
    recent: dict[bytes, float] = {}
    for age, commit in enumerate(printed.split(b"\x01")[1:]):
        names = [name.strip(b"\n") for name in commit.split(b"\0")]
        # A commit of many files, such as a new format, says nothing about any.
        if len(names) <= 40:
            for name in filter(None, names):
                recent.setdefault(name, round(1.0 / (1 + age), 6))
    return recent
