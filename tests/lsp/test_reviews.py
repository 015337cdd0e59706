"""Reviews in an editor: what the model reports, as diagnostics that are fixed or dismissed."""

import signal
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import EditorClient, Refusal
from tests.support.repository import commit_all
from tests.support.run_states import answered, ended, eventually, results_of, shown

CODE = "import os\n\ndef half(n):\n    label = '🎉🎉' + name  # 🎉  \n    return n / 2\n"
LABEL = "label = '🎉🎉' + name  # 🎉"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(CODE.encode())
    return folder


def reports(path: str, line: int, title: str, **more: Any) -> dict[str, Any]:
    arguments = {"severity": "warning", "detail": f"why: {title}"} | more
    return call("report_finding", path=path, line=line, title=title, **arguments)


NAME = reports("a.py", 4, "name is not defined", severity="error", suggestion="define it")
UNUSED = reports("a.py", 1, "os is not used", severity="info")
ALLOWED = {"agents": {"build": {"confirm_mode": "yolo"}}}


async def review(client: EditorClient, scope: str = "file", **more: Any) -> dict[str, Any]:
    """A review from its order to its end; of a.py if it is of a file."""
    uri = {"uri": client.uri("a.py")} if scope in ("file", "selection") else {}
    return await client.command(
        "architect.review", {"scope": scope, "wait": True, **uri, **more}, timeout_s=60
    )


async def findings(client: EditorClient, **argument: Any) -> list[dict[str, Any]]:
    return (await client.command("architect.findings", argument))["findings"]


async def actions_at(
    client: EditorClient, path: str, offset: int, *, diagnostics: list[Any] | None = None
) -> list[dict[str, Any]]:
    return await client.request(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": client.uri(path)},
            "range": client.range(path, offset, offset),
            "context": {"diagnostics": diagnostics or []},
        },
    )


async def chosen(client: EditorClient, action: dict[str, Any]) -> dict[str, Any]:
    """Run the command of an action or lens, as an editor does."""
    command = action["command"]
    assert len(command["arguments"]) == 1
    assert isinstance(command["arguments"][0], dict)
    params = {"command": command["command"], "arguments": command["arguments"]}
    return await client.request("workspace/executeCommand", params)


def titled(actions: list[dict[str, Any]], words: str) -> dict[str, Any]:
    found = [each for each in actions if words in each.get("title", each["command"]["title"])]
    assert len(found) == 1, [each.get("title") for each in actions]
    return found[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_what_a_review_reports_is_shown_on_its_lines_in_each_encoding(
    root: Path, encoding: str
) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, UNUSED, says("two"), encoding=encoding) as client:
            client.open("a.py")
            run = await review(client)
            assert (run["outcome"], run["agent"]) == ("completed", "review")
            first, second = await eventually(
                lambda: shown(client, "a.py")[1:] and shown(client, "a.py"), "both"
            )
            assert (first["severity"], second["severity"]) == (3, 1)
            assert {first["source"], second["source"]} == {"architect"}
            start = CODE.index(LABEL)
            assert second["range"] == client.range("a.py", start, start + len(LABEL))
            assert "name is not defined" in second["message"]
            assert "version" not in client.of("textDocument/publishDiagnostics")[-1]
            assert (root / "a.py").read_bytes() == CODE.encode()

    played(scene())


def test_a_selection_a_file_the_changes_and_the_workspace_are_what_the_model_gets(
    root: Path,
) -> None:
    commit_all(root)
    (root / "a.py").write_bytes(CODE.replace("n / 2", "n // 2").encode())

    async def scene() -> None:
        async with daemon(root, NAME, says("done")) as client:
            client.open("a.py")
            client.type("a.py", 0, 0, "# not saved\n")
            where = client.range("a.py", 12, 21)
            for scope, more, told in (
                ("selection", {"range": where}, "import os"),
                ("file", {}, "# not saved"),
                ("changes", {}, "+    return n // 2"),
                ("changes", {"base": "main"}, "-    return n / 2"),
                ("workspace", {}, "workspace"),
            ):
                run = await review(client, scope, **more)
                assert run["outcome"] == "completed", run
                assert run["filesChanged"] == []
                page = await client.command("architect.transcript", {"runId": run["runId"]})
                journal = root / ".architect" / "sessions" / f"{run['sessionId']}.jsonl"
                assert told in journal.read_bytes().decode().replace("\\n", "\n"), scope
                assert "review" in page["text"]
            [found] = await findings(client)
            assert found["runId"] == run["runId"]

    played(scene())


