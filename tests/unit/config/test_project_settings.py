"""What a project's own configuration decides is told."""

from pathlib import Path

import pytest

from architect.config.project_settings import telling_settings
from architect.domain.errors import ConfigError


def settings(project: Path, text: str) -> list[str]:
    (project / ".architect.yaml").write_bytes(text.encode())
    return telling_settings(project)


def test_a_project_without_configuration_decides_nothing(tmp_path: Path) -> None:
    assert telling_settings(tmp_path) == []


def test_harmless_settings_are_not_told(tmp_path: Path) -> None:
    assert (
        settings(tmp_path, "llm: {model: m, timeout: 5}\ncontext: {parallel_tools: false}\n") == []
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("llm:\n  api_base: http://x/v1\n", ".architect.yaml:2: llm.api_base: http://x/v1"),
        (
            "agents:\n  build:\n    confirm_mode: yolo\n",
            ".architect.yaml:3: agents.build.confirm_mode: yolo",
        ),
        ("logging: {file: /x/y.log}\n", ".architect.yaml:1: logging.file: /x/y.log"),
        ("workspace: {allow_delete: true}\n", ".architect.yaml:1: workspace.allow_delete: True"),
    ],
)
def test_what_matters_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    assert settings(tmp_path, text) == [told]


def test_an_address_and_a_key_variable_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^\.architect\.yaml:1: a project may not choose both"):
        settings(tmp_path, "llm: {api_base: 'http://x/v1', api_key_env: AWS_SECRET_ACCESS_KEY}\n")
