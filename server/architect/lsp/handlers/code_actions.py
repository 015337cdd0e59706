"""What can be started from a place in a document: fixes, reviews, tasks.

LSP 3.17, "Code Action Request". Every action carries a command, and no model is asked before it is
chosen.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from architect.app.run_title import title_of
from architect.domain.escape_controls import escape_controls
from architect.domain.findings import Finding, bare_lines
from architect.domain.text.file_text import count_line_ends, split_lines
from architect.domain.text.positions import LineIndex, Position, Range
from architect.frozen import frozen
from architect.l10n import english, t
from architect.lsp.diagnostics.diagnostics import SOURCE, diagnostics_of
from architect.lsp.handlers.comment_tasks import CommentTask, comment_tasks
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.to_json import plain
from architect.services.task_names import (
    TaskName,
    fix_of_findings,
    fix_of_problems,
    run_name,
    task_title,
)
from architect.services.tasks import SelectionTask, words_for, words_of_comment

FIX = "quickfix"
REWRITE = "refactor.rewrite.architect"
REVIEW = "source.architect.review"
READ = "architect"
"""Of what changes nothing: no kind of LSP's own says that, and editors show such apart."""

LLM_GENERATED = 1
"""The tag of LSP 3.18 for actions whose edit a language model makes."""

_MAX_PROBLEMS = 5
"""Diagnostics that get an action each; more would bury everything else."""

_SELECTION_TASKS: tuple[tuple[SelectionTask, str], ...] = (
    ("explain", f"{READ}.explain"),
    ("tests", f"{READ}.tests"),
    ("document", f"{REWRITE}.document"),
)

Action = dict[str, Any]

_FORMER: dict[str, Action] = {
    "explain": {"title": "Architect: explain the selection", "kind": REWRITE},
    "tests": {"title": "Architect: write tests for the selection", "kind": REWRITE},
}
"""What our extension for VS Code looked for, by that kind and title, before tasks had names."""


@frozen
class ActionScene:
    """The document that actions are asked for; `name` is what people call it.

    `tags_actions` says whether the editor knows the tag for actions of language models.
    """

    uri: str
    name: str
    lines: LineIndex
    findings: Sequence[Finding]
    tags_actions: bool


def knows_llm_tag(initialize_params: Mapping[str, Any]) -> bool:
    """Whether the editor announces the tag `LLM_GENERATED`; nothing odd in there does harm."""
    value: Any = initialize_params
    for key in ("capabilities", "textDocument", "codeAction", "tagSupport", "valueSet"):
        value = cast(dict[str, Any], value).get(key) if isinstance(value, dict) else None
    return isinstance(value, list) and LLM_GENERATED in value


def code_actions(params: Mapping[str, Any], scene: ActionScene) -> list[Action]:
    """The answer to `textDocument/codeAction`.

    Raises:
        RequestFault: `params` has no range.
    """
    selection = selection_of(params)
    context = _object(params.get("context"))
    reported = [each for each in map(_object, _list(context.get("diagnostics"))) if each]
    actions = [
        *_on_findings(scene, selection),
        *_on_problems(scene, reported),
        *_on_comments(scene, selection),
        *_on_selection(scene, selection, is_named=context.get("only") != [REWRITE]),
        _review("review_file", {"scope": "file", "uri": scene.uri}, kind=REVIEW),
    ]
    wanted = wanted_of(params, actions)
    # "Dismiss" too: VS Code puts what has no tag first, and the first is one key away.
    return [{**each, "tags": [LLM_GENERATED]} for each in wanted] if scene.tags_actions else wanted


def wanted_of(params: Mapping[str, Any], actions: Sequence[Action]) -> list[Action]:
    """Those of `actions` that are of a kind the editor asks for."""
    asked = _list(_object(params.get("context")).get("only"))
    only = [kind for kind in asked if isinstance(kind, str)]
    return [each for each in actions if not only or _is_wanted(each["kind"], only)]


def _is_wanted(kind: str, only: Sequence[str]) -> bool:
    """A kind contains those that go on behind it with a dot; the empty one contains all."""
    return any(not each or kind == each or kind.startswith(f"{each}.") for each in only)


def _on_findings(scene: ActionScene, selection: Range) -> Iterator[Action]:
    shown = diagnostics_of(scene.findings, scene.lines)
    touched = [
        (finding, diagnostic)
        for finding, diagnostic in zip(scene.findings, shown, strict=True)
        if touches(diagnostic["range"], selection)
    ]
    for finding, diagnostic in touched:
        yield _fix(fix_title(finding), {"findingId": finding.finding_id}, [diagnostic])
    if len(touched) > 1:
        all_of_them = [diagnostic for _, diagnostic in touched]
        title = f"Architect: {fix_of_findings(len(touched))}"
        yield _fix(title, {"uri": scene.uri, "diagnostics": all_of_them}, all_of_them)
    for finding, diagnostic in touched:
        title = t("Architect: Dismiss: {finding}", finding=_short(finding.title))
        argument = {"uri": scene.uri, "dismiss": finding.finding_id}
        command = command_of(title, "architect.findings", argument)
        yield _action(title, FIX, command) | {"diagnostics": [diagnostic]}


