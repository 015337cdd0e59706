"""Every language says all that the sources say, and nothing else."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from scripts.locales.catalogues import (
    LANGUAGES,
    catalogue,
    compiled,
    fields_of,
    file_of,
    is_whole,
)
from scripts.locales.messages import SERVER, marked, messages, unreadable

from architect.l10n_templates import MESSAGES

ENGLISH_NAMES = {"number_type"}
"""Fields that a library fills with English words: a translation does without them."""


@pytest.fixture(scope="module")
def said() -> Catalog:
    return messages()


def of(found: Catalog) -> dict[str, Message]:
    return {str(message.id): message for message in found if message.id}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_none_that_nobody_says(language: str, said: Catalog) -> None:
    has, wanted = of(catalogue(language)), of(said)
    assert {
        "missing; run `make locales` and translate them": sorted(wanted.keys() - has.keys()),
        "said nowhere; run `make locales`": sorted(has.keys() - wanted.keys()),
        "not translated": [text for text, one in has.items() if one.fuzzy or not is_whole(one)],
    } == {
        "missing; run `make locales` and translate them": [],
        "said nowhere; run `make locales`": [],
        "not translated": [],
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_fields_of_its_text(language: str) -> None:
    wrong = [text for text, one in of(catalogue(language)).items() if not keeps_fields(one)]
    assert wrong == []


def keeps_fields(message: Message) -> bool:
    texts = message.id if isinstance(message.id, (list, tuple)) else [message.id]
    told = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    allowed = [fields_of(text) - ENGLISH_NAMES for text in texts]
    return all(fields_of(text or "") - ENGLISH_NAMES in allowed for text in told)


def test_fields_that_differ_are_seen() -> None:
    assert not keeps_fields(Message("no {name!r} in {place}", "ningún {name} en {place}"))
    assert keeps_fields(Message("no {name!r} in {place}", "en {place} no hay {name!r}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_program_reads_is_made_of_what_was_translated(language: str) -> None:
    is_current = file_of(language, "mo").read_bytes() == compiled(language)
    assert is_current, "run `make locales`"


def test_what_is_translated_stands_in_the_source_as_one_text() -> None:
    """An f-string is filled before it could be looked up."""
    assert list(unreadable(SERVER)) == []


def test_an_f_string_is_seen(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text('t(f"no {name}")\nt(NAME)\nt("no {name}", name=name)\n')
    assert list(unreadable(tmp_path)) == ["words.py:1"]


def test_the_fields_of_messages_are_there_and_none_is_what_somebody_is_asked_about(
    said: Catalog,
) -> None:
    """What a question is about is a model's: it is never translated."""
    texts = [message.id if isinstance(message.id, str) else message.id[0] for message in said]
    asked = [text for file, text in marked(SERVER) if file == "domain/question_title.py"]
    assert set().union(*map(fields_of, texts)) >= MESSAGES
    assert asked
    assert not MESSAGES & set().union(*map(fields_of, map(str, asked)))
