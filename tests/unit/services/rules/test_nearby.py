"""Rules of folders come in behind the step that comes to their files."""

import asyncio

from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, call, make_rig

from architect.domain.ids import CallId
from architect.domain.journal.context_events import RulesTold
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import ContextCompacted
from architect.domain.journal.state import AgentState, Step
from architect.domain.messages import AssistantMessage
from architect.domain.model_exchange import FinishReason
from architect.domain.seen_file import SeenFile
from architect.services.rules.nearby import RulesNearby
from architect.services.rules.reading import MAX_CHARS
from architect.testing.memory_workspace import MemoryWorkspace

FILES = {
    "AGENTS.md": b"Root.\n",
    "packages/AGENTS.md": b"Packages.\n",
    "packages/api/CLAUDE.md": b"Api, see @more.md.\n",
    "packages/api/more.md": b"More.\n",
    "packages/api/a.py": b"a\n",
    "packages/api/b.py": b"b\n",
    "web/a.ts": b"a\n",
    ".cursor/rules/ts.mdc": b"---\nglobs: *.ts\n---\nNo any.\n",
    ".cursor/rules/always.mdc": b"---\nalwaysApply: true\nglobs: *.py\n---\nAlways.\n",
}


def told(rig: Rig) -> list[str]:
    return [event.path for event in rig.sink.of_type(RulesTold)]


def test_rules_are_told_when_a_file_below_is_read_the_nearest_last_and_once() -> None:
    rig = make_rig(
        call_reply(call("read_file", path="packages/api/a.py")),
        call_reply(call("read_file", path="packages/api/b.py")),
        text_reply("done"),
        files=FILES,
    )
    rig.go()
    assert told(rig) == ["packages/AGENTS.md", "packages/api/CLAUDE.md"]
    first, second, third = rig.scripted.requests
    assert first.messages[:2] == second.messages[:2] == third.messages[:2]
    said = second.messages[-1].text
    assert said.index("Packages.") < said.index("Api, see") < said.index("More.")
    assert "Rules for the files in packages/api." in said
    assert "Packages." not in first.messages[0].text
    assert third.messages[:5] == second.messages


def test_rules_with_globs_are_told_for_a_file_that_matches() -> None:
    rig = make_rig(
        call_reply(call("write_file", path="web/b.ts", content="b\n")),
        text_reply("done"),
        files=FILES,
    )
    rig.go()
    assert told(rig) == [".cursor/rules/ts.mdc"]
    assert "No any." in rig.scripted.requests[1].messages[-1].text


def test_files_at_the_root_bring_nothing_more() -> None:
    rig = make_rig(call_reply(call("read_file", path="AGENTS.md")), text_reply("done"), files=FILES)
    rig.go()
    assert told(rig) == []


def test_cursor_rules_of_a_folder_are_for_what_is_in_it() -> None:
    files = {
        "api/.cursor/rules/all.mdc": b"---\ndescription: x\n---\nFor all.\n",
        "api/.cursor/rules/near.mdc": b"---\nglobs: src/*.py\n---\nNear.\n",
        "api/.cursor/rules/rooted.mdc": b"---\nglobs: api/src/**\n---\nRooted.\n",
        "api/.cursor/rules/other.mdc": b"---\nglobs: '*.ts'\n---\nOther.\n",
        "web/.cursor/rules/all.mdc": b"---\nalwaysApply: true\n---\nWeb.\n",
    }
    nearby = RulesNearby(MemoryWorkspace(files), lambda place: False)
    state = AgentState(steps=(step(1, seen="api/src/a.py"),))
    told = asyncio.run(nearby.due(state))
    assert {one.path for one in told} == {
        f"api/.cursor/rules/{name}.mdc" for name in ("all", "near", "rooted")
    }
    known = state
    for one in told:
        known = apply(known, one)
    assert asyncio.run(nearby.due(known)) == ()


def step(number: int, *, seen: str, rules: tuple[str, ...] = ()) -> Step:
    reply = AssistantMessage(f"step {number}")
    files = ((CallId(f"c{number}"), SeenFile(seen, "0")),)
    return Step(number, reply, FinishReason.TOOL_CALLS, seen=files, rules=rules)


def test_rules_come_again_when_a_compaction_has_dropped_them() -> None:
    files = {"api/AGENTS.md": b"Api.\n"}
    nearby = RulesNearby(MemoryWorkspace(files), lambda place: False)
    first = step(1, seen="api/a.py", rules=("api/AGENTS.md",))
    state = AgentState(steps=(first, step(2, seen="api/b.py")))
    assert asyncio.run(nearby.due(state)) == ()
    compaction = ContextCompacted(
        dropped_steps=1,
        emptied_calls=(),
        placeholder="",
        tokens_before=2,
        tokens_after=1,
        note="",
    )
    [told] = asyncio.run(nearby.due(apply(state, compaction)))
    assert told.path == "api/AGENTS.md"
    known = apply(apply(state, compaction), told)
    assert known.messages[-1].text == told.text
    assert asyncio.run(nearby.due(known)) == ()


def test_a_thousand_folders_with_rules_have_one_size() -> None:
    folders = ["/".join(["d"] * depth) for depth in range(1, 300)]
    files = {f"{folder}/AGENTS.md": f"{folder} {'x' * 1_000}".encode() for folder in folders}
    nearby = RulesNearby(MemoryWorkspace(files), lambda place: False)
    told = asyncio.run(nearby.due(AgentState(steps=(step(1, seen=f"{folders[-1]}/a.py"),))))
    assert sum(len(one.text) for one in told) < 2 * MAX_CHARS
    assert told[-1].path == f"{folders[-1]}/AGENTS.md"