def test_a_message_behind_a_review_is_work_and_going_on_with_one_is_not(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, says("one finding")) as client:
            reviewed = await review(client)
            on = {"sessionId": reviewed["sessionId"], "wait": True}
            resumed = await client.command("architect.resume", on)
            said = {"prompt": "fix it", "session": reviewed["sessionId"], "wait": True}
            work = await client.command("architect.run", said)
            again = await client.command("architect.resume", on | {"prompt": "and now?"})
            agents = [run["agent"] for run in (reviewed, resumed, work, again)]
            assert agents == ["review", "review", "build", "build"]

    played(scene())


def test_a_review_of_changes_without_any_or_without_a_repository_says_so(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            with pytest.raises(Refusal, match=r"-32602 base: .*repository"):
                await review(client, "changes")
            commit_all(root)
            with pytest.raises(Refusal, match="nothing has changed since 'HEAD'"):
                await review(client, "changes")
            with pytest.raises(Refusal, match="elsewhere"):
                await review(client, "changes", base="elsewhere")

    played(scene())


def test_findings_move_with_typing_and_stay_with_their_line(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, says("one")) as client:
            client.open("a.py")
            await review(client)
            await eventually(lambda: shown(client, "a.py"), "the finding")
            client.type("a.py", 0, 0, "# 🎉 one\r\n# two\n")
            await eventually(lambda: shown(client, "a.py")[0]["range"]["start"]["line"] == 5, "5")
            start = client.text("a.py").index(LABEL)
            assert shown(client, "a.py")[0]["range"] == client.range(
                "a.py", start, start + len(LABEL)
            )
            client.type("a.py", start, start, "🎉 = ")
            wider = client.range("a.py", start, start + len(LABEL) + len("🎉 = "))
            await eventually(lambda: shown(client, "a.py")[0]["range"] == wider, "the wider range")
            [found] = await findings(client, uri=client.uri("a.py"))
            assert found["range"] == wider

    played(scene())


def test_what_a_later_review_of_the_file_does_not_report_is_gone(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, UNUSED, says("two")) as client:
            client.open("a.py")
            await review(client)
            await eventually(lambda: len(shown(client, "a.py")) == 2, "both findings")
            model = recorded(root, UNUSED, says("one"), name="later")
            await review(client, "workspace", model=model)
            assert len(await findings(client)) == 2
            await review(client, model=model)
            await eventually(lambda: len(shown(client, "a.py")) == 1, "the finding that is left")
            await review(client, model=recorded(root, says("none"), name="clean"))
            await eventually(lambda: shown(client, "a.py") == [], "nothing to be shown")

    played(scene())


def test_a_dismissed_finding_stays_dismissed_also_in_the_next_process(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, UNUSED, says("two")) as client:
            client.open("a.py")
            await review(client)
            at = client.text("a.py").index(LABEL)
            dismiss = titled(await actions_at(client, "a.py", at), "Architect: Dismiss: name")
            left = (await chosen(client, dismiss))["findings"]
            assert [each["title"] for each in left] == ["os is not used"]
            await eventually(lambda: len(shown(client, "a.py")) == 1, "the other one alone")
            client.type("a.py", 0, 0, "# moved\n")
            moved = (
                reports("a.py", 5, "name is not defined"),
                reports("a.py", 2, "os is not used"),
            )
            await review(client, model=recorded(root, *moved, says("two"), name="moved"))
            assert [each["title"] for each in await findings(client)] == ["os is not used"]
            await client.shut_down()
        async with daemon(root, NAME, UNUSED, says("two")) as client:
            client.open("a.py")
            await review(client)
            assert [each["title"] for each in await findings(client)] == ["os is not used"]

    played(scene())


@pytest.mark.parametrize("end", ["shutdown", "kill"])
def test_findings_are_shown_again_by_the_next_process(root: Path, end: str) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, says("one")) as client:
            client.open("a.py")
            await review(client)
            if end == "shutdown":
                await client.shut_down()
            else:
                kept = root / ".architect" / "findings.json"
                await eventually(lambda: kept.exists(), "the findings to be written down")
                client.process.send_signal(signal.SIGKILL)
                await client.exit_code()
        (root / "a.py").write_bytes(b"# one line more\n" + CODE.encode())
        async with daemon(root, says("done")) as client:
            await eventually(lambda: shown(client, "a.py"), "the finding in a closed file")
            client.open("a.py")
            await eventually(lambda: shown(client, "a.py")[0]["range"]["start"]["line"] == 4, "4")
            start = client.text("a.py").index(LABEL)
            span = client.range("a.py", start, start + len(LABEL))
            assert shown(client, "a.py")[0]["range"] == span
            actions = await actions_at(client, "a.py", start)
            assert titled(actions, "Fix: name")["kind"] == "quickfix"

    played(scene())


