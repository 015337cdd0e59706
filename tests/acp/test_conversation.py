"""A conversation in a client that speaks ACP, over real pipes."""

import asyncio
import itertools
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from acp.exceptions import RequestError
from acp.schema import McpServerStdio
from tests.support.acp_client import WITHOUT_FILES, AcpEditor, acp_editor
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.ollama_server import OllamaServer
from tests.support.recorded_model import Gate, call, recorded, reply

from acp import text_block
from architect.domain.journal.run_events import RunFinished, RunStarted

pytestmark = pytest.mark.anyio

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


_numbers = itertools.count(1)


def script(project: Project, *replies: dict[str, Any]) -> str:
    """A model that replies so in one run."""
    return recorded(project.home / f"script-{next(_numbers)}.json", *replies)


def endings(project: Project) -> list[str]:
    [journal] = project.journals
    events = (record.event for record in read_journal(journal))
    return [event.status for event in events if isinstance(event, RunFinished)]


async def test_an_edit_is_asked_about_made_by_the_client_told_and_loaded_again(
    project: Project,
) -> None:
    model = script(
        project,
        reply("I look.", call("read_file", path="a.py")),
        reply("", EDIT),
        reply("Done."),
    )
    async with acp_editor(project, model) as editor:
        assert await editor.say("set x to 2") == "end_turn"
        assert project.read("a.py") == "x = 2\n"
        assert editor.written == [project.folder / "a.py"]
        assert editor.said() == "I look.Done."
        [question] = editor.questions
        diff = {
            "type": "diff",
            "path": str(project.folder / "a.py"),
            "oldText": "x = 1\n",
            "newText": "x = 2\n",
        }
        assert (question["toolCallId"], question["content"][0]) == ("1.call_2", diff)
        assert question["options"][0] == "Allow"
        assert question["options"][-2:] == ["Deny", "Stop"]
        shown = editor.call("1.call_2")
        assert (shown["status"], shown["kind"], shown["content"]) == ("completed", "edit", [diff])
        read = editor.call("1.call_1")
        assert read["locations"] == [{"path": str(project.folder / "a.py")}]
        assert "x = 1" in read["content"][0]["content"]["text"]

        told = editor.updates.copy()
        editor.updates.clear()
        await editor.connection.load_session(
            cwd=str(project.folder), session_id=editor.session_id, mcp_servers=[]
        )
        assert editor.said("user_message_chunk") == "set x to 2"
        assert editor.said() == "I look.Done."
        assert editor.call("1.call_2")["content"] == [diff]
        assert told

        listed = (await editor.connection.list_sessions(cwd=str(project.folder))).sessions
        assert [(each.session_id, each.title) for each in listed] == [
            (editor.session_id, "set x to 2")
        ]
        again = script(project, reply("Again."))
        assert await editor.say("and now?", model=again) == "end_turn"
    assert endings(project) == ["success", "success"]


async def test_questions_commands_and_errors_are_in_the_language_of_the_user(
    project: Project,
) -> None:
    model = script(project, reply("", call("read_file", path="a.py")), reply("", EDIT), reply("."))
    async with acp_editor(project, model, environment={"LANG": "es_ES.UTF-8"}) as editor:
        editor.choose = lambda question: "Denegar"
        await editor.say("set x to 2")
        [question] = editor.questions
        assert question["title"] == "¿Editar a.py (+1 -1)?"
        assert question["options"][-2:] == ["Denegar", "Detener"]
        [offered] = editor.of_kind("available_commands_update")[:1]
        described = {each["name"]: each["description"] for each in offered["availableCommands"]}
        assert described["undo"].startswith("Deshace lo que cambió la última ejecución")
        with pytest.raises(RequestError, match="no hay ninguna sesión abierta 'none'"):
            await editor.connection.prompt(session_id="none", prompt=[text_block("x")])


async def test_what_is_not_saved_in_the_client_is_what_the_model_sees_and_edits(
    project: Project,
) -> None:
    model = script(
        project,
        reply("", call("read_file", path="a.py")),
        reply("", call("edit_file", path="a.py", old_str="y = 3", new_str="y = 4")),
        reply("Done."),
    )
    async with acp_editor(project, model) as editor:
        editor.unsaved[project.folder / "a.py"] = "x = 1\ny = 3\n"
        await editor.say("set y to 4")
        assert "y = 3" in editor.call("1.call_1")["content"][0]["content"]["text"]
        assert project.read("a.py") == "x = 1\ny = 4\n"
        assert editor.unsaved == {}


