from tests.support.table import table

from architect.adapters.shell.command_environment import (
    command_environment,
    is_withheld,
    key_values,
    note_on_withheld,
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
    "AWS_SECRET_ACCESS_KEY",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "CLIENT_SECRET",
    "SECRET_KEY_BASE",
    "DB_PASSWORD",
    "PGPASSWORD",
    "MYSQL_PWD",
    "SNOWFLAKE_JWT",
    "GITLAB_PAT",
    "ARCHITECT__MCP__SERVERS",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
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
    "AWS_REGION",
    "AWS_PROFILE",
]
_NO_KEYS = [
    ("TOKEN_TTL", "3600"),
    ("TOKEN_TTL", "15m"),
    ("ACCESS_TOKEN_EXPIRE_MINUTES", "30"),
    ("SECRET_KEY", "ci-dummy"),
    ("SECRET_KEY", "test-secret-key"),
    ("SECRET_KEY", "not-a-secret"),
    ("DB_PASSWORD", "test"),
    ("OPENAI_API_KEY", "fake"),
    ("API_KEY", ""),
    ("USE_TOKENS", "true"),
    ("TOKEN_URL", "https://auth.example.org/oauth/token"),
    ("GOOGLE_APPLICATION_CREDENTIALS", "/home/me/key.json"),
    ("SSH_KEY_TYPE", "ed25519"),
    ("JWT_ALGORITHM", "HS256"),
    ("AWS_SECRET_NAME", "prod/database"),
]
_KEYS_WHATEVER_THEY_LOOK_LIKE = [
    ("DB_PASSWORD", "hunter2"),
    ("DB_PASSWORD", "Summer2024!"),
    ("SECRET", "correct-horse-battery-staple"),
    ("API_KEY", "sk-test-4eC39HqLyjWDarjtT1zdp7dc"),
    ("API_KEY", "8e5ba0c2-1f6e-4d53-9f3c-0c6a4a3f8f11"),
    ("API_KEY", "12345678901234567890"),
    ("AWS_SECRET_ACCESS_KEY", "/aB3xK9pQ2mN7vT5wR8yU1iO4lS6dF0gHjZcXb+q"),
    ("WEBHOOK_TOKEN", "https://hooks.example.org/services/T0AB12CD3/aB3xK9pQ2mN7vT5wR8yU1iO4"),
    ("TOKEN_URL", "https://user:hunter2@example.org/"),
    ("SECRET_NAME", "aB3xK9pQ2mN7vT5wR8yU1iO4"),
    ("DJANGO_SECRET_KEY", "django-insecure-x7!k2#v9@p4m^w8z$q1r*t5y&u3i(o0a"),
]


@table("name", _KEYS + _HOOKS)
def test_keys_and_hooks_are_neither_inherited_nor_added(name: str):
    assert is_withheld(name, "inherited")
    assert name not in command_environment({name: "inherited"}, {name: "added"})


@table("name", _HARMLESS)
def test_everything_else_is_inherited_and_can_be_changed(name: str):
    assert not is_withheld(name, "inherited")
    assert command_environment({name: "inherited"}, {})[name] == "inherited"
    assert command_environment({name: "inherited"}, {name: "added"})[name] == "added"


@table(("name", "value"), _NO_KEYS)
def test_what_is_no_key_by_its_value_is_there(name: str, value: str):
    assert command_environment({name: value}, {})[name] == value
    assert command_environment({}, {name: value})[name] == value


@table(("name", "value"), _KEYS_WHATEVER_THEY_LOOK_LIKE)
def test_what_could_be_a_key_is_withheld(name: str, value: str):
    assert name not in command_environment({name: value}, {})


def test_a_command_that_misses_a_withheld_variable_is_told_its_name_only():
    inherited = {"STRIPE_API_KEY": "sk_live_0123456789", "NODE_OPTIONS": "--x", "OTHER_KEY": "k3y"}

    note = note_on_withheld("KeyError: 'STRIPE_API_KEY' PAGER HOME", inherited)

    assert "STRIPE_API_KEY is set, but withheld" in note
    assert "sk_live" not in note
    assert "OTHER_KEY" not in note
    assert note_on_withheld("no variable here", inherited) == ""


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


def test_the_headers_for_a_collector_are_keys_as_they_are_and_decoded() -> None:
    headers = "api-key=0123456789,authorization=Basic%20YWJjZGVmZ2g%3D,x=1"
    variables = {"OTEL_EXPORTER_OTLP_HEADERS": headers, "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a"}
    found = key_values(variables)
    assert {"0123456789", "YWJjZGVmZ2g="} <= found
    assert not {"1", "http://a", ""} & found
