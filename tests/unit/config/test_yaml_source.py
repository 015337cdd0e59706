import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.support.effort import tries
from tests.support.table import table
from tests.support.trusted_config import load_config

from architect.config.layer import Layer
from architect.config.schema import Config
from architect.config.yaml_parser import MAX_DEPTH, MAX_VALUES
from architect.config.yaml_source import MAX_SIZE_BYTES, read_layer
from architect.domain.errors import ConfigError


def read(folder: Path, content: str | bytes) -> Layer:
    path = folder / "c.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_layer(path, "c.yaml")


def error(folder: Path, content: str | bytes) -> str:
    with pytest.raises(ConfigError) as caught:
        read(folder, content)
    return str(caught.value)


@table(
    ("text", "value"),
    [
        *((word, word) for word in ("off", "on", "no", "yes", "y", "N", "Off", "NO")),
        ("true", True),
        ("False", False),
        ("'true'", "true"),
        ("null", None),
        ("~", None),
        ("'~'", "~"),
        ("12", 12),
        ("-3", -3),
        ("0777", "0777"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("0x10", "0x10"),
        ("9" * 19, "9" * 19),
        ("9" * 5000, "9" * 5000),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        (".nan", ".nan"),
        (".", "."),
        ("2024-01-01", "2024-01-01"),
        ("=", "="),
        ("|\n    two\n    lines", "two\nlines"),
    ],
)
def test_scalars_mean_what_people_think_they_mean(tmp_path: Path, text: str, value: object) -> None:
    read_value = read(tmp_path, f"a: {{}}\nk:\n  v: {text}").values["k"]["v"]
    assert read_value == value
    assert type(read_value) is type(value)


def test_keys_are_texts_whatever_they_look_like(tmp_path: Path) -> None:
    assert read(tmp_path, "{on: 1, 5: 2, null: 3, true: 4}").values == {
        "on": 1,
        "5": 2,
        "null": 3,
        "true": 4,
    }


def test_every_key_and_list_item_has_its_line(tmp_path: Path) -> None:
    layer = read(tmp_path, "# first\na:\n  b: 1\n  c:\n    - x\n    - {d: 2,\n       e: 3}\n")
    assert layer.lines == {
        ("a",): 2,
        ("a", "b"): 3,
        ("a", "c"): 4,
        ("a", "c", 0): 5,
        ("a", "c", 1): 6,
        ("a", "c", 1, "d"): 6,
        ("a", "c", 1, "e"): 7,
    }


def test_an_alias_stands_for_its_anchor_and_errors_point_at_the_alias(tmp_path: Path) -> None:
    layer = read(tmp_path, "a: &x {k: 1}\nb: *x\n")
    assert layer.values == {"a": {"k": 1}, "b": {"k": 1}}
    assert layer.place(("b", "k")) == "c.yaml:2"


@pytest.mark.parametrize(
    "content", ["", "# only a comment\n", "---\n", "{}", "~", "\ufeff", "---\n..."]
)
def test_a_file_without_settings_sets_nothing(tmp_path: Path, content: str) -> None:
    assert read(tmp_path, content).values == {}


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    layer = read(tmp_path, "\ufeffa:\r\n  b: c\r\n")
    assert layer.values == {"a": {"b": "c"}}
    assert layer.place(("a", "b")) == "c.yaml:2"


@table(
    ("content", "message"),
    [
        ("a: 1\nb: 2\na: 3", "3: the key 'a' is duplicated, first on line 1"),
        ("a: {b: 1,\n b: 2}", "2: the key 'b' is duplicated, first on line 1"),
        ("a:\n\tb: 1", "2: a tab in the indentation, YAML allows only spaces"),
        ("a: b\n\tc: d", "2: a tab in the indentation, YAML allows only spaces"),
        ("- a", "1: a list instead of sections such as 'llm:' with keys below"),
        ("text", "1: a single value instead of sections such as 'llm:' with keys below"),
        ("a: 1\n--- \nb: 2", "2: a second document ('---'), only one is read"),
        ("a: !!int 5", "1: the tag '!!int' is not supported, remove it"),
        (
            "a: !!python/name:os.system",
            "1: the tag '!!python/name:os.system' is not supported, remove it",
        ),
        ("!x a: 1", "1: the tag '!x' is not supported, remove it"),
        ("a: *b", "1: there is no anchor '&b' before this alias"),
        ("a: &b [*b]", "1: there is no anchor '&b' before this alias"),
        ("? [a]\n: b", "1: a key must be a plain string"),
        (
            "a: 'x\n",
            "1: not valid YAML: while scanning a quoted scalar, found unexpected end of stream",
        ),
        (b"a: b\n c\xff: d", "2: the byte 0xff is not UTF-8, save the file as UTF-8"),
        ("a: b".encode("utf-16"), "1: the byte 0xff is not UTF-8, save the file as UTF-8"),
        (b"a: b\n\nc: \x00", "3: the character '\\x00' is not allowed in YAML"),
    ],
)
def test_broken_files_are_errors_that_name_the_line(
    tmp_path: Path, content: str | bytes, message: str
) -> None:
    assert error(tmp_path, content) == f"c.yaml:{message}"


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused(tmp_path: Path, opening: str) -> None:
    content = "a:\n  " + opening * 50_000
    assert error(tmp_path, content) == f"c.yaml:2: nested more than {MAX_DEPTH} levels deep"


def test_aliases_that_multiply_are_refused(tmp_path: Path) -> None:
    laughs = ["a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    laughs += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    message = f"c.yaml:4: more than {MAX_VALUES} values, aliases counted in full"
    assert error(tmp_path, "\n".join(laughs)) == message


def test_a_file_above_the_size_limit_is_refused(tmp_path: Path) -> None:
    assert read(tmp_path, b"#" * MAX_SIZE_BYTES).values == {}
    message = "c.yaml: larger than 1000000 bytes, which is the limit"
    assert error(tmp_path, b"#" * (MAX_SIZE_BYTES + 1)) == message


def test_folders_and_pipes_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(ConfigError, match=r"^it: not a regular file$"):
            read_layer(path, "it")


def outcome(folder: Path, content: bytes) -> Config | ConfigError:
    (folder / ".architect.yaml").write_bytes(content)
    try:
        return load_config(project=folder)
    except ConfigError as error:
        return error


YAML_PIECES = st.sampled_from(
    [
        *("llm", "agents", "costs", "model", "timeout", "build", "system_prompt", "allowed_tools"),
        *(
            ": ",
            ":",
            "\n",
            "\n  ",
            "\n    ",
            "- ",
            "? ",
            ", ",
            "[",
            "]",
            "{",
            "}",
            "\t",
            "#",
            "---",
        ),
        *("&a ", "*a", "!!str ", "! ", "|", ">", "'", '"', "%", "@", "<<", "...", "\r", "\x85"),
        *(
            "true",
            "off",
            "null",
            "~",
            "5",
            "-1",
            "1e999",
            ".5",
            '"\\uD800"',
            "\u2028",
            "é",
            "\ufeff",
        ),
    ]
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=tries(100, long=3000)
)
@given(content=st.lists(YAML_PIECES, max_size=40).map(lambda pieces: "".join(pieces).encode()))
@example(content=b"llm:\n  model: x\n")
@example(content=b"agents: {? : {}}")
def test_text_that_looks_like_yaml_gives_a_config_or_a_config_error(
    tmp_path: Path, content: bytes
) -> None:
    result = outcome(tmp_path, content)
    if isinstance(result, ConfigError):
        assert all(line.startswith(".architect.yaml:") for line in str(result).split("\n"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_give_a_config_or_a_config_error(tmp_path: Path, content: bytes) -> None:
    assert isinstance(outcome(tmp_path, content), Config | ConfigError)
