"""The changes of a run, kept or undone hunk by hunk, over the real daemon."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, call, daemon, played, recorded, says
from tests.support.lsp_client import VSCODE, EditorClient, Refusal, editor
from tests.support.reviewed_run import AFTER, BEFORE, RUN, ids, marking, ran
from tests.support.table import table


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_bytes(BEFORE.encode())
    return root


async def shown(client: EditorClient, run_id: str | None = None) -> list[tuple[int, str, str]]:
    """The open hunks: first line, before, after."""
    argument = {} if run_id is None else {"runId": run_id}
    listed = await client.command("architect.hunks", argument)
    return [
        (each["range"]["start"]["line"], each["before"], each["after"]) for each in listed["hunks"]
    ]


def test_the_hunks_of_a_run_stand_where_the_user_has_them_now(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN, rich=True) as client:
            client.open("a.py")
            run_id = await ran(client)
            client.type("a.py", 0, 0, "zero\n")
            listed = await client.command("architect.hunks", {"runId": run_id})
            assert listed["conflicts"] == []
            first, second = listed["hunks"]
            assert first == {
                "hunkId": first["hunkId"],
                "runId": run_id,
                "uri": client.uri("a.py"),
                "path": "a.py",
                "range": {
                    "start": {"line": 2, "character": 0},
                    "end": {"line": 3, "character": 0},
                },
                "before": "two\n",
                "after": "TWO\n",
                "kind": "applied",
                "change": "modified",
            }
            assert (second["range"]["start"]["line"], second["after"]) == (6, "SIX\n")
            assert await shown(client) == await shown(client, run_id)

    played(scene())


def test_an_undone_hunk_is_gone_and_can_be_brought_back(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            run_id = await ran(client)
            first, second = await ids(client, run_id)
            undone = await client.command(
                "architect.undo", {"runId": run_id, "hunkIds": [first], "note": "too loud"}
            )
            assert (undone["reverted"], undone["hunks"]) == (["a.py"], [first])
            assert client.text("a.py") == AFTER.replace("TWO", "two")
            assert await ids(client, run_id) == [second]
            again = await client.command("architect.undo", {"runId": undone["runId"]})
            assert again["conflicts"] == []
            assert client.text("a.py") == AFTER
            assert await ids(client, run_id) == [first, second]

    played(scene())


def test_a_kept_hunk_is_no_longer_open_also_after_a_restart(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            first, second = await ids(client, run_id)
            kept = await client.command("architect.keep", {"runId": run_id, "hunkIds": [second]})
            assert (kept["kept"], kept["conflicts"]) == ([second], [])
            assert await ids(client, run_id) == [first]
            assert (root / "a.py").read_bytes() == AFTER.encode()
        async with daemon(root, *RUN) as client:
            assert await ids(client, run_id) == [first]
            await client.command("architect.undo", {"runId": kept["runId"]})
            assert await ids(client, run_id) == [first, second]

    played(scene())


def test_a_file_or_a_whole_run_is_kept_at_once(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            both = await ids(client, run_id)
            uris = [client.uri("a.py")]
            kept = await client.command("architect.keep", {"runId": run_id, "uris": uris})
            assert kept["kept"] == both
            again = await client.command("architect.keep", {"runId": run_id})
            assert (again["runId"], again["kept"]) == (None, [])
            assert await ids(client, run_id) == []

    played(scene())


def test_lines_that_the_user_changed_again_are_a_conflict_that_is_kept(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            run_id = await ran(client)
            first, second = await ids(client, run_id)
            at = client.text("a.py").index("TWO")
            client.type("a.py", at, at + 3, "ZWEI")
            listed = await client.command("architect.hunks", {"runId": run_id})
            assert [each["hunkId"] for each in listed["hunks"]] == [second]
            [conflict] = listed["conflicts"]
            assert (conflict["hunkIds"], conflict["lines"]) == ([first], [[2, 2]])
            assert "changed again since" in conflict["reason"]
            undone = await client.command(
                "architect.undo", {"runId": run_id, "hunkIds": [first, second]}
            )
            assert undone["hunks"] == [second]
            assert [each["path"] for each in undone["conflicts"]] == ["a.py"]
            assert client.text("a.py") == BEFORE.replace("two", "ZWEI")
            await client.command("architect.keep", {"runId": run_id, "hunkIds": [first]})
            assert (await client.command("architect.hunks", {"runId": run_id}))["conflicts"] == []

    played(scene())


def test_lines_that_the_user_changed_again_are_undone_if_that_is_wanted(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            run_id = await ran(client)
            [first, _] = await ids(client, run_id)
            at = client.text("a.py").index("TWO")
            client.type("a.py", at, at + 3, "ZWEI")
            typed = client.text("a.py")
            [conflict] = (await client.command("architect.hunks", {}))["conflicts"]
            assert (conflict["before"], conflict["range"]) == (
                "two\n",
                {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}},
            )
            undone = await client.command(
                "architect.undo", {"runId": run_id, "hunkIds": [first], "changedToo": True}
            )
            assert (undone["hunks"], undone["conflicts"]) == ([first], [])
            assert client.text("a.py") == BEFORE.replace("six", "SIX")
            await client.command("architect.undo", {"runId": undone["runId"]})
            assert client.text("a.py") == typed
            whole = await client.command("architect.undo", {"runId": run_id, "changedToo": True})
            assert (whole["reverted"], whole["conflicts"]) == (["a.py"], [])
            assert client.text("a.py") == BEFORE

    played(scene())


def test_a_new_file_that_the_user_changed_is_undone_if_that_is_wanted(root: Path) -> None:
    async def scene() -> None:
        made = (call("write_file", path="b.py", content="b = 1\n"), says("done"))
        async with daemon(root, *made) as client:
            run_id = await ran(client)
            (root / "b.py").write_bytes(b"b = 2\n")
            [conflict] = (await client.command("architect.hunks", {"runId": run_id}))["conflicts"]
            assert conflict["before"] == ""
            undone = await client.command("architect.undo", {"runId": run_id})
            assert (undone["reverted"], len(undone["conflicts"])) == ([], 1)
            undone = await client.command("architect.undo", {"runId": run_id, "changedToo": True})
            assert (undone["reverted"], undone["conflicts"]) == (["b.py"], [])
            assert not (root / "b.py").exists()
            await client.command("architect.undo", {"runId": undone["runId"]})
            assert (root / "b.py").read_bytes() == b"b = 2\n"

    played(scene())


def test_lines_that_two_runs_made_belong_to_the_newer_one(root: Path) -> None:
    """As after `git checkout .` and the same task again."""

    async def again(client: EditorClient) -> str:
        (root / "a.py").write_bytes(BEFORE.encode())
        return await ran(client)

    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            older = await ran(client)
            newer = await again(client)
            listed = (await client.command("architect.hunks", {}))["hunks"]
            assert [each["runId"] for each in listed] == [newer, newer]
            await client.command(
                "architect.keep", {"runId": newer, "hunkIds": [listed[0]["hunkId"]]}
            )
            assert await ids(client) == [listed[1]["hunkId"]]
            await client.command(
                "architect.undo", {"runId": newer, "hunkIds": [listed[1]["hunkId"]]}
            )
            assert await ids(client) == []
            assert older != newer
        async with daemon(root, *RUN) as client:
            assert await ids(client) == []
            await again(client)
            assert len(await ids(client)) == 2

    played(scene())


def test_the_editors_own_undo_of_an_undo_opens_the_hunk_again(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            run_id = await ran(client)
            both = await ids(client, run_id)
            await client.command("architect.undo", {"runId": run_id, "hunkIds": both[:1]})
            client.replace("a.py", AFTER)
            assert await ids(client, run_id) == both

    played(scene())


@table(
    ("rich", "features", "name"),
    [
        (False, {}, "changes.rejected"),
        (True, RICH, "changes.rejected"),
        (True, RICH | {"renamed": False}, "changes.turned_down"),
    ],
)
def test_a_plugin_that_does_not_know_the_name_of_an_event_is_given_its_former_one(
    tmp_path: Path, rich: bool, features: dict[str, bool], name: str
) -> None:
    tmp_path.joinpath("a.py").write_bytes(BEFORE.encode())

    async def scene() -> None:
        async with daemon(tmp_path, *RUN, rich=rich, features=features) as client:
            run_id = await ran(client)
            undone = await client.command("architect.undo", {"runId": run_id})
            page = await client.command("architect.events", {"runId": undone["runId"]})
            assert [each["type"] for each in page["events"]][-2:] == [name, "run.finished"]
            logged = [line["message"] for line in client.of("window/logMessage")]
            told = [line for line in logged if "changes.turned_down is now called" in line]
            assert len(told) == (name == "changes.turned_down")

    played(scene())


def test_what_was_rejected_is_journaled_with_its_note(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            both = await ids(client, run_id)
            argument = {"runId": run_id, "hunkIds": both[:1], "note": "not so loud"}
            undone = await client.command("architect.undo", argument)
            page = await client.command("architect.events", {"runId": undone["runId"]})
            [event] = [each for each in page["events"] if each["type"] == "changes.rejected"]
            assert event["ofRun"] == run_id
            assert (event["paths"], event["note"]) == (["a.py"], "not so loud")
            assert "-two\n+TWO\n" in event["patch"]
            assert "SIX" not in event["patch"].replace(" SIX", "")
            assert event["hunks"] == both[:1]

    played(scene())


def test_a_created_and_a_deleted_file_are_hunks_as_a_whole(root: Path) -> None:
    async def scene() -> None:
        (root / "old.py").write_bytes(b"old = 1\r\n")
        replies = (
            call("write_file", path="new.py", content="new = 1\n"),
            call("delete_file", path="old.py"),
            says("done"),
        )
        config = {"workspace": {"allow_delete": True}}
        async with daemon(root, *replies, config=config) as client:
            run_id = await ran(client)
            listed = await client.command("architect.hunks", {"runId": run_id})
            new, old = listed["hunks"]
            assert (new["change"], new["before"], new["after"]) == ("created", "", "new = 1\n")
            assert (old["change"], old["before"], old["after"]) == ("deleted", "old = 1\r\n", "")
            (root / "old.py").write_bytes(b"another\n")
            undone = await client.command(
                "architect.undo", {"runId": run_id, "hunkIds": [new["hunkId"], old["hunkId"]]}
            )
            assert undone["hunks"] == [new["hunkId"]]
            assert [each["path"] for each in undone["conflicts"]] == ["old.py"]
            assert not (root / "new.py").exists()
            (root / "old.py").unlink()
            await client.command("architect.undo", {"runId": run_id, "hunkIds": [old["hunkId"]]})
            assert (root / "old.py").read_bytes() == b"old = 1\r\n"

    played(scene())


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ({"hunkIds": ["0123"]}, "has no hunk '0123'; architect.hunks lists them"),
        ({"hunkIds": [], "uris": []}, "cannot be combined"),
        ({"uris": ["file:///elsewhere/a.py"]}, "outside of the workspace"),
        ({"hunkIds": 5}, "hunkIds"),
    ],
)
@pytest.mark.parametrize("name", ["architect.undo", "architect.keep"])
def test_a_bad_choice_of_hunks_is_named(
    root: Path, name: str, argument: dict[str, Any], words: str
) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            with pytest.raises(Refusal) as refused:
                await client.command(name, {"runId": run_id, **argument})
            assert (refused.value.code, words in str(refused.value)) == (-32602, True)

    played(scene())


def test_nothing_is_kept_or_undone_while_a_run_of_the_session_goes_on(root: Path) -> None:
    async def scene() -> None:
        replies = (call("run_command", command="sleep 60"), says("done"))
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            both = await ids(client, run_id)
            model = recorded(root, *replies, name="slow")
            order = {"prompt": "wait", "mode": "yolo", "model": model}
            order["session"] = run_id.removesuffix(".1")
            slow = await client.command("architect.run", order)
            for name in ("architect.undo", "architect.keep"):
                with pytest.raises(Refusal, match="is still active") as refused:
                    await client.command(name, {"runId": run_id, "hunkIds": both})
                assert refused.value.code == -32010
            await client.command("architect.cancel", {"runId": slow["runId"]})

    played(scene())


def test_an_editor_without_the_feature_has_lenses_and_actions(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN, like=VSCODE) as client:
            client.open("a.py")
            run_id = await ran(client)
            await client.wait_for("workspace/codeLens/refresh")
            document = {"textDocument": {"uri": client.uri("a.py")}}
            lenses = await client.request("textDocument/codeLens", document)
            assert [each["command"]["title"] for each in lenses] == [
                "Keep all 2 changes",
                "Undo all 2 changes",
                *("Keep this change", "Undo this change") * 2,
            ]
            where = client.range("a.py", 4, 4)
            params: dict[str, Any] = {**document, "range": where, "context": {"diagnostics": []}}
            actions = await client.request("textDocument/codeAction", params)
            [undo] = [each for each in actions if each["title"] == "Architect: undo this change"]
            command = undo["command"]
            await client.command(command["command"], *command["arguments"])
            assert client.text("a.py") == AFTER.replace("TWO", "two")
            only: dict[str, Any] = {**params, "context": {"diagnostics": [], "only": ["quickfix"]}}
            titles = [
                each["title"] for each in await client.request("textDocument/codeAction", only)
            ]
            assert not any("this change" in title for title in titles)
            lenses = await client.request("textDocument/codeLens", document)
            assert len(lenses) == 2
            assert (await ids(client, run_id)) != []

    played(scene())


def test_an_editor_with_the_feature_is_told_where_hunks_changed_and_has_no_lenses(
    root: Path,
) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            client.open("a.py")
            told = {"uris": [client.uri("a.py")]}
            run_id = await ran(client)
            assert await client.wait_for("architect/hunks/changed") == told
            first, _ = await ids(client, run_id)
            client.type("a.py", 0, 0, "zero\n")
            assert await client.wait_for("architect/hunks/changed") == told
            await client.command("architect.keep", {"runId": run_id, "hunkIds": [first]})
            assert await client.wait_for("architect/hunks/changed") == told
            document = {"textDocument": {"uri": client.uri("a.py")}}
            assert await client.request("textDocument/codeLens", document) == []

    played(scene())


def test_two_runs_in_one_file_have_their_own_hunks(root: Path) -> None:
    async def scene() -> None:
        other = (
            call("edit_file", path="a.py", old_str="four", new_str="FOUR"),
            call("edit_file", path="a.py", old_str="SIX", new_str="sechs"),
            says("done"),
        )
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            first = await ran(client)
            model = recorded(root, *other, name="other")
            argument = {"prompt": "more", "mode": "yolo", "wait": True, "model": model}
            second = (await client.command("architect.run", argument, 20))["runId"]
            assert await shown(client, first) == [(1, "two\n", "TWO\n")]
            assert await shown(client, second) == [
                (3, "four\n", "FOUR\n"),
                (5, "SIX\n", "sechs\n"),
            ]
            await client.command(
                "architect.undo", {"runId": second, "hunkIds": await ids(client, second)}
            )
            assert client.text("a.py") == AFTER
            assert len(await ids(client, first)) == 2

    played(scene())


def test_a_stale_edit_never_counts_as_an_undone_hunk(root: Path) -> None:
    """The editor says yes and does nothing."""

    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            run_id = await ran(client)
            both = await ids(client, run_id)
            client.answers["workspace/applyEdit"] = _yes
            undone = await client.command(
                "architect.undo", {"runId": run_id, "hunkIds": both}, timeout_s=60
            )
            assert (undone["reverted"], undone["hunks"]) == ([], [])
            assert "no change" in undone["conflicts"][0]["reason"]
            assert client.text("a.py") == AFTER
            assert await ids(client, run_id) == both

    played(scene())


@pytest.mark.parametrize("name", ["architect.undo", "architect.keep"])
def test_what_the_user_types_into_a_hunk_while_it_is_decided_about_is_never_lost(
    root: Path, name: str
) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN, rich=True) as client:
            client.open("a.py")
            propose = {"review": "propose"} if name == "architect.keep" else {}
            run_id = await ran(client, **propose)
            first, second = await ids(client, run_id)
            old = "two" if propose else "TWO"
            answer = client.answers["workspace/applyEdit"]

            async def typed_over(params: Any) -> Any:
                if old in client.text("a.py"):
                    at = client.text("a.py").index(old)
                    client.type("a.py", at, at + 3, "zwei")
                return await answer(params)

            client.answers["workspace/applyEdit"] = typed_over
            decided = await client.command(
                name, {"runId": run_id, "hunkIds": [first, second]}, timeout_s=60
            )
            assert decided["kept" if propose else "hunks"] == [second]
            assert [each["lines"] for each in decided["conflicts"]] == [[[2, 2]]]
            wanted = (AFTER if propose else BEFORE).replace("TWO" if propose else "two", "zwei")
            assert client.text("a.py") == wanted

    played(scene())


def test_a_file_that_was_deleted_since_keeps_its_hunks_and_takes_no_proposal(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            both = await ids(client, run_id)
            (root / "a.py").unlink()
            kept = await client.command("architect.keep", {"runId": run_id, "hunkIds": both})
            assert sorted(kept["kept"]) == sorted(both)
            assert not (root / "a.py").exists()
            (root / "a.py").write_bytes(BEFORE.encode())
            run_id = await ran(client, review="propose")
            (root / "a.py").unlink()
            kept = await client.command("architect.keep", {"runId": run_id})
            assert kept["kept"] == []
            assert [each["path"] for each in kept["conflicts"]] == ["a.py"]
            assert not (root / "a.py").exists()

    played(scene())


def test_a_session_is_no_run_and_the_answer_names_its_runs(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            session = run_id.partition(".")[0]
            for name in ("architect.hunks", "architect.keep", "architect.undo"):
                with pytest.raises(Refusal, match="is a session, not a run") as refused:
                    await client.command(name, {"runId": session})
                assert refused.value.code == -32011
                assert run_id in str(refused.value)
            assert (root / "a.py").read_bytes() == AFTER.encode()

    played(scene())


async def _yes(_: Any) -> Any:
    return {"applied": True}


def test_crlf_a_mark_and_a_missing_last_line_end_survive(root: Path) -> None:
    async def scene() -> None:
        before = b"\xef\xbb\xbfone\r\ntwo\r\nthree"
        (root / "w.txt").write_bytes(before)
        replies = (
            call("edit_file", path="w.txt", old_str="one", new_str="ONE"),
            call("edit_file", path="w.txt", old_str="three", new_str="THREE"),
            says("done"),
        )
        async with daemon(root, *replies) as client:
            run_id = await ran(client)
            for _ in range(2):
                first, *_rest = await ids(client, run_id)
                await client.command("architect.undo", {"runId": run_id, "hunkIds": [first]})
            assert (root / "w.txt").read_bytes() == before

    played(scene())


PROPOSE = {"prompt": "shout", "mode": "yolo", "review": "propose", "wait": True}


async def proposed(client: EditorClient, **more: Any) -> dict[str, Any]:
    run = await client.command("architect.run", {**PROPOSE, **more}, 20)
    assert run["outcome"] == "completed", run
    return run


def test_a_run_that_proposes_changes_nothing_and_says_so(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            run = await proposed(client)
            assert (run["filesChanged"], run["filesProposed"]) == ([], ["a.py"])
            assert client.text("a.py") == BEFORE
            assert (root / "a.py").read_bytes() == BEFORE.encode()
            listed = await client.command("architect.hunks", {"runId": run["runId"]})
            assert [
                (each["range"]["start"]["line"], each["before"], each["after"], each["kind"])
                for each in listed["hunks"]
            ] == [(1, "two\n", "TWO\n", "proposed"), (5, "six\n", "SIX\n", "proposed")]
            page = await client.command("architect.diff", {"runId": run["runId"]})
            assert "-two\n+TWO\n" in page["patch"]

    played(scene())


def test_a_proposal_is_made_where_its_lines_are_by_now_also_after_a_restart(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = (await proposed(client))["runId"]
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            client.type("a.py", 0, 0, "zero\n")
            first, second = await ids(client, run_id)
            kept = await client.command("architect.keep", {"runId": run_id, "hunkIds": [first]})
            assert (kept["kept"], kept["conflicts"]) == ([first], [])
            assert client.text("a.py") == "zero\n" + BEFORE.replace("two", "TWO")
            assert await ids(client, run_id) == [second]
            undone = await client.command("architect.undo", {"runId": kept["runId"]})
            assert undone["reverted"] == ["a.py"]
            assert await ids(client, run_id) == [first, second]

    played(scene())


def test_a_proposal_that_no_longer_fits_is_a_conflict_and_the_others_are_made(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = (await proposed(client))["runId"]
            first, second = await ids(client, run_id)
            (root / "a.py").write_bytes(BEFORE.replace("two", "zwei").encode())
            kept = await client.command("architect.keep", {"runId": run_id})
            assert kept["kept"] == [second]
            [conflict] = kept["conflicts"]
            assert (conflict["path"], conflict["lines"]) == ("a.py", [[2, 2]])
            wanted = BEFORE.replace("two", "zwei").replace("six", "SIX")
            assert (root / "a.py").read_bytes() == wanted.encode()
            listed = await client.command("architect.hunks", {"runId": run_id})
            assert [each["hunkIds"] for each in listed["conflicts"]] == [[first]]

    played(scene())


def test_dropped_proposals_are_gone_and_told_to_the_agent(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = (await proposed(client))["runId"]
            first, second = await ids(client, run_id)
            argument = {"runId": run_id, "hunkIds": [first], "note": "no"}
            undone = await client.command("architect.undo", argument)
            assert (undone["reverted"], undone["hunks"]) == ([], [first])
            page = await client.command("architect.events", {"runId": undone["runId"]})
            [event] = [each for each in page["events"] if each["type"] == "changes.rejected"]
            assert "-two\n+TWO\n" in event["patch"]
            assert "+SIX" not in event["patch"]
            assert await ids(client, run_id) == [second]
            await client.command("architect.undo", {"runId": run_id})
            assert await ids(client, run_id) == []
            await client.command("architect.undo", {"runId": undone["runId"]})
            assert await ids(client, run_id) == [first]
            assert (root / "a.py").read_bytes() == BEFORE.encode()

    played(scene())


def test_tools_of_a_proposing_run_see_its_proposals_and_commands_say_that_they_do_not(
    root: Path,
) -> None:
    async def scene() -> None:
        replies = (
            call("write_file", path="new.py", content="needle = 1\n"),
            call("edit_file", path="a.py", old_str="two", new_str="needle"),
            call("search_code", pattern="needle"),
            call("list_files"),
            call("read_file", path="new.py"),
            call("run_command", command="cat a.py"),
            says("done"),
        )
        async with daemon(root, *replies) as client:
            run = await proposed(client)
            page = await client.command("architect.events", {"runId": run["runId"]})
            texts = [each["text"] for each in page["events"] if each["type"] == "tool.finished"]
            assert "needle" in texts[2]
            assert ("a.py" in texts[2], "new.py" in texts[2]) == (True, True)
            assert "new.py" in texts[3]
            assert "needle = 1" in texts[4]
            assert "two" in texts[5]
            assert "the command saw the files without them" in texts[5]
            assert not (root / "new.py").exists()
            kept = await client.command("architect.keep", {"runId": run["runId"]})
            assert len(kept["kept"]) == 2
            assert (root / "new.py").read_bytes() == b"needle = 1\n"

    played(scene())


def test_what_a_command_changes_is_announced_and_undone_by_hunks(root: Path) -> None:
    command = call("run_command", command="sed -i 's/two/TWO/; s/six/SIX/' a.py && echo x > b.py")

    async def scene() -> None:
        options = marking(root, command, says("done"))
        async with editor(root, options=options) as client:
            run_id = await ran(client)
            told = await client.wait_for("architect/hunks/changed")
            assert sorted(told["uris"]) == [client.uri("a.py"), client.uri("b.py")]
            first, second, new = await ids(client, run_id)
            await client.command("architect.undo", {"runId": run_id, "hunkIds": [first]})
            assert (root / "a.py").read_bytes() == AFTER.replace("TWO", "two").encode()
            await client.command("architect.undo", {"runId": run_id, "hunkIds": [new]})
            assert not (root / "b.py").exists()
            assert await ids(client, run_id) == [second]

    played(scene())
