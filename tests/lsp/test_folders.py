"""Which folder a run works in: several, none, nested ones, links, and documents without a file."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import EditorClient, Refusal
from tests.support.repository import commit_all
from tests.support.run_states import answered, ended, eventually, results_of, shown

from architect.app.run_queue import EDITORS_AT_ONCE

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
ALLOWED = {"agents": {"build": {"confirm_mode": "yolo"}}}


def folder_at(place: Path) -> Path:
    place.mkdir(parents=True)
    (place / "a.py").write_bytes(b"x = 1\n")
    return place


@pytest.fixture
def one(tmp_path: Path) -> Path:
    return folder_at(tmp_path / "one")


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return folder_at(tmp_path / "two")


def with_folders(*folders: Path) -> Callable[[dict[str, Any]], None]:
    """Announces these folders; without any, an editor that has none open."""

    def announce(params: dict[str, Any]) -> None:
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        params["workspaceFolders"] = named or None
        params["rootUri"] = folders[0].as_uri() if folders else None
        params["rootPath"] = str(folders[0]) if folders else None

    return announce


def change_folders(client: EditorClient, *, added: Path | None, removed: Path | None) -> None:
    def named(folder: Path | None) -> list[dict[str, str]]:
        return [{"uri": folder.as_uri(), "name": folder.name}] if folder else []

    event = {"added": named(added), "removed": named(removed)}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})


def order_in(place: Path, **more: Any) -> dict[str, Any]:
    return {"prompt": "edit", "scope": {"uris": [place.as_uri()]}, **more}


async def run_in(client: EditorClient, place: Path, **more: Any) -> dict[str, Any]:
    return await client.command("architect.run", order_in(place, wait=True, **more))


def journals(root: Path) -> list[str]:
    return [each.name for each in (root / ".architect" / "sessions").glob("*.jsonl")]


def finding(path: str, title: str) -> dict[str, Any]:
    detail = {"severity": "error", "detail": "why"}
    return call("report_finding", path=path, line=1, title=title, **detail)


def test_each_run_has_the_files_the_settings_and_the_journal_of_its_own_folder(
    one: Path, two: Path
) -> None:
    (two / ".architect.yaml").write_bytes(b"agents: {build: {max_steps: 7}}\n")

    async def scene() -> None:
        async with daemon(one, EDIT, says("done"), announce=with_folders(one, two)) as client:
            run = await run_in(client, two / "a.py")
            assert (run["outcome"], run["root"]) == ("completed", str(two))
            assert (one / "a.py").read_bytes() == b"x = 1\n"
            assert (two / "a.py").read_bytes() == b"x = 2\n"
            assert journals(two) == [f"{run['sessionId']}.jsonl"]
            assert not (one / ".architect").exists()
            page = await client.command("architect.events", {"runId": run["runId"]})
            [started] = [e for e in page["events"] if e["type"] == "run.started"]
            assert started["maxSteps"] == 7
            first, second = (await client.command("architect.info", {}))["roots"]
            assert (first["root"], second["root"]) == (str(one), str(two))
            assert second["config"]["agents"]["build"]["max_steps"] == 7
            assert first["config"]["agents"].get("build", {}).get("max_steps") != 7
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == ["a.py"]
            assert (two / "a.py").read_bytes() == b"x = 1\n"

    played(scene())


def test_without_a_document_the_first_folder_is_meant(one: Path, two: Path) -> None:
    async def scene() -> None:
        async with daemon(one, EDIT, says("done"), announce=with_folders(two, one)) as client:
            run = await client.command("architect.run", {"prompt": "edit", "wait": True})
            assert run["root"] == str(two)

    played(scene())


def test_runs_in_two_folders_do_not_wait_for_each_other(one: Path, two: Path) -> None:
    async def scene() -> None:
        wait = "touch begun; until [ -e go-on ]; do sleep 0.02; done"
        replies = (call("run_command", command=wait), says("done"))
        options: dict[str, Any] = {"config": ALLOWED, "announce": with_folders(one, two)}
        async with daemon(one, *replies, **options) as client:
            runs = [
                await client.command("architect.run", order_in(place))
                for place in (*[one] * EDITORS_AT_ONCE, two, one)
            ]
            states = [*["running"] * EDITORS_AT_ONCE, "running", "queued"]
            assert [run["state"] for run in runs] == states
            for folder in (one, two):
                await eventually((folder / "begun").exists, f"a run in {folder.name}")
                (folder / "go-on").touch()
            for run in runs:
                assert (await ended(client, run["runId"]))["outcome"] == "completed"

    played(scene())


def test_a_run_in_one_folder_does_not_reach_into_another(one: Path, two: Path) -> None:
    async def scene() -> None:
        replies = (
            call("read_file", path=str(one / "a.py")),
            call("edit_file", path="../one/a.py", old_str="x = 1", new_str="x = 9"),
            says("done"),
        )
        async with daemon(one, *replies, announce=with_folders(one, two)) as client:
            client.open("a.py")
            run = await run_in(client, two)
            assert run["filesChanged"] == []
            assert all("refused" in text for text in await results_of(client, run["runId"]))
            assert client.text("a.py") == "x = 1\n"

    played(scene())


def test_a_folder_that_is_added_can_be_worked_in_and_shows_its_findings(
    one: Path, two: Path
) -> None:
    async def scene() -> None:
        async with daemon(two, finding("a.py", "odd"), says("done")) as client:
            await client.command("architect.review", {"scope": "workspace", "wait": True})
            await client.shut_down()
        async with daemon(one, EDIT, says("done"), announce=with_folders(one)) as client:
            with pytest.raises(Refusal, match="in none of the open folders"):
                await run_in(client, two)
            change_folders(client, added=two, removed=None)
            await client.wait_for("textDocument/publishDiagnostics", lambda p: p["diagnostics"])
            [found] = (await client.command("architect.findings", {}))["findings"]
            assert found["uri"] == (two / "a.py").as_uri()
            run = await run_in(client, two)
            assert (run["outcome"], run["root"]) == ("completed", str(two))

    played(scene())


def test_the_settings_of_an_added_folder_are_asked_for(one: Path, two: Path) -> None:
    async def scene() -> None:
        async def configuration(params: Any) -> list[Any]:
            steps = {two.as_uri(): 7, one.as_uri(): 5}
            return [
                {"agents": {"build": {"max_steps": steps[item["scopeUri"]]}}}
                for item in params["items"]
            ]

        answers = {"workspace/configuration": configuration}
        options: dict[str, Any] = {"answers": answers, "announce": with_folders(one)}
        async with daemon(one, EDIT, says("done"), **options) as client:
            change_folders(client, added=two, removed=None)
            roots = (await client.command("architect.info", {}))["roots"]
            steps = [root["config"]["agents"]["build"]["max_steps"] for root in roots]
            assert steps == [5, 7]

    played(scene())


def test_a_folder_that_is_removed_is_left_alone(one: Path, two: Path) -> None:
    async def scene() -> None:
        slow = (call("run_command", command="touch begun; sleep 60"), says("done"))
        options: dict[str, Any] = {"config": ALLOWED, "announce": with_folders(one, two)}
        async with daemon(one, *slow, **options) as client:
            model = recorded(one, finding("a.py", "odd"), says("done"), name="review")
            argument = {"scope": "workspace", "uri": two.as_uri(), "model": model, "wait": True}
            await client.command("architect.review", argument)
            uri = (two / "a.py").as_uri()
            await eventually(lambda: shown(client, uri), "the finding")
            run = await client.command("architect.run", order_in(two))
            waiting = await client.command("architect.run", order_in(two))
            await eventually((two / "begun").exists, "the command to run")
            change_folders(client, added=None, removed=two)
            for each in (run, waiting):
                assert (await ended(client, each["runId"]))["outcome"] == "cancelled"
            await eventually(lambda: shown(client, uri) == [], "nothing to be shown")
            assert (await client.command("architect.findings", {}))["findings"] == []
            with pytest.raises(Refusal, match="in none of the open folders"):
                await run_in(client, two)
            kept = two / ".architect" / "findings.json"
            await eventually(kept.exists, "the finding to be written down")
            change_folders(client, added=two, removed=None)
            await eventually(lambda: shown(client, uri), "the finding, again")

    played(scene())


def test_a_folder_that_is_deleted_harms_no_other(one: Path, two: Path) -> None:
    async def scene() -> None:
        replies = (finding("a.py", "odd"), says("done"))
        async with daemon(one, *replies, announce=with_folders(one, two)) as client:
            for folder in (two, one):
                argument = {"scope": "workspace", "uri": folder.as_uri(), "wait": True}
                await client.command("architect.review", argument)
            shutil.rmtree(two)
            found = (await client.command("architect.findings", {}))["findings"]
            assert one.as_uri() in found[0]["uri"]
            mend = recorded(one, EDIT, says("done"), name="fix")
            argument = {"findingId": found[0]["findingId"], "model": mend, "wait": True}
            run = await client.command("architect.fix", argument)
            assert (run["outcome"], run["root"]) == ("completed", str(one))
            with pytest.raises(Refusal):
                await run_in(client, two)
            assert not two.exists()
            assert await client.shut_down() == 0

    played(scene())


@pytest.mark.parametrize("is_repository", [True, False])
def test_a_single_file_is_worked_on_where_it_lies(tmp_path: Path, is_repository: bool) -> None:
    around = folder_at(tmp_path / "around")
    folder_at(around / "src")
    if is_repository:
        commit_all(around)
    root = around if is_repository else around / "src"
    path = "src/a.py" if is_repository else "a.py"
    edit = call("edit_file", path=path, old_str="x = 1", new_str="x = 2")

    async def scene() -> None:
        async with daemon(around, edit, says("done"), announce=with_folders()) as client:
            client.open("src/a.py")
            with pytest.raises(Refusal, match=r"-32013 .*no folder is open"):
                await client.command("architect.run", {"prompt": "edit"})
            run = await run_in(client, around / "src/a.py")
            assert (run["outcome"], run["root"]) == ("completed", str(root))
            assert client.text("src/a.py") == "x = 2\n"
            assert journals(root) == [f"{run['sessionId']}.jsonl"]
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == [path]
            assert client.text("src/a.py") == "x = 1\n"
            [session] = (await client.command("architect.sessions", {}))["sessions"]
            assert session["sessionId"] == run["sessionId"]

    played(scene())


def test_findings_in_a_single_file_are_shown_fixed_and_dismissed(tmp_path: Path) -> None:
    place = folder_at(tmp_path / "alone")

    async def scene() -> None:
        replies = (finding("a.py", "odd"), finding("a.py", "even"), says("done"))
        async with daemon(place, *replies, announce=with_folders()) as client:
            client.open("a.py")
            argument = {"scope": "file", "uri": client.uri("a.py"), "wait": True}
            await client.command("architect.review", argument)
            await eventually(lambda: shown(client, "a.py"), "the finding")
            place_of_it: dict[str, Any] = {
                "textDocument": {"uri": client.uri("a.py")},
                "range": client.range("a.py", 0, 0),
                "context": {"diagnostics": []},
            }
            actions = await client.request("textDocument/codeAction", place_of_it)
            [fix] = [each for each in actions if each["title"] == "Architect: Fix: odd"]
            argument = fix["command"]["arguments"][0]
            argument |= {"model": recorded(place, EDIT, says("done"), name="fix"), "wait": True}
            run = await client.command("architect.fix", argument)
            assert run["outcome"] == "completed"
            assert client.text("a.py") == "x = 2\n"
            [found] = (await client.command("architect.findings", {}))["findings"]
            assert found["title"] == "even"
            left = await client.command("architect.findings", {"dismiss": found["findingId"]})
            assert left["findings"] == []

    played(scene())


def test_a_document_outside_of_all_folders_is_neither_read_nor_changed(
    one: Path, two: Path
) -> None:
    async def scene() -> None:
        replies = (
            call("read_file", path="../two/a.py"),
            call("grep", pattern="secret", file_pattern="*"),
            says("done"),
        )
        async with daemon(one, *replies) as client:
            outside = (two / "a.py").as_uri()
            client.open(outside, "secret = 1\n")
            with pytest.raises(Refusal, match="in none of the open folders"):
                await client.command("architect.review", {"scope": "file", "uri": outside})
            run = await client.command("architect.run", {"prompt": "look", "wait": True})
            texts = await results_of(client, run["runId"])
            assert not any("secret = 1" in text for text in texts), texts
            nowhere: dict[str, Any] = {
                "textDocument": {"uri": outside},
                "range": client.range(outside, 0, 0),
                "context": {"diagnostics": []},
            }
            assert isinstance(await client.request("textDocument/codeAction", nowhere), list)

    played(scene())


def test_a_folder_that_is_opened_through_a_link_is_the_folder(tmp_path: Path, one: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(one)

    async def scene() -> None:
        replies = (finding("a.py", "odd"), says("done"))
        async with daemon(link, *replies) as client:
            client.open("a.py")
            argument = {"scope": "file", "uri": client.uri("a.py"), "wait": True}
            run = await client.command("architect.review", argument)
            assert (run["outcome"], run["root"]) == ("completed", str(one))
            await eventually(lambda: shown(client, "a.py"), "the finding, by the editor's name")
            mend = recorded(one, EDIT, says("done"), name="fix")
            run = await run_in(client, link / "a.py", model=mend)
            assert (run["outcome"], run["filesChanged"]) == ("completed", ["a.py"])
            assert client.text("a.py") == "x = 2\n"
            [asked] = client.of("workspace/applyEdit")
            [step] = asked["edit"]["documentChanges"]
            assert step["textDocument"]["uri"] == client.uri("a.py")
            undo = {"runId": run["runId"], "uris": [client.uri("a.py")]}
            assert (await client.command("architect.undo", undo))["reverted"] == ["a.py"]
            assert client.text("a.py") == "x = 1\n"

    played(scene())


def test_an_untitled_document_is_read_searched_reviewed_and_edited(one: Path) -> None:
    untitled = "untitled:Untitled-1"

    async def scene() -> None:
        replies = (
            call("read_file", path=untitled),
            call("grep", pattern="draft", file_pattern="*"),
            call("edit_file", path=untitled, old_str="draft = 1", new_str="draft = 2  # 🎉"),
            finding(untitled, "odd"),
            says("done"),
        )
        async with daemon(one, *replies) as client:
            client.open(untitled, "# 🎉\ndraft = 1\n")
            argument = {"prompt": "look", "scope": {"uris": [untitled]}, "wait": True}
            run = await client.command("architect.run", argument)
            assert (run["outcome"], run["filesChanged"]) == ("completed", [untitled])
            read, found, *_ = await results_of(client, run["runId"])
            assert "draft = 1" in read
            assert "draft = 1" in found
            assert client.text(untitled) == "# 🎉\ndraft = 2  # 🎉\n"
            assert sorted(each.name for each in one.iterdir()) == [".architect", "a.py"]
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == [untitled]
            assert client.text(untitled) == "# 🎉\ndraft = 1\n"
            review = {"scope": "file", "uri": untitled, "wait": True}
            model = recorded(one, finding(untitled, "odd"), says("done"), name="review")
            run = await client.command("architect.review", review | {"model": model})
            assert run["outcome"] == "completed"
            await eventually(lambda: shown(client, untitled), "the finding")
            [found] = (await client.command("architect.findings", {"uri": untitled}))["findings"]
            assert found["uri"] == untitled
            lens = {"textDocument": {"uri": untitled}}
            assert len(await client.request("textDocument/codeLens", lens)) == 2
            client.close(untitled)
            await eventually(lambda: shown(client, untitled) == [], "nothing to be shown")
            assert (await client.command("architect.findings", {}))["findings"] == []

    played(scene())


def test_an_untitled_document_is_known_by_its_name_and_called_by_its_uri(one: Path) -> None:
    uri, name = "untitled:New%20notes%20%F0%9F%8E%89", "untitled:New notes 🎉"

    async def scene() -> None:
        edit = call("edit_file", path=name, old_str="draft", new_str="final")
        async with daemon(one, edit, says("done")) as client:
            client.open(uri, "🎉 draft\n")
            order = {"prompt": "edit", "wait": True}
            span = client.range(uri, 0, 3)
            run = await client.command(
                "architect.run", {**order, "scope": {"uris": [uri], "range": span}}
            )
            assert (run["outcome"], run["filesChanged"]) == ("completed", [name])
            assert client.text(uri) == "🎉 final\n"
            [asked] = client.of("workspace/applyEdit")
            assert asked["edit"]["documentChanges"][0]["textDocument"]["uri"] == uri

    played(scene())


def test_a_new_file_that_is_not_saved_is_listed_and_edited_in_the_editor(one: Path) -> None:
    async def scene() -> None:
        replies = (
            call("list_files", path="."),
            call("edit_file", path="src/new.py", old_str="y = 1", new_str="y = 2"),
            says("done"),
        )
        async with daemon(one, *replies) as client:
            client.open("src/new.py", "y = 1\n")
            run = await run_in(client, one / "src/new.py")
            assert (run["outcome"], run["filesChanged"]) == ("completed", ["src/new.py"])
            listing, _ = await results_of(client, run["runId"])
            assert "src" in listing
            assert client.text("src/new.py") == "y = 2\n"
            assert not (one / "src").exists()

    played(scene())


def test_the_innermost_of_nested_folders_is_meant_and_both_show_their_findings(
    tmp_path: Path,
) -> None:
    outer = folder_at(tmp_path / "outer")
    inner = folder_at(outer / "inner")
    uri = (inner / "a.py").as_uri()

    async def scene() -> None:
        model_of = {
            place: recorded(outer, finding(path, f"odd from {place.name}"), says("done"), name=name)
            for place, path, name in ((outer, "inner/a.py", "outer"), (inner, "a.py", "inner"))
        }
        async with daemon(outer, EDIT, says("done"), announce=with_folders(outer, inner)) as client:
            client.open("inner/a.py")
            run = await run_in(client, inner / "a.py")
            assert (run["root"], client.text("inner/a.py")) == (str(inner), "x = 2\n")
            assert (await run_in(client, outer / "a.py"))["root"] == str(outer)
            for place in (inner, outer):
                argument = {"scope": "workspace", "uri": place.as_uri(), "wait": True}
                await client.command("architect.review", argument | {"model": model_of[place]})
            await eventually(lambda: len(shown(client, uri)) == 2, "both findings")
            found = (await client.command("architect.findings", {"uri": uri}))["findings"]
            assert sorted(each["title"] for each in found) == ["odd from inner", "odd from outer"]
            lenses = await client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
            titles = [lens["command"]["title"].split(":")[0] for lens in lenses]
            assert sorted(titles) == [
                "Architect",
                "Architect",
                "Dismiss",
                "Dismiss",
                "Keep this change",
                "Undo this change",
            ]
            client.type("inner/a.py", 0, 0, "# moved\n")
            await eventually(
                lambda: [d["range"]["start"]["line"] for d in shown(client, uri)] == [1, 1], "both"
            )
            [mine] = [each for each in found if each["title"] == "odd from outer"]
            await client.command("architect.findings", {"dismiss": mine["findingId"]})
            await eventually(lambda: len(shown(client, uri)) == 1, "the other one alone")
            change_folders(client, added=None, removed=inner)
            await eventually(lambda: shown(client, uri) == [], "nothing to be shown")
            info = await answered(
                lambda: client.command("architect.info", {}),
                "one folder",
                lambda info: len(info["roots"]) == 1,
            )
            assert info["roots"][0]["root"] == str(outer)

    played(scene())


def test_a_project_that_was_moved_keeps_its_runs(tmp_path: Path, one: Path) -> None:
    moved = tmp_path / "moved"

    async def scene() -> None:
        async with daemon(one, EDIT, says("done")) as client:
            run = await run_in(client, one)
            await client.shut_down()
        one.rename(moved)
        async with daemon(moved, says("done")) as client:
            [info] = (await client.command("architect.runs", {"runId": run["runId"]}))["runs"]
            assert info["root"] == str(moved)
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == ["a.py"]
            assert (moved / "a.py").read_bytes() == b"x = 1\n"

    played(scene())
