"""What the language servers of an editor report goes with a task that says so."""

import json
from pathlib import Path
from typing import Any

from tests.support.daemon import RICH, call, calls, daemon, played, says
from tests.support.lsp_client import Answer, EditorClient, Refusal, never, null


def reporting(client: EditorClient, *problems: Any) -> Answer:
    async def report(params: Any) -> dict[str, Any]:
        assert params == {"root": client.uri("").rstrip("/")}
        return {"problems": list(problems)}

    return report


def problem(uri: str, **fields: Any) -> dict[str, Any]:
    return {"uri": uri, "line": 2, "severity": "error", "message": "no x", "source": "m"} | fields


async def mentioned(client: EditorClient) -> dict[str, Any]:
    context = await client.command("architect.context", {"prompt": "fix @problems"})
    [part] = [part for part in context["parts"] if part["name"] == "mention"]
    return part


def test_problems_go_with_the_task_the_worst_first_and_none_of_secret_files(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x\n")
    (root / ".env").write_text("TOKEN=abcdefgh12345678\n")

    async def scene() -> None:
        async with daemon(root, says("done"), rich=True, features=RICH) as client:
            at = client.uri
            given = [
                problem(at("a.py"), severity="hint", message="long\n\x1b[2Jtext", source=""),
                problem(at("a.py")),
                problem(at(".env"), message="TOKEN"),
                problem("file:///etc/passwd"),
                problem("untitled:1"),
                problem(at("a.py"), line="x"),
                problem(at("a.py"), message=3),
                "nonsense",
            ]
            client.answers["architect/problems"] = reporting(client, *given)
            text = (await mentioned(client))["text"]
            await client.command("architect.run", {"prompt": "fix @problems", "wait": True})
            journal = next((root / ".architect/sessions").glob("*.jsonl")).read_text()
            assert (
                "a.py:2: error: m: no x" in json.loads(journal.split("\n")[0])["event"]["opening"]
            )
        lines = text.split("\n")[1:-1]
        assert lines == ["a.py:2: error: m: no x", "a.py:2: hint: long \\x1b[2Jtext"]

    played(scene())


def test_many_are_cut_and_an_editor_that_tells_none_is_no_error(tmp_path: Path) -> None:
    async def scene() -> None:
        async with daemon(tmp_path / "project", rich=True, features=RICH) as client:
            one = problem(client.uri("a.py"))
            client.answers["architect/problems"] = reporting(client, *[one] * 250)
            text = (await mentioned(client))["text"]
            assert text.count("no x") == 200
            assert "[... 50 more problems left out ...]" in text

            client.answers["architect/problems"] = null
            assert "(none are reported)" in (await mentioned(client))["text"]
        old = {name: on for name, on in RICH.items() if name != "problems"}
        async with daemon(tmp_path / "project", rich=True, features=old) as client:
            client.answers["architect/problems"] = never
            assert "there is no editor here that reports any" in (await mentioned(client))["text"]

    played(scene())


def test_the_model_reads_what_is_new_behind_the_result_of_its_edit(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    edit = call("edit_file", path="a.py", old_str="x = 1", new_str="x: str = 1")
    wrong = call("edit_file", path="a.py", old_str="not there", new_str="")
    asked: list[dict[str, Any]] = []

    async def scene() -> None:
        config = {"agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(root, edit, wrong, says("done"), rich=True, config=config) as client:
            uri = client.uri("a.py")
            old = [problem(uri, message="old", line=1), problem(uri, message="hint", line=1)]
            moved = [problem(uri, message="old", line=7), problem(uri, severity="hint")]
            new = [problem(uri, message=f"new {n}", severity="warning") for n in range(25)]
            worst = problem(uri, message="not a str", line=1)

            async def report(params: Any) -> dict[str, Any]:
                asked.append(params)
                if "since" in params:
                    return {"problems": [*moved, *new, worst], "mark": 9}
                return {"problems": old, "mark": 7}

            client.answers["architect/problems"] = report
            run = await client.command("architect.run", {"prompt": "x", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            told = [each["text"] for each in page["events"] if each["type"] == "tool.finished"]
            assert [each.get("uris") for each in asked] == [[uri]] * 3
            assert [each.get("since") for each in asked] == [None, 7, None]
        lines = told[0].partition("New problems after this edit:\n")[2].split("\n")
        assert lines[:2] == ["a.py:1: error: m: not a str", "a.py:2: warning: m: new 0"]
        assert len(lines) == 21
        assert lines[-1] == "[... 6 more problems left out ...]"
        assert "problems" not in told[1]

    played(scene())


def edits(*pairs: tuple[str, str], path: str = "a.py") -> list[Any]:
    return [call("edit_file", path=path, old_str=old, new_str=new) for old, new in pairs]


async def results(client: EditorClient) -> list[str]:
    run = await client.command("architect.run", {"prompt": "x", "wait": True, "mode": "yolo"})
    page = await client.command("architect.events", {"runId": run["runId"]})
    return [each["text"] for each in page["events"] if each["type"] == "tool.finished"]


def test_what_is_reported_too_late_is_told_behind_the_next_edit_of_the_file(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    steps = edits(("1", "2"), ("2", "3"), ("3", "4"))

    async def scene() -> None:
        async with daemon(root, *steps, says("done"), rich=True) as client:
            late, asked = problem(client.uri("a.py"), message="late"), 0

            async def report(_: Any) -> dict[str, Any]:
                nonlocal asked
                asked += 1
                return {"problems": [late] if asked > 2 else [], "mark": asked}

            client.answers["architect/problems"] = report
            first, second, third = await results(client)
            assert "late" not in first
            assert "New problems after this edit:\na.py:2: error: m: late" in second
            assert "late" not in third

    played(scene())


def test_several_edits_of_one_reply_wait_for_language_servers_once(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    for name in ("a.py", "b.py"):
        (root / name).write_text("x = 1\n")
    reply = calls(
        ("edit_file", {"path": "a.py", "old_str": "1", "new_str": "2"}),
        ("edit_file", {"path": "b.py", "old_str": "1", "new_str": "2"}),
        ("edit_file", {"path": "a.py", "old_str": "2", "new_str": "3"}),
        ("edit_file", {"path": "a.py", "old_str": "not there", "new_str": "3"}),
    )

    async def scene() -> None:
        async with daemon(root, reply, says("done"), rich=True) as client:
            behind: list[tuple[list[str], int]] = []
            asked = 0

            async def report(params: Any) -> dict[str, Any]:
                nonlocal asked
                asked += 1
                if "since" not in params:
                    return {"problems": [], "mark": asked}
                behind.append((params["uris"], params["since"]))
                found = [problem(uri, message="wrong") for uri in params["uris"]]
                return {"problems": found, "mark": asked}

            client.answers["architect/problems"] = report
            first, second, third, last = await results(client)
            assert [len(uris) for uris, _ in behind] == [1, 1]
            assert behind[0][0] == [client.uri("a.py")] and behind[0][1] > behind[1][1]
            assert "problems" not in first + second + third
            assert "not found" in last
            heading = "New problems after these edits:\n"
            assert f"{heading}a.py:2: error: m: wrong\nb.py:2: error: m: wrong" in last

    played(scene())


def test_of_what_was_not_known_before_an_edit_nothing_is_called_new(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")

    async def scene() -> None:
        async with daemon(root, *edits(("1", "2")), says("done"), rich=True) as client:
            uri = client.uri("a.py")
            asked: list[Any] = []

            async def report(params: Any) -> dict[str, Any]:
                asked.append(params)
                unknown = [uri, 3, "untitled:1", "file:///etc/passwd"]
                return {"problems": [problem(uri)], "mark": 1, "unknown": unknown}

            client.answers["architect/problems"] = report
            [text] = await results(client)
            assert "New problems" not in text
            assert [(each["uris"], each["waitMs"]) for each in asked] == [([uri], 1_500)]

    played(scene())


def test_files_of_another_kind_are_asked_for_where_there_was_no_answer(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    for name in ("a.py", "b.ts"):
        (root / name).write_text("x = 1\n")
    steps = [*edits(("1", "2"), ("2", "3")), *edits(("1", "2"), path="b.ts")]

    async def scene() -> None:
        async with daemon(root, *steps, says("done"), rich=True) as client:
            asked: list[str] = []

            async def report(params: Any) -> dict[str, Any]:
                [uri] = params["uris"]
                asked.append(uri)
                if uri == client.uri("a.py"):
                    raise Refusal(-32603, "not now")
                return {"problems": [problem(uri)] if "since" in params else [], "mark": 1}

            client.answers["architect/problems"] = report
            texts = await results(client)
            assert asked == [client.uri("a.py"), client.uri("b.ts"), client.uri("b.ts")]
            assert ["New problems" in text for text in texts] == [False, False, True]

    played(scene())


def test_whoever_switches_it_off_is_not_asked(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    edit = call("edit_file", path="a.py", old_str="1", new_str="2")

    async def scene() -> None:
        yolo = {"agents": {"build": {"confirm_mode": "yolo"}}}
        for config in ({"report_problems": False}, {"review": "propose"}):
            settings = yolo | {"edits": config}
            async with daemon(root, edit, says("done"), rich=True, config=settings) as client:
                client.answers["architect/problems"] = never
                run = await client.command("architect.run", {"prompt": "x", "wait": True})
                assert run["outcome"] == "completed"
            (root / "a.py").write_text("x = 1\n")

    played(scene())


def test_an_editor_that_refuses_or_is_silent_is_asked_once_and_costs_nothing(
    tmp_path: Path,
) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    edits = [call("edit_file", path="a.py", old_str=f"{n}", new_str=f"{n + 1}") for n in (1, 2, 3)]
    asked: list[Any] = []

    async def refuse(params: Any) -> None:
        asked.append(params)
        raise Refusal(-32603, "not now")

    async def silent(params: Any) -> Any:
        asked.append(params)
        return await never(params)

    async def scene() -> None:
        config = {"agents": {"build": {"confirm_mode": "yolo"}}}
        for answer in (refuse, silent):
            asked.clear()
            (root / "a.py").write_text("x = 1\n")
            async with daemon(root, *edits, says("done"), rich=True, config=config) as client:
                client.answers["architect/problems"] = answer
                run = await client.command("architect.run", {"prompt": "x", "wait": True})
                assert (run["outcome"], len(asked)) == ("completed", 1)
                assert (root / "a.py").read_text() == "x = 4\n"
                if answer is refuse:
                    text = (await mentioned(client))["text"]
                    assert "(the editor did not answer: not now)" in text

    played(scene())


def test_the_model_asks_for_them_where_the_editor_tells_any(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    (root / ".env").write_text("TOKEN=abcdefgh12345678\n")
    calls = (call("problems"), call("problems", path="a.py"), call("problems", path=".env"))

    async def told(features: dict[str, bool]) -> list[str]:
        async with daemon(root, *calls, says("done"), rich=True, features=features) as client:

            async def report(params: Any) -> dict[str, Any]:
                found = [problem(client.uri("a.py")), problem(client.uri("b.py"), severity="hint")]
                wanted = params.get("uris", [each["uri"] for each in found])
                return {"problems": [each for each in found if each["uri"] in wanted]}

            client.answers["architect/problems"] = report
            run = await client.command("architect.run", {"prompt": "x", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            return [each["text"] for each in page["events"] if each["type"] == "tool.finished"]

    async def scene() -> None:
        every, one, secret = await told(RICH)
        assert every == "a.py:2: error: m: no x\nb.py:2: hint: m: no x"
        assert one == "a.py:2: error: m: no x"
        assert "denied (sensitive_files)" in secret
        there = await told({name: on for name, on in RICH.items() if name != "problems"})
        assert all("there is no tool 'problems'" in text for text in there)

    played(scene())
