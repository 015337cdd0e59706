import json
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest
from tests.support.journals import read_journal
from tests.support.replies import call_reply, text_reply
from tests.support.rig import SESSION, Rules, call, make_rig

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.agent.limits import Limits
from architect.domain.journal.fold import apply
from architect.domain.journal.state import AgentState, EarlierRuns, Spending
from architect.domain.prices import Price, PriceList
from architect.domain.usage import Usage
from architect.domain.verdict import ConfirmMode
from architect.services.cost_line import cost_line, run_cost, session_cost
from architect.services.summary import run_summary
from architect.tools.report_finding import ReportFinding

FILES = {"a.py": b"x = 1\n"}
EDIT = call("edit_file", path="a.py", old_str="1", new_str="2")
READ = call("read_file", path="missing.py")
CACHING = Usage(1_000, 100, 200, written_tokens=300, reasoning_tokens=40)


def test_the_document_has_the_shape_that_scripts_rely_on() -> None:
    replies = [
        ScriptedReply(calls=(EDIT, READ, call("nothing")), usage=CACHING),
        ScriptedReply(text="Done.", usage=Usage(2_000, 50)),
    ]
    rig = make_rig(
        model=ScriptedModel(replies, name="priced"),
        files=FILES,
        prices=PriceList({"priced": Price(10.0, 100.0, 1.0, 20.0)}),
    )
    document = run_summary(rig.go(), SESSION)
    used = document.pop("tools_used")
    assert used[0] == {"name": "edit_file", "success": True, "path": "a.py"}
    assert used[1]["path"] == "missing.py"
    assert "does not exist" in used[1]["error"]
    assert [(use["name"], use["success"]) for use in used[1:]] == [
        ("read_file", False),
        ("nothing", False),
    ]
    costs = {
        "total_input_tokens": 3_000,
        "total_output_tokens": 150,
        "total_cached_tokens": 200,
        "total_cache_write_tokens": 300,
        "total_reasoning_tokens": 40,
        "total_tokens": 3_150,
        "estimated": False,
        "total_cost_usd": 0.0462,
    }
    assert document == {
        "status": "success",
        "stop_reason": "llm_done",
        "output": "Done.",
        "error": None,
        "steps": 2,
        "duration_seconds": 0.0,
        "model": "priced",
        "models": ["priced"],
        "costs": costs | {"by_source": {"agent": costs}},
        "session_id": SESSION,
        "files_modified": ["a.py"],
        "files_changed_by_commands": [],
        "changes_not_recorded": [],
        "denied": [],
        "hook_failures": [],
        "planned": [],
        "gates": [],
        "evaluation": None,
        "health": None,
        "redactions": [],
        "tainted_by": [],
        "findings": [],
        "coverage": [],
        "remembered": [],
        "questions": [],
        "plan": [],
    }


def test_the_document_is_json() -> None:
    document = run_summary(make_rig(call_reply(EDIT), text_reply("ok"), files=FILES).go(), SESSION)
    assert json.loads(json.dumps(document)) == document


def test_an_error_is_told_with_its_kind() -> None:
    document = run_summary(make_rig(ScriptedReply(fault="auth")).go(), SESSION)
    assert (document["status"], document["stop_reason"]) == ("failed", "llm_error")
    assert document["error"]["kind"] == "authentication"


def test_denials_and_plans_are_listed() -> None:
    denied = make_rig(
        call_reply(EDIT),
        text_reply("no"),
        files=FILES,
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE),
    )
    assert run_summary(denied.go(), SESSION)["denied"] == [
        {
            "tool": "edit_file",
            "summary": "a.py (+1 -1)",
            "by": "confirmation",
            "reason": "no answer was prepared",
        }
    ]
    planned = make_rig(call_reply(EDIT), text_reply("ok"), files=FILES, rules=Rules(dry_run=True))
    assert run_summary(planned.go(), SESSION)["planned"] == [
        {"step": 1, "tool": "edit_file", "summary": "a.py (+1 -1)"}
    ]


def test_findings_are_listed_with_what_was_reported() -> None:
    report = call(
        "report_finding", path="a.py", line=1, severity="warning", title="No name", detail="Why 1?"
    )
    rig = make_rig(call_reply(report), text_reply("one"), files=FILES, tools=[ReportFinding()])
    [finding] = run_summary(rig.go(), SESSION)["findings"]
    assert len(finding.pop("finding_id")) == 12
    assert finding == {
        "path": "a.py",
        "line": 1,
        "end_line": 1,
        "severity": "warning",
        "category": "bug",
        "title": "No name",
        "detail": "Why 1?",
        "suggestion": None,
    }


def test_an_unknown_price_is_null_and_not_zero() -> None:
    model = ScriptedModel([ScriptedReply(text="hi", usage=Usage(10, 5))], name="mystery")
    costs = run_summary(make_rig(model=model).go(), SESSION)["costs"]
    assert costs["total_cost_usd"] is None
    assert costs["by_source"]["agent"]["total_cost_usd"] is None
    assert costs["total_tokens"] == 15


def test_a_closing_summary_is_a_source_of_its_own() -> None:
    replies = [
        ScriptedReply(calls=(EDIT,), usage=Usage(100, 10)),
        ScriptedReply(text="so far", usage=Usage(200, 20)),
    ]
    rig = make_rig(*replies, files=FILES, limits=Limits(max_steps=1, max_context_tokens=80_000))
    by_source = run_summary(rig.go(), SESSION)["costs"]["by_source"]
    assert {source: costs["total_tokens"] for source, costs in by_source.items()} == {
        "agent": 110,
        "summary": 220,
    }


def test_a_run_that_never_began_has_failed() -> None:
    document = run_summary(AgentState(), None)
    assert (document["status"], document["model"], document["steps"]) == ("failed", None, 0)


def test_the_document_of_a_journal_read_back_is_the_document_of_the_run(tmp_path: Path) -> None:
    journal = JsonlJournal(tmp_path, SESSION)
    rig = make_rig(
        call_reply(EDIT, READ), call_reply(call("delete_file", path="a.py")), text_reply("ok"),
        files=FILES, journal=journal,
    )  # fmt: skip
    live = run_summary(rig.go(), SESSION)
    events = (record.event for record in read_journal(journal.path))
    assert run_summary(reduce(apply, events, AgentState()), SESSION) == live


@pytest.mark.parametrize(
    ("spending", "line"),
    [
        (
            Spending(Usage(12_450, 3_200, 10_333), 0.0042),
            "$0.0042 (12,450 in, 82 % cached / 3,200 out)",
        ),
        (Spending(), "$0.0000 (0 in / 0 out)"),
        (Spending(Usage(1, 2), 0.0, 1), "price unknown (1 in / 2 out)"),
    ],
)
def test_costs_fit_on_one_line(spending: Spending, line: str) -> None:
    assert cost_line(spending) == line


def test_what_a_step_cost_that_got_no_reply_is_not_known() -> None:
    asked = AgentState(last_estimate=12)
    assert (run_cost(asked), session_cost(asked)) == ("price unknown", "price unknown")
    paid = Spending().plus(Usage(1, 2), 0.5, source="agent")
    later = replace(asked, earlier=EarlierRuns("go", paid, ()))
    assert (run_cost(later), session_cost(later)) == ("price unknown", "$0.5000 (1 in / 2 out)")
    assert run_cost(AgentState()) == "$0.0000 (0 in / 0 out)"
