"""Commands about changes: what was changed, taking it back, reviewing it."""

import os
from collections.abc import Sequence
from pathlib import Path

from architect.app.review_material import changes_to_review, files_to_review
from architect.app.run_changes import diff_of_run, diffs_of_session
from architect.app.undo_session import joined, undo_session
from architect.bootstrap.run.credentials import Credentials
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.diff_lines import diff_lines
from architect.domain.errors import UserError, VcsFault
from architect.domain.escape_controls import escape_controls
from architect.domain.git_range import Since
from architect.domain.ids import RunId, names_run
from architect.policy.file_rules import sensitive_files
from architect.services.review_scope import ReviewWishes, review_of
from architect.services.user_runs import report_lines

_MOST_LINES = 400
_ALL = "all"


async def show_diff(chat: ChatParts, run: str) -> None:
    conversation = chat.conversation
    workspace = conversation.place.workspace
    if run and names_run(run):
        diffs = [await diff_of_run(RunId(run), workspace)]
    elif conversation.session_id is None:
        raise UserError("nothing has been done in this session yet")
    else:
        diffs = list(await diffs_of_session(conversation.session_id, workspace))
    patch = "".join(each.patch for each in diffs)
    if not patch:
        chat.say("no file was changed")
        return
    for line, style in diff_lines(patch, limit=_MOST_LINES):
        chat.out.line(escape_controls(line), style)


async def undo(chat: ChatParts, words: str) -> None:
    """Undo a run, the last one that changed files, or with `all` the whole session."""
    conversation = chat.conversation
    conversation.require_idle()
    if conversation.session_id is None and words in ("", _ALL):
        raise UserError("nothing has been done in this session yet; `/undo ID` undoes a run")
    place = conversation.place
    which = conversation.session_id if words == _ALL else words or await _last_changing(chat)
    llm = place.config(chat.choices.options).llm
    credentials = await Credentials(os.environ, place.api_key).with_kept(llm)
    reports = await undo_session(
        which, place.workspace, paths=None, kept_too=False, secrets=credentials.secrets(llm)
    )
    report = joined(reports)
    gone = _missing(report.reverted, place.root)
    for line in report_lines(report, deleted=gone, nothing="nothing to undo"):
        chat.say(line)
    for each in reversed(reports):
        if each.run_id is not None:
            chat.say(f"to redo: /undo {each.run_id}", "dim")


def _missing(paths: Sequence[str], root: Path) -> frozenset[str]:
    return frozenset(path for path in paths if not os.path.lexists(root / path))


async def _last_changing(chat: ChatParts) -> str | None:
    """The last run of the session that changed something, or else its last run."""
    session_id = chat.conversation.session_id
    if session_id is None:
        return None
    from architect.bootstrap.sessions import session_store
    from architect.services.sessions import changes_files, find_runs

    session, runs = await find_runs(session_store(chat.conversation.place.root), session_id)
    changing = [run_id for run_id in runs if changes_files(session.records, run_id)]
    return next(iter(changing or runs), None)


async def review(chat: ChatParts, words: str) -> None:
    """Review the uncommitted changes, or the files that are named, in this session."""
    conversation = chat.conversation
    conversation.require_idle()
    place = conversation.place
    config = place.config(chat.choices.options)
    secrets, wishes = sensitive_files(config.guardrails.sensitive_files), ReviewWishes()
    paths = words.split()
    try:
        scope = (
            await files_to_review(place.workspace, secrets, wishes, paths)
            if paths
            else await changes_to_review(
                place.workspace, Since("HEAD", untracked=True), secrets, wishes
            )
        )
    except VcsFault as fault:
        raise UserError(f"{fault}; name the files: /review PATH") from fault
    if not scope.parts:
        raise UserError("there is nothing to review")
    request = review_of(scope, title=f"Review {words or 'changes'}")
    await conversation.start(request, title=request.title)


COMMANDS = (
    SlashCommand(
        name="diff", argument="[RUN]", summary="what this session, or a run, changed", run=show_diff
    ),
    SlashCommand(
        name="undo",
        argument=f"[{_ALL}|RUN]",
        summary="undo the last changes, all of the session, or those of a run",
        run=undo,
        waits=True,
        completions=lambda _: (_ALL,),
    ),
    SlashCommand(
        name="review",
        argument="[PATH ...]",
        summary="have the uncommitted changes, or files, reviewed",
        run=review,
        waits=True,
        starts_run=True,
    ),
)
