from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.trusted_config import load_config

from architect.config.project_files import project_config_file
from architect.config.schema import Config
from architect.config.user_file import user_config_file
from architect.domain.errors import ConfigError
from architect.domain.verdict import ConfirmMode
from architect.policy.executable_config_files import EXECUTABLE_CONFIG_FILES


def load(
    folder: Path,
    *,
    project: str | None = None,
    user: str | None = None,
    explicit: str | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Config:
    """The configuration of a project in `folder` whose files have these contents."""
    written: dict[str, Path | None] = {}
    for name, text in {".architect.yaml": project, "user.yaml": user, "c.yaml": explicit}.items():
        written[name] = None if text is None else folder / name
        (folder / name).unlink(missing_ok=True)
        if text is not None:
            (folder / name).write_bytes(text.encode())
    return load_config(
        explicit=written["c.yaml"],
        project=folder,
        user=written["user.yaml"],
        environ=environ or {},
        flags=flags or {},
    )


def errors(folder: Path, **layers: Any) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(folder, **layers)
    return str(caught.value).replace(f"{folder}/", "").split("\n")


def test_without_any_layer_everything_is_the_default(tmp_path: Path) -> None:
    assert load(tmp_path) == Config()


def test_the_defaults_are_those_of_the_specification() -> None:
    assert Config().model_dump(mode="json") == {
        "schema_version": 1,
        "language": "auto",
        "llm": {
            "provider": "auto",
            "mode": "direct",
            "api": "auto",
            "model": "auto",
            "api_base": None,
            "api_key_env": "LITELLM_API_KEY",
            "timeout": 600,
            "idle_timeout": 120,
            "retries": 2,
            "stream": True,
            "reasoning_effort": None,
            "prompt_caching": "auto",
            "assume_tools": False,
            "fallbacks": [],
            "max_output_tokens": None,
            "temperature": None,
            "extra_headers": {},
            "extra_body": {},
        },
        "agents": {},
        "logging": {"level": "human", "file": None, "verbose": 0},
        "workspace": {"root": ".", "allow_delete": False},
        "context": {
            "max_tool_result_tokens": "auto",
            "max_context_tokens": "auto",
            "compact_at": 0.75,
            "summarize_after_steps": 8,
            "keep_recent_steps": 4,
            "parallel_tools": True,
        },
        "commands": {
            "enabled": True,
            "default_timeout": 120,
            "max_output_lines": 200,
            "blocked_patterns": [],
            "safe_commands": [],
            "allowed_only": False,
            "ask": "auto",
            "sandbox": "auto",
            "network": False,
            "sandbox_paths": [],
            "sandbox_writable": [],
            "max_processes": 4096,
            "max_file_mb": 20000,
        },
        "costs": {
            "enabled": True,
            "prices_file": None,
            "budget_usd": None,
            "budget_tokens": None,
            "warn_at_usd": None,
            "fallback_price": None,
        },
        "edits": {"review": "after", "save": "auto", "report_problems": True},
        "hooks": {
            "pre_tool_use": [],
            "post_tool_use": [],
            "pre_llm_call": [],
            "post_llm_call": [],
            "session_start": [],
            "session_end": [],
            "on_error": [],
            "budget_warning": [],
            "context_compress": [],
            "agent_complete": [],
            "post_edit": [],
        },
        "secrets": {"allow": []},
        "indexer": {
            "enabled": True,
            "max_file_size": 1_000_000,
            "exclude_dirs": [],
            "exclude_patterns": [],
            "use_cache": True,
            "map_tokens": 1_500,
        },
        "sessions": {"cleanup_after_days": None, "max_megabytes": None},
        "checkpoints": {"enabled": True, "every_n_steps": 1, "max_file_megabytes": 50},
        "telemetry": {
            "enabled": False,
            "exporter": "console",
            "endpoint": None,
            "protocol": "grpc",
            "trace_file": None,
            "content": False,
        },
        "memory": {"enabled": False, "auto_detect_corrections": True},
        "evaluation": {"mode": "off", "max_retries": 2, "confidence_threshold": 0.8},
        "auto_review": {"enabled": False, "review_model": None, "max_fix_passes": 1},
        "health": {
            "enabled": False,
            "fail_on_worse": False,
            "include_patterns": ["**/*.py"],
            "exclude_dirs": [],
        },
        "llm_cache": {"enabled": False, "dir": None, "ttl_hours": 24},
        "lsp": {"servers": {}},
        "mcp": {"enabled": True, "other_files": True, "servers": {}},
        "ralph": {
            "max_iterations": 25,
            "max_cost": None,
            "max_time": None,
            "completion_tag": "COMPLETE",
            "agent": "build",
            "check_timeout": 600.0,
        },
        "parallel": {
            "workers": None,
            "agent": "build",
            "max_steps": 50,
            "budget_per_worker": None,
            "timeout_per_worker": 600.0,
            "prepare": None,
            "links": [".venv", "venv", "node_modules"],
            "worktrees": None,
            "unit_retries": 2,
            "executor": "local",
            "scheduler": None,
            "send_keys": False,
        },
        "skills": {"auto_discover": True, "inject_by_glob": True},
        "web": {"enabled": False, "domains": [], "allow_private": False, "timeout": 30},
        "guardrails": {
            "enabled": False,
            "protected_files": [],
            "sensitive_files": [
                ".env*",
                "*.pem",
                "*.key",
                "*.p12",
                "*.pfx",
                "id_rsa*",
                "id_dsa*",
                "id_ecdsa*",
                "id_ed25519*",
                "credentials",
                "credentials.json",
                ".netrc",
                ".npmrc",
                ".pgpass",
                ".pypirc",
                ".git-credentials",
                ".ssh/",
                ".aws/",
                ".gnupg/",
            ],
            "executable_config_files": list(EXECUTABLE_CONFIG_FILES),
            "blocked_commands": [],
            "max_files_modified": None,
            "max_lines_changed": None,
            "max_commands_executed": None,
            "require_test_after_edit": False,
            "quality_gates": [],
            "code_rules": [],
        },
    }


LAYERS = ("user", "project", "environ", "flags")


def layer_setting(layer: str, value: str) -> Any:
    match layer:
        case "environ":
            return {"ARCHITECT_MODEL": value}
        case "flags":
            return {"llm.model": value}
        case _:
            return f"llm:\n  model: {value}\n"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(present=st.sets(st.sampled_from(LAYERS)))
def test_the_last_layer_that_sets_a_key_wins(tmp_path: Path, present: set[str]) -> None:
    config = load(tmp_path, **{layer: layer_setting(layer, f"from-{layer}") for layer in present})
    winner = max(present, key=LAYERS.index, default=None)
    assert config.llm.model == (f"from-{winner}" if winner else "auto")


def test_layers_that_set_different_keys_of_a_section_all_count(tmp_path: Path) -> None:
    llm = load(
        tmp_path,
        user="llm: {timeout: 5}",
        project="llm: {retries: 3}",
        environ={"ARCHITECT__LLM__STREAM": "false"},
        flags={"llm.model": "m"},
    ).llm
    assert (llm.timeout, llm.retries, llm.stream, llm.model) == (5, 3, False, "m")


def test_lists_are_replaced_and_not_joined(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        user="agents: {build: {allowed_tools: [grep, read_file], max_steps: 9}}",
        project="agents: {build: {allowed_tools: [edit_file]}}",
    )
    assert config.agents["build"].allowed_tools == ("edit_file",)
    assert config.agents["build"].max_steps == 9


def test_null_in_a_later_layer_takes_a_value_back(tmp_path: Path) -> None:
    config = load(
        tmp_path, user="costs: {budget_usd: 3}", environ={"ARCHITECT__COSTS__BUDGET_USD": "null"}
    )
    assert config.costs.budget_usd is None


def test_a_section_without_a_value_takes_nothing_back(tmp_path: Path) -> None:
    assert load(tmp_path, user="llm: {timeout: 5}", project="llm:\n").llm.timeout == 5


def test_an_explicit_file_is_read_instead_of_that_of_the_project(tmp_path: Path) -> None:
    llm = load(
        tmp_path,
        user="llm: {retries: 1}",
        project="llm: {model: unread, timeout: wrong}",
        explicit="llm: {model: read}",
    ).llm
    assert (llm.model, llm.timeout, llm.retries) == ("read", 600, 1)


def test_an_explicit_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    missing = tmp_path / "none.yaml"
    with pytest.raises(ConfigError) as caught:
        load_config(explicit=missing, project=tmp_path)
    assert str(caught.value) == f"{missing}: cannot be read: No such file or directory"


def test_a_user_file_that_is_missing_is_no_error(tmp_path: Path) -> None:
    user = tmp_path / "none" / "config.yaml"
    assert load_config(project=tmp_path, user=user) == Config()


def test_the_project_file_may_stand_in_the_folder_architect(tmp_path: Path) -> None:
    (tmp_path / ".architect").mkdir()
    (tmp_path / ".architect/config.yaml").write_bytes(b"llm:\n  nope: 1\n")
    assert project_config_file(tmp_path) == tmp_path / ".architect/config.yaml"
    assert errors(tmp_path)[0].startswith(".architect/config.yaml:2: llm.nope: unknown key")


def test_two_project_files_are_an_error_that_names_both(tmp_path: Path) -> None:
    (tmp_path / ".architect").mkdir()
    (tmp_path / ".architect/config.yaml").write_bytes(b"")
    expected = "both .architect/config.yaml and .architect.yaml exist, remove one of them"
    assert errors(tmp_path, project="") == [expected]


def test_a_project_file_that_is_a_dangling_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / ".architect.yaml").symlink_to(tmp_path / "nowhere")
    with pytest.raises(ConfigError, match=r"^\.architect\.yaml: cannot be read: No such file"):
        load_config(project=tmp_path)


