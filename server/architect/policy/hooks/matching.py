"""Which hooks a tool call concerns."""

import re

from architect.domain.files.globs import glob_matcher
from architect.domain.hooks import Hook, HookedCall
from architect.policy.hooks.command_line import names_the_file

EVERY_TOOL = "*"


def concerns(hook: Hook, call: HookedCall) -> bool:
    """Whether `hook` runs at `call`.

    A hook about files, by its patterns or by `{file}`, runs only if the call has one.
    """
    if hook.after_edits and not _is_done_edit(call):
        return False
    if hook.matcher != EVERY_TOOL and re.search(hook.matcher, call.tool) is None:
        return False
    if hook.file_patterns and not _matches(hook.file_patterns, call.files):
        return False
    return bool(call.files) or not names_the_file(hook.command)


def _is_done_edit(call: HookedCall) -> bool:
    return call.is_edit and call.result is not None and call.result.success


def _matches(patterns: tuple[str, ...], files: tuple[str, ...]) -> bool:
    matchers = [glob_matcher(pattern) for pattern in patterns]
    return any(matches(file) for matches in matchers for file in files)