async def test_what_the_user_types_meanwhile_is_not_overwritten(project: Project) -> None:
    model = script(
        project, reply("", call("read_file", path="a.py")), reply("", EDIT), reply("Hm.")
    )
    place = project.folder / "a.py"
    async with acp_editor(project, model) as editor:

        def types(_: dict[str, Any]) -> str:
            editor.unsaved[place] = "z = 9\n"
            return "Allow"

        editor.choose = types
        await editor.say("set x to 2")
        assert editor.unsaved == {place: "z = 9\n"}
        assert project.read("a.py") == "x = 1\n"
        assert editor.call("1.call_2")["status"] == "failed"
        assert editor.written == []


def keeps_it_unsaved(editor: AcpEditor, path: Path, content: str) -> None:
    editor.unsaved[path] = content


def does_nothing(editor: AcpEditor, path: Path, content: str) -> None:
    """It says that it has written."""


def writes_something_else(editor: AcpEditor, path: Path, content: str) -> None:
    path.write_bytes(b"x = 3\n")


@pytest.mark.parametrize(
    ("client_writes", "told"),
    [
        (keeps_it_unsaved, "has changed 'a.py' but not saved it"),
        (does_nothing, "is not what the editor was asked to write"),
        (writes_something_else, "is not what the editor was asked to write"),
    ],
)
async def test_a_client_that_writes_something_else_is_not_believed(
    project: Project, client_writes: Any, told: str
) -> None:
    model = script(project, reply("", EDIT), reply("Hm."))
    async with acp_editor(project, model) as editor:
        editor.write = lambda path, content: client_writes(editor, path, content)
        await editor.say("set x to 2")
        shown = editor.call("1.call_1")
        assert shown["status"] == "failed"
        assert told in shown["content"][0]["content"]["text"]


def writes_it(path: Path, content: str) -> None:
    path.write_text(content)


async def test_an_edit_that_the_client_formats_when_it_saves_is_made_and_undone(
    project: Project,
) -> None:
    project.write("a.py", "import b, a\n\n\nx = 1\n")
    long = call("edit_file", path="a.py", old_str="x = 1", new_str="x = f('a',  'b')")
    model = script(project, reply("", long), reply("Done."))

    def formats(path: Path, content: str) -> None:
        path.write_text(content.replace("b, a", "a, b").replace("'a',  'b'", '"a", "b"'))

    async with acp_editor(project, model) as editor:
        editor.write = formats
        await editor.say("set x")
        assert editor.call("1.call_1")["status"] == "completed"
        assert project.read("a.py") == 'import a, b\n\n\nx = f("a", "b")\n'
        assert '"a", "b"' in str(editor.call("1.call_1")["content"])
        editor.write = writes_it
        await editor.say("/undo")
        assert project.read("a.py") == "import b, a\n\n\nx = 1\n"


async def test_tasks_that_have_a_name_are_commands(project: Project) -> None:
    finding = {"severity": "error", "category": "bug", "title": "Too small", "detail": "It is."}
    report = call("report_finding", path="a.py", line=1, **finding)
    async with acp_editor(project, script(project, reply("", report), reply("One."))) as editor:
        await editor.say("/review a.py")
        fixing = script(project, reply("", EDIT), reply("Fixed."))
        await editor.say("/fix a.py", model=fixing)
        with pytest.raises(RequestError, match="say what is to be fixed: /fix FILE"):
            await editor.say("/fix")
        await editor.say("/undo")
        await editor.say("/fix a.py", model=script(project, reply("", EDIT), reply("Again.")))
        await editor.say("/tests a.py:1", model=script(project, reply("Tested.")))
        await editor.say("/explain a.py", model=script(project, reply("It is one.")))
        await editor.say("go on", model=script(project, reply("Gone on.")))
    [journal] = project.journals
    events = (record.event for record in read_journal(journal))
    started = [event for event in events if isinstance(event, RunStarted) and event.model]
    assert [event.title for event in started][1:5] == [
        *["Fix: Too small"] * 2,
        "Write Tests for a.py:1",
        "Explain a.py",
    ]
    agents = ["review", *["build"] * 3, "explain", "build"]
    assert [event.agent for event in started] == agents
    assert "<file from='a.py, line 1'>" in str(started[3].opening)