def test_flags_that_were_not_given_set_nothing(tmp_path: Path) -> None:
    assert load(tmp_path, flags={"llm.model": None, "llm.stream": None}) == Config()


def test_errors_of_flags_name_the_flag_as_it_is_typed(tmp_path: Path) -> None:
    flags = {
        "agents.build.max_steps": 0,
        "agents.build.confirm_mode": "ask",
        "costs.budget_usd": -1,
        "llm.api_base": "nowhere",
        "logging.level": "loud",
    }
    assert errors(tmp_path, flags=flags) == [
        "--max-steps: agents.build.max_steps: 0 is out of range, 1 to 1000",
        "--mode: agents.build.confirm_mode: 'ask' is not one of yolo, confirm-sensitive,"
        " confirm-all",
        "--budget: costs.budget_usd: -1 is out of range, at least 0",
        "--api-base: llm.api_base: 'nowhere' is not an address that starts with http:// or https://"
        " and names a host",
        "--log-level: logging.level: 'loud' is not one of debug, info, human, warn, error",
    ]


def test_all_problems_of_all_layers_are_reported_in_the_order_of_layers_and_lines(
    tmp_path: Path,
) -> None:
    assert errors(
        tmp_path,
        user="llm: {timeout: x}",
        project="workspace:\n  allow_delete: 1\nllm:\n  retries: 11\n  streem: true\n",
        environ={"ARCHITECT_LOG_LEVEL": "loud"},
        flags={"llm.timeout": 5, "llm.model": ""},
    ) == [
        "user.yaml:1: llm.timeout: 'x' is not a whole number",
        ".architect.yaml:2: workspace.allow_delete: 1 is not true or false",
        ".architect.yaml:4: llm.retries: 11 is out of range, 0 to 10",
        ".architect.yaml:5: llm.streem: unknown key, did you mean 'stream'?",
        "ARCHITECT_LOG_LEVEL: logging.level: 'loud' is not one of debug, info, human, warn, error",
        "--model: llm.model: must not be empty",
    ]


