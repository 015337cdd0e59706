import codecs
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.errors import NotTextError
from architect.domain.text.document import Document
from architect.domain.text.file_text import (
    decode,
    dominant_newline,
    encode,
    split_at_lf,
    split_lines,
    with_newlines,
)

LATIN_1 = "# Zürich, café\nx = 1\ny = 2\n".encode("latin-1")
TEXTS = st.text(st.sampled_from("ab é\n\r\t\x0b\x0c\x1c\x85\u2028\U0001f600"))


@pytest.mark.parametrize(
    ("content", "document"),
    [
        (b"", Document("")),
        ("é\r\n".encode(), Document("é\r\n")),
        (codecs.BOM_UTF8 + b"a", Document("a", bom=True)),
        (codecs.BOM_UTF16_LE + b"a\0\n\0", Document("a\n", "utf-16-le", bom=True)),
        (codecs.BOM_UTF16_BE + b"\0a\0\n", Document("a\n", "utf-16-be", bom=True)),
    ],
)
def test_utf8_and_utf16_are_decoded_and_written_back(content: bytes, document: Document) -> None:
    assert decode(content) == document
    assert encode(document) == content


@pytest.mark.parametrize(
    "content",
    [
        b"a\0b",
        b"caf\xe9",
        codecs.BOM_UTF16_LE + b"a",
        codecs.BOM_UTF16_LE + b"\x00\xd8",
        codecs.BOM_UTF32_LE + b"a\0\0\0",
        b"\x89PNG\r\n\x1a\n\0",
    ],
)
def test_what_is_not_text_is_refused(content: bytes) -> None:
    with pytest.raises(NotTextError):
        decode(content)


@pytest.mark.parametrize("bom", [b"", codecs.BOM_UTF8])
def test_a_few_bytes_that_are_not_utf8_survive_an_edit_elsewhere(bom: bytes) -> None:
    document = decode(bom + LATIN_1)
    assert (document.undecodable_bytes, document.bom) == (True, bool(bom))
    edited = replace(document, text=document.text.replace("x = 1", "x = 10"))
    assert encode(edited) == bom + LATIN_1.replace(b"x = 1", b"x = 10")


@pytest.mark.parametrize(
    "content", [LATIN_1 + b"\0", LATIN_1 + b"\x01", "Дом\n".encode("cp1251") * 9]
)
def test_other_encodings_and_binary_files_are_refused(content: bytes) -> None:
    with pytest.raises(NotTextError):
        decode(content)


def test_the_place_of_a_wrong_byte_is_named() -> None:
    with pytest.raises(NotTextError, match="byte 3 is not valid utf-8"):
        decode(b"caf\xe9")


@pytest.mark.parametrize(
    "document", [Document("a\0b"), Document("\ud800"), Document("€", "latin-1")]
)
def test_a_text_that_could_not_be_read_again_is_not_encoded(document: Document) -> None:
    with pytest.raises(NotTextError):
        encode(document)


@given(st.binary(max_size=40) | TEXTS.map(str.encode) | TEXTS.map(lambda t: t.encode("utf-16")))
def test_bytes_survive_or_are_refused(content: bytes) -> None:
    try:
        document = decode(content)
    except NotTextError:
        return
    assert encode(document) == content


def test_lines_end_at_lf_crlf_and_cr_only() -> None:
    text = "a\nb\r\nc\rd\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029e"
    assert split_lines(text) == ["a\n", "b\r\n", "c\r", "d\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029e"]


def test_a_lone_cr_ends_no_line_for_git() -> None:
    assert split_at_lf("a\rb\r\nc\x0c\x85\n") == ["a\rb\r\n", "c\x0c\x85\n"]


@given(TEXTS)
def test_lines_join_to_the_text(text: str) -> None:
    assert "".join(split_lines(text)) == text
    assert "".join(split_at_lf(text)) == text


@pytest.mark.parametrize(
    ("text", "newline"),
    [
        ("", "\n"),
        ("a", "\n"),
        ("a\nb\n", "\n"),
        ("a\r\nb\r\nc\n", "\r\n"),
        ("a\r\nb\nc\n", "\n"),
        ("a\rb\rc\n", "\r"),
    ],
)
def test_the_newline_of_most_lines_wins(text: str, newline: str) -> None:
    assert dominant_newline(text) == newline


@given(TEXTS, st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_are_replaced_and_nothing_else(text: str, newline: str) -> None:
    changed = with_newlines(text, newline)
    assert [line.rstrip("\r\n") for line in split_lines(changed)] == [
        line.rstrip("\r\n") for line in split_lines(text)
    ]
    assert with_newlines(changed, newline) == changed
