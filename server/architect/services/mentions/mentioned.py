"""What the task of a user names by an @: files, lines, folders, definitions, diff, problems.

All of it goes with the task within one size. What cannot go with it is told to user and model in a
line, and the run goes on: a word with an @ may be a decorator, or a person.
"""

from dataclasses import replace

from architect.domain.attached import Attached, attached_text
from architect.domain.context_part import ContextPart
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.journal.context_events import MentionLeftOut
from architect.domain.run_request import Attachment
from architect.domain.text.counted import counted
from architect.domain.text.mentions import Mention, mentions_in
from architect.frozen import frozen
from architect.l10n import at, english
from architect.services.mentions.mentioned_text import (
    MAX_CHARS,
    MentionedText,
    NotAttachedError,
    Sources,
    text_of,
)
from architect.services.requests import marked

_NAME = english("mention")


@frozen
class Mentioned:
    """`taints` are where texts among them come from that strangers may have written.

    `attached` is what people are shown of those that go with the task.
    """

    parts: tuple[ContextPart, ...] = ()
    left_out: tuple[MentionLeftOut, ...] = ()
    taints: tuple[str, ...] = ()
    attached: tuple[Attached, ...] = ()


async def mentioned(task: str, sources: Sources, *, room: int) -> Mentioned:
    """What `task` names, in at most about `room` characters."""
    mentions = mentions_in(task) if "@" in task else ()
    if not mentions:
        return Mentioned()
    resolving = _Resolving(sources, room)
    for mention in mentions:
        await resolving.resolve(mention)
    return Mentioned(
        tuple(resolving.parts),
        tuple(resolving.left_out),
        tuple(resolving.taints),
        tuple(resolving.attached),
    )


class _Resolving:
    def __init__(self, sources: Sources, room: int) -> None:
        self.parts: list[ContextPart] = []
        self.left_out: list[MentionLeftOut] = []
        self.taints: list[str] = []
        self.attached: list[Attached] = []
        self._sources = sources
        self._room = room

    async def resolve(self, mention: Mention) -> None:
        try:
            found = await text_of(mention, self._sources, room=self._room)
        except NotAttachedError as error:
            reason = escape_controls(in_one_line(str(error)))
            shown = escape_controls(in_one_line(mention.written))
            self.left_out.append(MentionLeftOut(mention=shown, reason=reason))
            text = f"[{shown} is not attached: {reason}]"
            self.parts.append(ContextPart(_NAME, at(shown, reason), text))
            return
        if found is not None:
            self._attach(mention, found)

    def _attach(self, mention: Mention, found: MentionedText) -> None:
        if found.taint:
            self.taints.append(found.taint)
        shown = escape_controls(in_one_line(mention.written))
        room = min(self._room, MAX_CHARS)
        left_out = found.left_out
        if len(found.text) > room:
            left_out = counted(len(found.text) - room, "character")
        missing = f"\n[... {left_out} left out ...]" if left_out else ""
        text = marked(Attachment(found.kind, found.source, f"{found.text[:room]}{missing}"))
        if all(part.text != text for part in self.parts):
            self._room -= len(text)
            self.parts.append(ContextPart(_NAME, shown, text, left_out))
            name = escape_controls(in_one_line(found.source))
            attached = attached_text(found.kind, name, found.text[:room])
            self.attached.append(replace(attached, mentioned=True))
