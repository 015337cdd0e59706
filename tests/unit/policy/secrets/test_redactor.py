"""Known values in all their forms, and what looks like a key among what does not."""

import base64
import json
import random
import string
import uuid
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.redaction import PLACEHOLDER
from architect.policy.secrets.redactor import KNOWN_VALUE, Redactor
from architect.policy.secrets.spellings import spellings

VALUE = 'p4ss/word "quoted"+ü'
TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z" + "0A1b2C3d"
HEX40 = st.text("0123456789abcdef", min_size=40, max_size=40)
HEX64 = st.text("0123456789abcdef", min_size=64, max_size=64)


def rules(text: str) -> set[str]:
    return {redaction.rule for redaction in Redactor([VALUE]).clean(text).redactions}


@pytest.mark.parametrize(
    "form",
    [
        VALUE,
        json.dumps(VALUE)[1:-1],
        json.dumps(json.dumps(VALUE)[1:-1])[1:-1],
        json.dumps(VALUE, ensure_ascii=False)[1:-1],
        quote(VALUE),
        quote(VALUE, safe=""),
        VALUE.encode().hex(),
        VALUE.encode().hex().upper(),
    ],
)
def test_a_known_value_is_found_in_every_spelling(form: str) -> None:
    assert rules(f"x={form};") == {KNOWN_VALUE}
    assert form not in Redactor([VALUE]).clean(f"x={form};").text


@given(before=st.binary(max_size=20), after=st.binary(max_size=20))
def test_a_known_value_is_found_in_the_base64_of_anything_around_it(
    before: bytes, after: bytes
) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        text = encode(before + VALUE.encode() + after).decode()
        clean = Redactor([VALUE]).clean(text).text
        rest = PLACEHOLDER.sub("", clean)
        assert PLACEHOLDER.search(clean)
        assert len(rest) <= len(text) - len(VALUE.encode()) * 4 // 3 + 4


def test_the_spellings_of_a_short_value_are_not_found_by_chance() -> None:
    assert all(len(spelling) >= 8 for spelling in spellings("12345678"))
    assert "short" not in spellings("short")


def test_every_occurrence_is_counted_and_each_key_has_its_own_fingerprint() -> None:
    cleaned = Redactor(["first-value", "second-value"]).clean(
        f"first-value second-value first-value {TOKEN}"
    )
    assert sorted(redaction.count for redaction in cleaned.redactions) == [1, 1, 2]
    assert len({redaction.fingerprint for redaction in cleaned.redactions}) == 3


def test_of_two_known_values_the_longer_is_replaced_whole() -> None:
    clean = Redactor(["secret-value", "secret-value-and-more"]).clean("a secret-value-and-more b")
    assert PLACEHOLDER.sub("", clean.text) == "a  b"


def test_a_false_alarm_is_allowed_by_its_fingerprint_and_no_other_with_it() -> None:
    other = TOKEN.replace("a", "b")
    found = {each.fingerprint for each in Redactor().clean(f"{TOKEN} {other}").redactions}
    mine = next(iter(Redactor().clean(TOKEN).redactions)).fingerprint
    allowed = Redactor(allowed=[mine]).clean(f"{TOKEN} {other}")
    assert TOKEN in allowed.text
    assert {each.fingerprint for each in allowed.redactions} == found - {mine}


def test_a_known_value_cannot_be_allowed() -> None:
    mine = next(iter(Redactor([VALUE]).clean(VALUE).redactions)).fingerprint
    assert VALUE not in Redactor([VALUE], allowed=[mine]).clean(VALUE).text


def test_what_is_clean_already_stays_as_it_is() -> None:
    redactor = Redactor([VALUE])
    text = redactor.clean(f"api_key = '{TOKEN}'\npostgres://u:{VALUE[:4]}9Kx2@db {VALUE}").text
    assert redactor.clean(text).text == text
    assert redactor.clean(text).redactions == ()


WORDS = ["commit", "sha", "rev", "hash", "digest", "id", "etag", "checksum", "src", "key", "cache"]


@given(word=st.sampled_from(WORDS), value=HEX40 | HEX64 | st.uuids().map(str))
def test_hashes_and_ids_are_left_alone(word: str, value: str) -> None:
    for text in (f"{word}: {value}", f'"{word}": "{value}"', f"{word}={value}", f"{value}  {word}"):
        assert Redactor().clean(text).text == text


@given(value=st.uuids(), word=st.sampled_from(["token", "secret", "client_token", "api_key_id"]))
def test_an_id_is_left_alone_under_names_of_what_may_be_one(value: uuid.UUID, word: str) -> None:
    text = f'{word} = "{value}"'
    assert Redactor().clean(text).text == text


@given(content=st.binary(min_size=48, max_size=400), name=st.sampled_from(["left-pad", "a", "x/y"]))
def test_lock_files_and_images_are_left_alone(content: bytes, name: str) -> None:
    digest = base64.b64encode(content[:64]).decode()
    for text in (
        f'"{name}": {{"integrity": "sha512-{digest}"}}',
        f"    --hash=sha256:{content[:32].hex()} \\",
        f'<img src="data:image/png;base64,iVBORw0KGgo{digest}">',
        f"{name} = {{hash = 'sha256:{content[:32].hex()}'}}",
    ):
        assert Redactor().clean(text).text == text


@given(st.lists(st.from_regex(r"[a-zA-Z_$][\w$]{0,3}", fullmatch=True), min_size=30, max_size=80))
def test_minified_code_is_left_alone(names: list[str]) -> None:
    text = "!function(t,e){" + ";".join(f"{n}={n}({n}.{n})" for n in names) + "}();"
    assert Redactor().clean(text).text == text


@pytest.mark.parametrize(
    "template", ["api_key = '{}'", "TOKEN={}\n", '"clientSecret": "{}"', "secret_key: {}\n"]
)
@pytest.mark.parametrize("kind", [string.ascii_letters + string.digits, "0123456789abcdef"])
def test_under_the_name_of_a_key_nearly_all_that_is_random_is_found(
    template: str, kind: str
) -> None:
    chance = random.Random(3)
    values = ["".join(chance.choices(kind, k=40)) for _ in range(300)]
    missed = [each for each in values if each in Redactor().clean(template.format(each)).text]
    assert len(missed) <= 6


@given(st.text(max_size=300))
def test_any_text_can_be_cleaned(text: str) -> None:
    assert isinstance(Redactor([VALUE]).clean(text).text, str)


def test_letters_that_are_longer_in_lower_case_move_nothing() -> None:
    text = f"{'İ' * 20} API_KEY={TOKEN[4:]}9Zq8"
    assert TOKEN[4:] not in Redactor().clean(text).text


PIECES = [
    *("token=", "eyJ", "://a:", "sk-", "-", "password : ", "secret ", "key: ", "sshpass -p $P "),
    *("curl -u a:b ", "- name: token\n value: ", "token: |\n  ", "token>\n", "_authToken=$T "),
]


@pytest.mark.parametrize("piece", PIECES)
def test_no_text_takes_much_longer_than_another_of_its_length(piece: str) -> None:
    assert Redactor().clean(piece * (300_000 // len(piece))).redactions == ()