async def test_a_rename_that_the_client_formats_when_it_saves_is_undone_in_all_files(
    project: Project,
) -> None:
    one, two = "def double(x):\n    return 2*x\n", "from one import double\n\nprint( double(2) )\n"
    project.write("one.py", one)
    project.write("two.py", two)
    rename = call("rename_symbol", path="one.py", symbol="double", new_name="twice")
    model = script(project, reply("", rename), reply("Done."))
    pyright = [str(Path(sys.executable).with_name("pyright-langserver")), "--stdio"]
    servers = {"ARCHITECT__LSP__SERVERS": json.dumps({"python": pyright})}

    def formats(path: Path, content: str) -> None:
        path.write_text(content.replace("2*x", "2 * x").replace("( twice(2) )", "(twice(2))"))

    async with acp_editor(project, model, environment=servers) as editor:
        editor.write = formats
        await editor.say("rename it")
        assert editor.call("1.call_1")["status"] == "completed"
        assert project.read("one.py") == "def twice(x):\n    return 2 * x\n"
        assert project.read("two.py") == "from one import twice\n\nprint(twice(2))\n"
        assert "2 * x" in str(editor.call("1.call_1")["content"])
        editor.write = writes_it
        await editor.say("/undo")
        assert (project.read("one.py"), project.read("two.py")) == (one, two)


async def test_line_ends_that_a_client_changes_are_as_they_were(project: Project) -> None:
    project.write("a.py", "x = 1\r\ny = 2\r\n")
    model = script(project, reply("", EDIT), reply("Done."))

    def normalizes(path: Path, content: str) -> None:
        path.write_bytes(content.replace("\r\n", "\n").encode())

    async with acp_editor(project, model) as editor:
        editor.write = normalizes
        await editor.say("set x to 2")
        assert editor.call("1.call_1")["status"] == "completed"
    assert project.read("a.py") == "x = 2\r\ny = 2\r\n"


async def test_a_client_without_files_has_the_disk_changed(project: Project) -> None:
    new = call("write_file", path="sub/new.py", content="y = 1\n")
    model = script(
        project,
        reply("", EDIT, new),
        reply("Done."),
    )
    async with acp_editor(project, model, files=WITHOUT_FILES) as editor:
        await editor.say("set x to 2, and make a file")
        assert (project.read("a.py"), project.read("sub/new.py")) == ("x = 2\n", "y = 1\n")
        assert editor.written == []


async def test_a_turn_is_cancelled_and_the_conversation_stays(
    project: Project, tmp_path: Path
) -> None:
    gate = Gate(project.folder / "gate")
    model = script(project, reply("Wait.", gate.wait))
    async with acp_editor(project, model) as editor:
        turn = asyncio.create_task(editor.say("wait"))
        async with asyncio.timeout(60):
            while not editor.of_kind("tool_call"):
                await asyncio.sleep(0.01)
        assert await editor.say("/foo") == "end_turn"
        assert "There is no command `/foo`." in editor.said()
        await editor.connection.cancel(session_id=editor.session_id)
        assert await turn == "cancelled"
        again = script(project, reply("Again."))
        assert await editor.say("and now?", model=again) == "end_turn"
        assert editor.said().startswith("Wait.")
        assert editor.said().endswith("Again.")


async def test_a_question_can_be_denied_granted_or_end_the_turn(project: Project) -> None:
    outside = call("run_command", command="git push origin main")
    model = script(
        project, reply("", outside), reply("As you like."), reply("", outside), reply("no")
    )
    async with acp_editor(project, model) as editor:
        editor.choose = lambda question: "Deny"
        assert await editor.say("push") == "end_turn"
        shown = editor.call("1.call_1")
        assert shown["status"] == "failed"
        assert "the user denied it" in shown["content"][0]["content"]["text"]
        assert "Partly done: an action was denied" in editor.said()
        editor.choose = lambda question: "Stop"
        assert await editor.say("push") == "cancelled"
    assert "git push origin main" in str(editor.questions[0])


