"""What an editor is offered at a place."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.findings import FINDING, TEXT, make_finding

from architect.domain.text.positions import LineIndex
from architect.lsp.diagnostics.diagnostics import diagnostics_of
from architect.lsp.handlers.code_actions import ActionScene, code_actions, knows_llm_tag
from architect.lsp.handlers.code_lens import code_lenses
from architect.lsp.handlers.commands.table import load_commands
from architect.lsp.protocol.errors import INVALID_PARAMS, RequestFault
from architect.lsp.protocol.params import parsed
from architect.lsp.transport.capabilities import CODE_ACTION_KINDS

URI = "file:///w/src/mean.py"
ANNOUNCED = Path(__file__).parents[2] / "lsp" / "initialize"
COMMANDS = load_commands()
RUFF = {
    "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}},
    "source": "ruff",
    "message": "unused import\nand more",
    "data": {"fix": [1]},
}
FILE_REVIEW = "Architect: Review File"
REWRITING = {"refactor.rewrite.architect.document"}
READING = {"architect.explain", "architect.tests", "architect.review"}


def place(line: int, character: int = 0) -> dict[str, int]:
    return {"line": line, "character": character}


def scene(text: str = TEXT, *findings: Any, tags_actions: bool = False) -> ActionScene:
    lines = LineIndex(text, "utf-16")
    return ActionScene(URI, "src/mean.py", lines, findings, tags_actions)


def ask(
    where: ActionScene,
    start: dict[str, int],
    end: dict[str, int] | None = None,
    **context: Any,
) -> list[dict[str, Any]]:
    """The actions; every one of them must be one that its command accepts."""
    params: dict[str, Any] = {
        "textDocument": {"uri": URI},
        "range": {"start": start, "end": end or start},
        "context": {"diagnostics": [], **context},
    }
    actions = code_actions(params, where)
    for action in actions:
        command = action["command"]
        [argument] = command["arguments"]
        parsed(COMMANDS[command["command"]].arguments, json.loads(json.dumps(argument)))
        assert command["title"].lower().split()[:2] == action["title"].lower().split()[:2]
        assert action["kind"].startswith(tuple(CODE_ACTION_KINDS))
    return actions


def titles(actions: list[dict[str, Any]]) -> list[str]:
    return [action["title"] for action in actions]


def argument_of(actions: list[dict[str, Any]], title: str) -> dict[str, Any]:
    [action] = [action for action in actions if action["title"] == title]
    return action["command"]["arguments"][0]


def test_where_there_is_nothing_the_file_can_be_reviewed() -> None:
    [action] = ask(scene(), place(0))
    assert action == {
        "title": FILE_REVIEW,
        "kind": "source.architect.review",
        "command": {
            "title": FILE_REVIEW,
            "command": "architect.review",
            "arguments": [{"scope": "file", "uri": URI}],
        },
    }


def test_a_finding_can_be_fixed_and_dismissed_from_its_line() -> None:
    where = scene(TEXT, FINDING)
    fix, dismiss, _ = ask(where, place(2))
    assert (fix["title"], fix["kind"]) == ("Architect: Fix: Division by zero", "quickfix")
    assert fix["diagnostics"] == diagnostics_of([FINDING], where.lines)
    assert fix["command"]["command"] == "architect.fix"
    assert fix["command"]["arguments"] == [{"findingId": FINDING.finding_id}]
    assert dismiss["command"]["command"] == "architect.findings"
    assert dismiss["command"]["arguments"] == [{"uri": URI, "dismiss": FINDING.finding_id}]
    assert titles(ask(where, place(1))) == [FILE_REVIEW]


def test_several_findings_can_be_fixed_at_once() -> None:
    other = make_finding(line=2, title="Name", line_text="    total = sum(values)")
    where = scene(TEXT, other, FINDING)
    actions = ask(where, place(0), place(3))
    argument = argument_of(actions, "Architect: Fix 2 findings")
    assert argument == {"uri": URI, "diagnostics": diagnostics_of([other, FINDING], where.lines)}


def test_a_selection_that_ends_before_a_finding_does_not_touch_it() -> None:
    actions = ask(scene(TEXT, FINDING), place(1), place(2), only=["quickfix"])
    assert actions == []


def test_a_problem_of_any_source_can_be_fixed_with_what_the_editor_sent() -> None:
    actions = ask(scene(), place(0), diagnostics=[RUFF], only=["quickfix"])
    title = "Architect: Fix: unused import"
    assert argument_of(actions, title) == {"uri": URI, "diagnostics": [RUFF]}
    assert actions[0]["diagnostics"] == [RUFF]


def test_a_problem_of_nobody_is_a_problem() -> None:
    actions = ask(scene(), place(0), diagnostics=[{"range": RUFF["range"]}], only=["quickfix"])
    assert titles(actions) == ["Architect: Fix this problem"]


def test_many_problems_do_not_bury_everything_else() -> None:
    problems = [{**RUFF, "message": f"number {number}"} for number in range(40)]
    actions = ask(scene(), place(0), diagnostics=problems, only=["quickfix"])
    assert len(actions) == 6
    assert len(argument_of(actions, "Architect: Fix 40 problems")["diagnostics"]) == 40


def test_our_own_diagnostics_are_no_problems_of_others() -> None:
    own = diagnostics_of([FINDING], LineIndex(TEXT, "utf-16"))
    assert titles(ask(scene(), place(2), diagnostics=own)) == [FILE_REVIEW]


def test_a_long_title_fits_a_menu() -> None:
    [fix, *_] = ask(scene(TEXT, make_finding(title="long " * 40)), place(2))
    assert len(fix["title"]) < 80
    assert fix["title"].endswith("...")


def test_a_selection_can_be_explained_tested_documented_and_reviewed() -> None:
    actions = ask(scene(), place(0), place(1, 3), only=["architect", "refactor"])
    assert [(action["title"], action["kind"]) for action in actions] == [
        ("Architect: Explain Selection", "architect.explain"),
        ("Architect: Write Tests for Selection", "architect.tests"),
        ("Architect: Document Selection", "refactor.rewrite.architect.document"),
        ("Architect: Review Selection", "architect.review"),
    ]
    selected = {"start": place(0), "end": place(1, 3)}
    explain, tests, _, review = (action["command"]["arguments"][0] for action in actions)
    assert explain["scope"] == {"uris": [URI], "range": selected}
    assert (explain["agent"], tests["agent"]) == ("explain", "build")
    assert explain["title"] == "Explain Selection in src/mean.py"
    assert review == {"scope": "selection", "uri": URI, "range": selected}


def test_a_comment_can_be_made_a_task_from_its_line() -> None:
    text = f"{TEXT}x = 1\n  // architect: call it 😀\n  // everywhere\nlast"
    [action, _] = ask(scene(text), place(5, 4))
    assert action["title"] == "Architect: Run Comment as Task"
    [argument] = action["command"]["arguments"]
    assert "call it 😀\neverywhere" in argument["prompt"]
    assert "src/mean.py, lines 5-6" in argument["prompt"]
    assert argument["scope"] == {"uris": [URI], "range": {"start": place(4), "end": place(6)}}
    assert titles(ask(scene(text), place(3))) == [FILE_REVIEW]


def test_a_comment_in_the_last_line_ends_with_the_text() -> None:
    [action, _] = ask(scene("a\r\n# architect: do it"), place(1, 5))
    scope = action["command"]["arguments"][0]["scope"]
    assert scope["range"] == {"start": place(1), "end": place(1, 18)}


def test_the_extension_from_before_tasks_had_names_finds_those_it_looks_for() -> None:
    actions = ask(scene(), place(0), place(1, 3), only=["refactor.rewrite.architect"])
    assert titles(actions)[:2] == [
        "Architect: explain the selection",
        "Architect: write tests for the selection",
    ]


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (["quickfix"], {"quickfix"}),
        (["refactor"], REWRITING),
        (["refactor.rewrite"], REWRITING),
        (["source"], {"source.architect.review"}),
        (["source.architect"], {"source.architect.review"}),
        (["source.fixAll", "source.organizeImports"], set[str]()),
        (["refactor.rew", "quick"], set[str]()),
        (["refactor.rewrite.architect.document"], REWRITING),
        (["source", "quickfix"], {"source.architect.review", "quickfix"}),
        (["architect"], READING),
        ([""], {"quickfix", "source.architect.review"} | REWRITING | READING),
        ([], {"quickfix", "source.architect.review"} | REWRITING | READING),
    ],
)
def test_only_the_kinds_that_are_asked_for_are_offered(only: list[str], kinds: set[str]) -> None:
    actions = ask(scene(TEXT, FINDING), place(0), place(3), only=only)
    assert {action["kind"] for action in actions} == kinds


def test_actions_are_tagged_where_the_editor_knows_the_tag() -> None:
    tagged = ask(scene(TEXT, FINDING, tags_actions=True), place(0), place(3))
    assert all(action["tags"] == [1] for action in tagged)
    assert not any("tags" in action for action in ask(scene(TEXT, FINDING), place(0), place(3)))


def test_the_tag_is_known_to_those_who_announce_it() -> None:
    def announced(name: str) -> bool:
        params = json.loads((ANNOUNCED / name).read_bytes())
        return knows_llm_tag(params.get("params", params))

    assert announced("vscode-1.139.1-languageclient-11.0.0.json")
    assert not announced("neovim-0.11.4.json")
    assert not announced("eglot-1.17.30-emacs30.1.json")
    for odd in ({}, {"capabilities": None}, {"capabilities": {"textDocument": [1]}}):
        assert not knows_llm_tag(odd)


@pytest.mark.parametrize("odd", [None, {}, {"start": place(0)}, {"start": 1, "end": 2}, [1, 2]])
def test_a_request_without_a_range_is_refused(odd: Any) -> None:
    with pytest.raises(RequestFault, match="range is not a range") as refused:
        code_actions({"textDocument": {"uri": URI}, "range": odd}, scene())
    assert refused.value.code == INVALID_PARAMS


@pytest.mark.parametrize("context", [None, [], {"diagnostics": 3}, {"diagnostics": [1], "only": 2}])
def test_an_odd_context_is_no_context(context: Any) -> None:
    params = {"range": {"start": place(0), "end": place(0)}, "context": context}
    assert titles(code_actions(params, scene())) == [FILE_REVIEW]


def test_places_beyond_the_text_are_answered() -> None:
    assert titles(ask(scene("# architect: do it"), place(99, 99), place(500)))[-1] == FILE_REVIEW


def test_two_lenses_stand_above_a_finding() -> None:
    fix, dismiss = code_lenses(URI, [FINDING], LineIndex(TEXT, "utf-16"))
    assert fix == {
        "range": {"start": place(2, 4), "end": place(2, 30)},
        "command": {
            "title": "Architect: Fix: Division by zero",
            "command": "architect.fix",
            "arguments": [{"findingId": FINDING.finding_id}],
        },
    }
    assert dismiss["command"] == {
        "title": "Dismiss",
        "command": "architect.findings",
        "arguments": [{"uri": URI, "dismiss": FINDING.finding_id}],
    }
    assert code_lenses(URI, [], LineIndex(TEXT, "utf-16")) == []
