from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from tests.support.table import table
from tests.support.trusted_config import load_config

from architect.config.schema import Config
from architect.domain.errors import ConfigError

SECTIONS = (
    "schema_version, language, llm, agents, logging, workspace, context, indexer, commands, costs,"
    " edits, hooks, guardrails, secrets, memory, evaluation,"
    " auto_review, health, llm_cache, lsp, mcp, sessions, checkpoints, ralph, parallel,"
    " skills, telemetry, web"
)


def load(folder: Path, text: str) -> Config:
    (folder / ".architect.yaml").write_bytes(text.encode())
    return load_config(project=folder)


def error(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\nllm:\n  modle: x", "4: llm.modle: unknown key, did you mean 'model'?"),
        (
            "llm: {extra_body: {Messages: []}}",
            "1: llm.extra_body: extra_body cannot set 'Messages', which is ours",
        ),
        (
            "llm: {extra_headers: {Host: sk-secret}}",
            "1: llm.extra_headers: extra_headers cannot set 'Host', which is ours",
        ),
        (
            'llm: {extra_headers: {X-Key: "sk-\\nsecret"}}',
            "1: llm.extra_headers: the value of 'X-Key' has characters that no header can have;"
            " it is not shown here in case it is a key",
        ),
        (
            "llm: {extra_headers: Bearer sk-secret}",
            "1: llm.extra_headers: needs keys below it (you choose), not this value",
        ),
        ("llm: {temperature: '1'}", "1: llm.temperature: '1' is not a number"),
        (
            "llm: {max_output_tokens: 0}",
            "1: llm.max_output_tokens: 0 is out of range, 1 to 10000000",
        ),
        ("llm: {api-base: x}", "1: llm.api-base: unknown key, did you mean 'api_base'?"),
        ("llm: {api_key: secret}", "1: llm.api_key: unknown key, did you mean 'api_key_env'?"),
        ("LLM: {}", "1: LLM: unknown key, did you mean 'llm'?"),
        ("model: x", "1: model: unknown key, did you mean 'llm.model'?"),
        (
            "enabled: true",
            "1: enabled: unknown key, did you mean 'indexer.enabled' or 'commands.enabled' or"
            " 'costs.enabled' or 'guardrails.enabled' or 'memory.enabled'"
            " or 'auto_review.enabled' or 'health.enabled' or 'llm_cache.enabled'"
            " or 'mcp.enabled' or 'checkpoints.enabled' or 'telemetry.enabled' or 'web.enabled'?",
        ),
        ("foo:", f"1: foo: unknown key, the keys here are {SECTIONS}"),
        ('"a\\nb": 1', f"1: 'a\\nb': unknown key, the keys here are {SECTIONS}"),
        (
            "agents: {build: {tools: []}}",
            "1: agents.build.tools: unknown key, the keys here are system_prompt, allowed_tools,"
            " confirm_mode, max_steps, model",
        ),
        (
            "agents: {biuld: {max_steps: 2}}",
            "1: agents.biuld: a new agent needs a system_prompt, did you mean 'build'?",
        ),
    ],
)
def test_unknown_keys_are_errors_that_name_the_nearest(
    tmp_path: Path, text: str, message: str
) -> None:
    assert error(tmp_path, text) == f".architect.yaml:{message}"


