import pytest
from tests.support.table import table

from architect.policy.file_rules import protected_files, sensitive_files

SENSITIVE = sensitive_files()


@table(
    "name",
    [
        ".env",
        ".env.local",
        "deep/down/.env",
        ".ENV",
        ".env.",
        ".e\u200bnv",
        "server.pem",
        "certs/server.PEM",
        "id_rsa",
        "id_ed25519_work",
        "config/credentials",
        "credentials.json",
        "client/.npmrc",
        ".env.test.local",
        ".ssh/known_hosts",
        "home/.aws/config",
        "./.env",
    ],
)
def test_files_that_usually_hold_secrets_are_found(name: str) -> None:
    assert SENSITIVE.match([name]) is not None


@pytest.mark.parametrize(
    "name",
    [
        ".env.example",
        ".env.production.sample",
        ".env.test",
        "api/.envrc",
        "id_rsa.pub",
        "credentials.py",
        "credentials/store.py",
        "environment.py",
        "src/env.py",
        "pem.txt",
        "monkey.py",
        "ssh/config",
        "aws/main.tf",
    ],
)
def test_what_only_looks_like_it_is_left_alone(name: str) -> None:
    assert SENSITIVE.match([name]) is None


def test_one_name_of_a_file_is_enough() -> None:
    assert SENSITIVE.match(["notes.txt", ".env"]) == ".env*"


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("vendor", "vendor/lib/a.py"),
        ("vendor/", "deep/vendor/a.py"),
        ("db/migrations", "db/migrations/0001.sql"),
        ("db/migrations/**", "db/migrations/x/0001.sql"),
        ("*.lock", "client/yarn.LOCK"),
        ("/Makefile", "Makefile"),
        ("./src/a.py", "src/a.py"),
    ],
)
def test_a_protected_folder_goes_with_all_that_is_in_it(pattern: str, name: str) -> None:
    assert protected_files((pattern,)).match([name]) == pattern


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("vendor", "vendored/a.py"),
        ("vendor/", "vendor"),
        ("db/migrations", "db/migrations_old/a.sql"),
        ("db/*.sql", "db/deep/a.sql"),
    ],
)
def test_neighbours_of_protected_files_are_free(pattern: str, name: str) -> None:
    assert protected_files((pattern,)).match([name]) is None


def test_an_example_may_be_protected() -> None:
    assert protected_files((".env.example",)).match([".env.example"]) == ".env.example"