def test_the_quick_fix_of_a_finding_edits_the_document(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, says("one")) as client:
            client.open("a.py")
            await review(client)
            at = client.text("a.py").index(LABEL)
            fix = titled(await actions_at(client, "a.py", at), "Fix: name")
            assert (fix["kind"], fix["command"]["command"]) == ("quickfix", "architect.fix")
            assert fix["diagnostics"] == shown(client, "a.py")
            mend = call("edit_file", path="a.py", old_str="+ name", new_str="+ 'n'")
            fix["command"]["arguments"][0]["model"] = recorded(root, mend, says("ok"), name="fix")
            run = await ended(client, (await chosen(client, fix))["runId"])
            assert (run["outcome"], run["agent"]) == ("completed", "build")
            assert client.text("a.py") == CODE.replace("+ name", "+ 'n'")
            assert (root / "a.py").read_bytes() == CODE.encode()
            journal = root / ".architect" / "sessions" / f"{run['sessionId']}.jsonl"
            assert "why: name is not defined" in journal.read_bytes().decode()
            await review(client, model=recorded(root, says("none"), name="clean"))
            await eventually(lambda: shown(client, "a.py") == [], "nothing to be shown")

    played(scene())


def test_the_lenses_above_a_finding_fix_and_dismiss_it(root: Path) -> None:
    async def scene() -> None:
        mend = call("edit_file", path="a.py", old_str="+ name", new_str="+ 'n'")
        async with daemon(root, NAME, says("one")) as client:
            client.open("a.py")
            await review(client)
            of_file = {"textDocument": {"uri": client.uri("a.py")}}
            lenses = await client.request("textDocument/codeLens", of_file)
            fix, dismiss = titled(lenses, "Architect: Fix: name"), titled(lenses, "Dismiss")
            assert fix["range"] == shown(client, "a.py")[0]["range"]
            fix["command"]["arguments"][0]["model"] = recorded(root, mend, says("ok"), name="fix")
            fixed = await ended(client, (await chosen(client, fix))["runId"])
            assert "+ 'n'" in client.text("a.py")
            left = await client.request("textDocument/codeLens", of_file)
            titles = [each["command"]["title"] for each in left]
            assert titles == ["Keep this change", "Undo this change"]
            await eventually(lambda: shown(client, "a.py") == [], "nothing to be shown")
            undo = await client.command("architect.undo", {"runId": fixed["runId"]})
            await eventually(lambda: len(shown(client, "a.py")) == 1, "the finding")
            redo = await client.command("architect.undo", {"runId": undo["runId"]})
            await eventually(lambda: shown(client, "a.py") == [], "nothing to be shown")
            await client.command("architect.undo", {"runId": redo["runId"]})
            await eventually(lambda: len(shown(client, "a.py")) == 1, "the finding")
            await chosen(client, dismiss)
            await eventually(lambda: shown(client, "a.py") == [], "nothing to be shown")
            assert await client.request("textDocument/codeLens", of_file) == []

    played(scene())


