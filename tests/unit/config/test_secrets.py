"""What may stand in `secrets.allow`."""

from pathlib import Path

import pytest
from tests.support.trusted_config import load_config

from architect.config.schema import Config
from architect.domain.errors import ConfigError


def load(folder: Path, text: str) -> Config:
    (folder / ".architect.yaml").write_bytes(text.encode())
    return load_config(project=folder)


def test_fingerprints_are_allowed_as_they_stand_in_placeholders(tmp_path: Path) -> None:
    config = load(tmp_path, "secrets: {allow: [github-token:1f3a, 'jwt:0000']}")
    assert config.secrets.allow == ("github-token:1f3a", "jwt:0000")


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("'[redacted:jwt:0000]'", "is not a fingerprint"),
        ("hunter2", "is not a fingerprint"),
        ("jwt", "is not a fingerprint"),
        ("github-tokn:1f3a", "there is no rule 'github-tokn', did you mean 'github-token'?"),
        ("known-value:1f3a", "there is no rule 'known-value'"),
    ],
)
def test_anything_else_is_an_error_with_its_place(tmp_path: Path, entry: str, problem: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(tmp_path, f"secrets: {{allow: [{entry}]}}")
    assert problem in str(refused.value)
    assert str(refused.value).startswith(".architect.yaml:1: secrets.allow")
