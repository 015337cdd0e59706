"""Settings of a repository that nothing follows from but what they say: git-config(1).

All others are not for a command to write: they name programs that git runs, files that it reads,
or addresses it goes to instead.
"""

import re

from architect.lazy_pattern import lazy_pattern

_HARMLESS = lazy_pattern(
    # Who commits, and where branches belong.
    r"user\.(?:name|email)|(?:author|committer)\.(?:name|email)"
    r"|branch\..+\.(?:remote|merge|rebase|description)|remote\..+\.(?:url|fetch|tagopt|prune)"
    # What `git init` and `git clone` write of the file system.
    r"|core\.(?:repositoryformatversion|filemode|logallrefupdates|ignorecase|precomposeunicode"
    r"|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|longpaths)"
    # How commands behave.
    r"|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)"
    r"|merge\.(?:ff|conflictstyle|renames|renamelimit)|rebase\.(?:autosquash|autostash|updaterefs)"
    r"|fetch\.prune|commit\.(?:gpgsign|verbose|cleanup)|tag\.(?:gpgsign|sort)"
    r"|diff\.(?:algorithm|renames|colormoved|context|noprefix|mnemonicprefix)"
    r"|rerere\.(?:enabled|autoupdate)|gc\.auto|status\.\w+|log\.(?:date|decorate|abbrevcommit)"
    r"|(?:advice|color|column|i18n)\.[\w.]+|submodule\..+\.(?:active|url)",
    re.IGNORECASE | re.DOTALL,
)
_ONLY = {"core.bare": "false", "core.repositoryformatversion": "0"}
_HELPER = lazy_pattern(r"-|\w+::", re.ASCII)
"""How an address begins that is an option, or goes to a program: gitremote-helpers(7)."""


def is_harmless_setting(key: str, value: str) -> bool:
    """Whether a command may write that; `key` with its section, as `git config` takes it."""
    folded = key.lower()
    if folded in _ONLY:
        return value.strip().lower() == _ONLY[folded]
    if folded.endswith(".url") and _HELPER.match(value):
        return False
    return "\n" not in value and _HARMLESS.fullmatch(key) is not None


def may_go_together(before: dict[str, list[str]], after: dict[str, list[str]]) -> str | None:
    """The first key by which `after` differs from `before` although no command may write it.

    A remote that is there keeps its address: where a push goes is not for a command to say.
    """
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key, []), after.get(key, [])
        if old == new:
            continue
        redirects = bool(old and new) and re.fullmatch(r"remote\..+\.url", key, re.DOTALL)
        if redirects or not all(is_harmless_setting(key, value) for value in (*old, *new)):
            return key
    return None
