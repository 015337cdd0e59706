"""Commands about single changes: which wait for a decision, keeping and undoing them."""

from collections.abc import Iterable, Sequence

from architect.app.session_decisions import SessionReport, own_runs
from architect.app.session_hunks import (
    ListedHunk,
    SessionHunks,
    at_paths,
    forked_from,
    keep_of_session,
    undecided_hunks,
    undo_of_session,
)
from architect.app.undo_session import next_lines, undo_lines, undo_session, with_kept
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.hunk_numbers import are_numbers
from architect.cli.chat.slash.named_paths import named_paths
from architect.cli.decided_lines import Decision, already_decided, decided_lines, way_back
from architect.cli.diff_lines import diff_lines
from architect.cli.hunk_lines import hunk_place, hunk_rows
from architect.domain.errors import UserError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.ids import HunkId, RunId
from architect.domain.text.counted import counted
from architect.l10n import english, shown, t
from architect.services.hunk_review import HunkChoice

_ALL, _ANYWAY = "all", "anyway"
_MOST_ROWS = 100
_MOST_LINES = 200
_MOST_NEXT_LINES = 16
"""Of the change that comes next: what a glance takes."""


async def list_hunks(chat: ChatParts, words: str) -> None:
    """The undecided changes of the session, or of files; those with numbers as diffs."""
    found = await _undecided(chat)
    numbered = chat.hunks.numbered(found.hunks)
    if are_numbers(words):
        _show(chat, words, numbered)
        return
    if words:
        workspace = chat.conversation.place.workspace
        there = at_paths(found.hunks, named_paths(words, workspace.root), workspace)
        numbered = [(number, hunk) for number, hunk in numbered if hunk in there]
    rows = hunk_rows([(str(n), hunk) for n, hunk in numbered[:_MOST_ROWS]], chat.terminal.width)
    for row in rows:
        chat.lines(row)
    if (more := len(numbered) - _MOST_ROWS) > 0:
        chat.say(t("and {more} more; /hunks FILE lists those of a file", more=more), "dim")
    for conflict in found.unknown:
        chat.say(f"{in_one_line(conflict.path)}: {shown(conflict.reason)}", "warning")
    if rows:
        chat.say(t("/hunks N shows one; /keep and /undo take N, N-M or FILE"), "dim")
    else:
        await _say_none(chat)


def _show(chat: ChatParts, words: str, numbered: Sequence[tuple[int, ListedHunk]]) -> None:
    chosen = chat.hunks.meant(words)
    for number, hunk in numbered:
        if number not in chosen:
            continue
        chat.say(f"{number}  {hunk_place(hunk)}", "title")
        _show_patch(chat, hunk, limit=_MOST_LINES)
        if hunk.lost:
            chat.say(shown(hunk.lost), "warning")
    _say_decided(chat, chosen, [number for number, _ in numbered])


def _show_patch(chat: ChatParts, hunk: ListedHunk, *, limit: int) -> None:
    _, _, lines = hunk.patch.partition("@@")
    for line, style in diff_lines(f"@@{lines}" if lines else hunk.patch, limit=limit):
        chat.out.code(escape_controls(line), style, column=1)


async def keep(chat: ChatParts, words: str) -> None:
    """Keep changes by their numbers, those of files, or all of the session."""
    if not words:
        raise UserError(english("say what to keep: /keep N, N-M, FILE or all; /hunks lists them"))
    runs = await _idle_runs(chat)
    choice = await _choice(chat, words, runs)
    if choice.hunk_ids == frozenset():
        return
    config = chat.conversation.place.config(chat.choices.options)
    secrets = await chat.conversation.place.secrets(chat.choices.options)
    done = await keep_of_session(
        runs, choice, chat.conversation.place.workspace, rules=config.guardrails, secrets=secrets
    )
    await _say(chat, done, "keep", words)


async def _choice(chat: ChatParts, words: str, runs: Sequence[RunId]) -> HunkChoice:
    if are_numbers(words):
        return HunkChoice(hunk_ids=await _chosen(chat, words, runs))
    if words == _ALL:
        return HunkChoice()
    return HunkChoice(paths=named_paths(words, chat.conversation.place.root))


async def undo_hunks(chat: ChatParts, words: str) -> None:
    """Undo changes by their numbers; with `anyway` what was done to their lines goes with them."""
    numbers, _, last = words.rpartition(" ")
    changed_too = last == _ANYWAY
    runs = await _idle_runs(chat)
    numbers = numbers if changed_too else words
    ids = await _chosen(chat, numbers, runs)
    if not ids:
        return
    done = await undo_of_session(
        runs,
        HunkChoice(hunk_ids=ids),
        chat.conversation.place.workspace,
        changed_too=changed_too,
        secrets=await chat.conversation.place.secrets(chat.choices.options),
        findings=await chat.conversation.findings(),
    )
    await _say(chat, done, "undo", numbers)


