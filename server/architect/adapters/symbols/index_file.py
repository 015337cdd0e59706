"""The index of one project: an SQLite file in the user's cache folder.

Contents are kept by the hash of their bytes, so that a file that was moved or a branch that was
left is not read again. Anything wrong with the file means that it is made anew.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from architect.domain.code_map.symbols import FileSymbols, counts_written, written
from architect.domain.code_map.words import words_of
from architect.frozen import frozen

_TABLES = """
create table if not exists files (
    path blob primary key, size integer, mtime_ns integer, inode integer, content text,
    path_words text, number integer, rank real not null default 0, links text not null default '',
    uses text not null default '', recent real not null default 0
) without rowid;
create table if not exists contents (
    content text primary key, definitions text, names text, used text, words text, size integer,
    last_seen integer not null default 0
) without rowid;
create table if not exists failures (content text primary key, count integer);
"""

_MOST_SPARE_CONTENTS = 20_000
"""Of files that are gone, such as those of another branch."""


@frozen
class FileState:
    """A file as it was when it was looked at; `content` is the hash of its bytes and language."""

    path: bytes
    size: int
    mtime_ns: int
    inode: int
    content: str

    def is_as(self, size: int, mtime_ns: int, inode: int) -> bool:
        return (self.size, self.mtime_ns, self.inode) == (size, mtime_ns, inode)


@frozen
class Ranked:
    """What is derived from all files together for one of them, `number` in the order of paths.

    `links` and `uses` are written by `counts_written`, in thousandths.
    """

    path: bytes
    number: int
    rank: float
    links: str
    uses: str
    recent: float


@frozen
class Row:
    """A file with what its content says; see `FileSymbols` and `Ranked` for how it is written."""

    path: bytes
    size: int
    mtime_ns: int
    rank: float
    uses: str
    recent: float
    number: int
    links: str
    path_words: str
    definitions: str
    name_words: str
    words: str
    word_count: int


class IndexFile:
    """An open index. Every method may raise `sqlite3.Error`, when the file is of no use."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def open_to_read(cls, path: Path) -> "IndexFile":
        """The index as far as it is built; it must exist."""
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=0.2)
        return cls(connection)

    @classmethod
    def open_to_write(cls, path: Path) -> "IndexFile":
        """The index, made if there is none. Only one process writes at a time."""
        connection = sqlite3.connect(path, timeout=10)
        with closing(connection.execute("pragma journal_mode = wal")):
            pass
        connection.execute("pragma synchronous = off")
        connection.executescript(_TABLES)
        return cls(connection)

    def close(self) -> None:
        self._connection.close()

    def commit(self) -> None:
        self._connection.commit()

    def files(self) -> dict[bytes, FileState]:
        rows = self._connection.execute("select path, size, mtime_ns, inode, content from files")
        return {row[0]: FileState(*row) for row in rows}

    def knows(self, content: str) -> bool:
        found = self._connection.execute("select 1 from contents where content = ?", (content,))
        return found.fetchone() is not None

    def put_file(self, state: FileState) -> None:
        self._connection.execute(
            "insert into files (path, size, mtime_ns, inode, content, path_words) "
            "values (?, ?, ?, ?, ?, ?) "
            "on conflict (path) do update set size = excluded.size, content = excluded.content, "
            "mtime_ns = excluded.mtime_ns, inode = excluded.inode",
            (
                state.path,
                state.size,
                state.mtime_ns,
                state.inode,
                state.content,
                counts_written(Counter(words_of(state.path.decode("ascii", "replace")))),
            ),
        )

    def put_content(self, content: str, symbols: FileSymbols) -> None:
        words = symbols.words or {}
        self._connection.execute(
            "insert or replace into contents (content, definitions, names, used, words, size) "
            "values (?, ?, ?, ?, ?, ?)",
            (
                content,
                written(symbols.definitions),
                counts_written(Counter(_name_words(symbols))),
                counts_written(symbols.references or {}),
                counts_written(words),
                sum(words.values()),
            ),
        )

    def drop_files(self, paths: Iterable[bytes]) -> None:
        self._connection.executemany("delete from files where path = ?", ((one,) for one in paths))

    def drop_spare_contents(self) -> None:
        """Forget contents that no file has, the oldest first, beyond a number of them."""
        self._connection.execute(
            "update contents set last_seen = 1 + (select max(last_seen) from contents) "
            "where content in (select content from files)"
        )
        self._connection.execute(
            "delete from contents where content in (select content from contents where content "
            "not in (select content from files where content is not null) "
            "order by last_seen desc, content limit -1 offset ?)",
            (_MOST_SPARE_CONTENTS,),
        )

    def add_failure(self, content: str) -> int:
        """How often reading `content` has ended the process, this time included."""
        self._connection.execute(
            "insert into failures values (?, 1) on conflict do update set count = count + 1",
            (content,),
        )
        found = self._connection.execute(
            "select count from failures where content = ?", (content,)
        ).fetchone()
        return int(found[0])

    def names(self) -> Iterator[tuple[bytes, str, str]]:
        """Each path with what it defines and uses, by path."""
        return iter(
            self._connection.execute(
                "select path, coalesce(definitions, ''), coalesce(used, '') "
                "from files left join contents using (content) order by path"
            )
        )

    def put_ranks(self, ranks: Sequence[Ranked]) -> None:
        self._connection.executemany(
            "update files set number = ?, rank = ?, links = ?, uses = ?, recent = ? where path = ?",
            ((one.number, one.rank, one.links, one.uses, one.recent, one.path) for one in ranks),
        )

    def rows(self) -> Iterator[Row]:
        """All files, by path."""
        found = self._connection.execute(
            "select path, files.size, mtime_ns, rank, uses, recent, coalesce(number, -1), links, "
            "path_words, "
            "coalesce(definitions, ''), coalesce(names, ''), coalesce(words, ''), "
            "coalesce(contents.size, 0) "
            "from files left join contents using (content) order by path"
        )
        return (Row(*row) for row in found)


def _name_words(symbols: FileSymbols) -> Iterator[str]:
    """The words of each defined name, once for each name."""
    for name in dict.fromkeys(one.name for one in symbols.definitions):
        yield from dict.fromkeys(words_of(name))
