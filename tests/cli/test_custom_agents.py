"""Agents of the configuration."""

from tests.cli.talk import command_call, read_call, talk_json, write_call
from tests.support.command import Project
from tests.support.provider_server import Reply

AGENTS = """\
agents:
  reader:
    system_prompt: You only read.
    allowed_tools: [read_file]
    confirm_mode: yolo
    max_steps: 3
  build:
    max_steps: 2
"""
DONE = Reply("done")


def test_an_agent_of_the_configuration_has_its_own_prompt_and_tools(project: Project) -> None:
    project.write(".architect.yaml", AGENTS)
    talked = talk_json(
        project, [Reply(calls=[read_call()]), DONE], "-a", "reader", "--trust-project"
    )
    assert talked.tools() == {"read_file"}
    assert talked.requests[0].body["messages"][0]["content"].startswith("You only read.")
    assert talked.code == 0


def test_a_tool_the_agent_may_not_use_is_refused_whatever_the_mode(project: Project) -> None:
    project.write(".architect.yaml", AGENTS)
    calls = [write_call(call_id="w"), command_call("touch t", call_id="c")]
    flags = ("-a", "reader", "--trust-project")
    talked = talk_json(project, [Reply(calls=calls), DONE], *flags)
    assert (talked.code, talked.document["status"]) == (2, "partial")
    assert [(denial["tool"], denial["by"]) for denial in talked.document["denied"]] == [
        ("write_file", "allowed_tools"),
        ("run_command", "allowed_tools"),
    ]
    assert "Its tools are: read_file." in talked.results()[0]
    assert sorted(path.name for path in project.folder.iterdir()) == [
        ".architect",
        ".architect.yaml",
        "a.txt",
        "b.txt",
    ]


def test_an_entry_named_like_a_default_agent_changes_only_what_it_sets(project: Project) -> None:
    project.write(".architect.yaml", AGENTS)
    replies = [Reply(calls=[write_call(f"{n}.txt", call_id=f"c{n}")]) for n in range(2)]
    talked = talk_json(project, [*replies, Reply("cut short")])
    assert (talked.document["stop_reason"], talked.document["steps"]) == ("max_steps", 2)
    assert talked.document["files_modified"] == ["0.txt", "1.txt"]
