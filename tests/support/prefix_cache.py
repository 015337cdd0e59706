"""What providers read from their prompt caches, by the rules that they document.

https://platform.claude.com/docs/en/build-with-claude/prompt-caching and
https://platform.openai.com/docs/guides/prompt-caching (both as of November 2026). Four characters
count as a token, so that what is measured depends on nobody's tokenizer.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

CHARACTERS_PER_TOKEN = 4
LOOK_BACK = 20
"""So many blocks a breakpoint of Anthropic's looks back for what an earlier request has written."""


@dataclass(frozen=True)
class Piece:
    """A block of a request, in the order of the cache; `breakpoint` where a prefix ends.

    `settings` of the request are no tokens, and yet have to be the same.
    """

    text: str
    breakpoint: bool = False
    settings: str = ""


@dataclass(frozen=True)
class CacheUse:
    """Tokens of the input of one request: read from the cache, written to it, and the others."""

    read: int
    written: int
    fresh: int

    @property
    def total(self) -> int:
        return self.read + self.written + self.fresh

    @property
    def paid(self) -> float:
        """In tokens that are neither read nor written; writing for five minutes costs a quarter."""
        return self.fresh + 1.25 * self.written + 0.1 * self.read


class AnthropicCache:
    """Prefixes that end at a breakpoint, of at least `least` tokens."""

    def __init__(self, *, least: int = 1024) -> None:
        self._least = least
        self._known: set[bytes] = set()

    def use(self, pieces: Sequence[Piece]) -> CacheUse:
        sizes, prefixes = _prefixes(pieces)
        ends = [at for at, piece in enumerate(pieces) if piece.breakpoint]
        ends = [at for at in ends if sizes[at] >= self._least]
        found = [
            sizes[at]
            for end in ends
            for at in range(max(0, end - LOOK_BACK + 1), end + 1)
            if prefixes[at] in self._known
        ]
        self._known.update(prefixes[at] for at in ends)
        read = max(found, default=0)
        kept = max(read, sizes[ends[-1]] if ends else 0)
        total = sizes[-1] if sizes else 0
        return CacheUse(read, kept - read, total - kept)


class OpenAiCache:
    """What requests of one `prompt_cache_key` began with, from 1,024 tokens in steps of 128."""

    def __init__(self) -> None:
        self._known: dict[str, list[str]] = {}

    def use(self, text: str, key: str) -> CacheUse:
        earlier = self._known.setdefault(key, [])
        shared = max((_shared(text, one) for one in earlier), default=0)
        earlier.append(text)
        read = shared // CHARACTERS_PER_TOKEN
        read = read // 128 * 128 if read >= 1024 else 0
        return CacheUse(read, 0, len(text) // CHARACTERS_PER_TOKEN - read)


def words_of(value: object) -> str:
    """What the model reads of a part of a conversation: neither JSON's escapes nor its names."""
    match value:
        case dict():
            return words_of(list(cast(dict[str, object], value).values()))
        case list():
            return "\n".join(filter(None, map(words_of, cast(list[object], value))))
        case None:
            return ""
        case _:
            return str(value)


def share_read(uses: Sequence[CacheUse]) -> float:
    """How much of all input came from the cache."""
    return sum(use.read for use in uses) / max(1, sum(use.total for use in uses))


def _shared(text: str, other: str) -> int:
    """How many characters two texts begin with together."""
    if text.startswith(other):
        return len(other)
    pairs = enumerate(zip(text, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(text), len(other)))


def _prefixes(pieces: Sequence[Piece]) -> tuple[list[int], list[bytes]]:
    """The tokens and a hash of what ends with each piece."""
    digest, size = hashlib.sha256(), 0
    sizes: list[int] = []
    prefixes: list[bytes] = []
    for piece in pieces:
        digest.update(f"{piece.text}\0{piece.settings}\0".encode())
        size += len(piece.text)
        sizes.append(size // CHARACTERS_PER_TOKEN)
        prefixes.append(digest.digest())
    return sizes, prefixes
