"""What is looked up in an index: the files that answer a question, the map, a symbol."""

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from architect.adapters.files.file_names import shown
from architect.adapters.symbols.index_file import IndexFile, Row
from architect.domain.code_map.file_rank import Links, spread
from architect.domain.code_map.question import Question
from architect.domain.code_map.relevance import WordsFound, scores
from architect.domain.code_map.symbols import MappedFile, Symbol, count_in, counts_read, read
from architect.domain.code_map.words import words_of

_MOST_FILES = 60
_MOST_SEEDS = 12
_OF_ALL, _OF_NEIGHBOURS, _OF_THE_TASK = 0.1, 0.35, 0.55
"""What the rank in the whole project counts, the rank around the task, and the task itself."""

_NAMED, _DEFINED, _OPEN, _FITS, _RECENT = 8.0, 4.0, 3.0, 4.0, 1.0
"""How much a file has to do with a task that names it, names what it defines, is asked for beside
it, has the words of the task, or was changed lately."""

_TESTS = frozenset({"test", "tests", "testing", "spec", "specs", "__tests__", "fixtures",
                    "examples", "docs", "doc", "benchmark", "benchmarks"})  # fmt: skip
_TEST_FACTOR = 0.5
_TIE_BREAK = 0.08


def answers(index: IndexFile, question: Question, below: str = "") -> list[MappedFile]:
    """The files below the folder `below`, or that one file, that answer `question`; best first."""
    rows = [row for row in index.rows() if _is_below(row.path, below)]
    if not question.words and not question.identifiers:
        best = sorted(rows, key=lambda row: (-row.rank, row.path))
    else:
        fits = _fits(rows, question)
        highest = max((row.rank for row in rows), default=1.0) or 1.0
        found = [
            (fit * (1 + _TIE_BREAK * row.rank / highest), row)
            for fit, row in zip(fits, rows, strict=True)
            if fit
        ]
        best = [row for _, row in sorted(found, key=lambda one: (-one[0], one[1].path))]
    return [_mapped(row, question, most=_most(at)) for at, row in enumerate(best[:_MOST_FILES])]


def overview(index: IndexFile, question: Question, open_files: Collection[str]) -> list[MappedFile]:
    """The files that a run for the task `question` should know; the most important first."""
    rows = list(index.rows())
    seeds = _seeds(rows, question, open_files)
    total = sum(seeds.values())
    by_number = {row.number: row for row in rows if row.number >= 0}
    around = spread(
        {rows[at].number: weight for at, weight in seeds.items() if rows[at].number >= 0},
        lambda number: _links(by_number[number].links),
    )
    ranks = sum(row.rank for row in rows) or 1.0
    found = [
        (
            _OF_ALL * row.rank / ranks
            + _OF_NEIGHBOURS * around.get(row.number, 0.0)
            + (_OF_THE_TASK * seeds.get(at, 0.0) / total if total else 0.0),
            row,
        )
        for at, row in enumerate(rows)
        if row.word_count or at in seeds
    ]
    best = sorted(found, key=lambda one: (-one[0], one[1].path))[:_MOST_FILES]
    return [_mapped(row, question, most=_most(at)) for at, (_, row) in enumerate(best)]


def symbols_called(index: IndexFile, name: str) -> list[Symbol]:
    """All definitions of `name`, those in the files that matter most first."""
    found: list[tuple[float, bytes, Symbol]] = []
    for row in index.rows():
        if f"\t{name}\t" in row.definitions:
            symbols = read(row.definitions, shown(os.fsdecode(row.path)))
            found += [(-row.rank, row.path, one) for one in symbols if one.name == name]
    return [symbol for *_, symbol in sorted(found, key=lambda one: (one[0], one[1], one[2].line))]


def symbols_beginning(index: IndexFile, typed: str, most: int) -> list[Symbol]:
    """One definition of each name that begins with `typed`, those in important files first."""
    pattern = re.compile(rf"\t{re.escape(typed)}[^\t\n]*\t", re.IGNORECASE)
    begins = typed.casefold()
    found: dict[str, Symbol] = {}
    for row in sorted(index.rows(), key=lambda row: (-row.rank, row.path)):
        if pattern.search(row.definitions) is None:
            continue
        for one in read(row.definitions, shown(os.fsdecode(row.path))):
            if one.name.casefold().startswith(begins):
                found.setdefault(one.name, one)
        if len(found) >= most:
            break
    return sorted(found.values(), key=lambda one: len(one.name))[:most]


