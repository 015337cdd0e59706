"""Commands that go back: another session with the beginning of this one, the last message anew."""

from architect.app.checkpoints import Wanted, roll_back
from architect.app.sessions.forking import ForkPlan, fork, fork_plan
from architect.bootstrap.runtime import system_clock
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.domain.errors import UserError
from architect.domain.ids import RunId, SessionId, names_run, run_id_of, session_of
from architect.l10n import english, shown, t
from architect.services.user_runs import report_lines

_FILES = "files"
_MOST_DIGITS = 9
"""Of the number of a run; Python reads no number of more than 4,300."""


async def fork_here(chat: ChatParts, words: str) -> None:
    """Go on in another session with the conversation so far, or up to a run of it."""
    conversation = chat.conversation
    conversation.require_idle()
    wanted = _run_of(conversation.begun(), words) if words else conversation.begun()
    plan = await fork_plan(conversation.place.root, wanted)
    session_id = await fork(plan, system_clock())
    conversation.turn_to(session_id)
    chat.say(
        t(
            "you are in the fork {fork}; the session {session_id} stays as it is",
            fork=session_id,
            session_id=plan.session_id,
        )
    )


async def edit_last(chat: ChatParts, words: str) -> None:
    """Put the last message into the input again, in a session that ends before it."""
    if words not in ("", _FILES):
        raise UserError(
            english(
                "/edit takes no {words!r}; `/edit {files}` puts files back as well",
                words=words,
                files=_FILES,
            )
        )
    conversation = chat.conversation
    conversation.require_idle()
    plan = await fork_plan(conversation.place.root, conversation.begun(), before=True)
    if words == _FILES and plan.left_out:
        await _put_files_back(chat, plan)
    conversation.turn_to(await fork(plan, system_clock()))
    chat.say(t("change the message and send it again; the session before it stays as it is"))
    chat.terminal.give_back([plan.task])


async def _put_files_back(chat: ChatParts, plan: ForkPlan) -> None:
    place = chat.conversation.place
    done = await roll_back(
        Wanted(session=plan.left_out[0], step=0),
        place.workspace,
        place.config(chat.choices.options).checkpoints,
        secrets=await place.secrets(chat.choices.options),
    )
    for line in report_lines(done.report, nothing=english("the files are as they were")):
        chat.say(shown(line))


def _run_of(session_id: SessionId, words: str) -> RunId:
    """
    Raises:
        UserError: it is no run of the session.
    """
    is_number = words.isdecimal() and len(words) <= _MOST_DIGITS
    run_id = run_id_of(session_id, int(words)) if is_number else RunId(words)
    if not names_run(run_id) or session_of(run_id) != session_id:
        raise UserError(
            english(
                "{words!r} is no run of this session; /fork 1 goes up to its first one", words=words
            )
        )
    return run_id


COMMANDS = (
    SlashCommand(
        name="edit",
        argument=f"[{_FILES}]",
        summary=english(
            "change the last message and send it again; with `files`, put them back first"
        ),
        run=edit_last,
        waits=True,
        completions=lambda _: (_FILES,),
    ),
    SlashCommand(
        name="fork",
        argument="[N]",
        summary=english(
            "go on in another session with this conversation, or with its first N runs"
        ),
        run=fork_here,
        waits=True,
    ),
)
