"""The Dockerfile copies what there is, installs by hashes, and ends as an ordinary user."""

import shlex
from pathlib import Path

from scripts.image_steps import instructions, is_ignored

ROOT = Path(__file__).parents[2]
STEPS = list(instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")))
PATTERNS = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()


def texts(name: str) -> list[str]:
    return [step.text for step in STEPS if step.name == name]


def test_what_is_copied_exists_and_is_not_ignored() -> None:
    for text in texts("COPY"):
        *sources, _ = shlex.split(text)
        for source in sources:
            place = ROOT / source
            files = [place] if place.is_file() else list(place.rglob("*.py"))
            assert files, source
            for file in files:
                assert not is_ignored(file.relative_to(ROOT).as_posix(), PATTERNS), file


def test_nothing_else_goes_to_the_builder() -> None:
    for path in (
        *(".git/config", ".env", "tests/conftest.py", "docs/ci.md", ".venv/bin/python"),
        *("server/architect/__pycache__/x.pyc", "requirements/dev.txt"),
    ):
        assert is_ignored(path, PATTERNS), path


def test_every_package_is_installed_by_its_hash() -> None:
    installs = [text for text in texts("RUN") if "pip install" in text]
    assert len(installs) == 2
    for text in installs:
        assert "--require-hashes" in text or "--no-deps --no-build-isolation" in text


def test_jobs_run_as_an_ordinary_user_in_a_shell_of_their_ci() -> None:
    names = [step.name for step in STEPS]
    assert texts("USER") == ["architect"]
    assert names.index("USER") > max(at for at, name in enumerate(names) if name == "RUN")
    assert "ENTRYPOINT" not in names
    [image] = texts("FROM")
    assert image.startswith("python:3.12-slim-")


def test_lines_that_go_on_are_one_instruction() -> None:
    text = "# a comment\nRUN a \\\n    && b \\\n    # between\n    && c\n\nUSER x\n"
    assert [(step.name, " ".join(step.text.split())) for step in instructions(text)] == [
        ("RUN", "a && b && c"),
        ("USER", "x"),
    ]