def defined_names(index: IndexFile) -> set[str]:
    """The names of all definitions."""
    names: set[str] = set()
    for row in index.rows():
        names.update(line.split("\t", 3)[2] for line in row.definitions.split("\n")[1:])
    return names


def _is_below(path: bytes, below: str) -> bool:
    folder = os.fsencode(below)
    return not folder or path == folder or path.startswith(folder + b"/")


def _most(place: int) -> int:
    """How many definitions are shown of the file at `place` in the order."""
    return 10 if place < 3 else 6 if place < 8 else 3


def _fits(rows: Sequence[Row], question: Question) -> list[float]:
    found = [_words_found(row, question.words) for row in rows]
    fits = scores(found, len(question.words))
    for at, row in enumerate(rows):
        if _defines(row, question.identifiers):
            fits[at] = fits[at] * 2 + 5.0
        if not question.is_about_tests and _is_beside_the_source(row.path):
            fits[at] *= _TEST_FACTOR
    return fits


def _words_found(row: Row, asked: Sequence[str]) -> WordsFound:
    in_text = [count_in(row.words, word) for word in asked]
    return WordsFound(
        [count_in(row.path_words, word) for word in asked],
        [
            count_in(row.name_words, word) if count else 0
            for word, count in zip(asked, in_text, strict=True)
        ],
        in_text,
        row.word_count,
    )


def _defines(row: Row, identifiers: Iterable[str]) -> bool:
    return any(f"\t{name}\t" in row.definitions for name in identifiers)


def _is_beside_the_source(path: bytes) -> bool:
    *folders, name = path.decode("ascii", "replace").lower().split("/")
    words = name.replace(".", "_").split("_")
    return not _TESTS.isdisjoint(folders) or words[0] == "test" or "test" in words[1:]


def _seeds(
    rows: Sequence[Row], question: Question, open_files: Collection[str]
) -> Mapping[int, float]:
    """How much each file, by its place in `rows`, has to do with the task itself."""
    seeds: dict[int, float] = {}
    fits = _fits(rows, question)
    best = sorted(range(len(rows)), key=lambda at: (-fits[at], at))[:_MOST_SEEDS]
    highest = max(fits, default=0.0)
    for at in best:
        if fits[at]:
            # The first few are meant far more probably than those behind.
            seeds[at] = _FITS * (fits[at] / highest) ** 2
    opened = {os.fsencode(name) for name in open_files}
    for at, row in enumerate(rows):
        weight = _RECENT * row.recent
        weight += _OPEN if row.path in opened else 0.0
        weight += _NAMED if _is_named(row.path, question.file_names) else 0.0
        weight += _DEFINED if _defines(row, question.identifiers) else 0.0
        if weight:
            seeds[at] = seeds.get(at, 0.0) + weight
    return seeds


def _is_named(path: bytes, names: Iterable[str]) -> bool:
    text = f"/{os.fsdecode(path)}"
    return any(text.endswith(f"/{name}") for name in names)


def _links(written: str) -> Links:
    return {int(number): part / 1e3 for number, part in counts_read(written).items()}


def _mapped(row: Row, question: Question, *, most: int) -> MappedFile:
    """The file with `most` of its definitions: those asked for, then those that others use."""
    path = shown(os.fsdecode(row.path))
    uses = counts_read(row.uses)
    highest = max(uses.values(), default=1) or 1
    asked = set(question.words)

    def weight(symbol: Symbol) -> float:
        named = 3.0 if symbol.name in question.identifiers else 0.0
        fitting = len(asked.intersection(words_of(symbol.name)))
        return named + fitting + uses.get(symbol.name, 0) / highest

    symbols = {one.name: one for one in reversed(list(read(row.definitions, path)))}.values()
    best = sorted(symbols, key=lambda one: (-weight(one), one.line))[:most]
    return MappedFile(path, tuple(sorted(best, key=lambda one: one.line)), row.size, row.mtime_ns)