@table(
    ("text", "message"),
    [
        ("llm: {timeout: 1.5}", "llm.timeout: 1.5 is not a whole number"),
        ("llm: {timeout: '60'}", "llm.timeout: '60' is not a whole number"),
        ("llm: {timeout: true}", "llm.timeout: true is not a whole number"),
        ("llm: {timeout: null}", "llm.timeout: null is not a whole number"),
        ("llm: {timeout: [1]}", "llm.timeout: a list is not a whole number"),
        ("llm: {timeout: {a: b}}", "llm.timeout: a mapping is not a whole number"),
        ("llm: {timeout: 0}", "llm.timeout: 0 is out of range, 1 to 3600"),
        ("llm: {stream: 'true'}", "llm.stream: 'true' is not true or false"),
        (
            "llm: {model: 4}",
            "llm.model: 4 is not a string, put it in quotes if it is meant as one",
        ),
        ("llm: {model: ''}", "llm.model: must not be empty"),
        (
            "llm: {provider: openai}",
            "llm.provider: 'openai' is not one of auto, litellm, openai_compatible",
        ),
        ("llm: {mode: off}", "llm.mode: 'off' is not one of direct, proxy"),
        (
            "llm: {prompt_caching: often}",
            "llm.prompt_caching: 'often' is not one of true, false, auto",
        ),
        (
            "llm: {api_base: 'localhost:80'}",
            "llm.api_base: 'localhost:80' is not an address that starts with http:// or https://"
            " and names a host",
        ),
        (
            f"llm: {{timeout: {'x' * 100}}}",
            f"llm.timeout: '{'x' * 59}... is not a whole number",
        ),
        (
            "agents: {build: {confirm_mode: yes}}",
            "agents.build.confirm_mode: 'yes' is not one of yolo, confirm-sensitive, confirm-all",
        ),
        (
            "agents: {build: {allowed_tools: grep}}",
            "agents.build.allowed_tools: 'grep' is not a list, write it as [a, b]",
        ),
        (
            "agents: {build: {allowed_tools: [grep, 5]}}",
            "agents.build.allowed_tools[1]: 5 is not a string,"
            " put it in quotes if it is meant as one",
        ),
        (
            "agents: {my agent: {system_prompt: Hi}}",
            "agents.'my agent': 'my agent' is not a name, use letters, digits, - and _,"
            " a letter first",
        ),
        ("agents: [build]", "agents: needs keys below it (you choose), not a list"),
        ("logging: {verbose: 3}", "logging.verbose: 3 is out of range, 0 to 2"),
        (
            "logging: {file: 5}",
            "logging.file: 5 is not a path, put it in quotes if it is meant as one",
        ),
        ('workspace: {root: "a\\0"}', "workspace.root: a path cannot contain NUL"),
        (
            "context: {max_context_tokens: 999}",
            "context.max_context_tokens: 999 is out of range, 1000 to 10000000",
        ),
        (
            "commands: {default_timeout: 3601}",
            "commands.default_timeout: 3601 is out of range, 1 to 3600",
        ),
        (
            "commands: {max_output_lines: 9}",
            "commands.max_output_lines: 9 is out of range, 10 to 5000",
        ),
        (
            "commands: {blocked_patterns: ['(']}",
            "commands.blocked_patterns[0]: '(' is not a regular expression:"
            " missing ), unterminated subpattern at position 0",
        ),
        (
            "commands: {blocked_patterns: ['']}",
            "commands.blocked_patterns[0]: must not be blank",
        ),
        (
            "commands: {safe_commands: [' ']}",
            "commands.safe_commands[0]: must not be blank",
        ),
        (
            "commands: {safe_commands: ls}",
            "commands.safe_commands: 'ls' is not a list, write it as [a, b]",
        ),
        ("costs: {budget_usd: .inf}", "costs.budget_usd: '.inf' is not a number"),
        ("costs: {budget_usd: 1e999}", "costs.budget_usd: inf is not a finite number"),
        ("costs: {budget_tokens: -1}", "costs.budget_tokens: -1 is out of range, at least 0"),
        (
            "costs: {fallback_price: [3, 15]}",
            "costs.fallback_price: needs keys below it (input, output), not a list",
        ),
        ("costs: {fallback_price: {input: 3}}", "costs.fallback_price.output: missing"),
        ("schema_version: 2", "schema_version: version 2 is not supported, the newest is 1"),
        ("schema_version: true", "schema_version: true is not a whole number"),
    ],
)
def test_wrong_values_are_errors_that_say_what_is_right(
    tmp_path: Path, text: str, message: str
) -> None:
    assert error(tmp_path, text) == f".architect.yaml:1: {message}"


@pytest.mark.parametrize(
    "key",
    [
        "sk-proj-4eC39HqLyjWDarjtT1zdp7dc",
        "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
        "gsk_4eC39HqLyjWDarjtT1zdp7dc",
        "sk_onlyletters",
        "AIzaSyDdI0hCZtE6vySjMm_WEfRq3CPzqKqqsHI",
        "4f3c2b1a4f3c2b1a4f3c2b1a4f3c2b1a",
        "abc.def",
        "[sk-listed]",
        "{sk-mapped: 1}",
        "12345",
    ],
)
def test_what_looks_like_a_key_in_api_key_env_is_refused_without_showing_it(
    tmp_path: Path, key: str
) -> None:
    message = error(tmp_path, f"llm: {{api_key_env: {key}}}")
    assert message.startswith(".architect.yaml:1: llm.api_key_env: ")
    assert key.strip("[]{}").removesuffix(": 1") not in message


def test_the_error_about_api_key_env_says_what_belongs_there(tmp_path: Path) -> None:
    assert error(tmp_path, "llm: {api_key_env: sk-1}") == (
        ".architect.yaml:1: llm.api_key_env: api_key_env holds the NAME of a variable"
        " (letters, digits and _), not the key; the value is not shown here in case it is one"
    )


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "hf_token", "_K", "MY_COMPANY_GATEWAY_KEY_2026"]
)
def test_names_of_variables_are_accepted_in_api_key_env(tmp_path: Path, name: str) -> None:
    assert load(tmp_path, f"llm: {{api_key_env: {name}}}").llm.api_key_env == name


def test_paths_may_start_at_the_home_folder(tmp_path: Path) -> None:
    config = load(tmp_path, "logging: {file: ~/architect.log}")
    assert config.logging.file == Path("~/architect.log").expanduser()


def test_the_configuration_cannot_be_changed_once_loaded(tmp_path: Path) -> None:
    config = load(tmp_path, "")
    with pytest.raises(FrozenInstanceError):
        config.llm.model = "other"  # pyright: ignore[reportAttributeAccessIssue]
