"""The keys of the input of a conversation that are not those of every line editor."""

from typing import Protocol

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_completions, is_searching
from prompt_toolkit.key_binding import (
    ConditionalKeyBindings,
    KeyBindings,
    KeyPressEvent,
    merge_key_bindings,
)
from prompt_toolkit.key_binding.key_bindings import KeyBindingsBase


class KeyTarget(Protocol):
    """What the keys act on."""

    buffer: Buffer

    def enter(self) -> None: ...

    def interrupt(self, *, is_key_for_stop: bool) -> None: ...

    def leave(self) -> None: ...

    @property
    def has_queued(self) -> bool: ...

    def withdraw(self) -> None: ...


def input_keys(target: KeyTarget) -> KeyBindingsBase:
    """Enter sends, Alt+Enter and Ctrl+J begin a line, Esc and Ctrl+C stop, Ctrl+D ends.

    Up in an empty input has what was queued last in it again.

    While one searches what was typed before, the keys are those of the search.
    """
    keys = merge_key_bindings(
        [_sending(target), _stopping(target), _withdrawing(target), _completing(target.buffer)]
    )
    return ConditionalKeyBindings(keys, ~is_searching)


def _sending(target: KeyTarget) -> KeyBindings:
    keys = KeyBindings()

    @Condition
    def has_chosen() -> bool:
        state = get_app().current_buffer.complete_state
        return state is not None and state.current_completion is not None

    @keys.add("enter", filter=~has_chosen)
    def _(_event: KeyPressEvent) -> None:
        target.enter()

    @keys.add("enter", filter=has_chosen)
    def _(_event: KeyPressEvent) -> None:
        target.buffer.complete_state = None

    @keys.add("escape", "enter")
    @keys.add("c-j")
    def _(_event: KeyPressEvent) -> None:
        target.buffer.insert_text("\n")

    return keys


def _stopping(target: KeyTarget) -> KeyBindings:
    keys = KeyBindings()

    @Condition
    def is_empty() -> bool:
        return not target.buffer.text

    @keys.add("escape", filter=has_completions)
    def _(_event: KeyPressEvent) -> None:
        target.buffer.cancel_completion()

    @keys.add("escape", filter=~has_completions)
    def _(_event: KeyPressEvent) -> None:
        target.interrupt(is_key_for_stop=True)

    @keys.add("c-c")
    @keys.add("<sigint>")
    def _(_event: KeyPressEvent) -> None:
        target.interrupt(is_key_for_stop=False)

    @keys.add("c-d", filter=is_empty)
    def _(_event: KeyPressEvent) -> None:
        target.leave()

    return keys


def _withdrawing(target: KeyTarget) -> KeyBindings:
    keys = KeyBindings()

    @keys.add("up", filter=Condition(lambda: target.has_queued))
    def _(_event: KeyPressEvent) -> None:
        target.withdraw()

    return keys


def _completing(buffer: Buffer) -> KeyBindings:
    keys = KeyBindings()
    is_wanted = False
    """A Tab came while what may stand there was still looked for."""

    def take_first(_: Buffer) -> None:
        nonlocal is_wanted
        state = buffer.complete_state
        if is_wanted and state and state.completions and state.complete_index is None:
            is_wanted = False
            buffer.go_to_completion(0)

    def forget(_: Buffer) -> None:
        nonlocal is_wanted
        is_wanted = False

    buffer.on_completions_changed += take_first
    buffer.on_text_changed += forget

    @keys.add("tab")
    def _(_event: KeyPressEvent) -> None:
        nonlocal is_wanted
        if buffer.complete_state and buffer.complete_state.completions:
            buffer.complete_next()
        else:
            is_wanted = True
            buffer.start_completion(select_first=True)

    @keys.add("s-tab")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.complete_previous()

    return keys