def test_a_fix_that_did_nothing_leaves_its_finding(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, says("one")) as client:
            client.open("a.py")
            await review(client)
            [finding] = await findings(client)
            argument = {"findingId": finding["findingId"], "wait": True}
            model = recorded(root, says("I cannot."), name="fix")
            await client.command("architect.fix", {**argument, "model": model}, timeout_s=60)
            assert len(await findings(client)) == 1

    played(scene())


@pytest.mark.parametrize("is_open", [True, False])
def test_diagnostics_of_another_tool_are_fixed(root: Path, is_open: bool) -> None:
    problem = {
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 9}},
        "source": "ruff",
        "code": "F401",
        "message": "`os` imported but unused",
        "data": {"anything": [1, None]},
    }

    async def scene() -> None:
        mend = call("edit_file", path="a.py", old_str="import os\n\n", new_str="")
        async with daemon(root, mend, says("ok")) as client:
            if is_open:
                client.open("a.py")
                actions = await actions_at(client, "a.py", 0, diagnostics=[problem])
                fix = titled(actions, f"Fix: {problem['message']}")
                run = await chosen(client, fix)
            else:
                argument = {"uri": client.uri("a.py"), "diagnostics": [problem]}
                run = await client.command("architect.fix", argument)
            info = await ended(client, run["runId"])
            assert info["outcome"] == "completed"
            wanted = CODE.removeprefix("import os\n\n")
            on_disk = (root / "a.py").read_bytes().decode()
            assert (client.text("a.py") if is_open else on_disk) == wanted
            journal = root / ".architect" / "sessions" / f"{info['sessionId']}.jsonl"
            assert "F401" in journal.read_bytes().decode()

    played(scene())


def test_a_diagnostic_of_ours_without_its_data_is_still_the_finding(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, says("one")) as client:
            client.open("a.py")
            await review(client)
            [sent] = await eventually(lambda: shown(client, "a.py"), "the finding")
            bare = {key: sent[key] for key in ("range", "message", "source")}
            mend = call("edit_file", path="a.py", old_str="+ name", new_str="+ 'n'")
            argument = {
                "uri": client.uri("a.py"),
                "diagnostics": [bare],
                "model": recorded(root, mend, says("ok"), name="fix"),
                "wait": True,
            }
            run = await client.command("architect.fix", argument)
            assert run["title"] == "Fix: name is not defined"
            assert "+ 'n'" in client.text("a.py")

    played(scene())


def test_a_comment_that_begins_with_architect_is_a_task(root: Path) -> None:
    async def scene() -> None:
        edit = call("edit_file", path="a.py", old_str="n / 2", new_str="n // 2")
        async with daemon(root, edit, says("ok")) as client:
            client.open("a.py", "# 🎉\n# architect: divide whole\n# numbers\n" + CODE)
            at = client.text("a.py").index("numbers")
            do = titled(await actions_at(client, "a.py", at), "Run Comment as Task")
            argument = do["command"]["arguments"][0]
            assert "divide whole" in argument["prompt"]
            assert "numbers" in argument["prompt"]
            info = await ended(client, (await chosen(client, do))["runId"])
            assert info["outcome"] == "completed"
            assert "n // 2" in client.text("a.py")

    played(scene())


def test_findings_are_listed_and_cleared_by_file_or_all(root: Path) -> None:
    (root / "b.py").write_bytes(b"y = 1\n")

    async def scene() -> None:
        other = reports("b.py", 1, "y is never read")
        async with daemon(root, NAME, UNUSED, other, says("three")) as client:
            client.open("a.py")
            await review(client, "workspace")
            assert [each["path"] for each in await findings(client)] == ["a.py", "a.py", "b.py"]
            [found] = await findings(client, uri=client.uri("b.py"))
            assert found["uri"] == client.uri("b.py")
            assert found["range"]["start"] == {"line": 0, "character": 0}
            assert (found["title"], found["severity"]) == ("y is never read", "warning")
            await eventually(lambda: shown(client, "b.py"), "the finding in the closed file")
            assert await findings(client, uri=client.uri("a.py"), clear=True) == []
            assert [each["path"] for each in await findings(client)] == ["b.py"]
            await eventually(lambda: shown(client, "a.py") == [], "nothing in a.py")
            assert await findings(client, clear=True) == []
            await eventually(lambda: shown(client, "b.py") == [], "nothing in b.py")
            await review(client)
            assert len(await findings(client)) == 3

    played(scene())


