"""What answers the messages of a client that speaks ACP.

https://agentclientprotocol.com/protocol/overview
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from architect.acp.discoveries import Discoveries
from architect.acp.faults import fault_of, invalid
from architect.acp.initialization import KEY_METHOD, ClientFeatures
from architect.acp.past_session import PastSession, past_session
from architect.acp.prompt_content import mcp_layer, prompt_of
from architect.acp.session import AcpSession
from architect.acp.session_list import listed_page
from architect.acp.session_options import choose, modes
from architect.acp.session_updates import RunUpdates, said
from architect.acp.turns import Turns
from architect.app.ending_words import CUT_OFF
from architect.app.folders import Folders
from architect.app.next_run import first_run, first_run_in
from architect.app.sessions.deleting import delete_session
from architect.app.sessions.listing import find_root
from architect.app.workflows.of_session import leave_workflows
from architect.bootstrap.kept_mcp_servers import KeptMcpServers
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.settings import editor_settings
from architect.domain.errors import ArchitectError, UnknownSessionError
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import SessionId, session_of
from architect.jsonrpc import json_rpc
from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.dispatcher import Dispatcher
from architect.jsonrpc.fence import Fence
from architect.jsonrpc.handlers import NotificationHandler, Params, RequestHandler
from architect.jsonrpc.json_rpc import ErrorAnswer
from architect.l10n import english, shown
from architect.ports.crash_log import CrashLog
from architect.services.sessions import runs_of_work


class AcpAgent:
    """The `Endpoint` of a client, with its sessions."""

    def __init__(
        self, connection: StreamConnection, crash_log: CrashLog, features: ClientFeatures
    ) -> None:
        self._fence = Fence(crash_log)
        self._features = features
        self._folders = Folders((), show=lambda folder: _nothing, on_fault=_log)
        self._tool_servers = KeptMcpServers(os.environ)
        self._turns = Turns(connection, self._folders, features, self._tool_servers.get)
        self._sessions: dict[str, AcpSession] = {}
        self._listed: dict[Path, None] = {}
        self._discoveries = Discoveries(self._turns.tell, self._tool_servers.get, _log, crash_log)
        self._dispatcher = Dispatcher(
            connection,
            self._requests,
            self._notifications,
            error_of=self._error_of,
            complain=lambda method, error: _log(f"{method}: {error.message}"),
        )

    def handle(self, message: Any) -> None:
        """Take a decoded body, or a frame that is broken."""
        self._dispatcher.take(json_rpc.read(message))

    async def shutdown(self) -> None:
        await self._discoveries.aclose()
        await self._turns.end_all()
        await self._tool_servers.aclose()
        await self._folders.close()

    @property
    def _requests(self) -> Mapping[str, RequestHandler]:
        return {
            "authenticate": self._authenticate,
            "session/new": self._new,
            "session/load": self._load,
            "session/resume": self._resume,
            "session/list": self._list,
            "session/close": self._close,
            "session/delete": self._delete,
            "session/set_mode": self._set_mode,
            "session/set_config_option": self._set_option,
            "session/prompt": self._prompt,
        }

    @property
    def _notifications(self) -> Mapping[str, NotificationHandler]:
        return {
            "session/cancel": self._cancel,
            "$/cancel_request": lambda params: self._dispatcher.cancel(params.get("requestId")),
        }

    async def _authenticate(self, params: Params) -> dict[str, Any]:
        """Whether there is a key; nothing is asked of the client."""
        from architect.bootstrap.models.kept_keys import kept_keys
        from architect.bootstrap.models.model_problem import missing_key

        if params.get("methodId") != KEY_METHOD:
            raise invalid(
                english(
                    "there is no method {method!r}; there is {key_method!r}",
                    method=params.get("methodId"),
                    key_method=KEY_METHOD,
                )
            )
        session = next(iter(self._sessions.values()), None)
        llm = (session.config() if session else editor_settings(Path.home(), {}, {}).config).llm
        kept = await asyncio.to_thread(kept_keys, llm, os.environ)
        if (error := missing_key(llm, os.environ, api_key=None, kept=kept)) is not None:
            raise error
        return {}

    def _new(self, params: Params) -> dict[str, Any]:
        root = _folder(params)
        self._folders.get(root)  # raises if no run can work there
        first = first_run(root, system_clock())
        servers = mcp_layer(_list(params, "mcpServers"))
        session = AcpSession(session_of(first.run_id), root, first, servers)
        opened = self._opened(session)
        return {"sessionId": session.session_id, **opened}

    async def _load(self, params: Params) -> dict[str, Any]:
        session = self._known(params)
        past = await self._past(session)
        updates = {
            run_id: RunUpdates(session.root, run_id, terminals=self._features.terminals)
            for run_id in runs_of_work(past.records)
        }
        for record in past.records:
            if (of_run := updates.get(record.run_id)) is not None:
                for update in of_run.past(record.event):
                    self._turns.tell(session, update)
        if past.was_cut_off:
            self._turns.tell(session, said(f"\n\n{shown(CUT_OFF)}"))
        for workflow in past.workflows:
            self._turns.workflows.tell_past(session, workflow)
        return self._opened(session)

    async def _resume(self, params: Params) -> dict[str, Any]:
        session = self._known(params)
        await self._past(session)
        return self._opened(session)

    async def _past(self, session: AcpSession) -> PastSession:
        """What is on record of a session that is opened again, which may be workflows alone.

        Raises:
            UnknownSessionError: nothing is.
        """
        past = await past_session(session.root, session.session_id, os.environ)
        if session.session_id not in self._sessions:
            self._turns.workflows.take_up(session, past.workflows)
            if not past.records:
                session.first = first_run_in(session.root, session.session_id)
        return past

    async def _list(self, params: Params) -> dict[str, Any]:
        """A page of the sessions of a folder, or of the folders that sessions are open in."""
        every = [one.root for one in self._sessions.values()]
        roots = [_folder(params)] if params.get("cwd") else every
        self._listed |= dict.fromkeys(roots)
        return await listed_page(roots, params.get("cursor"), os.environ)

    def _close(self, params: Params) -> dict[str, Any]:
        session = self._session(params)
        self._turns.cancel(session)
        del self._sessions[session.session_id]
        return {}

    async def _delete(self, params: Params) -> dict[str, Any]:
        """Remove what is kept of a session, in a folder where one was opened or that was listed.

        The records of its workflows stay, for `architect workflows`.
        """
        session_id = SessionId(str(params.get("sessionId")))
        open_one = self._sessions.get(session_id)
        if open_one is not None and open_one.is_working:
            raise invalid(
                english("the agent works in this session; cancel it, then delete the session")
            )
        roots = [open_one.root] if open_one else [*self._folders.all_roots(), *self._listed]
        roots = list(dict.fromkeys(roots))
        try:
            await delete_session(await find_root(session_id, roots), session_id)
        except UnknownSessionError:  # it is gone already, or has had nothing but workflows
            for root in roots:
                await asyncio.to_thread(leave_workflows, root, session_id, os.environ)
        self._sessions.pop(session_id, None)
        return {}

    def _set_mode(self, params: Params) -> dict[str, Any]:
        session = self._session(params)
        choose(session.choices, "mode", params.get("modeId"))
        return {}

    def _set_option(self, params: Params) -> dict[str, Any]:
        session = self._session(params)
        before = session.choices.mode
        choose(session.choices, str(params.get("configId")), params.get("value"))
        if session.choices.mode != before:
            self._turns.tell_mode(session)
        return {"configOptions": session.options()}

    async def _prompt(self, params: Params) -> dict[str, Any]:
        session = self._session(params)
        return await self._turns.take(session, prompt_of(_list(params, "prompt"), session.root))

    def _cancel(self, params: Params) -> None:
        session = self._sessions.get(str(params.get("sessionId")))
        if session is not None:
            self._turns.cancel(session)

    def _session(self, params: Params) -> AcpSession:
        """
        Raises:
            AcpFault: the client has no such session open.
        """
        if session := self._sessions.get(str(params.get("sessionId"))):
            return session
        raise invalid(
            english(
                "there is no open session {session!r}; load or resume it",
                session=params.get("sessionId"),
            )
        )

    def _known(self, params: Params) -> AcpSession:
        """A session that is to be opened again, which need not exist."""
        root = _folder(params)
        self._folders.get(root)
        session_id = SessionId(str(params.get("sessionId")))
        session = self._sessions.get(session_id) or AcpSession(session_id, root)
        if session.root != root:
            raise invalid(
                english(
                    "the session {session_id!r} is open in {root!r}",
                    session_id=session_id,
                    root=str(session.root),
                )
            )
        session.mcp = mcp_layer(_list(params, "mcpServers"))
        return session

    def _opened(self, session: AcpSession) -> dict[str, Any]:
        """Keep the session; what can be chosen in it."""
        options = session.options()
        self._sessions[session.session_id] = session
        self._discoveries.begin(session)
        return {"modes": modes(session.choices), "configOptions": options}

    def _error_of(self, error: BaseException, method: str, _: Params) -> ErrorAnswer:
        if isinstance(error, ArchitectError):
            fault = fault_of(error)
            return ErrorAnswer(fault.code, shown(str(fault)))
        return self._fence.answer(error, repr(method))


def _folder(params: Params) -> Path:
    """
    Raises:
        AcpFault: `cwd` is no absolute path.
    """
    cwd = params.get("cwd")
    if not isinstance(cwd, str) or not Path(cwd).is_absolute() or "\0" in cwd:
        raise invalid(english("cwd has to be an absolute path, not {cwd!r}", cwd=cwd))
    return Path(cwd).resolve()


def _list(params: Params, name: str) -> list[Any]:
    """
    Raises:
        AcpFault: what is called so is there, and no list.
    """
    found = params.get(name)
    if found is not None and not isinstance(found, list):
        raise invalid(english("{name} has to be a list", name=name))
    return cast(list[Any], found or [])


def _nothing() -> None:
    """There is nothing to be put away."""


def _log(line: object) -> None:
    """Clients keep a log of what stands on standard error."""
    with contextlib.suppress(OSError):
        sys.stderr.write(escape_controls(f"architect: {line}\n"))