async def undo_files(chat: ChatParts, words: str) -> None:
    """Undo what the session did to files, but for what was kept unless that is meant, too."""
    await _idle_runs(chat)
    workspace = chat.conversation.place.workspace
    files, kept_too = with_kept(words)
    reports = await undo_session(
        chat.conversation.session_id,
        workspace,
        paths=named_paths(files, workspace.root),
        kept_too=kept_too,
        secrets=await chat.conversation.place.secrets(chat.choices.options),
        findings=await chat.conversation.findings(),
    )
    for line in undo_lines(reports, workspace.root):
        chat.say(shown(line))
    for line in next_lines(reports, words):
        chat.say(shown(line), "dim")
    await _say_left(chat, files)


def means_hunks(words: str) -> bool:
    """Whether what stands behind `/undo` are changes by their numbers."""
    return are_numbers(words.removesuffix(f" {_ANYWAY}").rstrip())


async def _chosen(chat: ChatParts, words: str, runs: Sequence[RunId]) -> frozenset[HunkId]:
    """The changes with these numbers that still wait for a decision; of others it is said."""
    chosen = chat.hunks.meant(words)
    found = await undecided_hunks(runs, chat.conversation.place.workspace)
    there = {one: hunk for hunk in found.hunks for one in hunk.hunk_ids}
    ids = {number: chat.hunks.ids_of(number) & there.keys() for number in chosen}
    _say_decided(chat, chosen, [number for number, open_ids in ids.items() if open_ids])
    # what has become one with it by later changes is decided about with it
    return frozenset(each for some in ids.values() for one in some for each in there[one].hunk_ids)


def _say_decided(chat: ChatParts, chosen: Iterable[int], there: Iterable[int]) -> None:
    gone = [str(number) for number in chosen if number not in {*there}]
    if gone:
        chat.say(already_decided(gone), "dim")


async def _say(chat: ChatParts, done: SessionReport, decision: Decision, words: str) -> None:
    """What became of it, the way back, and what comes next."""
    for line in decided_lines(done.report, decision):
        chat.say(line)
    if done.report.conflicts:
        chat.say(
            t(
                "  /hunks N compares; /undo N {anyway} undoes it with what was changed since",
                anyway=_ANYWAY,
            )
        )
    for run_id in reversed(done.run_ids):
        chat.say(way_back(decision, f"/undo {run_id}"), "dim")
    await _say_left(chat, words)


async def _say_left(chat: ChatParts, words: str) -> None:
    """How many wait for a decision, and the one that comes behind those that `words` named."""
    numbered = chat.hunks.numbered((await _undecided(chat)).hunks)
    if not numbered:
        await _say_none(chat)
        return
    chat.say(t("{changes} left, next:", changes=shown(counted(len(numbered), "change"))))
    last = max(chat.hunks.meant(words)) if are_numbers(words) else 0
    number, hunk = next((each for each in numbered if each[0] > last), numbered[0])
    [row] = hunk_rows([(str(number), hunk)], chat.terminal.width)
    chat.lines(row)
    _show_patch(chat, hunk, limit=_MOST_NEXT_LINES)


async def _say_none(chat: ChatParts) -> None:
    conversation = chat.conversation
    chat.say(t("no change of this session waits for a decision"))
    before = await forked_from(conversation.begun(), conversation.place.workspace)
    if before is not None:
        told = t(
            "changes of before the fork are decided about there: /resume {before}", before=before
        )
        chat.say(told, "dim")


async def _undecided(chat: ChatParts) -> SessionHunks:
    workspace = chat.conversation.place.workspace
    session_id = chat.conversation.begun()
    return await undecided_hunks(await own_runs(workspace.root, session_id), workspace)


async def _idle_runs(chat: ChatParts) -> Sequence[RunId]:
    chat.conversation.require_idle()
    return await own_runs(chat.conversation.place.root, chat.conversation.begun())


def _places(chat: ChatParts) -> Sequence[str]:
    return [*chat.conversation.state.session_files]


COMMANDS = (
    SlashCommand(
        name="hunks",
        argument="[N ...|FILE]",
        summary=english("the undecided changes of this session; with numbers, as diffs"),
        run=list_hunks,
        completions=_places,
    ),
    SlashCommand(
        name="keep",
        argument="N ...|FILE|all",
        summary=english("keep changes by their numbers in /hunks, those of a file, or all"),
        run=keep,
        waits=True,
        completions=lambda chat: (_ALL, *_places(chat)),
    ),
)
