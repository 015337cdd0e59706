"""What completes an input: commands behind a slash, and what an @ names."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from architect.cli.chat.chat_parts import ChatParts
from architect.cli.chat.own_command import is_own_command
from architect.cli.chat.slash.slash_commands import SLASH_COMMANDS
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.text.typed_mention import typed_mention
from architect.l10n import shown
from architect.lazy_pattern import lazy_pattern
from architect.services.mentions.completing import Suggestion

_COMMAND = lazy_pattern(r"/([a-z]*)")
_ARGUMENT = lazy_pattern(r"/([a-z]+) +(\S*)")

Mentions = Callable[[str], Awaitable[Sequence[Suggestion]]]
"""The suggestions for the mention that a text ends with."""


class InputCompleter(Completer):
    def __init__(self, mentions: Mentions) -> None:
        self._mentions = mentions
        self.chat: ChatParts | None = None

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        before = document.text_before_cursor
        if command := _COMMAND.fullmatch(before):
            for name, each in SLASH_COMMANDS.items():
                if name.startswith(command[1]):
                    yield Completion(f"/{name}", -len(before), display_meta=shown(each.summary))
        elif (argument := _ARGUMENT.fullmatch(before)) and self.chat is not None:
            found = SLASH_COMMANDS.get(argument[1])
            for word in found.completions(self.chat) if found else ():
                if word.startswith(argument[2]):
                    yield Completion(word, -len(argument[2]))

    async def get_completions_async(
        self, document: Document, complete_event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        for completion in self.get_completions(document, complete_event):
            yield completion
        before = document.text_before_cursor
        mention = typed_mention(before)
        if mention is None or is_own_command(before):
            return
        typed = len(before.encode("utf-16-le", "surrogatepass")) // 2 - mention.start
        for offer in await self._mentions(before):
            insert = in_one_line(escape_controls(offer.insert))
            if insert == offer.insert:
                yield Completion(insert, -typed, display_meta=shown(offer.detail or offer.kind))
