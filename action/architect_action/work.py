"""What architect is called with, for each mode."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from architect_action.base_settings import put_base_settings
from architect_action.engine import Engine, Result
from architect_action.errors import ActionError
from architect_action.event import Event, Pull
from architect_action.policy import Limits
from architect_action.repository import Repository
from architect_action.trigger import Wish
from architect_action.untrusted import untrusted_text

PATCH = "changes.patch"
_SHORTEST_TEXT = 12
"""Characters of a title or text; what is shorter may be in a prompt by chance."""


@dataclass(frozen=True, kw_only=True)
class Work:
    """One job: what is asked for, with which limits, about which code in `tree`.

    `branch` is where changes are committed, if they are.
    """

    event: Event
    wish: Wish
    limits: Limits
    engine: Engine
    tree: Repository
    pull: Pull | None = None
    branch: str = ""

    @property
    def folder(self) -> Path:
        return self.engine.folder

    def review(self, name: str = "report") -> tuple[Result, tuple[str, ...]]:
        """Review, and the settings of the pull request that did not count.

        Raises:
            ActionError: nobody says what is to be reviewed, or with which files.
        """
        put: tuple[str, ...] = ()
        if self.pull is not None and self.wish.mode == "review":
            put = put_base_settings(self.tree, self.pull.base)
        inputs = self.limits.inputs
        arguments = ["review", *self._common(), *self._scope()]
        arguments += [part for each in inputs.focus for part in ("--focus", each)]
        # A fixer fixes what is found, whatever its severity.
        fail_on = inputs.fail_on if self.wish.mode == "review" else "never"
        arguments += ["--fail-on", fail_on]
        if inputs.max_findings is not None:
            arguments += ["--max-findings", str(inputs.max_findings)]
        if inputs.baseline:
            arguments += ["--baseline", str(self._kept(inputs.baseline, "baseline.json"))]
        if self.limits.is_stranger:
            arguments += ["--no-programs", "--disable-mcp"]
        return self.engine.run(name, arguments, title="Review", names=inputs.paths), put

    def fix(self) -> Result:
        """Review, then fix what was found, with what is left of the budget.

        Raises:
            ActionError: nobody says what is to be reviewed.
        """
        found, _ = self.review("review")
        if found.code not in (0, 2) or not found.findings:
            return found
        ids = [str(each["finding_id"]) for each in found.findings]
        wanted = [each for each in self.wish.ids if each in ids] or ids
        if self.wish.ids and wanted is ids:
            raise ActionError(f"there is no finding {', '.join(self.wish.ids)} any more")
        rest = self._with_budget_left(found)
        return self.engine.run(
            "report",
            ["fix", *rest._changing("Fix findings of the review")],
            title="Fix",
            names=wanted,
        )

    def task(self) -> Result:
        """Do what the prompt says, and the comment.

        Raises:
            ActionError: there is no prompt, or one that strangers have written.
        """
        prompt = "\n\n".join(filter(None, (self.limits.inputs.prompt, self.wish.words)))
        if not prompt:
            raise ActionError("mode task needs the input prompt, or words in the comment")
        for text in (self.event.body, self.event.title, self.wish.quoted):
            if _says(self.limits.inputs.prompt, text):
                raise ActionError(
                    "input prompt has the text of the issue or pull request in it, which anybody "
                    "may have written: leave it out, the agent is shown it as such"
                )
        arguments = ["run", *self._changing(prompt.split("\n", 1)[0][:72])]
        if text := untrusted_text(self.event, self.wish):
            place = self.folder / "conversation.md"
            place.write_text(text, encoding="utf-8", errors="replace")
            arguments += ["--untrusted-context", str(place)]
        if self.pull is not None:
            arguments.append(f"--context-git-diff={self.pull.base}...{self.pull.head}")
        return self.engine.run("report", arguments, title="Task", names=("-",), stdin=prompt)

    def _with_budget_left(self, result: Result) -> "Work":
        inputs = self.limits.inputs
        if inputs.budget is None:
            return self
        left = max(0.0, inputs.budget - (result.cost_usd or 0.0))
        return replace(self, limits=replace(self.limits, inputs=replace(inputs, budget=left)))

    def _common(self) -> list[str]:
        inputs = self.limits.inputs
        arguments = ["--workspace", str(self.tree.folder)]
        if inputs.model:
            arguments += ["--model", inputs.model]
        if inputs.api_base:
            arguments += ["--api-base", inputs.api_base]
        if inputs.budget is not None:
            arguments += ["--budget", f"{inputs.budget:.6f}"]
        if inputs.timeout_s:
            arguments += ["--timeout", f"{inputs.timeout_s:g}"]
        if inputs.config:
            arguments += ["--config", str(self._kept(inputs.config, "config.yaml"))]
        if inputs.trust_project:
            arguments.append("--trust-project")
        if inputs.allow_partial:
            arguments += ["--exit-code-on-partial", "0"]
        return arguments

    def _changing(self, message: str) -> list[str]:
        arguments = [*self._common(), "--mode", "yolo"]
        arguments += [part for each in self.limits.inputs.checks for part in _check(each)]
        arguments += ["--export-patch", str(self.folder / "report" / PATCH)]
        if self.branch:
            arguments += [f"--commit={message}", f"--branch={self.branch}"]
        return arguments

    def _scope(self) -> Sequence[str]:
        """Since when changes count; nothing if whole files are meant."""
        inputs, before = self.limits.inputs, self.event.before
        if self.pull is not None:
            committed = ("--committed",) if self.wish.mode == "review" else ()
            return ("--base", self.pull.base, *committed)
        if inputs.base:
            return ("--base", inputs.base)
        if before.strip("0") and self.tree.has(before):
            return ("--base", before)
        if inputs.paths:
            return ()
        raise ActionError(
            "nothing says what to review: set the input base (a branch or commit to compare with) "
            "or paths ('.' is everything)"
        )

    def _kept(self, path: str, name: str) -> Path:
        """A file of the repository; of a pull request that of its base.

        Raises:
            ActionError: there is none.
        """
        if self.pull is None:
            place = self.tree.folder / path
            if not place.is_file():
                raise ActionError(f"there is no file {path!r} in the repository")
            return place.absolute()
        content = self.tree.content(self.pull.base, path)
        if content is None:
            raise ActionError(f"there is no file {path!r} on the branch {self.pull.base_branch!r}")
        place = self.folder / name
        place.write_text(content, encoding="utf-8", errors="surrogateescape")
        return place


def _says(prompt: str, text: str) -> bool:
    """Whether `text` is in the prompt, whose spaces need not be those that it was written with."""
    words = " ".join(text.split())
    return len(words) >= _SHORTEST_TEXT and words in " ".join(prompt.split())


def _check(command: str) -> tuple[str, str]:
    return ("--require-check", command)
