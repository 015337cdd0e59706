"""Commands about sessions: the others, a new one, coming back to one."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from architect.app.ending_words import CUT_OFF, ending_of
from architect.app.errors import session_is_busy
from architect.app.next_run import ends_in_plan, last_session_id
from architect.app.run_state import Outcome, outcome_of
from architect.app.run_title import title_of
from architect.app.sessions.deleting import delete_session, lost_with
from architect.app.sessions.exporting import ExportFormat, export_session
from architect.app.sessions.listing import ListedSession, listed_sessions
from architect.app.sessions.naming import session_named, session_numbered
from architect.app.sessions.titles import rename_session
from architect.bootstrap.sessions import is_open_elsewhere, session_store
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.offered_messages import offer
from architect.cli.chat.sending import send
from architect.cli.chat.slash.choice_commands import PLAN_IS_READY
from architect.cli.human_log import ENDING_STYLES
from architect.cli.last_session import passed_over
from architect.config.llm import AUTO
from architect.domain.errors import UserError
from architect.domain.ids import SessionId
from architect.domain.journal.session import SessionSummary, StoredSession, status_words
from architect.l10n import english, shown, t
from architect.services.sessions import load_session, runs_of_work
from architect.services.task_names import shown_title

if TYPE_CHECKING:
    from architect.domain.journal.run_events import RunStarted
    from architect.domain.journal.state import AgentState

_MOST_SHOWN = 15
_NEWEST = 5
"""Of these sessions one that was interrupted is mentioned."""
_ANSWER_LINES = 12
_LEAST_STATUS_WIDTH = 11


async def sessions(chat: ChatParts, words: str) -> None:
    root = chat.conversation.place.root
    known = await listed_sessions([root])
    chat.listed = tuple(row.summary.session_id for row in known)
    found = await listed_sessions([root], query=words) if words else known
    if not found:
        chat.say(
            t("no sessions with {words!r}", words=words)
            if words
            else t("no sessions in this workspace yet")
        )
    statuses = {row.summary.status: shown(status_words(row.summary.status)) for row in found}
    width = max(_LEAST_STATUS_WIDTH, *map(len, statuses.values()))
    for row in found[:_MOST_SHOWN]:
        each = row.summary
        mark = "*" if each.session_id == chat.conversation.session_id else " "
        about = f"{statuses[each.status]:{width}}  {_about(each)}"
        chat.say(f"{mark}{row.number:>2}  {each.session_id}  {about}")
    if (more := len(found) - _MOST_SHOWN) > 0:
        chat.say(t("and {more} more; `architect sessions` lists them", more=more), "dim")
    if found:
        chat.say(t("/resume NUMBER or /resume ID goes on in one"), "dim")


def _about(summary: SessionSummary) -> str:
    return shown(summary.problem or "") or shown_title(summary.title) or title_of(summary.task)


async def resume(chat: ChatParts, words: str) -> None:
    """Go on in a session: by its id, its number in `/sessions`, or the last one."""
    chat.conversation.require_idle()
    if not words:
        current = chat.conversation.session_id
        root = chat.conversation.place.root
        if told := await passed_over(root):
            chat.say(told, "dim")
        last = await last_session_id(root, but=current, rather_not=is_open_elsewhere)
        await show_session(chat, last)
        return
    await show_session(chat, await _named_session(chat, words))


async def _named_session(chat: ChatParts, words: str) -> SessionId:
    """By its id, or by its number in the list that was shown last.

    Raises:
        UserError: there is none with that number.
    """
    if chat.listed and words.isdecimal():
        return session_numbered(words, chat.listed)
    return await session_named(words, chat.conversation.place.root)


def _say_whose_model(chat: ChatParts, before: str) -> None:
    """Say so where the session had another model than the one that is chosen now."""
    options = chat.choices.options
    now = options.model or chat.conversation.place.config(options).llm.model
    if before and now not in (before, AUTO):
        chat.say(
            t(
                "this session used {before}; from here on it is {now} (/model changes it)",
                before=before,
                now=now,
            ),
            "warning",
        )


async def show_session(chat: ChatParts, session_id: SessionId) -> None:
    """Turn to a session and show where it stands.

    Raises:
        UserError: there is no such session.
    """
    root = chat.conversation.place.root
    session = await load_session(session_store(root), session_id)
    from architect.domain.journal.lost_results import repaired
    from architect.domain.journal.past_conversation import past_conversation

    state = past_conversation(repaired(session.records))
    is_own = session_id == chat.conversation.session_id
    is_elsewhere = not is_own and is_open_elsewhere(session_id)
    known = runs_of_work(session.records)
    chat.conversation.turn_to(session.session_id, state, known=known)
    rows = await listed_sessions([root])
    summary = next((row.summary for row in rows if row.summary.session_id == session_id), None)
    named = t("session {session_id}", session_id=session.session_id)
    chat.say(named + (f": {_about(summary)}" if summary else ""), "title")
    if is_elsewhere:
        chat.say(t("it is open in another terminal, too"), "warning")
    _say_of_another(chat, rows, session_id)
    _say_whose_model(chat, state.started.model if state.started else "")
    _say_last_run(chat, session)
    if ends_in_plan(session):
        chat.say(shown(PLAN_IS_READY), "good")
    if session.is_live:
        chat.say(shown(str(session_is_busy(session_id))), "warning")
        return
    _say_unless_done(chat, state)
    offer(chat, session_id)


def _say_of_another(chat: ChatParts, rows: Sequence[ListedSession], opened: SessionId) -> None:
    """Name another one of the newest sessions that ended with its program, if there is one."""
    for row in rows[:_NEWEST]:
        other = row.summary.session_id
        is_other = other != opened and row.summary.status == "interrupted"
        if is_other and not is_open_elsewhere(other):
            told = t(
                "session {session_id} was interrupted: /resume {number}",
                session_id=other,
                number=row.number,
            )
            chat.say(told, "warning")
            return


def _say_last_run(chat: ChatParts, session: StoredSession) -> None:
    """What was asked for last, and what was answered to that."""
    from architect.domain.journal.run_events import RunFinished, RunStarted

    asked: RunStarted | None = None
    output = ""
    for event in (record.event for record in session.records):
        if isinstance(event, RunStarted) and event.task:
            asked, output = event, ""
        elif isinstance(event, RunFinished) and event.output:
            output = event.output
    if asked is not None:
        chat.say(_asked_in(asked), "dim")
    if output:
        lines = output.rstrip().split("\n")
        chat.say("\n".join(f"  {line}" for line in lines[:_ANSWER_LINES]), "dim")


def _say_unless_done(chat: ChatParts, state: "AgentState") -> None:
    """How the last run of an agent ended, if it is not done."""
    outcome = outcome_of(state)
    if state.started is None or outcome is Outcome.COMPLETED:
        return
    ending = ending_of(state)
    words = CUT_OFF if outcome is Outcome.INTERRUPTED else ending.words
    chat.say(shown(words), ENDING_STYLES[ending.tone])


def _asked_in(run: "RunStarted") -> str:
    """What the person said; a run that has a name of its own was asked for in other ways."""
    if run.title:
        return t("  last task: {title}", title=shown_title(run.title))
    return t("  you: {title}", title=title_of(run.task))


async def new(chat: ChatParts, words: str) -> None:
    chat.conversation.turn_to(None)
    chat.listed = ()
    chat.say(t("a new session"))
    if words:
        await send(chat, words)


async def rename(chat: ChatParts, title: str) -> None:
    """Call the session something; nothing gives it back its own title."""
    conversation = chat.conversation
    called = await rename_session(conversation.place.root, chat.conversation.begun(), title)
    chat.say(t("the session is called: {called}", called=called))


async def delete(chat: ChatParts, words: str) -> None:
    """Delete a session for good, the current one if none is named, once the person says yes."""
    root = chat.conversation.place.root
    session_id = await _named_session(chat, words) if words else chat.conversation.begun()
    lost = await lost_with(root, session_id)
    notes = [t("what it changed in files stays, and can be undone no more"), shown(lost)]
    chat.say(t("? Delete the session {session_id} for good?", session_id=session_id), "title")
    chat.say(f"  ({'; '.join(filter(None, notes))})")
    if not await chat.agrees():
        chat.say(t("nothing was deleted"))
        return
    await delete_session(root, session_id)
    if session_id == chat.conversation.session_id:
        chat.conversation.turn_to(None)
    chat.say(t("deleted {session_id}", session_id=session_id))


async def export(chat: ChatParts, words: str) -> None:
    """Write the session into a file, whose name says in which form."""
    form: ExportFormat = "json" if words.endswith(".json") else "markdown"
    root = chat.conversation.place.root
    exported = await export_session(root, chat.conversation.begun(), form)
    chat.say(t("written: {path}", path=_written(root, words or exported.name, exported.text)))


def _written(root: Path, name: str, text: str) -> Path:
    path = root / Path(name).expanduser()
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UserError(
            english("{path!r} is there already; name another file", path=str(path))
        ) from error
    except OSError as error:
        raise UserError(f"{str(path)!r}: {error.strerror}") from error
    return path


COMMANDS = (
    SlashCommand(
        name="rename",
        argument="[TITLE]",
        summary=english("call this session something; without a title, by its own"),
        run=rename,
    ),
    SlashCommand(
        name="delete",
        argument="[NUMBER|ID]",
        summary=english("delete this session, or another one, for good"),
        run=delete,
        waits=True,
    ),
    SlashCommand(
        name="export",
        argument="[FILE]",
        summary=english("write this session into a file, Markdown or .json"),
        run=export,
    ),
    SlashCommand(
        name="sessions",
        argument="[WORDS]",
        summary=english("list the sessions of this workspace, or those in which the words occur"),
        run=sessions,
    ),
    SlashCommand(
        name="resume",
        argument="[NUMBER|ID]",
        summary=english("go on in another session; the last one, if none is named"),
        run=resume,
        waits=True,
    ),
    SlashCommand(
        name="new",
        argument="[TASK]",
        summary=english("begin a new session"),
        run=new,
        waits=True,
        starts_run=True,
    ),
)
