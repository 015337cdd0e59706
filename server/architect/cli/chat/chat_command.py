"""A session that one can talk to, as the command line starts it."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.files.user_folders import user_state_folder
from architect.app.choices import Choices
from architect.bootstrap.runtime import kill_what_was_started
from architect.bootstrap.settings import workspace_root
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.attached_files import AttachedFiles, attached_files
from architect.cli.chat.chat_place import ChatPlace
from architect.cli.chat.chat_session import ChatSession
from architect.cli.chat.offered_messages import keep_for_next_time
from architect.cli.chat.slash.context_commands import say_what_goes
from architect.cli.chat.slash.session_commands import resume
from architect.cli.daily_cleanup import clean_up_if_wanted
from architect.cli.kept_telemetry import kept_telemetry
from architect.cli.next_steps import labelled, model_flags, workspace_flag
from architect.cli.settings import told_settings
from architect.cli.terminal_host import TerminalPlace
from architect.cli.word_wrap import terminal_columns
from architect.config.schema import Config
from architect.domain.agent_names import old_agent_name_note
from architect.domain.errors import ArchitectError, UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_mode import RunMode
from architect.frozen import frozen
from architect.l10n import english, shown, t
from architect.policy.file_rules import sensitive_files
from architect.ports.telemetry import TelemetryKeeper

_DUMB = ("dumb", "unknown", "")


@frozen(kw_only=True)
class ChatFlags:
    """The flags of `architect chat`; `session` is the id of one, empty for the last one."""

    prompt: str | None = None
    session: str | None = None
    config: Path | None = None
    workspace: Path | None = None
    model: str | None = None
    reasoning: ReasoningEffort | None = None
    agent: str | None = None
    mode: RunMode | None = None
    api_base: str | None = None
    api_key: str | None = None
    allow_edit: tuple[str, ...] = ()
    trust_project: bool = False
    plain: bool = False
    attached: tuple[Path, ...] = ()
    images: tuple[Path, ...] = ()


def chat(flags: ChatFlags) -> int:
    """Talk until the person at the terminal ends it; the exit code.

    Raises:
        ArchitectError: there is no such workspace, or a configuration cannot be read.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError(
            english(
                "a session that one can talk to needs a terminal; "
                "`architect run` takes a task without"
            )
        )
    own = {"llm.api_base": flags.api_base}
    settings = told_settings(flags.config, flags.workspace, own, trust_project=flags.trust_project)
    choices = Choices(flags.model, flags.reasoning, flags.agent, flags.mode)
    secrets = sensitive_files(settings.guardrails.sensitive_files)
    attached = attached_files(flags.attached, flags.images, secrets)
    try:
        with kept_telemetry(settings.telemetry, _warn) as telemetry:
            place = _place(flags, settings, own, telemetry)
            asyncio.run(_talk(flags, place, choices, attached))
            asyncio.run(clean_up_if_wanted(place.root, settings.sessions))
    finally:
        kill_what_was_started()
    return 0


def _place(
    flags: ChatFlags,
    settings: Config,
    own: Mapping[str, str | None],
    telemetry: TelemetryKeeper | None,
) -> ChatPlace:
    named = workspace_root(settings, flags.workspace)
    return ChatPlace(
        terminal=TerminalPlace(
            workspace=disk_workspace(named),
            named=named,
            config_file=flags.config,
            editable=flags.allow_edit,
            telemetry=telemetry,
        ),
        named=flags.workspace,
        flags={key: value for key, value in own.items() if value is not None},
        words={"llm.api_base": "--api-base"} if flags.api_base else {},
        api_key=flags.api_key,
        trust_project=flags.trust_project,
    )


def _warn(warning: str) -> None:
    print(escape_controls(f"architect: {shown(warning)}"), file=sys.stderr)  # noqa: T201


async def _talk(
    flags: ChatFlags, place: ChatPlace, choices: Choices, attached: AttachedFiles
) -> None:
    session = _session(flags, place, choices)
    session.chat.attached = attached
    session.chat.say(
        t("architect in {root}. /help explains keys and commands.", root=place.root), "title"
    )
    if flags.agent and (note := old_agent_name_note(flags.agent)):
        session.chat.say(shown(note), "warning")
    if flags.session is not None:
        try:
            await resume(session.chat, flags.session)
        except ArchitectError as error:
            session.chat.say(t("error: {error}", error=shown(str(error))), "bad")
    if attached.lines and not flags.prompt:
        say_what_goes(session.chat)
    unsent = await session.talk(flags.prompt or "")
    for line in keep_for_next_time(session.chat, unsent):
        print(escape_controls(line))  # noqa: T201
    _say_how_to_come_back(session, flags)


def _session(flags: ChatFlags, place: ChatPlace, choices: Choices) -> ChatSession:
    """On the terminal as far as it can draw."""
    if flags.plain or os.environ.get("TERM", "") in _DUMB:
        from architect.cli.chat.terminal.plain_terminal import PlainTerminal

        return ChatSession(PlainTerminal(), place, choices)
    from architect.cli.chat.terminal.input_completer import InputCompleter
    from architect.cli.chat.terminal.input_history import InputHistory
    from architect.cli.chat.terminal.mention_offers import MentionOffers
    from architect.cli.chat.terminal.prompt_terminal import PromptTerminal

    history = InputHistory(user_state_folder(os.environ) / "chat-history", place.root)
    offers = MentionOffers(
        place.workspace,
        lambda: place.config(choices.options),
        lambda: session.chat.ran is not None,
    )
    completer = InputCompleter(offers)
    terminal = PromptTerminal(completer, history, colours=not os.environ.get("NO_COLOR"))
    session = ChatSession(terminal, place, choices)
    completer.chat = session.chat
    return session


def _say_how_to_come_back(session: ChatSession, flags: ChatFlags) -> None:
    conversation = session.conversation
    if conversation.session_id is None:
        return
    where = workspace_flag(flags.workspace)
    session_id = conversation.session_id
    models = model_flags(session.chat.choices.model, conversation.place.flags.get("llm.api_base"))
    has_changes = bool(conversation.state.session_files)
    commands = {
        t("come back"): f"architect chat{where} --resume {session_id}{models}",
        t("changes"): f"architect diff{where} {session_id}" if has_changes else "",
        t("undo"): f"architect undo{where} {session_id}" if has_changes else "",
    }
    for line in (
        t("session {session_id}", session_id=session_id),
        *labelled(commands, terminal_columns(1)),
    ):
        print(escape_controls(line))  # noqa: T201