def test_a_file_that_cannot_be_read_hides_no_other_problem(tmp_path: Path) -> None:
    assert errors(tmp_path, user="a: [", project="llm: {timeout: x}") == [
        "user.yaml:1: not valid YAML: while parsing a flow node,"
        " did not find expected node content",
        ".architect.yaml:1: llm.timeout: 'x' is not a whole number",
    ]


def test_a_wrong_value_is_reported_even_if_a_later_layer_replaces_it(tmp_path: Path) -> None:
    assert errors(tmp_path, project="llm: 5", flags={"llm.model": "m"}) == [
        ".architect.yaml:1: llm: needs keys below it (provider, mode, api, model, api_base,"
        " api_key_env, timeout, idle_timeout, retries, stream, reasoning_effort,"
        " prompt_caching, assume_tools, fallbacks, max_output_tokens, temperature, extra_headers,"
        " extra_body),"
        " not 5"
    ]


def test_one_layer_may_complete_another(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        user="agents: {mine: {system_prompt: Be brief.}}\ncosts: {fallback_price: {input: 1}}",
        project="agents: {mine: {max_steps: 3}}\ncosts: {fallback_price: {output: 2.5}}",
    )
    assert config.agents["mine"].max_steps == 3
    price = config.costs.fallback_price
    assert price is not None
    assert (price.input, price.output) == (1.0, 2.5)


def test_what_no_layer_has_is_reported_where_the_last_of_them_should_have_it(
    tmp_path: Path,
) -> None:
    assert errors(
        tmp_path,
        user="agents: {mine: {max_steps: 3}}",
        project="\nagents:\n  mine: {max_steps: 4}\ncosts:\n  fallback_price: {input: 1}",
    ) == [
        ".architect.yaml:3: agents.mine: a new agent needs a system_prompt",
        ".architect.yaml:5: costs.fallback_price.output: missing",
    ]


def test_a_new_agent_gets_the_defaults_of_new_agents(tmp_path: Path) -> None:
    mine = load(tmp_path, project="agents: {mine: {system_prompt: Hi}}").agents["mine"]
    assert mine.allowed_tools == ()
    assert mine.confirm_mode is ConfirmMode.CONFIRM_SENSITIVE
    assert mine.max_steps == 20


def test_an_entry_named_like_a_default_agent_sets_only_what_it_says(tmp_path: Path) -> None:
    plan = load(tmp_path, project="agents: {plan: {confirm_mode: confirm-all}}").agents["plan"]
    assert plan.model_dump(exclude_none=True) == {"confirm_mode": ConfirmMode.CONFIRM_ALL}


def test_the_user_file_follows_the_xdg_folder_if_that_is_absolute() -> None:
    home = {"HOME": "/home/me"}
    in_home = Path("/home/me/.config/architect/config.yaml")
    assert user_config_file(home) == in_home
    assert user_config_file(home | {"XDG_CONFIG_HOME": ""}) == in_home
    assert user_config_file(home | {"XDG_CONFIG_HOME": "relative"}) == in_home
    xdg = user_config_file(home | {"XDG_CONFIG_HOME": "/xdg"})
    assert xdg == Path("/xdg/architect/config.yaml")
