"""A conversation that is stopped before its run has begun."""

import asyncio
from pathlib import Path

import pytest

from architect.app.choices import Choices
from architect.app.live_run import LiveRun
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.chat.chat_place import ChatPlace
from architect.cli.chat.conversation import Conversation, StoppedEarlyError
from architect.cli.chat.said import Said
from architect.cli.terminal_approver import NobodyToAsk
from architect.cli.terminal_host import TerminalPlace
from architect.domain.journal.events import Record
from architect.domain.journal.state import AgentState


class Nobody:
    """Hears of runs, and shows none of their events."""

    def began(self, run: LiveRun) -> None: ...

    def ended(self, run: LiveRun, state: AgentState, unread: list[Said]) -> None: ...

    def waiting(self, messages: list[Said]) -> None: ...

    def show(self, record: Record) -> None: ...


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ChatPlace:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    root = tmp_path / "project"
    return ChatPlace(terminal=TerminalPlace(workspace=disk_workspace(root), named=root))


def talking(place: ChatPlace, *, stops_while_opening: bool) -> Conversation:
    def sink() -> Nobody:
        if stops_while_opening:
            assert conversation.stop()
        return Nobody()

    conversation = Conversation(
        place, Choices(), approver=NobodyToAsk(), sink=sink, audience=Nobody(), warn=pytest.fail
    )
    return conversation


@pytest.mark.parametrize("while_opening", [False, True])
def test_what_is_stopped_before_it_begins_never_runs_and_the_session_is_as_before(
    place: ChatPlace, *, while_opening: bool
) -> None:
    conversation = talking(place, stops_while_opening=while_opening)

    async def stopped() -> None:
        conversation.let_start()
        if not while_opening:
            assert not conversation.stop()
        with pytest.raises(StoppedEarlyError):
            await conversation.send(Said("go"))

    asyncio.run(stopped())
    assert (conversation.session_id, conversation.is_working) == (None, False)
    assert not list((place.root / ".architect").glob("sessions/*.jsonl"))