async def test_the_plan_is_a_list_and_a_question_of_the_model_has_its_answers_as_buttons(
    project: Project,
) -> None:
    steps = [{"step": "look", "status": "completed"}, {"step": "do", "status": "pending"}]
    asked = call("ask_user", question="Which one?", options=["red", "green"])
    model = script(
        project, reply("", call("update_plan", steps=steps)), reply("", asked), reply("Green.")
    )
    async with acp_editor(project, model) as editor:
        editor.choose = lambda question: "green"
        await editor.say("plan")
        [plan] = editor.of_kind("plan")
        assert [(each["content"], each["status"]) for each in plan["entries"]] == [
            ("look", "completed"),
            ("do", "pending"),
        ]
        assert editor.questions[0]["options"] == ["red", "green", "Let the agent decide", "Stop"]
        assert "green" in editor.call("1.call_2")["content"][0]["content"]["text"]


async def test_modes_models_and_commands_are_chosen(project: Project) -> None:
    model = script(
        project,
        reply("", EDIT),
        reply("Done."),
    )
    further = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 3")
    plan, carried_out = (
        script(project, reply("A plan.")),
        script(project, reply("", further), reply("Done.")),
    )
    async with acp_editor(project, model) as editor:
        session = editor.session_id
        async with asyncio.timeout(60):
            while not (commands := editor.of_kind("available_commands_update")):
                await asyncio.sleep(0.01)
        names = [each["name"] for each in commands[0]["availableCommands"]]
        assert {"compact", "undo", "do", "plan", "review", "explain", "fix", "tests"} <= set(names)

        await editor.connection.set_session_mode(session_id=session, mode_id="edit")
        await editor.say("set x to 2")
        assert (project.read("a.py"), editor.questions) == ("x = 2\n", [])

        chosen = await editor.connection.set_config_option(
            session_id=session, config_id="mode", value="plan"
        )
        values = {option.id: option.current_value for option in chosen.config_options}
        assert (values["mode"], values["model"]) == ("plan", model)
        assert editor.of_kind("current_mode_update")[0]["currentModeId"] == "plan"
        await editor.say("plan it", model=plan)
        await editor.say("/do", model=carried_out)
        assert project.read("a.py") == "x = 3\n"

        await editor.say("/undo")
        assert project.read("a.py") == "x = 2\n"
        await editor.say("/undo all")
        assert project.read("a.py") == "x = 1\n"
        assert "restored a.py" in editor.said()

        with pytest.raises(RequestError, match="mode has no value 'yoyo', did you mean 'yolo'"):
            await editor.connection.set_session_mode(session_id=session, mode_id="yoyo")


async def test_yolo_is_what_the_user_chooses_and_no_project(project: Project) -> None:
    project.write(".architect.yaml", "agents:\n  build:\n    confirm_mode: yolo\n")
    workflow = call("write_file", path=".github/workflows/ci.yml", content="on: push\n")
    asks = ["Edit a.py (+1 -1)?"]
    async with acp_editor(project, script(project, reply("", EDIT), reply("No."))) as editor:
        editor.choose = lambda question: "Deny"
        await editor.say("set x to 2")
        assert [each["title"] for each in editor.questions] == asks
        await editor.connection.set_session_mode(session_id=editor.session_id, mode_id="yolo")
        await editor.say("again", model=script(project, reply("", EDIT, workflow), reply("Done.")))
        assert project.read("a.py") == "x = 2\n"
        [_, guarded] = editor.questions
        assert ".github/workflows/ci.yml" in guarded["title"]
    assert not (project.folder / ".github").exists()


async def test_the_models_that_can_be_used_are_offered(project: Project) -> None:
    model = script(project, reply("hello"))
    with OllamaServer({"qwen3": {"capabilities": ["completion", "tools"]}}) as server:
        seen = {"OLLAMA_HOST": server.url}
        async with acp_editor(project, model, environment=seen) as editor, asyncio.timeout(60):
            while not (updates := editor.of_kind("config_option_update")):
                await asyncio.sleep(0.01)
    [options] = [each for each in updates[0]["configOptions"] if each["id"] == "model"]
    names = [each["value"] for each in options["options"]]
    assert (names[0], options["currentValue"]) == (model, model)
    assert "ollama/qwen3" in names


