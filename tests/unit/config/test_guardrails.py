from pathlib import Path

import pytest
from tests.support.trusted_config import load_config

from architect.config.schema import Config
from architect.domain.errors import ConfigError


def load(folder: Path, text: str) -> Config:
    (folder / "user.yaml").write_bytes(text.encode())
    return load_config(
        explicit=None, project=folder, user=folder / "user.yaml", environ={}, flags={}
    )


def error(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    return str(caught.value).removeprefix(f"{folder}/")


def test_any_rule_switches_the_section_on(tmp_path: Path) -> None:
    assert load(tmp_path, "guardrails: {protected_files: [a]}").guardrails.holds
    assert load(tmp_path, "guardrails: {enabled: true}").guardrails.holds


def test_false_written_out_switches_it_off(tmp_path: Path) -> None:
    assert not load(tmp_path, "guardrails: {enabled: false, protected_files: [a]}").guardrails.holds


def test_gates_and_rules_have_defaults(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        "guardrails:\n  quality_gates: [{name: t, command: make}]\n"
        "  code_rules: [{pattern: x, message: m}]\n",
    ).guardrails
    [gate], [rule] = settings.quality_gates, settings.code_rules
    assert (gate.required, gate.timeout, rule.severity) == (True, 60, "warn")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blocked_commands: ['(']", "blocked_commands[0]: '(' is not a regular expression: "),
        ("protected_files: ['']", "protected_files[0]: must not be blank"),
        (
            "quality_gates: [{name: a, command: x}, {name: a, command: y}]",
            "quality_gates: two gates have the name 'a'",
        ),
        ("quality_gates: [{name: a}]", "quality_gates[0].command: missing"),
        (
            "quality_gates: [{name: a, command: b, timeout: 0}]",
            "quality_gates[0].timeout: 0 is out of range, 1 to 3600",
        ),
        (
            "code_rules: [{pattern: x, message: m, severity: fatal}]",
            "code_rules[0].severity: 'fatal' is not one of warn, block",
        ),
        (
            "code_rules: [{patern: x, message: m}]",
            "code_rules[0].patern: unknown key, did you mean 'pattern'?",
        ),
        ("max_files_modified: -1", "max_files_modified: -1 is out of range, at least 0"),
        ("protected_file: [a]", "protected_file: unknown key, did you mean 'protected_files'?"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, message: str) -> None:
    assert f"guardrails.{message}" in error(tmp_path, f"guardrails:\n  {text}\n")
