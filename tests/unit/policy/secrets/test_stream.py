"""Keys in texts that arrive in pieces."""

import base64
import random
import string
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from architect.domain.redaction import PLACEHOLDER
from architect.policy.secrets.redactor import Redactor
from architect.policy.secrets.stream import StreamRedactor

ALNUM = string.ascii_letters + string.digits
CHANCE = random.Random(7)
TOKEN = "ghp_" + "".join(CHANCE.choices(ALNUM, k=36))
KNOWN = "correct-horse-battery-9"
SPACED = "first line of it\nsecond line of it"
RANDOM = "".join(CHANCE.choices(ALNUM, k=32))
PEM_LINES = ["".join(CHANCE.choices(ALNUM + "+/", k=64)) for _ in range(20)]
PEM = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *PEM_LINES, "-----END RSA PRIVATE KEY-----"])
SECRETS = [TOKEN, KNOWN, SPACED, RANDOM, *PEM_LINES]

TEXTS = [
    f"the token is {TOKEN}, keep it",
    f"export API_KEY={RANDOM}\nnext line",
    f'api_key =  "{RANDOM}" and more',
    f"value {KNOWN}",
    f"{KNOWN}{TOKEN}",
    f"before {SPACED} after",
    f"{SPACED}{SPACED}",
    f"cat key\n{PEM}\nthe rest",
    PEM,
    f"Authorization: Bearer {RANDOM}\n",
    f"https://bot:{RANDOM}@example.com/x",
]


def pieces(text: str, cuts: list[int]) -> list[str]:
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[a:b] for a, b in pairwise(places)]


def streamed(parts: list[str]) -> list[str]:
    stream = StreamRedactor(Redactor([KNOWN, SPACED]))
    return [*(stream.push(part) for part in parts), stream.flush()]


@pytest.mark.parametrize("text", TEXTS)
@settings(max_examples=60)
@given(cuts=st.lists(st.integers(0, 2_000), max_size=12))
def test_a_key_is_not_shown_wherever_the_text_is_cut(text: str, cuts: list[int]) -> None:
    shown = "".join(streamed(pieces(text, cuts)))
    for secret in SECRETS:
        for start in range(0, len(secret) - 11, 6):
            assert secret[start : start + 12] not in shown
    assert PLACEHOLDER.search(shown)


@pytest.mark.parametrize("text", TEXTS)
def test_a_key_is_not_shown_character_by_character(text: str) -> None:
    shown = "".join(streamed(list(text)))
    assert shown == Redactor([KNOWN, SPACED]).clean(text).text


@given(
    text=st.text(alphabet="ab =:\n\"'-.é\u2028", max_size=200), cuts=st.lists(st.integers(0, 300))
)
def test_a_text_without_keys_comes_out_as_it_went_in(text: str, cuts: list[int]) -> None:
    assert "".join(streamed(pieces(text, cuts))) == text


def test_words_are_shown_as_soon_as_they_end() -> None:
    assert streamed(["Let me ", "look", " at", " it."]) == ["Let me ", "", "look ", "at ", "it."]


def test_a_certificate_is_not_held_back() -> None:
    assert streamed(["-----BEGIN CERTIFICATE-----\nabc\n", "more "])[0] != ""


def test_what_is_held_back_has_a_limit() -> None:
    stream = StreamRedactor(Redactor())
    shown = "".join(stream.push("x" * 1_000) for _ in range(100))
    assert len(shown) > 80_000
    assert len(shown + stream.flush()) == 100_000


def test_a_block_that_never_ends_is_shown_without_its_key() -> None:
    lines = [f"{CHANCE.getrandbits(380):x}"[:64] for _ in range(600)]
    parts = ["-----BEGIN PRIVATE KEY-----\n", *(f"{line}\n" for line in lines)]
    shown = "".join(streamed(parts))
    assert not [line for line in lines[:200] if line in shown]


def test_a_key_in_a_very_long_word_is_not_shown() -> None:
    blob = base64.b64encode(CHANCE.randbytes(40_000)).decode()
    parts = [blob[n : n + 997] for n in range(0, len(blob), 997)]
    shown = "".join(streamed([*parts, ";", TOKEN[:9], TOKEN[9:], ";", *parts]))
    assert TOKEN[8:30] not in shown
    assert blob in shown


def test_a_very_long_key_is_swallowed_to_its_end() -> None:
    long = "sk-ant-api03-" + "".join(CHANCE.choices(ALNUM, k=60_000))
    shown = "".join(streamed([long[n : n + 500] for n in range(0, len(long), 500)] + [" end"]))
    assert shown.endswith(" end")
    assert len(shown) < 200
