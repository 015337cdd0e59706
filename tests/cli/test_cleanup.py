"""`architect cleanup`: what goes, what stays, and that nothing of a session is left behind."""

import json
import os
import time
from pathlib import Path

from tests.cli.talk import talk
from tests.cli.test_auto_review import write
from tests.cli.test_review_command import finds, play
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Project
from tests.support.provider_server import Reply
from tests.support.repository import commit_all, git
from tests.support.team import send, team

DAY = 24 * 3600


def sessions(project: Project) -> Path:
    return project.folder / ".architect/sessions"


def age(project: Project, days: float) -> None:
    at = time.time() - days * DAY
    for path in sessions(project).rglob("*"):
        os.utime(path, (at, at))


def left(project: Project) -> list[str]:
    return sorted(path.name for path in sessions(project).iterdir() if path.name[0] != ".")


def test_an_old_session_goes_with_everything_that_is_kept_of_it(project: Project) -> None:
    long = team(
        [Reply(calls=[send("explore", "look")]), write("n.txt", "n\n"), Reply("Done.")],
        {"look": [Reply("x" * 5_000)]},
    )
    assert talk(project, long, "--mode", "yolo").code == 0
    names = left(project)
    assert {name.partition(".")[2] for name in names} == {"jsonl", "files", "1.1.jsonl", "1.1.md"}
    age(project, 8)
    talk(project, [Reply("Done.")])
    dry = project.architect("cleanup", "--dry-run")
    assert "would remove 1 session" in dry.text
    assert set(names) < set(left(project))
    done = project.architect("cleanup")
    assert "removed 1 session" in done.text
    assert "; 1 newer one, " in done.text
    assert not set(names) & set(left(project))
    assert len(left(project)) == 1


def test_looking_at_a_long_session_makes_it_no_younger(project: Project) -> None:
    talk(project, [Reply("Done.")])
    [journal] = project.journals
    first, second, *rest = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([first, second * 10_000, *rest]))
    age(project, 30)
    assert project.architect("sessions").code == 0
    assert left(project) == [journal.name, f"{journal.stem}.scan"]
    assert "removed 1 session" in project.architect("cleanup").text
    assert left(project) == []


def test_open_findings_and_damaged_journals(project: Project) -> None:
    play(project, [Reply(calls=[finds("a.txt")]), Reply("Done.")], "review", "a.txt")
    age(project, 30)
    kept = project.architect("cleanup")
    assert "kept, 1 finding of it open" in kept.text
    assert len(left(project)) == 1
    (project.folder / ".architect/findings.json").unlink()
    [journal] = project.journals
    journal.write_bytes(b"no journal\n")
    age(project, 30)
    assert "removed 1 session" in project.architect("cleanup").text
    assert left(project) == []


def test_what_a_crash_left_of_a_removal_goes_the_next_time(project: Project) -> None:
    talk(project, [write("n.txt", "n\n"), Reply("Done.")], "--mode", "yolo")
    [journal] = project.journals
    journal.unlink()
    age(project, 8)
    assert "removed 1 session" in project.architect("cleanup").text
    assert left(project) == []


def test_the_configuration_says_how_long_and_how_much(project: Project) -> None:
    talk(project, [Reply("Done.")])
    age(project, 3)
    settings = {"ARCHITECT__SESSIONS__CLEANUP_AFTER_DAYS": "2"}
    assert "removed 1" in project.architect("cleanup", environment=settings).text
    for _ in range(3):
        talk(project, [write(f"n{_}.txt", "n" * 900_000), Reply("Done.")], "--mode", "yolo")
    settings = {"ARCHITECT__SESSIONS__MAX_MEGABYTES": "2"}
    done = project.architect("cleanup", environment=settings)
    assert "removed 1 session" in done.text or "removed 2 sessions" in done.text
    assert project.architect("cleanup", "--older-than", "-1").code == 3


def test_a_run_cleans_up_once_a_day_if_it_is_to(project: Project) -> None:
    talk(project, [Reply("Done.")])
    age(project, 3)
    talk(project, [Reply("Done.")])
    assert len(project.journals) == 2
    old = left(project)[0]
    talk(project, [Reply("Done.")], settings={"ARCHITECT__SESSIONS__CLEANUP_AFTER_DAYS": "2"})
    assert old not in left(project)
    assert len(project.journals) == 2


def test_all_projects_are_those_in_which_something_was_paid_for(
    project: Project, tmp_path: Path
) -> None:
    other = Project(tmp_path / "other", project.home)
    other.folder.mkdir()
    for each in (project, other):
        talk(each, [Reply("Done.")])
        age(each, 9)
    done = project.architect("cleanup", "--all-projects")
    assert done.text.count("removed 1 session") == 2
    assert left(project) == left(other) == []


def test_an_old_workflow_goes_and_its_branches_stay(project: Project) -> None:
    commit_all(project.folder)
    git(project.folder, "config", "user.name", "A User")
    git(project.folder, "config", "user.email", "user@example.invalid")
    writes_one = at_work({"ONE": [writes("ONE.txt"), Reply("wrote it")]})
    talk(project, writes_one, "--mode", "yolo", command=("parallel", "--task", "write ONE"))
    [listed] = json.loads(project.architect("workflows", "--json").text)
    assert "removed 0 sessions" in project.architect("cleanup").text
    age(project, 8)
    assert f"{listed['workflow_id']}  8 days" in project.architect("cleanup", "--dry-run").text
    assert " and 1 workflow" in project.architect("cleanup").text
    assert json.loads(project.architect("workflows", "--json").text) == []
    assert list((sessions(project) / ".workflows").iterdir()) == []
    assert "architect/parallel-1" in git(project.folder, "branch")
