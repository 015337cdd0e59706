"""Passwords that a command line gives to a program with an option of one letter."""

import re
from collections.abc import Mapping

from architect.lazy_pattern import lazy_pattern
from architect.policy.secrets.values import is_password_in_address, looks_like_password

_LONGEST_COMMAND = 600
_END_OF_COMMAND = lazy_pattern(r"(?<!\\)\n|[;&|](?=\s)")

_WITH_USER = lazy_pattern(r"\b(?:curl|https?|xh|wget)\b")
_WITH_PASSWORD: Mapping[str, re.Pattern[str]] = {
    "p": re.compile(
        r"\b(?:mongo\w*|sshpass|bcp"
        r"|(?:docker|podman|buildah|skopeo|az|oc|helm|argocd|cf) (?:[^\n]{0,80} )?login)\b"
    ),
    "a": re.compile(r"\b(?:redis|keydb|valkey)-cli\b"),
    "w": re.compile(r"\bldap\w+\b"),
}
"""The programs to which an option gives a password."""

_WITH_ATTACHED_PASSWORD = lazy_pattern(r"\b(?:mysql\w*|mariadb[\w-]*)\b")
"""To these no blank may stand between `-p` and the password."""

_FILLED_IN_LATER = lazy_pattern(r"^[<\[%-]|\$|\{\{")


def is_user_with_password(found: re.Match[str]) -> bool:
    """Whether a program of the web is given the name and the password in `found`."""
    value = found[found.lastindex or 0]
    if _FILLED_IN_LATER.search(value) or _WITH_USER.search(_command(found)) is None:
        return False
    # Where nothing stands behind the colon, the name is a key.
    return looks_like_password(value) if found["name"] else is_password_in_address(value)


def is_password_of_program(found: re.Match[str]) -> bool:
    """Whether the option in `found` is that for a password of the program that is called."""
    value, command = found[found.lastindex or 0], _command(found)
    if _FILLED_IN_LATER.search(value) or not is_password_in_address(value):
        return False
    if found["blank"] == "" and found["option"] == "p" and _WITH_ATTACHED_PASSWORD.search(command):
        return True
    return _WITH_PASSWORD[found["option"]].search(command) is not None


def _command(found: re.Match[str]) -> str:
    """The command up to the option in `found`, over lines that go on."""
    start = found.start("option")
    return _END_OF_COMMAND.split(found.string[max(0, start - _LONGEST_COMMAND) : start])[-1]
