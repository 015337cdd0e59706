from tests.support.table import table

from architect.adapters.shell.command_environment import (
    command_environment,
    is_withheld,
    key_values,
)

_KEYS = [
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "LITELLM_API_KEY",
    "LITELLM_MASTER_KEY",
    "AZURE_AD_TOKEN",
    "WATSONX_APIKEY",
    "GITHUB_TOKEN",
    "HF_TOKEN",
    "TOKEN",
    "NPM_CONFIG__AUTHTOKEN",
    "npm_config_//registry.example/:_authToken",
    "AWS_ACCESS_KEY_ID",
    "AWS_PROFILE",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "CLIENT_SECRET",
    "SECRET_KEY_BASE",
    "DB_PASSWORD",
    "PGPASSWORD",
    "MYSQL_PWD",
    "SNOWFLAKE_JWT",
    "GITLAB_PAT",
    "ARCHITECT__MCP__SERVERS",
]
_HOOKS = [
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "ENV",
    "BASH_FUNC_ls%%",
    "SHELLOPTS",
    "PROMPT_COMMAND",
    "IFS",
    "PYTHONSTARTUP",
    "PYTHONBREAKPOINT",
    "PERL5OPT",
    "RUBYOPT",
    "NODE_OPTIONS",
    "JAVA_TOOL_OPTIONS",
    "ELECTRON_RUN_AS_NODE",
    "MAKEFLAGS",
    "FORCE_COLOR",
]
_HARMLESS = [
    "GIT_CONFIG_KEY_0",
    "PATH",
    "HOME",
    "PWD",
    "OLDPWD",
    "LANG",
    "USER",
    "PYTHONPATH",
    "PYTHONDONTWRITEBYTECODE",
    "VIRTUAL_ENV",
    "NODE_ENV",
    "RAILS_ENV",
    "SSH_AUTH_SOCK",
    "TOKENIZERS_PARALLELISM",
    "KEYBOARD_LAYOUT",
    "GNOME_KEYRING_CONTROL",
    "MONKEY",
    "JAVA_HOME",
    "HTTPS_PROXY",
    "DATABASE_URL",
    "OLD_PATH",
    "BUILD_ID",
]


@table("name", _KEYS + _HOOKS)
def test_keys_and_hooks_are_neither_inherited_nor_added(name: str):
    assert is_withheld(name)
    assert name not in command_environment({name: "inherited"}, {name: "added"})


@table("name", _HARMLESS)
def test_everything_else_is_inherited_and_can_be_changed(name: str):
    assert not is_withheld(name)
    assert command_environment({name: "inherited"}, {})[name] == "inherited"
    assert command_environment({name: "inherited"}, {name: "added"})[name] == "added"


def test_configured_key_variables_are_withheld_whatever_their_name():
    environment = command_environment(
        {"MY_MODEL_ACCESS": "sk-1", "MY_MODEL": "m"}, {}, key_variables=["MY_MODEL_ACCESS"]
    )

    assert "MY_MODEL_ACCESS" not in environment
    assert environment["MY_MODEL"] == "m"


def test_pagers_editors_and_prompts_of_the_user_are_neutral():
    users = {"PAGER": "less", "GIT_PAGER": "delta", "TERM": "xterm", "EDITOR": "vim"}

    environment = command_environment(users, {})

    assert environment["PAGER"] == environment["GIT_PAGER"] == "cat"
    assert environment["EDITOR"] == environment["GIT_EDITOR"] == "true"
    assert environment["TERM"] == "dumb"
    assert environment["NO_COLOR"] == "1"
    assert environment["GIT_TERMINAL_PROMPT"] == "0"


def test_the_arguments_are_not_changed():
    inherited, added = {"A": "1", "BASH_ENV": "x"}, {"B": "2"}

    command_environment(inherited, added)

    assert (inherited, added) == ({"A": "1", "BASH_ENV": "x"}, {"B": "2"})


def test_the_values_of_keys_are_found_and_nothing_else() -> None:
    variables = {
        "OPENAI_API_KEY": "sk-0123456789",
        "MINE": "named-in-the-configuration",
        "GITHUB_TOKEN": "ghp_0123456789",
        "SHORT_KEY": "1234567",
        "GOOGLE_APPLICATION_CREDENTIALS": "/home/me/key.json",
        "AWS_REGION": "eu-central-1",
        "HOME": "/home/somebody",
    }
    assert key_values(variables, key_variables=("MINE",)) == {
        "sk-0123456789",
        "named-in-the-configuration",
        "ghp_0123456789",
    }
