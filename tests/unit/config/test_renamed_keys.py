"""Keys by the names that they had before."""

from pathlib import Path

import pytest

from architect.config.keys import field_at
from architect.config.layers import LayerSources, Loaded, load_layers
from architect.config.renamed_keys import RENAMED_KEYS
from architect.domain.agent_names import DEFAULT_AGENTS
from architect.domain.errors import ConfigError

OLD = "guardrails:\n  enabled: true\n  obeyed_files:\n    - Makefile\n"


def loaded(tmp_path: Path, text: str = "", *, trusted: bool = True, **environ: str) -> Loaded:
    (tmp_path / ".architect.yaml").write_text(text)
    return load_layers(
        LayerSources(project=tmp_path, environ=environ),
        agents={},
        is_trusted=lambda files: trusted,
    )


def test_every_new_name_is_a_key_and_no_old_name_is_one_any_more():
    for old, new in RENAMED_KEYS.items():
        assert _is_key(new), new
        assert not _is_key(old), old


def _is_key(dotted: str) -> bool:
    section, name = dotted.split(".")
    return name in DEFAULT_AGENTS if section == "agents" else field_at((section, name)) is not None


def test_an_old_name_counts_and_is_told(tmp_path: Path):
    settings = loaded(tmp_path, OLD)

    assert settings.config.guardrails.executable_config_files == ("Makefile",)
    assert settings.notes == (
        ".architect.yaml:3: guardrails.obeyed_files is now called "
        "guardrails.executable_config_files; the old name will stop working",
    )


def test_new_names_are_not_worth_a_word(tmp_path: Path):
    assert loaded(tmp_path, OLD.replace("obeyed", "executable_config")).notes == ()


def test_an_old_name_in_a_variable_counts(tmp_path: Path):
    settings = loaded(tmp_path, ARCHITECT__GUARDRAILS__OBEYED_FILES="[Makefile]")

    assert settings.config.guardrails.executable_config_files == ("Makefile",)
    assert [note.split(":")[0] for note in settings.notes] == [
        "ARCHITECT__GUARDRAILS__OBEYED_FILES"
    ]


def test_an_old_name_only_tightens_in_a_project_that_is_not_trusted(tmp_path: Path):
    settings = loaded(tmp_path, OLD, trusted=False)

    files = settings.config.guardrails.executable_config_files
    assert files[-1] == "Makefile"
    assert ".vscode" in files


def test_a_problem_is_reported_on_the_line_of_the_old_name(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"^\.architect\.yaml:4: guardrails\.executable_config"):
        loaded(tmp_path, OLD.replace("Makefile", "[1]"))


def test_both_names_at_once_are_an_error(tmp_path: Path):
    both = f"{OLD}  executable_config_files: []\n"
    with pytest.raises(ConfigError) as error:
        loaded(tmp_path, both)
    assert str(error.value) == (
        ".architect.yaml:3: guardrails.obeyed_files: is now called executable_config_files, "
        "which is set too; remove one"
    )
