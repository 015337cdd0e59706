"""Texts without keys, of a text that arrives in pieces.

A key may be cut anywhere. So a word is shown when it has ended, a block with a private key when it
is whole; and what was shown last is looked at again, since it may say that what follows is a key.
"""

from architect.lazy_pattern import lazy_pattern
from architect.policy.secrets.redactor import Hit, Redactor, with_placeholders

_CONTEXT = 256
"""Characters of what was shown that are looked at again."""

_MOST_HELD = 16_384
"""Characters of one word, or of a block without its end. No key is longer."""

_KEPT_OF_LONG_WORD = 4_096

_OPEN_BLOCK = lazy_pattern(r"-----BEGIN (?:[A-Z0-9 ]{0,40}\Z|[A-Z0-9 ]{0,40}PRIVATE KEY)")
_END = "-----END"
_MAY_GO_ON = lazy_pattern(r"[\w+/=.~%-]*")


class StreamRedactor:
    """Takes a text in pieces and gives out as much of it as is known to be without keys."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._spaced = redactor.spaced
        self._context = ""
        self._held = ""
        self._inside_key = False
        """Whether the last thing given out was a key too long to be held, which may go on."""

    def push(self, piece: str) -> str:
        """What may be shown once `piece` has come."""
        self._held += self._without_rest_of_key(piece)
        end = self._end_of_words()
        if end == 0 and len(self._held) > _MOST_HELD:
            return self._part_of_long_word()
        return self._released(end) if end else ""

    def flush(self) -> str:
        """The rest; nothing follows."""
        rest = self._released(len(self._held))
        self._context, self._inside_key = "", False
        return rest

    def _without_rest_of_key(self, piece: str) -> str:
        if not self._inside_key:
            return piece
        rest = _MAY_GO_ON.match(piece)
        end = rest.end() if rest else 0
        self._inside_key = end == len(piece)
        return piece[end:]

    def _end_of_words(self) -> int:
        """Up to where no word, open block or known value is cut."""
        end = len(self._held.rstrip(" \t\r\n")) if self._held[-1:].isspace() else 0
        end = len(self._held) if end else self._last_space()
        for block in _OPEN_BLOCK.finditer(self._held):
            whole = _END in self._held[block.end() :] and self._held[-1:].isspace()
            if not whole and len(self._held) - block.start() <= _MOST_HELD:
                end = min(end, block.start())
                break
        return self._before_known_value(end)

    def _last_space(self) -> int:
        return max(self._held.rfind(space) for space in " \t\r\n") + 1

    def _before_known_value(self, end: int) -> int:
        """`end`, or where a known value begins that may go on behind it."""
        moved = True
        while moved:
            moved = False
            for value in self._spaced:
                start = max(0, end - len(value) + 1)
                place = self._held.find(value[0], start, end)
                while place >= 0 and not value.startswith(self._held[place:end]):
                    place = self._held.find(value[0], place + 1, end)
                if place >= 0:
                    end, moved = place, True
        return end

    def _part_of_long_word(self) -> str:
        """The start of a word that is longer than any key, but for keys that may go on."""
        end = len(self._held) - _KEPT_OF_LONG_WORD
        shift = len(self._context)
        for hit in self._redactor.hits(self._context + self._held):
            if hit.start - shift < end < hit.end - shift:
                end = max(hit.start - shift, 0)
                if end == 0:
                    self._inside_key = hit.end - shift == len(self._held)
                    end = hit.end - shift
        return self._released(end)

    def _released(self, end: int) -> str:
        window = self._context + self._held[:end]
        shift = len(self._context)
        self._held = self._held[end:]
        self._context = window[-_CONTEXT:]
        hits = [
            Hit(max(hit.start - shift, 0), hit.end - shift, hit.fingerprint)
            for hit in self._redactor.hits(window)
            if hit.end > shift
        ]
        return with_placeholders(window[shift:], hits)
