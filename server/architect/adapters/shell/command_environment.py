"""The environment of a command: the user's own, without keys, hooks into programs, and pagers."""

import re
from collections.abc import Collection, Mapping
from urllib.parse import unquote

from architect.domain.redaction import SHORTEST_SECRET
from architect.lazy_pattern import lazy_pattern

_KEY_WORD = lazy_pattern(
    r"\w*(APIKEY|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?)|KEYS?|JWT|PAT"
)
"""A word of a name (words are separated by `_`) that says that the value is a key."""

_KEY_HEADERS = lazy_pattern(r"OTEL_EXPORTER_OTLP_(\w+_)?HEADERS")
"""Names of variables that list headers, `api-key=...,x=...`, for a collector of telemetry."""

_KEY_NAME = lazy_pattern(r"AWS_CONTAINER_.*|MYSQL_PWD|ARCHITECT__.*|OTEL_EXPORTER_OTLP_.*HEADERS")
"""Names of keys that do not say so; our own settings may contain some."""

_GIT_SETTING = lazy_pattern(r"GIT_CONFIG_KEY_\d+")
"""The name of a setting, git-config(1); without it git fails on `GIT_CONFIG_COUNT`."""

_HOOK_NAME = lazy_pattern(
    # The dynamic linker, ld.so(8) and dyld(1).
    r"LD_.*|DYLD_.*"
    # Shells: files read at start, functions and options from outside, word splitting.
    r"|BASH_ENV|ENV|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS4|IFS|CDPATH|GLOBIGNORE"
    # Interpreters: code or options for every program that runs in them.
    r"|PYTHONSTARTUP|PYTHONINSPECT|PYTHONBREAKPOINT|PYTHONHOME|PERL5OPT|PERL5DB|RUBYOPT"
    r"|NODE_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS"
    # less(1): programs that read a file for it, and keys that run commands.
    r"|LESSOPEN|LESSCLOSE|LESSKEY.*"
    # What an editor or a make above us says to its own children.
    r"|ELECTRON_RUN_AS_NODE|VSCODE_INSPECTOR_OPTIONS|MAKEFLAGS|MFLAGS|MAKELEVEL"
    # Colours by force; they outrank NO_COLOR.
    r"|FORCE_COLOR|CLICOLOR_FORCE"
)

_VARIABLE = lazy_pattern(r"\b[A-Z][A-Z0-9_]{2,60}\b")

_NEUTRAL = {
    "TERM": "dumb",
    "NO_COLOR": "1",
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "MANPAGER": "cat",
    "SYSTEMD_PAGER": "cat",
    "EDITOR": "true",
    "VISUAL": "true",
    "GIT_EDITOR": "true",
    "GIT_TERMINAL_PROMPT": "0",
    "GCM_INTERACTIVE": "never",
    "SSH_ASKPASS_REQUIRE": "never",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_NO_INPUT": "1",
}
"""Nobody is there to page, edit or answer. An editor that does nothing keeps the prepared text."""


def command_environment(
    inherited: Mapping[str, str], added: Mapping[str, str], *, key_variables: Collection[str] = ()
) -> dict[str, str]:
    """`inherited` without what `is_withheld`, made neutral, then `added` by the same rule.

    `key_variables` are the configured names of variables that hold keys.
    """

    def allowed(variables: Mapping[str, str]) -> dict[str, str]:
        return {
            name: value
            for name, value in variables.items()
            if not is_withheld(name, value, key_variables=key_variables)
        }

    return allowed(inherited) | _NEUTRAL | allowed(added)


def key_values(
    variables: Mapping[str, str], *, key_variables: Collection[str] = ()
) -> frozenset[str]:
    """The values of the variables that hold keys, but for paths and what is too short for one.

    What is harmless by its value is among them: to hide it costs less than to miss a key.
    """
    values = {
        value
        for name, value in variables.items()
        if name in key_variables or _says_key(name.upper())
    }
    for name, value in variables.items():
        if _KEY_HEADERS.fullmatch(name):
            values |= _header_values(value)
    return frozenset(
        value for value in values if len(value) >= SHORTEST_SECRET and not value.startswith("/")
    )


def _header_values(headers: str) -> set[str]:
    """The values of `name=value` pairs, as they are and decoded, without a word such as Bearer."""
    values = {header.partition("=")[2].strip() for header in headers.split(",")}
    return {value.rpartition(" ")[2] for one in values for value in (one, unquote(one))}


def is_withheld(name: str, value: str, *, key_variables: Collection[str] = ()) -> bool:
    """Whether a variable is kept from commands: it holds a key, or changes what programs run."""
    from architect.adapters.shell.harmless_values import is_harmless  # for the first command

    upper = name.upper()
    return (
        name in key_variables
        or _HOOK_NAME.fullmatch(upper) is not None
        or _KEY_NAME.fullmatch(upper) is not None
        or (_says_key(upper) and not is_harmless(upper, value))
    )


def note_on_withheld(
    output: str, inherited: Mapping[str, str], *, key_variables: Collection[str] = ()
) -> str:
    """What to know about a command that failed with `output`, if that names withheld variables."""
    missed = sorted(
        name
        for name in set(_VARIABLE.findall(output)) & set(inherited)
        if name not in _NEUTRAL and is_withheld(name, inherited[name], key_variables=key_variables)
    )
    if not missed:
        return ""
    names, are = ", ".join(missed), "is" if len(missed) == 1 else "are"
    return (
        f"\n[{names} {are} set, but withheld from commands, since keys and what changes every"
        " program are. Do not ask for the value: use a stand-in, or let the user run this]\n"
    )


def _says_key(upper_name: str) -> bool:
    if _GIT_SETTING.fullmatch(upper_name):
        return False
    return any(_KEY_WORD.fullmatch(word) for word in re.split(r"\W|_", upper_name))
