"""What guardrails say about a call and about a change: pure functions of rules and facts."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from architect.domain.paths import Access
from architect.domain.text.counted import counted
from architect.domain.text.document import FileChange
from architect.domain.verdict import Allow, Ask, Deny, Subject
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.executable_config_files import EXECUTABLE_CONFIG_FILES, OWN
from architect.policy.file_rules import FileRules, protected_files, sensitive_files

SENSITIVE = "sensitive_files"
EXECUTABLE_CONFIG = "executable_config_files"
"""The rules that a person may override."""


KEPT_CONTENTS = (".architect/sessions/*.files", ".architect/sessions/*/")
"""Where what files held before a run changed them is kept as it was, keys and all, for undo."""


@frozen
class CodeRule:
    """An expression that new text should not contain; it blocks the edit, or only warns."""

    pattern: str
    message: str
    blocks: bool = False


@frozen
class GuardrailRules:
    """What holds in a run; None is no limit.

    `own` and `kept`, what configures architect itself and what it keeps, cannot be configured.
    `editable` is what of `executable_config` the user has allowed to be changed.
    """

    sensitive: FileRules = field(default_factory=sensitive_files)
    executable_config: FileRules = field(
        default_factory=lambda: protected_files(tuple(EXECUTABLE_CONFIG_FILES))
    )
    own: FileRules = field(default_factory=lambda: FileRules(OWN))
    kept: FileRules = field(default_factory=lambda: FileRules(KEPT_CONTENTS))
    editable: FileRules = field(default_factory=FileRules)
    protected: FileRules = field(default_factory=FileRules)
    blocked_commands: tuple[str, ...] = ()
    max_files_modified: int | None = None
    max_lines_changed: int | None = None
    max_commands_executed: int | None = None
    code_rules: tuple[CodeRule, ...] = ()


@frozen
class FileUse:
    """A file that a call would use: `name` as people know it, and every path it has.

    `holds_no_secret`: so its content says, whatever the name.
    """

    name: str
    paths: tuple[str, ...]
    access: Access
    holds_no_secret: bool = False


@frozen
class RunTotals:
    """What the run did so far: which files it changed, how many lines, how many commands ran."""

    files: tuple[str, ...] = ()
    lines: int = 0
    commands: int = 0

    def after(self, change: FileChange) -> "RunTotals":
        """The totals once `change` is made, which is of a file."""
        name, lines = change.path.relative, change.lines_added + change.lines_removed
        files = self.files if name in self.files else (*self.files, name)
        return RunTotals(files, self.lines + lines, self.commands)


@frozen
class GuardedCall:
    """A call with the files it would use; `line` is its command line, if it runs one.

    One that `is_unknown` counts as a command.
    """

    tool: str
    arguments: dict[str, Any]
    uses: tuple[FileUse, ...] = ()
    line: str | None = None
    totals: RunTotals = RunTotals()
    is_unknown: bool = False


def judge_call(rules: GuardrailRules, call: GuardedCall) -> Allow | Ask | Deny:
    """The verdict about a call, blocked commands left aside."""
    for use in call.uses:
        if use.access is Access.WRITE and (pattern := rules.protected.match(use.paths)):
            return Deny("protected_files", _protected(use.name, pattern), _SOLVE_WITHOUT)
    if (limit := _used_up(rules, call)) is not None:
        return limit
    secrets = judge_secrets(rules, call.uses)
    return secrets if isinstance(secrets, Ask) else judge_executable_config(rules, call.uses)


def executed_by_others(rules: GuardrailRules, names: Sequence[str]) -> str | None:
    """The pattern by which a file is configuration that other programs execute.

    None also if the user has allowed edits of it, by each of its `names`.
    """
    pattern = rules.executable_config.match(names)
    allowed = all(rules.editable.match([name]) for name in names)
    return None if allowed else pattern


def judge_executable_config(rules: GuardrailRules, uses: Sequence[FileUse]) -> Allow | Ask:
    """Whether somebody has to be asked about a change of configuration that programs execute."""
    written = [use for use in uses if use.access is Access.WRITE]
    if own := [use.name for use in written if rules.own.match(use.paths)]:
        return Ask(
            english(
                "git or architect itself is configured by {names}", names=", ".join(map(repr, own))
            ),
            Subject.EXECUTABLE_CONFIG,
        )
    found = {
        use.name: pattern for use in written if (pattern := executed_by_others(rules, use.paths))
    }
    if not found:
        return Allow()
    names = ", ".join(map(repr, found))
    patterns = ", ".join(dict.fromkeys(map(repr, found.values())))
    return Ask(
        english(
            "other programs execute {names} (guardrails.executable_config_files has {patterns})",
            names=names,
            patterns=patterns,
        ),
        Subject.EXECUTABLE_CONFIG,
    )


def judge_secrets(rules: GuardrailRules, uses: Sequence[FileUse]) -> Allow | Ask:
    """Whether somebody has to be asked about a file that holds secrets."""
    if kept := [use.name for use in uses if rules.kept.match(use.paths)]:
        return Ask(
            english(
                "{names} may hold secrets (the original contents of changed files are kept there)",
                names=", ".join(map(repr, kept)),
            ),
            Subject.SENSITIVE_FILE,
        )
    found = {
        use.name: pattern
        for use in uses
        if not use.holds_no_secret and (pattern := rules.sensitive.match(use.paths))
    }
    if not found:
        return Allow()
    names = ", ".join(map(repr, found))
    patterns = ", ".join(dict.fromkeys(map(repr, found.values())))
    return Ask(
        english(
            "{names} may hold secrets (guardrails.sensitive_files has {patterns})",
            names=names,
            patterns=patterns,
        ),
        Subject.SENSITIVE_FILE,
    )


def judge_change(rules: GuardrailRules, change: FileChange, totals: RunTotals) -> Deny | None:
    """Why a change would go past a limit; None if it does not."""
    if (too_many := _one_file_more(rules, change.path.relative, totals)) is not None:
        return too_many
    limit = rules.max_lines_changed
    lines = change.lines_added + change.lines_removed
    if limit is None or totals.lines + lines <= limit:
        return None
    return Deny(
        "max_lines_changed",
        english(
            "this edit changes {lines}, and of {limit} that a run may change "
            "(guardrails.max_lines_changed) {left} are left",
            lines=counted(lines, "line"),
            limit=limit,
            left=max(limit - totals.lines, 0),
        ),
        "Make a smaller edit, or finish and say what is left to do.",
    )


def _protected(name: str, pattern: str) -> str:
    return english(
        "{name!r} is protected (guardrails.protected_files has {pattern!r}): it can be "
        "read but not changed",
        name=name,
        pattern=pattern,
    )


_SOLVE_WITHOUT = "Solve the task without changing it, or tell the user what to change."


def _used_up(rules: GuardrailRules, call: GuardedCall) -> Deny | None:
    limit = rules.max_commands_executed
    is_command = call.line is not None or call.is_unknown
    if is_command and limit is not None and call.totals.commands >= limit:
        return Deny(
            "max_commands_executed",
            english(
                "all {limit} commands that a run may execute "
                "(guardrails.max_commands_executed) are used up",
                limit=limit,
            ),
            "Continue with the other tools, or finish and say what could not be checked.",
        )
    if call.line is not None:
        return None
    written = (use.name for use in call.uses if use.access is Access.WRITE)
    refusals = (_one_file_more(rules, name, call.totals) for name in written)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _one_file_more(rules: GuardrailRules, name: str, totals: RunTotals) -> Deny | None:
    limit = rules.max_files_modified
    if limit is None or name in totals.files or len(totals.files) < limit:
        return None
    return Deny(
        "max_files_modified",
        english(
            "{name!r} would be one file more than the {limit} that a run may change "
            "(guardrails.max_files_modified)",
            name=name,
            limit=limit,
        ),
        "Continue with those changed already, or finish and say what is left to do.",
    )
