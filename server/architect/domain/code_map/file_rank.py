"""How much files matter: PageRank over who uses whose names.

After aider's repository map (https://aider.chat/2023/10/22/repomap.html). A file points at those
that define the names it uses; by and large, what much of the project leads to is what one has to
know. Everything is summed up in a fixed order, so that the same files give the same ranks.
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from architect.frozen import frozen

Links = Mapping[int, float]
"""Where a file points, by the number of the other file; all weights together are 1."""

_DAMPING = 0.85
"""As in the paper: http://infolab.stanford.edu/~backrub/google.html."""

_HOPS = 3
"""From the seeds on, where only the files near them are asked."""

_ROUNDS = 20
_MOST_DEFINERS = 12
"""A name that more files define says nothing about which of them is meant."""


@frozen
class FileGraph:
    """Where each file points, and how much each of its definitions is used by others.

    `uses` has the names of a file that others use, with the weight of their uses.
    """

    links: Sequence[Links]
    uses: Sequence[Mapping[str, float]]


def file_graph(defined: Sequence[Sequence[str]], used: Sequence[Mapping[str, int]]) -> FileGraph:
    """The graph of files by the names that each defines, and how often each uses which."""
    definers: dict[str, list[int]] = {}
    for number, names in enumerate(defined):
        for name in dict.fromkeys(names):
            definers.setdefault(name, []).append(number)
    links: list[dict[int, float]] = []
    uses: list[dict[str, float]] = [{} for _ in defined]
    for number, counts in enumerate(used):
        weights: dict[int, float] = {}
        for name, count in counts.items():
            known = definers.get(name)
            if known is None or len(known) > _MOST_DEFINERS or number in known:
                continue
            weight = _weight(name) * sqrt(count) / len(known)
            for definer in known:
                weights[definer] = weights.get(definer, 0.0) + weight
                uses[definer][name] = uses[definer].get(name, 0.0) + weight
        total = sum(weights.values())
        links.append({other: weight / total for other, weight in sorted(weights.items())})
    return FileGraph(links, uses)


def page_rank(links: Sequence[Links]) -> list[float]:
    """The rank of each file, 1 on average; files that point nowhere lead to all alike."""
    count = len(links)
    ranks = [1.0] * count
    for _ in range(_ROUNDS):
        lost = sum(rank for rank, out in zip(ranks, links, strict=True) if not out)
        following = [1.0 - _DAMPING + _DAMPING * lost / max(count, 1)] * count
        for rank, out in zip(ranks, links, strict=True):
            for other, weight in out.items():
                following[other] += _DAMPING * rank * weight
        ranks = following
    return ranks


def spread(seeds: Mapping[int, float], links_of: Callable[[int], Links]) -> Mapping[int, float]:
    """PageRank personalised by `seeds`, as far as it gets in a few steps; 1 in all.

    Only the files near the seeds are asked where they point, so that it takes little time.
    """
    total = sum(seeds.values())
    if not total:
        return {}
    moving = {number: weight / total for number, weight in sorted(seeds.items())}
    ranks: dict[int, float] = {}
    for turn in range(_HOPS + 1):
        share = 1.0 if turn == _HOPS else 1.0 - _DAMPING
        for number, weight in moving.items():
            ranks[number] = ranks.get(number, 0.0) + share * weight
        following: dict[int, float] = {}
        for number, weight in moving.items():
            if weight < 0.0005 or turn == _HOPS:
                continue
            for other, part in links_of(number).items():
                following[other] = following.get(other, 0.0) + _DAMPING * weight * part
        moving = following
    return ranks


def _weight(name: str) -> float:
    """How much a use of `name` says: a long name of several words is hardly used by chance."""
    if name.startswith("_") or len(name) < 4:
        return 0.1
    several_words = "_" in name or not (name.islower() or name.isupper())
    return 5.0 if several_words and len(name) >= 8 else 1.0
