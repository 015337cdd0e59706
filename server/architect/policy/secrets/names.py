"""What the name of a variable, a field, an option or a header says about its value."""

import json
from collections.abc import Sequence
from enum import Enum, auto
from functools import cache, lru_cache
from pathlib import Path

from architect.lazy_pattern import lazy_pattern

_FILE = Path(__file__).with_name("names.json")

_WORDS = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Kind(Enum):
    """What a value is by its name."""

    KEY = auto()
    OWN_KEY = auto()
    """The key of something that is named too, as in `api_key`; what it holds is hardly an id."""
    PASSWORD = auto()


_PASSWORDS = frozenset({"password", "passwd", "passphrase", "passcode", "pwd", "pass"})
_KEYS = frozenset({"token", "secret", "credential", "cred", "auth"})

_ENDINGS = lazy_pattern(
    r"(?P<password>password|passwd|passphrase)|(?P<key>token|secret)"
    r"|(?P<own>(?:api|auth|access|secret|private|account|client|service|app|db|database|application"
    r"|signing|encryption|master|license|admin|priv)key)"
)
"""Names without a break in them, such as `dbpassword` and `theapikeyforfoo`."""


@lru_cache(maxsize=4_096)
def kind_of(name: str) -> Kind | None:
    """What stands under `name`; None if it is nothing that has to stay secret.

    Words may stand behind the one that says so: `API_KEY_PROD`, `mySecretString`.
    """
    words = _words(name)
    if words and words[0] in _listed("questions"):
        return None
    for place in range(len(words) - 1, -1, -1):
        kind = _kind(words, place, in_capitals=name.isupper())
        if kind is not None:
            return kind if _is_key_itself(words, place) else None
    return None


def may_be_id(name: str) -> bool:
    """Whether the value under `name` is an id rather than a key if it looks like one."""
    words = _words(name)
    is_of_call = words[-1:] in (["token"], ["key"]) and not _listed("ids").isdisjoint(words)
    return is_of_call or kind_of(name) is Kind.KEY


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def _is_key_itself(words: Sequence[str], place: int) -> bool:
    """Whether a name is not about the key that the word at `place` says, or a function of it."""
    before = words[place - 1] if place else ""
    return (
        _listed("public").isdisjoint(words)
        and _listed("about_a_key").isdisjoint(words[place + 1 :])
        and before not in _listed("places")
        and before not in _listed("questions")
    )


def _kind(words: Sequence[str], place: int, *, in_capitals: bool) -> Kind | None:
    word, before = words[place], words[place - 1] if place else ""
    singular = word.removesuffix("s") if word != "pass" else word
    if singular in _PASSWORDS:
        return Kind.PASSWORD
    if singular in _KEYS:
        return Kind.OWN_KEY if before else Kind.KEY
    if singular == "key":
        is_key = before in _listed("keys_of") or (
            in_capitals and before != "" and before not in _listed("no_keys_of")
        )
        return Kind.OWN_KEY if is_key else None
    return _kind_of_run(word)


def _kind_of_run(word: str) -> Kind | None:
    """By what is in a name without a break."""
    found = _ENDINGS.search(word)
    if found is None:
        return None
    if found.lastgroup == "own":
        return Kind.OWN_KEY
    if found.end() < len(word.removesuffix("s")):
        return None  # such as `tokenizer`
    return Kind.PASSWORD if found.lastgroup == "password" else Kind.OWN_KEY


@cache
def _listed(name: str) -> frozenset[str]:
    """The words that `names.json` has under `name`."""
    return frozenset(json.loads(_FILE.read_bytes())[name])
