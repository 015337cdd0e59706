"""The files that a model has seen, as far as its conversation still shows them."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path

from architect.domain.journal.state import AgentState, Step
from architect.domain.paths import WorkspacePath
from architect.domain.seen_file import SeenFile, text_sha256
from architect.domain.text.merge import merge
from architect.frozen import frozen

_MOST_CHARS = 20_000_000
"""Of texts that are kept, to see what others changed in them since."""


@frozen
class Base:
    """What the model saw last; `text` is None if that is not known any more, but another."""

    text: str | None


class SeenFiles:
    """What the model of a run has seen: what counts is the conversation that `state` still has.

    Without a `state` everything counts as seen.
    """

    def __init__(self, state: Callable[[], AgentState] | None = None) -> None:
        self._state = state
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._chars = 0

    def saw(self, path: WorkspacePath, root: Path, text: str, *, written: bool = False) -> SeenFile:
        """Remember the text that is shown of a file, or was written into it, for its base."""
        name = text_sha256(text)
        if self._state is not None and name not in self._texts:
            self._texts[name] = text
            self._chars += len(text)
            while self._chars > _MOST_CHARS and len(self._texts) > 1:
                self._chars -= len(self._texts.popitem(last=False)[1])
        return SeenFile(_place(path, root), name, is_written=written)

    def changed(
        self, path: WorkspacePath, root: Path, before: str | None, after: str
    ) -> SeenFile | None:
        """What the model knows of a file after changing a part of it; None if no more than before.

        What others wrote there before is not seen by that: what was seen last has the same change.
        """
        base = self.base(path, root, before) if before else Base(before := "")
        if base is None or base.text is None:
            return None
        if base.text != before:
            merged = merge(before, base.text, after)
            if merged.conflicts:
                return None
            after = merged.text
        return self.saw(path, root, after, written=True)

    def base(self, path: WorkspacePath, root: Path, present: str) -> Base | None:
        """What the model saw of a file last, whose text is `present` now; None if it never did."""
        if self._state is None:
            return Base(present)
        seen = self._last(path, root)
        if seen is None:
            return None
        if seen.sha256 == text_sha256(present):
            return Base(present)
        return Base(self._texts.get(seen.sha256) or self._text_in_conversation(seen))

    def _last(self, path: WorkspacePath, root: Path) -> SeenFile | None:
        """The newest one in the conversation.

        The model has not read the results of its last reply yet, but knows what it wrote; so what
        that reply asked to read only counts if there is nothing else.
        """
        place = _place(path, root)
        unread: SeenFile | None = None
        steps = self._steps
        for step in reversed(steps):
            for _, seen in reversed(step.seen):
                if seen.place != place:
                    continue
                if seen.is_written or step is not steps[-1]:
                    return seen
                unread = unread or seen
        return unread

    @property
    def _steps(self) -> tuple[Step, ...]:
        return self._state().steps if self._state else ()

    def _text_in_conversation(self, seen: SeenFile) -> str | None:
        """The text, if a result shows all of it: that of a run before this one, for instance."""
        texts = (text for step in self._steps for text in _results_with(step, seen))
        return next((text for text in texts if text_sha256(text) == seen.sha256), None)


def _results_with(step: Step, seen: SeenFile) -> Iterator[str]:
    calls = {call_id for call_id, each in step.seen if each == seen}
    return (result.text for result in step.results if result.call_id in calls)


def _place(path: WorkspacePath, root: Path) -> str:
    if path.real.is_relative_to(root):
        return path.real.relative_to(root).as_posix()
    return path.real.as_posix()
