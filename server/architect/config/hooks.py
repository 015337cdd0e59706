"""The user's own programs that run when something happens in a run."""

from collections.abc import Iterator
from typing import Annotated, Literal

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator, Field
from architect.checked.model import Model
from architect.config.expressions import NotBlank, expression
from architect.domain.hooks import Hook, HookEvent
from architect.l10n import english
from architect.policy.hooks.command_line import misplaced_file, names_the_file
from architect.policy.hooks.matching import EVERY_TOOL

_POST_EDIT_TIMEOUT_S = 15


def _line(text: str) -> str:
    if "\0" in text:
        raise Refused("nul", english("a command cannot contain NUL"))
    if (problem := misplaced_file(text)) is not None:
        raise Refused("misplaced_file", problem)
    return text


def _matcher(text: str) -> str:
    return text if text == EVERY_TOOL else expression(text)


class HookSettings(Model):
    """One hook; `timeout` is in seconds. Without a `name` it is called by its place."""

    name: str = Field(default="", description="What it is called; else by its place.")
    command: Annotated[NotBlank, AfterValidator(_line)] = Field(
        description="A command line; {file} in it is the file of the call."
    )
    matcher: Annotated[NotBlank, AfterValidator(_matcher)] = Field(
        default=EVERY_TOOL,
        description="A regular expression that is found in the name of the tool; * is every tool.",
    )
    file_patterns: tuple[NotBlank, ...] = Field(
        default=(),
        description="Globs of which the file of the call must match one; any file without.",
    )
    timeout: int = Field(default=10, ge=1, le=300, description="In seconds, 1 to 300.")
    is_async: bool = Field(
        default=False,
        alias="async",
        description="Runs in the background; the run does not wait for it.",
    )
    enabled: bool = Field(default=True, description="false keeps it without running it.")
    sandbox: bool = Field(
        default=True, description="Runs like commands; false runs it like any program of yours."
    )
    on_failure: Literal["allow", "block"] = Field(
        default="allow", description="block has a hook that fails forbid what it was asked about."
    )

    def check_together(self) -> None:
        if self.is_async and self.on_failure == "block":
            raise Refused(
                "async_cannot_block",
                english("an async hook cannot block anything, since the run does not wait for it"),
            )


_Items = tuple[HookSettings, ...]


def _without_calls(hooks: tuple[HookSettings, ...]) -> tuple[HookSettings, ...]:
    for hook in hooks:
        if hook.matcher != EVERY_TOOL or hook.file_patterns or names_the_file(hook.command):
            raise Refused(
                "no_call",
                english(
                    "hook {hook!r}: matcher, file_patterns and {{file}} only have a meaning "
                    "around tool calls, in pre_tool_use, post_tool_use and post_edit",
                    hook=hook.name or hook.command,
                ),
            )
    return hooks


_CallFree = Annotated[_Items, AfterValidator(_without_calls)]


class HooksSettings(Model):
    """The hooks of each event; `post_edit` are `post_tool_use` hooks of edits that succeeded."""

    pre_tool_use: _Items = ()
    post_tool_use: _Items = ()
    pre_llm_call: _CallFree = ()
    post_llm_call: _CallFree = ()
    session_start: _CallFree = ()
    session_end: _CallFree = ()
    on_error: _CallFree = ()
    budget_warning: _CallFree = ()
    context_compress: _CallFree = ()
    agent_complete: _CallFree = ()
    post_edit: _Items = ()

    def enabled(self) -> Iterator[Hook]:
        """The hooks that run, those of one event in their order."""
        for event in HookEvent:
            items: tuple[HookSettings, ...] = getattr(self, event)
            yield from _hooks(items, event, place=str(event))
        yield from _hooks(self.post_edit, HookEvent.POST_TOOL_USE, place="post_edit")


def _hooks(items: tuple[HookSettings, ...], event: HookEvent, *, place: str) -> Iterator[Hook]:
    after_edits = place == "post_edit"
    for number, item in enumerate(items):
        if not item.enabled:
            continue
        own_timeout = not after_edits or "timeout" in item.model_fields_set
        yield Hook(
            name=item.name or f"{place}[{number}]",
            event=event,
            command=item.command,
            matcher=item.matcher,
            file_patterns=item.file_patterns,
            timeout_s=item.timeout if own_timeout else _POST_EDIT_TIMEOUT_S,
            is_async=item.is_async,
            sandboxed=item.sandbox,
            blocks_on_failure=item.on_failure == "block",
            after_edits=after_edits,
        )