def test_two_reviews_and_an_edit_go_side_by_side(root: Path) -> None:
    (root / "b.py").write_bytes(b"y = 1\n")

    async def scene() -> None:
        wait = "touch {0}; until [ -e {1} ]; do sleep 0.02; done"
        hold = call("run_command", command=wait.format("begun", "go-on"))
        edit = call("edit_file", path="b.py", old_str="y = 1", new_str="y = 2")
        async with daemon(root, hold, edit, says("edited"), config=ALLOWED) as client:
            client.open("a.py")
            client.open("b.py")
            run = await client.command("architect.run", {"prompt": "edit"})
            await eventually(lambda: (root / "begun").exists(), "the edit run to be busy")
            slow = {"delay_s": 0.3}
            order = {"scope": "file", "uri": client.uri("a.py")}
            reviews = [
                await client.command("architect.review", order | {"model": model})
                for model in (
                    recorded(root, NAME | slow, says("one"), name="one"),
                    recorded(root, UNUSED | slow, says("one"), name="two"),
                    recorded(root, says("none"), name="three"),
                )
            ]
            assert [each["state"] for each in reviews] == ["running", "running", "queued"]
            for each in reviews:
                assert (await ended(client, each["runId"]))["outcome"] == "completed"
            assert (await client.command("architect.runs", {"runId": run["runId"]}))["runs"][0][
                "state"
            ] == "running"
            (root / "go-on").touch()
            assert (await ended(client, run["runId"]))["outcome"] == "completed"
            assert client.text("b.py") == "y = 2\n"
            assert client.text("a.py") == CODE

    played(scene())


def test_a_finding_follows_its_line_through_an_edit_of_a_run(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, NAME, says("one"), config=ALLOWED) as client:
            await review(client)
            edit = call("edit_file", path="a.py", old_str="import os\n\n", new_str="")
            model = recorded(root, edit, says("ok"), name="edit")
            order = {"prompt": "edit", "model": model, "wait": True}
            await client.command("architect.run", order)
            [found] = await answered(
                lambda: findings(client),
                "the finding two lines further up",
                lambda found: found[0]["range"]["start"]["line"] == 1,
            )
            assert found["title"] == "name is not defined"
            [run] = [
                each
                for each in (await client.command("architect.runs", {}))["runs"]
                if each["filesChanged"]
            ]
            await client.command("architect.undo", {"runId": run["runId"]})
            [found] = await findings(client)
            assert found["range"]["start"]["line"] == 3

    played(scene())


def test_what_was_found_in_a_file_is_gone_with_the_file(root: Path) -> None:
    config = {**ALLOWED, "workspace": {"allow_delete": True}}

    async def scene() -> None:
        async with daemon(root, NAME, says("one"), config=config) as client:
            await review(client)
            await eventually(lambda: shown(client, "a.py"), "the finding")
            delete = call("delete_file", path="a.py")
            model = recorded(root, delete, says("ok"), name="delete")
            order = {"prompt": "delete", "model": model, "wait": True}
            run = await client.command("architect.run", order)
            assert run["filesChanged"] == ["a.py"]
            await eventually(lambda: shown(client, "a.py") == [], "nothing to be shown")
            assert await findings(client) == []

    played(scene())


def test_a_line_that_is_not_there_is_told_to_the_model_and_not_shown(root: Path) -> None:
    async def scene() -> None:
        odd = reports("a.py", 99, "nothing there")
        async with daemon(root, odd, NAME, NAME, says("one")) as client:
            client.open("a.py")
            run = await review(client)
            wrong, _, twice = await results_of(client, run["runId"])
            assert "lines 1 to 5" in wrong
            assert "already" in twice
            assert [each["title"] for each in await findings(client)] == ["name is not defined"]

    played(scene())
