"""What stays below a conversation: what goes on, the question, the input, the status."""

from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_completions
from prompt_toolkit.layout.containers import ConditionalContainer, HSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.layout import Layout
from prompt_toolkit.layout.menus import CompletionsMenuControl
from prompt_toolkit.widgets.toolbars import SearchToolbar

from architect.l10n import english, shown, t

_MOST_INPUT_ROWS = 8
_MOST_COMPLETIONS = 6
_MOST_QUEUED_CHARS = 200
"""Of a message that waits: a pasted one would take the place of all else."""

_PROMPT, _MORE = "> ", "  "
_LATER = english("A question waits for its answer: send this line or clear it (Ctrl+U) first.")


@dataclass(slots=True)
class InputView:
    """What is shown; `answers`: what is typed answers `question`, and is no message.
    `can_hurry`: some of what is `queued` can be read at once.

    `returned` comes into the input once what stands there was sent.
    """

    activity: str = ""
    queued: tuple[str, ...] = ()
    can_hurry: bool = False
    returned: tuple[str, ...] = ()
    question: str = ""
    answers: bool = False
    works: bool = False
    note: str = ""
    status: str = ""

    @property
    def above(self) -> str:
        """The lines above the input."""
        waiting = [t("queued: {message}", message=_brief(message)) for message in self.queued]
        if self.queued:
            waiting.append(
                t("  Enter sends it at once, Up changes it")
                if self.can_hurry
                else t("  Up changes it")
            )
        waiting += [t("not sent: {message}", message=_brief(message)) for message in self.returned]
        asked = self.question if self.answers else shown(_LATER) if self.question else ""
        doing = "" if self.question else self.activity
        return "\n".join(filter(None, [doing, *waiting, asked]))

    @property
    def below(self) -> str:
        return self.note or self.status


def input_layout(buffer: Buffer, view: InputView) -> Layout:
    """The layout of the application around `buffer`, which shows `view`."""
    search = SearchToolbar(ignore_case=True, backward_search_prompt=t("earlier: "))
    control = BufferControl(
        buffer, focusable=True, search_buffer_control=search.control, preview_search=True
    )
    typed = Window(
        control,
        height=Dimension(min=1, max=_MOST_INPUT_ROWS),
        get_line_prefix=_prefix,
        wrap_lines=True,
        dont_extend_height=True,
    )
    return Layout(
        HSplit(
            [
                _words(lambda: view.above, ""),
                typed,
                search,
                ConditionalContainer(
                    Window(
                        CompletionsMenuControl(),
                        height=Dimension(min=1, max=_MOST_COMPLETIONS),
                        dont_extend_height=True,
                    ),
                    has_completions,
                ),
                _words(lambda: _more_offered(buffer), ""),
                _words(lambda: view.below, "reverse"),
            ]
        ),
        focused_element=typed,
    )


def _more_offered(buffer: Buffer) -> str:
    """How many completions there are, unless all are seen."""
    offered = len(buffer.complete_state.completions) if buffer.complete_state else 0
    if offered <= _MOST_COMPLETIONS:
        return ""
    return t("  {number} in all: Tab goes through them, letters narrow them", number=offered)


def _brief(message: str) -> str:
    line = " ".join(message[: 2 * _MOST_QUEUED_CHARS].split())
    is_cut = len(line) > _MOST_QUEUED_CHARS or len(message) > 2 * _MOST_QUEUED_CHARS
    return f"{line[:_MOST_QUEUED_CHARS]} ..." if is_cut else line


def _prefix(line: int, wrapped: int) -> str:
    return _PROMPT if line == wrapped == 0 else _MORE


def _words(text: Callable[[], str], style: str) -> ConditionalContainer:
    return ConditionalContainer(
        Window(
            FormattedTextControl(lambda: [(style, text())]),
            wrap_lines=True,
            dont_extend_height=True,
        ),
        Condition(lambda: bool(text())),
    )
