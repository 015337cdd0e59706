"""The guardrails of a run: pure rules, and expressions that are searched for in bounded time."""

from collections.abc import Callable
from pathlib import Path

from architect.domain.errors import EditRefusedError, GuardrailRefusedError, SearchFault
from architect.domain.paths import WorkspacePath, in_one_line
from architect.domain.text.document import FileChange
from architect.domain.verdict import Allow, Ask, Deny
from architect.execution.file_uses import names_of
from architect.l10n import english
from architect.policy.guardrails import (
    CodeRule,
    GuardedCall,
    GuardrailRules,
    RunTotals,
    executed_by_others,
    judge_call,
    judge_change,
)
from architect.policy.new_text import NewText, new_texts
from architect.ports.pattern_search import PatternSearch


class GuardrailsEngine:
    """Judges calls and changes by `rules`; what cannot be judged is refused.

    `root` is the real path of the workspace. `holds_no_secret` looks into a file that is named like
    one with secrets.
    """

    def __init__(
        self,
        rules: GuardrailRules,
        patterns: PatternSearch,
        *,
        root: Path,
        holds_no_secret: Callable[[Path], bool] = lambda path: False,
    ) -> None:
        self._rules = rules
        self._holds_no_secret = holds_no_secret
        self._patterns = patterns
        self._root = root

    async def check(self, call: GuardedCall) -> Allow | Ask | Deny:
        if call.line is not None and self._rules.blocked_commands:
            blocked = await self._blocked(call.line)
            if blocked is not None:
                return blocked
        return judge_call(self._rules, call)

    async def check_change(self, change: FileChange, totals: RunTotals) -> tuple[str, ...]:
        denial = judge_change(self._rules, change, totals)
        if denial is not None:
            raise GuardrailRefusedError(denial.rule, denial.reason, denial.advice)
        if not self._rules.code_rules:
            return ()
        warnings: list[str] = []
        for text in new_texts(change):
            for rule, line in await self._broken(text):
                said = f"{in_one_line(change.path.relative)}:{line}: {rule.message}"
                if rule.blocks:
                    raise EditRefusedError(
                        f"{said} (guardrails.code_rules forbids {rule.pattern!r}; nothing was "
                        "written). Make the edit without that."
                    )
                warnings.append(f"[warning: {said} (guardrails.code_rules: {rule.pattern!r})]")
        return tuple(dict.fromkeys(warnings))

    def protects(self, path: WorkspacePath) -> bool:
        return self._rules.protected.match(names_of(path, self._root)) is not None

    def hides(self, path: WorkspacePath) -> bool:
        names = names_of(path, self._root)
        if self._rules.kept.match(names):
            return True
        return self._rules.sensitive.match(names) is not None and not self.holds_no_secret(path)

    def holds_no_secret(self, path: WorkspacePath) -> bool:
        pattern = self._rules.sensitive.match(names_of(path, self._root))
        if pattern is None or pattern.endswith("/"):
            return False
        return self._holds_no_secret(path.real)

    def is_executable_config(self, path: WorkspacePath) -> bool:
        names = names_of(path, self._root)
        return bool(self._rules.own.match(names) or executed_by_others(self._rules, names))

    @property
    def protects_any(self) -> bool:
        return bool(self._rules.protected.patterns)

    async def _blocked(self, line: str) -> Deny | None:
        from architect.policy.shell.wrappers.all_commands import command_texts  # loads the grammar

        patterns = self._rules.blocked_commands
        try:
            every = "\n".join((line, *command_texts(line)))
            found = await self._patterns.first_matches(patterns, every)
        except SearchFault as fault:
            return Deny(
                "blocked_commands",
                english(
                    "cannot check this command against guardrails.blocked_commands: {fault}",
                    fault=fault,
                ),
                "Use a shorter command.",
            )
        for pattern, at in zip(patterns, found, strict=True):
            if at is not None:
                return Deny(
                    "blocked_commands",
                    english(
                        "guardrails.blocked_commands has {pattern!r}, which matches this command",
                        pattern=pattern,
                    ),
                    "Continue without it, or ask the user to run it.",
                )
        return None

    async def _broken(self, text: NewText) -> list[tuple[CodeRule, int]]:
        """The rules about code that `text` breaks, blocking ones first, and in which line."""
        rules = sorted(self._rules.code_rules, key=lambda rule: not rule.blocks)
        try:
            found = await self._patterns.first_matches([rule.pattern for rule in rules], text.text)
        except SearchFault as fault:
            raise EditRefusedError(
                f"cannot check this edit against guardrails.code_rules: {fault}. Nothing "
                "was written; make the edit in smaller pieces."
            ) from fault
        return [
            (rule, text.line_at(at))
            for rule, at in zip(rules, found, strict=True)
            if at is not None
        ]