async def test_what_cannot_be_done_is_said_in_one_sentence(project: Project) -> None:
    async with acp_editor(project, "auto") as editor:
        with pytest.raises(RequestError, match="no model is selected") as refused:
            await editor.say("hello")
        assert refused.value.code == -32000
        with pytest.raises(RequestError, match="no model is selected"):
            await editor.connection.authenticate(method_id="key")
        with pytest.raises(RequestError, match="cwd has to be an absolute path, not 'here'"):
            await editor.connection.new_session(cwd="here", mcp_servers=[])
        with pytest.raises(RequestError, match="does not exist"):
            await editor.connection.new_session(cwd="/no/such/place", mcp_servers=[])
        with pytest.raises(RequestError, match="there is no session '20200101-000000-aaaaaa'"):
            await editor.connection.load_session(
                cwd=str(project.folder), session_id="20200101-000000-aaaaaa", mcp_servers=[]
            )
        editor.session_id = "other"
        with pytest.raises(RequestError, match="there is no open session 'other'"):
            await editor.say("hello")


async def test_text_of_others_steers_no_client(project: Project) -> None:
    project.write("a.py", "x = '\x1b]0;title\x07'\n")
    model = script(project, reply("\x1b[2Jcleared", call("read_file", path="a.py")), reply("ok"))
    async with acp_editor(project, model) as editor:
        await editor.say("look")
        assert "\x1b" not in str(editor.updates)
        assert "cleared" in editor.said()


async def test_servers_that_the_client_hands_over_are_used(project: Project) -> None:
    place = Path(__file__).parents[1] / "support" / "mcp_server.py"
    server = McpServerStdio(name="words", command=sys.executable, args=[str(place)], env=[])
    model = script(project, reply("", call("words__look_up", word="tree")), reply("ok"))
    async with acp_editor(project, model, servers=[server]) as editor:
        await editor.say("look it up")
        shown = editor.call("1.call_1")
        assert shown["kind"] == "other"
        assert editor.questions
        assert shown["status"] == "completed"


async def test_a_command_that_there_is_not_is_named_and_asks_no_model(project: Project) -> None:
    header = "name: tidy\ndescription: Tidy up."
    project.write(".claude/skills/tidy/SKILL.md", f"---\n{header}\n---\nBe short.\n")
    async with acp_editor(project, script(project, reply("Read."))) as editor:
        for typed in ("/compat", "/foo bar", "/hunks", "/help"):
            assert await editor.say(typed) == "end_turn"
        told = [part.strip() for part in editor.said().split("There is no command ")[1:]]
        assert [each.split(" A space or a word")[0] for each in told] == [
            "`/compat`, did you mean 'compact'?",
            "`/foo`.",
            "`/hunks`.",
            "`/help`.",
        ]
        assert all(each.count("`/compact`") == each.count("`/tidy`") == 1 for each in told)
        assert not project.journals
        for typed in (" /foo bar", "/tmp", "/etc/hosts is odd", "/tidy it"):
            assert await editor.say(typed, model=script(project, reply("Read."))) == "end_turn"
        assert editor.said().count("Read.") == 4


async def test_skills_and_prompts_of_servers_are_commands(project: Project) -> None:
    place = Path(__file__).parents[1] / "support" / "mcp_server.py"
    arguments = [str(place), "prompts"]
    server = McpServerStdio(name="words", command=sys.executable, args=arguments, env=[])
    header = "name: Release_notes\ndescription: Write release notes."
    project.write(".claude/skills/Release_notes/SKILL.md", f"---\n{header}\n---\nBe short.\n")
    model = script(project, reply("Reviewed."))
    async with acp_editor(project, model, servers=[server]) as editor:
        commands: dict[str, dict[str, Any]] = {}
        async with asyncio.timeout(60):
            while "words:review" not in commands:
                await asyncio.sleep(0.01)
                for update in editor.of_kind("available_commands_update"):
                    commands = {one["name"]: one for one in update["availableCommands"]}
        prompt, skill = commands["words:review"], commands["Release_notes"]
        assert (prompt["description"], prompt["input"]) == (
            "Reviews\\na file.",
            {"hint": "FILE [DEPTH]"},
        )
        assert skill["description"] == "Write release notes."

        await editor.say("/words:review a.py")
        await editor.say("/Release_notes of today", model=script(project, reply("Read it.")))
    openings = [
        event.opening
        for journal in project.journals
        for event in (record.event for record in read_journal(journal))
        if isinstance(event, RunStarted)
    ]
    assert 'Review this: {"file": "a.py"}' in openings[0]
    assert "Read the skill Release_notes with use_skill, and follow it. of today" in openings[1]