def _on_problems(scene: ActionScene, reported: Sequence[dict[str, Any]]) -> Iterator[Action]:
    problems = [each for each in reported if each.get("source") != SOURCE]
    for problem in problems[:_MAX_PROBLEMS]:
        title = f"Architect: {_fix_of(problem)}"
        yield _fix(title, {"uri": scene.uri, "diagnostics": [problem]}, [problem])
    if len(problems) > 1:
        title = f"Architect: {fix_of_problems(len(problems))}"
        yield _fix(title, {"uri": scene.uri, "diagnostics": problems}, problems)


def _on_comments(scene: ActionScene, selection: Range) -> Iterator[Action]:
    text = scene.lines.text
    if "architect:" not in text.lower():
        return
    start, end = sorted(map(scene.lines.offset_of, (selection.start, selection.end)))
    first, last = count_line_ends(text[:start]), count_line_ends(text[:end])
    lines = split_lines(text)
    for task in comment_tasks(bare_lines(text), first, last):
        yield _on_comment(scene, lines, task)


def _on_comment(scene: ActionScene, lines: Sequence[str], task: CommentTask) -> Action:
    several = task.last > task.first
    where = f"lines {task.first + 1}-{task.last + 1}" if several else f"line {task.first + 1}"
    prompt = words_of_comment(task.words, place=f"{scene.name}, {where}")
    start, end = (sum(map(len, lines[:line])) for line in (task.first, task.last + 1))
    places = Range(scene.lines.position_of(start), scene.lines.position_of(end))
    return _run(scene, "comment", prompt, agent="build", kind=REWRITE, where=places)


def _on_selection(scene: ActionScene, selection: Range, *, is_named: bool) -> Iterator[Action]:
    if selection.start == selection.end:
        return
    for name, kind in _SELECTION_TASKS:
        prompt, agent = words_for(name)
        action = _run(scene, name, prompt, agent=agent, kind=kind, where=selection)
        yield action if is_named else action | _FORMER.get(name, {})
    argument = {"scope": "selection", "uri": scene.uri, "range": plain(selection)}
    yield _review("review_selection", argument, kind=f"{READ}.review")


def _run(
    scene: ActionScene, task: TaskName, prompt: str, *, agent: str, kind: str, where: Range
) -> Action:
    scope = {"uris": [scene.uri], "range": plain(where)}
    called = run_name(task, scene.name)
    argument = {"prompt": prompt, "title": called, "agent": agent, "scope": scope}
    title = f"Architect: {task_title(task)}"
    return _action(title, kind, command_of(title, "architect.run", argument))


def _review(task: TaskName, argument: dict[str, Any], *, kind: str) -> Action:
    title = f"Architect: {task_title(task)}"
    return _action(title, kind, command_of(title, "architect.review", argument))


def _fix(title: str, argument: dict[str, Any], diagnostics: list[dict[str, Any]]) -> Action:
    action = _action(title, FIX, command_of(title, "architect.fix", argument))
    return action | {"diagnostics": diagnostics}


def _action(title: str, kind: str, command: dict[str, Any]) -> Action:
    return {"title": escape_controls(title), "kind": kind, "command": command}


def command_of(title: str, name: str, argument: dict[str, Any]) -> dict[str, Any]:
    """A command of ours, which takes one object."""
    return {"title": escape_controls(title), "command": name, "arguments": [argument]}


def fix_title(finding: Finding) -> str:
    """What fixing a finding is called, in menus and above it."""
    return f"Architect: {run_name('fix', _short(finding.title))}"


def _fix_of(problem: Mapping[str, Any]) -> str:
    message = problem.get("message")
    if isinstance(message, str) and message.strip():
        return run_name("fix", _short(message))
    return t("Fix this problem")


def _short(text: str) -> str:
    """The first line of `text`, as much of it as fits a menu."""
    line: str = plain(bare_lines(text.strip())[0])
    return title_of(line)


def touches(found: Mapping[str, Any], selection: Range) -> bool:
    """Whether they share a line; a selection that ends before a line does not touch it."""
    start, end = sorted((selection.start, selection.end))
    last = end.line - 1 if end.line > start.line and end.character == 0 else end.line
    return found["start"]["line"] <= last and start.line <= found["end"]["line"]


def selection_of(params: Mapping[str, Any]) -> Range:
    """The range that actions are asked for.

    Raises:
        RequestFault: there is none.
    """
    try:
        start, end = (params["range"][which] for which in ("start", "end"))
        return Range(*(Position(int(at["line"]), int(at["character"])) for at in (start, end)))
    except (KeyError, TypeError, ValueError) as error:
        raise invalid(
            english("range is not a range of the protocol: {get!r}", get=params.get("range"))
        ) from error


def _object(value: Any) -> dict[str, Any]:
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return cast(list[Any], value) if isinstance(value, list) else []
