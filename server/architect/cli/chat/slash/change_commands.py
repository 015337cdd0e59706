"""Commands about changes: what was changed, taking it back, reviewing it."""

from architect.app.review_material import changes_to_review, files_to_review
from architect.app.run_changes import diff_of_run, diffs_of_session
from architect.app.undo_session import ALL, next_lines, undo_by_words, undo_lines, with_kept
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.slash.hunk_commands import means_hunks, undo_files, undo_hunks
from architect.cli.chat.slash.named_paths import named_paths
from architect.cli.diff_lines import diff_lines
from architect.domain.errors import UserError, VcsFault
from architect.domain.escape_controls import escape_controls
from architect.domain.git_range import Since
from architect.domain.ids import RunId, names_run
from architect.l10n import english, shown, t
from architect.lazy_pattern import lazy_pattern
from architect.policy.file_rules import sensitive_files
from architect.services.review_scope import ReviewWishes, review_of
from architect.services.run_diff import undone_lines

_MOST_LINES = 400

_ID = lazy_pattern(r"\d{8}-\d{6}-[0-9a-f]{6}(?:\.\d+)*")
"""Of a session or run; anything else that is named is a file."""


async def show_diff(chat: ChatParts, run: str) -> None:
    conversation = chat.conversation
    workspace = conversation.place.workspace
    if run and names_run(run):
        diffs = [await diff_of_run(RunId(run), workspace)]
    elif conversation.session_id is None:
        raise UserError(english("nothing has been done in this session yet"))
    else:
        diffs = list(await diffs_of_session(conversation.session_id, workspace))
    patch = "".join(each.patch for each in diffs)
    if not patch:
        chat.say(t("no file was changed"))
        return
    for line, style in diff_lines(patch, limit=_MOST_LINES):
        chat.out.code(escape_controls(line), style, column=1)
    for undone in undone_lines(diffs):
        chat.say(shown(undone), "warning")


async def undo(chat: ChatParts, words: str) -> None:
    """Undo single changes, files, a run, the last one that changed files, or the whole session."""
    conversation = chat.conversation
    conversation.require_idle()
    if means_hunks(words):
        await undo_hunks(chat, words)
        return
    meant = with_kept(words)[0]
    if meant not in ("", ALL) and not _ID.fullmatch(meant):
        await undo_files(chat, words)
        return
    place = conversation.place
    secrets = await place.secrets(chat.choices.options)
    reports = await undo_by_words(
        words,
        conversation.session_id,
        place.workspace,
        secrets=secrets,
        findings=await conversation.findings(),
    )
    for line in undo_lines(reports, place.root):
        chat.say(shown(line))
    for line in next_lines(reports, words):
        chat.say(shown(line), "dim")


async def review(chat: ChatParts, words: str) -> None:
    """Review the uncommitted changes, or the files that are named, in this session."""
    conversation = chat.conversation
    conversation.require_idle()
    place = conversation.place
    config = place.config(chat.choices.options)
    secrets, wishes = sensitive_files(config.guardrails.sensitive_files), ReviewWishes()
    paths = named_paths(words, place.root)
    try:
        scope = (
            await files_to_review(place.workspace, secrets, wishes, paths)
            if paths
            else await changes_to_review(
                place.workspace, Since("HEAD", untracked=True), secrets, wishes
            )
        )
    except VcsFault as fault:
        raise UserError(english("{fault}; name the files: /review PATH", fault=fault)) from fault
    if not scope.parts:
        raise UserError(english("there is nothing to review"))
    title = english("Review {about}", about=words) if words else english("Review changes")
    request = review_of(scope, title=title)
    await conversation.start(request, title=request.title)


COMMANDS = (
    SlashCommand(
        name="diff",
        argument="[RUN]",
        summary=english("what this session, or a run, changed"),
        run=show_diff,
    ),
    SlashCommand(
        name="undo",
        argument=f"[N ...|FILE|RUN|{ALL}]",
        summary=english(
            "undo the last changes, some by their numbers in /hunks, those of a file or run, or all"
        ),
        run=undo,
        waits=True,
        completions=lambda chat: (ALL, *chat.conversation.state.session_files),
    ),
    SlashCommand(
        name="review",
        argument="[PATH ...]",
        summary=english("have the uncommitted changes, or files, reviewed"),
        run=review,
        waits=True,
        starts_run=True,
    ),
)
