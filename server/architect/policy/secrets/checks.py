"""What has the last word about something that a rule found, by the name `rules.json` has for it."""

import re
from collections.abc import Callable, Mapping

from architect.policy.secrets.assignments import is_assigned_key, is_assigned_password
from architect.policy.secrets.command_lines import is_password_of_program, is_user_with_password
from architect.policy.secrets.values import (
    has_many_characters,
    is_basic_credentials,
    is_encoded_password,
    is_key,
    is_pair_with_key,
    is_password_in_address,
    looks_random,
)
from architect.policy.secrets.web_tokens import is_encoded_web_token, is_web_token

Check = Callable[[re.Match[str]], bool]
"""Whether what was found is a key; the last group is what it is about."""


def _of_value(is_one: Callable[[str], bool]) -> Check:
    return lambda found: is_one(found[found.lastindex or 0])


CHECKS: Mapping[str, Check] = {
    "random": _of_value(looks_random),
    "key-of-header": _of_value(lambda text: is_key(text, may_be_id=False)),
    "many-characters": _of_value(has_many_characters),
    "password-in-address": _of_value(is_password_in_address),
    "pair-with-key": _of_value(is_pair_with_key),
    "basic": _of_value(is_basic_credentials),
    "encoded-password": _of_value(is_encoded_password),
    "web-token": _of_value(is_web_token),
    "encoded-web-token": _of_value(is_encoded_web_token),
    "assigned-key": is_assigned_key,
    "assigned-password": is_assigned_password,
    "user-with-password": is_user_with_password,
    "password-of-program": is_password_of_program,
}
