"""Commands that go back: an earlier message anew, the files of before it, another session."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from architect.app.checkpoints import NoCheckpointError, Wanted, roll_back
from architect.app.sessions.forking import ForkPlan, fork, fork_plan
from architect.app.sessions.messages import (
    SessionMessage,
    files_since,
    message_named,
    messages_of,
)
from architect.app.undo_session import undo_lines
from architect.bootstrap.checkpoints import in_repository
from architect.bootstrap.runtime import system_clock
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.domain.errors import UserError
from architect.domain.escape_controls import in_one_line
from architect.domain.text.counted import counted
from architect.l10n import english, shown, t
from architect.services.task_names import shown_title

_FILES = "files"
_MOST_FILES = 8


async def list_messages(chat: ChatParts, _: str) -> None:
    messages = await _messages(chat)
    width = len(str(len(messages)))
    for each in messages:
        files = f" · {shown(counted(len(each.files), 'file'))}" if each.files else ""
        chat.say(f"{each.number:>{width}}  {shown_title(each.title)}{files}")
    chat.say(t("/edit N, /restore N and /fork N take these numbers"), "dim")


async def fork_here(chat: ChatParts, words: str) -> None:
    """Go on in another session with the conversation so far, or up to and with a message."""
    conversation = chat.conversation
    conversation.require_idle()
    named = message_named(words, await _messages(chat)).run_id if words else conversation.begun()
    plan = await fork_plan(conversation.place.root, named)
    session_id = await fork(plan, system_clock())
    conversation.turn_to(session_id)
    chat.say(
        t(
            "you are in the fork {fork}; the session {session_id} stays as it is",
            fork=session_id,
            session_id=plan.session_id,
        )
    )


async def edit(chat: ChatParts, words: str) -> None:
    """Put a message into the input again, the last one if none is named, before all behind it."""
    chat.conversation.require_idle()
    *named, last = words.split() or [""]
    with_files = last == _FILES
    number = " ".join(named if with_files else [*named, last])
    messages = await _messages(chat)
    meant = message_named(number, messages)
    plan = await fork_plan(chat.conversation.place.root, meant.run_id, before=True)
    if with_files and files_since(messages, meant):
        await _put_files_back(chat, plan)
    chat.say(t("change the message and send it again"))
    await _turn_back(chat, plan)


async def restore(chat: ChatParts, words: str) -> None:
    """Files and conversation as they were before a message, once the person says yes."""
    conversation = chat.conversation
    conversation.require_idle()
    messages = await _messages(chat)
    meant = message_named(words, messages)
    files = files_since(messages, meant)
    plan = await fork_plan(conversation.place.root, meant.run_id, before=True)
    chat.say(t("? Restore files and conversation to before message {n}?", n=meant.number), "title")
    chat.say(f"  > {shown_title(meant.title)}", "dim")
    for line in _what_restoring_does(files, conversation.place.root):
        chat.say(f"  {line}")
    if not await chat.agrees():
        chat.say(t("nothing was restored"))
        return
    if files:
        await _put_files_back(chat, plan)
    await _turn_back(chat, plan)


def _what_restoring_does(files: Sequence[str], root: Path) -> Iterator[str]:
    if files:
        named = ", ".join(map(in_one_line, files[:_MOST_FILES]))
        more = len(files) - _MOST_FILES
        listed = t("{files} and {more} more", files=named, more=more) if more > 0 else named
        yield t("these files go back: {files}", files=listed)
        yield (
            t(
                "not put back: what you changed yourself, what git ignores, "
                "what commands did outside the project"
            )
            if in_repository(root)
            else t(
                "not put back: what you changed yourself, files that are no text, "
                "what commands did outside the project"
            )
        )
    else:
        yield t("no file was changed since")
    yield t("the message comes back into the input; the session of now stays in /sessions")


async def _turn_back(chat: ChatParts, plan: ForkPlan) -> None:
    """Turn to a session that ends before the message, which is in the input; say the way back."""
    chat.conversation.turn_to(await fork(plan, system_clock()))
    if plan.attached:
        names = ", ".join(map(in_one_line, dict.fromkeys(each.name for each in plan.attached)))
        chat.say(
            t("went along with it: {names}; /attach adds a file again", names=names)
            if all(each.kind == "file" for each in plan.attached)
            else t("went along with it, and does not go again: {names}", names=names),
            "dim",
        )
    session_id = plan.session_id
    chat.say(t("the conversation as it was: /resume {session_id}", session_id=session_id), "dim")
    chat.terminal.give_back([plan.prompt])


async def _put_files_back(chat: ChatParts, plan: ForkPlan) -> None:
    place = chat.conversation.place
    options = chat.choices.options
    wanted = Wanted(session=plan.left_out[0], step=0)
    settings, secrets = place.config(options).checkpoints, await place.secrets(options)
    try:
        findings = await chat.conversation.findings()
        done = await roll_back(
            wanted, place.workspace, settings, secrets=secrets, findings=findings
        )
    except NoCheckpointError as error:
        raise UserError(
            english("{problem}; `/undo RUN` undoes what a run changed", problem=str(error))
        ) from error
    nothing = english("the files are as they were")
    for line in undo_lines([done.report], place.root, nothing=nothing):
        chat.say(shown(line))
    if done.report.reverted:
        told = t(
            "the files as they were: architect rollback --to-commit {commit}",
            commit=done.before[:10],
        )
        chat.say(told, "dim")


async def _messages(chat: ChatParts) -> Sequence[SessionMessage]:
    conversation = chat.conversation
    return await messages_of(conversation.place.root, conversation.begun())


COMMANDS = (
    SlashCommand(
        name="messages",
        summary=english("the messages of this session, with the numbers that go back to them"),
        run=list_messages,
    ),
    SlashCommand(
        name="edit",
        argument=f"[N] [{_FILES}]",
        summary=english(
            "change the last message, or message N, and send it again; with `files`, "
            "put them back first"
        ),
        run=edit,
        waits=True,
        completions=lambda _: (_FILES,),
    ),
    SlashCommand(
        name="restore",
        argument="[N]",
        summary=english("files and conversation as they were before the last message, or N"),
        run=restore,
        waits=True,
    ),
    SlashCommand(
        name="fork",
        argument="[N]",
        summary=english(
            "go on in another session with this conversation, or up to and with message N"
        ),
        run=fork_here,
        waits=True,
    ),
)
