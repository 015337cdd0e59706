"""What the configuration of a project may decide before anybody has trusted it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.support.table import table

from architect.bootstrap.trust import agents_without_configuration
from architect.config.layers import LayerSources, Loaded, load_layers
from architect.domain.errors import ConfigError
from architect.domain.trust import BoundFiles
from architect.policy.file_rules import SENSITIVE_FILES


def load(
    folder: Path,
    project: str,
    *,
    user: str = "",
    environ: Mapping[str, str] | None = None,
    trusted: bool = False,
) -> Loaded:
    (folder / ".architect.yaml").write_bytes(project.encode())
    (folder / "user.yaml").write_bytes(user.encode())
    return load_layers(
        LayerSources(project=folder, user=folder / "user.yaml", environ=environ or {}),
        agents=agents_without_configuration(),
        is_trusted=lambda files: trusted,
    )


def value(loaded: Loaded, key: str) -> Any:
    values: Any = loaded.config.model_dump(mode="json")
    for part in key.split("."):
        values = values.get(part) if values is not None else None
    return values


@table(
    ("key", "written", "user"),
    [
        ("llm.timeout", 5, ""),
        ("llm.retries", 0, ""),
        ("llm.stream", False, ""),
        ("llm.prompt_caching", False, "llm: {prompt_caching: true}"),
        ("llm.max_output_tokens", 500, ""),
        ("llm.temperature", 0.5, ""),
        ("agents.build.max_steps", 7, ""),
        ("agents.build.confirm_mode", "confirm-all", ""),
        ("agents.plan.confirm_mode", "confirm-sensitive", ""),
        ("agents.build.allowed_tools", ["read_file"], ""),
        ("agents.mine.max_steps", 3, "agents: {mine: {system_prompt: Hi}}"),
        ("logging.level", "debug", ""),
        ("logging.verbose", 2, ""),
        ("workspace.allow_delete", False, "workspace: {allow_delete: true}"),
        ("context.max_context_tokens", 5000, ""),
        ("context.parallel_tools", False, ""),
        ("commands.enabled", False, ""),
        ("commands.default_timeout", 10, ""),
        ("commands.allowed_only", True, ""),
        ("costs.enabled", True, "costs: {enabled: false}"),
        ("costs.budget_usd", 1.5, ""),
        ("costs.budget_usd", 1.5, "costs: {budget_usd: 2}"),
        ("costs.budget_tokens", 9, ""),
        ("costs.warn_at_usd", 1.0, ""),
        ("edits.review", "confirm", ""),
        ("edits.review", "propose", "edits: {review: confirm}"),
        ("edits.save", "ask", ""),
        ("commands.sandbox", "require", ""),
        ("commands.network", False, "commands: {network: true}"),
        ("commands.max_processes", 100, ""),
        ("guardrails.protected_files", ["a"], ""),
        ("guardrails.max_lines_changed", 5, ""),
        ("guardrails.require_test_after_edit", True, ""),
    ],
)
def test_what_only_tightens_counts(tmp_path: Path, key: str, written: Any, user: str) -> None:
    loaded = load(tmp_path, as_yaml(key, written), user=user)
    assert (loaded.ignored, value(loaded, key)) == ((), written)


@table(
    ("key", "written", "user"),
    [
        ("llm.provider", "litellm", ""),
        ("llm.model", "evil/model", ""),
        ("llm.api_base", "http://127.0.0.1:9", ""),
        ("llm.api_key_env", "AWS_SECRET_ACCESS_KEY", ""),
        ("llm.timeout", 3600, ""),
        ("llm.retries", 10, ""),
        ("llm.prompt_caching", True, ""),
        ("llm.max_output_tokens", 500, "llm: {max_output_tokens: 400}"),
        ("llm.extra_headers", {"X-Evil": "1"}, ""),
        ("llm.fallbacks", ["evil/model"], ""),
        ("llm.extra_body", {"user": "1"}, "llm: {extra_body: {user: '2'}}"),
        ("agents.build.system_prompt", "Obey.", ""),
        ("agents.build.max_steps", 1000, ""),
        ("agents.build.max_steps", 10, "agents: {build: {max_steps: 9}}"),
        ("agents.build.confirm_mode", "yolo", ""),
        (
            "agents.build.confirm_mode",
            "confirm-sensitive",
            "agents: {build: {confirm_mode: confirm-all}}",
        ),
        ("agents.plan.allowed_tools", ["read_file", "write_file"], ""),
        ("agents.plan.allowed_tools", [], ""),
        ("logging.level", "error", ""),
        ("logging.file", "/tmp/x", ""),
        ("workspace.root", "/", ""),
        ("workspace.allow_delete", True, ""),
        ("context.max_tool_result_tokens", 1000000, ""),
        ("commands.enabled", True, "commands: {enabled: false}"),
        ("commands.default_timeout", 600, ""),
        ("commands.safe_commands", ["rm"], ""),
        ("commands.allowed_only", False, "commands: {allowed_only: true}"),
        ("costs.enabled", False, ""),
        ("costs.prices_file", "/etc/passwd", ""),
        ("costs.budget_usd", 3.0, "costs: {budget_usd: 2}"),
        ("costs.budget_usd", None, "costs: {budget_usd: 2}"),
        ("costs.fallback_price", {"input": 0.0, "output": 0.0}, ""),
        ("edits.review", "after", "edits: {review: confirm}"),
        ("edits.save", "auto", "edits: {save: never}"),
        ("commands.sandbox", "off", ""),
        ("commands.sandbox", "auto", "commands: {sandbox: require}"),
        ("commands.network", True, ""),
        ("commands.sandbox_paths", ["/home"], ""),
        ("commands.sandbox_writable", ["/home"], ""),
        ("commands.max_processes", 1000000, ""),
        ("guardrails.enabled", False, "guardrails: {enabled: true}"),
        ("guardrails.max_lines_changed", None, "guardrails: {max_lines_changed: 5}"),
        ("guardrails.quality_gates", [{"name": "g", "command": "x"}], ""),
        ("hooks.session_start", [{"command": "x"}], ""),
    ],
)
def test_what_would_loosen_is_ignored_and_told_with_its_place(
    tmp_path: Path, key: str, written: Any, user: str
) -> None:
    without = value(load(tmp_path, "", user=user), key)
    loaded = load(tmp_path, as_yaml(key, written), user=user)
    assert loaded.ignored == (f".architect.yaml:1: {key}",)
    assert value(loaded, key) == without != written


def as_yaml(key: str, written: Any) -> str:
    import json

    *sections, name = key.split(".")
    opened = "".join(f"{{{section}: " for section in sections)
    return f"{opened}{{{name}: {json.dumps(written)}}}{'}' * len(sections)}\n"


def test_trusted_all_of_it_counts(tmp_path: Path) -> None:
    text = "llm: {model: m, api_base: 'http://h'}\nagents: {build: {confirm_mode: yolo}}\n"
    loaded = load(tmp_path, text, trusted=True)
    assert (loaded.ignored, loaded.config.llm.model) == ((), "m")
    assert value(loaded, "agents.build.confirm_mode") == "yolo"


def test_the_tightened_rest_of_a_file_counts(tmp_path: Path) -> None:
    text = "llm:\n  timeout: 5\n  model: m\n  retries: 0\ncommands: {enabled: false}\n"
    loaded = load(tmp_path, text)
    assert loaded.ignored == (".architect.yaml:3: llm.model",)
    llm = loaded.config.llm
    assert (llm.timeout, llm.retries, llm.model) == (5, 0, "auto")
    assert not loaded.config.commands.enabled


def test_blocked_patterns_are_added_to_those_of_the_user(tmp_path: Path) -> None:
    loaded = load(
        tmp_path,
        "commands: {blocked_patterns: [prod, b]}",
        user="commands: {blocked_patterns: [a, b]}",
    )
    assert loaded.ignored == ()
    assert loaded.config.commands.blocked_patterns == ("a", "b", "prod")


def test_a_project_cannot_empty_the_blocked_patterns_of_the_user(tmp_path: Path) -> None:
    user = "commands: {blocked_patterns: [a]}"
    for written in ("[]", "[x]"):
        loaded = load(tmp_path, f"commands: {{blocked_patterns: {written}}}", user=user)
        assert "a" in loaded.config.commands.blocked_patterns


def test_a_project_cannot_switch_the_rules_of_the_user_off_by_naming_the_default(
    tmp_path: Path,
) -> None:
    user = "guardrails: {protected_files: [a]}"
    loaded = load(tmp_path, "guardrails: {enabled: false}", user=user)
    assert loaded.config.guardrails.holds


def test_files_that_are_sensitive_by_default_stay_so(tmp_path: Path) -> None:
    loaded = load(tmp_path, "guardrails: {sensitive_files: [mine.txt]}")
    assert loaded.config.guardrails.sensitive_files == (*SENSITIVE_FILES, "mine.txt")


def test_an_agent_that_only_the_project_knows_is_not_there(tmp_path: Path) -> None:
    loaded = load(tmp_path, "agents:\n  mine: {system_prompt: Obey., confirm_mode: yolo}\n")
    assert loaded.ignored == (".architect.yaml:2: agents.mine",)
    assert loaded.config.agents == {}


def test_a_value_that_holds_anyway_is_not_told(tmp_path: Path) -> None:
    text = "llm: {model: auto, api_base: null}\nworkspace: {root: .}\n"
    assert load(tmp_path, text).ignored == ()
    user = "llm: {model: mine}"
    assert load(tmp_path, "llm: {model: mine}", user=user).ignored == ()


def test_the_user_decides_above_the_project_too(tmp_path: Path) -> None:
    environ = {"ARCHITECT__COMMANDS__DEFAULT_TIMEOUT": "300", "ARCHITECT_MODEL": "mine"}
    loaded = load(tmp_path, "commands: {default_timeout: 5}\nllm: {model: m}", environ=environ)
    assert loaded.config.commands.default_timeout == 300
    assert loaded.config.llm.model == "mine"


def test_a_mistake_is_an_error_trusted_or_not(tmp_path: Path) -> None:
    for trusted in (True, False):
        with pytest.raises(ConfigError, match="did you mean 'model'"):
            load(tmp_path, "llm: {modle: x}", trusted=trusted)


def test_what_the_user_leaves_to_an_ignored_agent_is_an_error_that_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        load(
            tmp_path,
            "agents: {mine: {system_prompt: Hi}}",
            environ={"ARCHITECT__AGENTS__MINE__MAX_STEPS": "3"},
        )
    assert "needs a system_prompt" in str(refused.value)
    assert "ignored until `architect trust`: .architect.yaml:1: agents.mine" in str(refused.value)


def test_trust_is_asked_about_only_where_it_makes_a_difference(tmp_path: Path) -> None:
    asked: list[BoundFiles] = []

    def is_trusted(files: BoundFiles) -> bool:
        asked.append(files)
        return False

    for text in ("", "llm: {timeout: 5}\n", "llm: {model: m}\n"):
        (tmp_path / ".architect.yaml").write_bytes(text.encode())
        load_layers(LayerSources(project=tmp_path), agents={}, is_trusted=is_trusted)
    assert [list(files) for files in asked] == [[".architect.yaml"]]
