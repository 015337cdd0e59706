"""Texts without keys: known values by what they are, others by what they look like."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256

from architect.domain.redaction import SHORTEST_SECRET, Redaction, placeholder
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.secrets.rules import STATED_VALUE, Rule, load_rules
from architect.policy.secrets.spellings import spellings

KNOWN_VALUE = "known-value"
"""The rule that finds the values of key variables."""

_LONG_WORDS = lazy_pattern(r"[A-Za-z0-9_+/=.%~:?&@-]{20,}")
"""Where most keys must be: a part of usual text in which it costs little to look for all starts."""

_HASHED_FILE = lazy_pattern(
    r"(?<=[0-9a-f]{16})\.(?:avif|bmp|css|gif|gz|html?|ico|jpe?g|js|json|map|md|mjs|mp[34]|png|svg|tsx?|txt|wasm|webp"
    r"|woff2?|zip)\b"
)
"""The end of the name of a file that has a hash in it, as builds make them."""

_SHORT = 2_000
_CACHED = 200_000
"""Characters: the same texts come again in several events, short ones in many."""

_ASCII_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


@frozen
class Hit:
    """A key from `start` to `end`."""

    start: int
    end: int
    fingerprint: str


@frozen
class Cleaned:
    """A text without keys, and what was replaced in it."""

    text: str
    redactions: tuple[Redaction, ...] = ()


class Redactor:
    """Replaces keys by placeholders.

    `values` are known keys; `allowed` are fingerprints of false alarms. A known value cannot be
    allowed, but one that a file states can.
    """

    def __init__(self, values: Iterable[str] = (), *, allowed: Collection[str] = ()) -> None:
        self._of_variables = _spelled(values, KNOWN_VALUE)
        self._known = self._of_variables
        self._stated: dict[str, frozenset[str]] = {}
        self._shown: set[str] = set()
        self._allowed = frozenset(allowed)
        self._of_short = lru_cache(maxsize=512)(self._cleaned)
        self._of_long = lru_cache(maxsize=16)(self._cleaned)

    def learn(self, stated: Mapping[str, Collection[str]]) -> None:
        """Know the values that files state, by the paths of these, beside those known already."""
        self._stated |= {path: frozenset(values) for path, values in stated.items()}
        self._know_what_is_stated()

    def let_show(self, paths: Iterable[str]) -> None:
        """Forget what the files at `paths` state, now and later: a person has agreed to show it."""
        self._shown.update(paths)
        self._know_what_is_stated()

    def _know_what_is_stated(self) -> None:
        stated = {
            value
            for path, values in self._stated.items()
            if path not in self._shown
            for value in values
        }
        found = _spelled(stated, STATED_VALUE)
        kept = {known: name for known, name in found.items() if name not in self._allowed}
        self._known = {**kept, **self._of_variables}
        self._of_short.cache_clear()
        self._of_long.cache_clear()

    @property
    def spaced(self) -> tuple[str, ...]:
        """The spellings of known values with white space in them, which a word does not end."""
        return tuple(known for known in self._known if any(map(str.isspace, known)))

    def clean(self, text: str) -> Cleaned:
        """`text` with a placeholder for each key; the same text if there is none."""
        if len(text) < SHORTEST_SECRET:
            return Cleaned(text)
        if len(text) <= _SHORT:
            return self._of_short(text)
        return self._of_long(text) if len(text) <= _CACHED else self._cleaned(text)

    def hits(self, text: str) -> list[Hit]:
        """The keys in `text`, in their order; they do not overlap."""
        known = _apart(self._known_in(text))
        rest = _with_gaps(text, known) if known else text
        found = self._without_allowed(list(_looking_like_keys(rest, self._allowed)))
        return _apart([*known, *found]) if found else known

    def hidden_in(self, text: str) -> dict[str, tuple[str, ...]]:
        """The keys in `text` by their fingerprints, of which two different ones may share one."""
        found: dict[str, dict[str, None]] = {}
        for hit in self.hits(text):
            found.setdefault(hit.fingerprint, {})[text[hit.start : hit.end]] = None
        return {name: tuple(keys) for name, keys in found.items()}

    def _without_allowed(self, hits: list[Hit]) -> list[Hit]:
        """`hits` without false alarms, whatever other rule has found the same."""
        allowed = {(hit.start, hit.end) for hit in hits if hit.fingerprint in self._allowed}
        return [hit for hit in hits if (hit.start, hit.end) not in allowed] if allowed else hits

    def _known_in(self, text: str) -> Iterator[Hit]:
        for spelling, name in self._known.items():
            for place in _places(text, spelling):
                yield Hit(place, place + len(spelling), name)

    def _cleaned(self, text: str) -> Cleaned:
        hits = self.hits(text)
        if not hits:
            return Cleaned(text)
        counts = Counter(hit.fingerprint for hit in hits)
        redactions = tuple(Redaction(name, count) for name, count in counts.items())
        return Cleaned(with_placeholders(text, hits), redactions)


def _spelled(values: Iterable[str], rule: str) -> dict[str, str]:
    """The fingerprint of each of `values`, by all its spellings."""
    return {
        spelling: fingerprint(rule, value)
        for value in sorted(set(values), key=len)
        for spelling in spellings(value)
    }


def with_placeholders(text: str, hits: Iterable[Hit]) -> str:
    """`text` with a placeholder for each of `hits`, which are in order."""
    pieces: list[str] = []
    end = 0
    for hit in hits:
        pieces += (text[end : hit.start], placeholder(hit.fingerprint))
        end = hit.end
    return "".join((*pieces, text[end:]))


def _with_gaps(text: str, hits: Iterable[Hit]) -> str:
    """`text` of the same length with a gap for each of `hits`, so that what is beside one shows."""
    pieces: list[str] = []
    end = 0
    for hit in hits:
        pieces += (text[end : hit.start], "]" * (hit.end - hit.start))
        end = hit.end
    return "".join((*pieces, text[end:]))


def fingerprint(rule: str, value: str) -> str:
    """The fingerprint of a key that `rule` found."""
    content = f"{rule}\0{value}".encode("utf-8", "surrogatepass")
    return f"{rule}:{sha256(content).hexdigest()[:4]}"


def _looking_like_keys(text: str, allowed: Collection[str]) -> Iterator[Hit]:
    """What rules find; under a former name of a rule if it is `allowed` by that."""
    in_words, in_text, in_any_case = _starts()
    lowered, words = _lowered(text), "\n".join(set(_LONG_WORDS.findall(text)))
    present = [(rule, start, text) for start, rule in in_words if start in words] if words else []
    present += [(rule, start, text) for start, rule in in_text if start in text]
    present += [(rule, start, lowered) for start, rule in in_any_case if start in lowered]
    for rule, word, searched in present:
        for start, end in _found_from(_places(searched, word), rule, text):
            value = text[start:end]
            former = (fingerprint(name, value) for name in rule.formerly)
            name = next((name for name in former if name in allowed), None)
            yield Hit(start, end, name or fingerprint(rule.name, value))


@cache
def _starts() -> tuple[list[tuple[str, Rule]], ...]:
    """The starts with their rules: of keys that are words, of others, and of those in any case."""
    pairs = [(start, rule) for rule in load_rules() for start in rule.starts]
    return (
        [pair for pair in pairs if pair[1].is_word],
        [pair for pair in pairs if not (pair[1].is_word or pair[1].any_case)],
        [pair for pair in pairs if pair[1].any_case],
    )


def _found_from(places: Iterable[int], rule: Rule, text: str) -> Iterator[tuple[int, int]]:
    """From where to where the keys are that `rule` finds at `places`."""
    end = 0
    for place in places:
        begin = place - rule.back
        if begin < end or (found := rule.pattern.match(text, begin)) is None:
            continue
        group = found.lastindex or 0
        if rule.check is not None and not rule.check(found):
            end = found.start(group) if rule.may_nest else found.end(group)
        elif not (rule.is_word and _HASHED_FILE.match(text, found.end(group))):
            end = found.end(group)
            yield found.start(group), end


def _places(text: str, needle: str) -> Iterator[int]:
    place = text.find(needle)
    while place >= 0:
        yield place
        place = text.find(needle, place + 1)


def _lowered(text: str) -> str:
    """`text` in lower case, each character where it was: some have a longer one."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.translate(_ASCII_LOWER)


def _apart(hits: Iterable[Hit]) -> list[Hit]:
    """`hits` in order; of those that overlap, the first with the extent of all."""
    result: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if result and hit.start < result[-1].end:
            last = result[-1]
            result[-1] = Hit(last.start, max(last.end, hit.end), last.fingerprint)
        else:
            result.append(hit)
    return result
