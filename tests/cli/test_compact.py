"""Summing up a resting session by hand, and reading what was left out."""

from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.long_job import SUMMARY
from tests.support.recorded_model import call, recorded, reply

from architect.domain.journal.model_events import ContextCompacted, ModelRequested


def test_a_session_is_summed_up_and_resumed_small_and_its_transcript_is_whole(
    project: Project,
) -> None:
    project.write("long.txt", "".join(f"line {number} of the file\n" for number in range(900)))
    reads = [
        reply(f"Read {n}.", call("read_file", path="long.txt", offset=1 + 90 * n, limit=80))
        for n in range(9)
    ]
    script = recorded(project.home / "work.json", *reads, reply("All read."))
    first = project.architect("run", "look around", "--model", script, "--json")
    session = first.document["session_id"]

    script = recorded(project.home / "summary.json", reply(SUMMARY))
    compact = project.architect("compact", session, "the ends of lines", "--model", script)
    assert compact.code == 0, compact.stderr
    assert compact.text.startswith("context: ")
    [journal] = project.journals
    events = [record.event for record in read_journal(journal)]
    [compaction] = [each for each in events if isinstance(each, ContextCompacted)]
    assert compaction.tokens_after < compaction.tokens_before * 0.7
    assert (compaction.dropped_steps, compaction.summary) == (6, SUMMARY)

    script = recorded(project.home / "more.json", reply("Done with that."))
    resumed = project.architect("resume", session, "and now?", "--model", script, "--json")
    assert resumed.document["output"] == "Done with that."
    events = [record.event for record in read_journal(journal)]
    *_, before, asked = [each for each in events if isinstance(each, ModelRequested)]
    assert asked.estimated_tokens < before.estimated_tokens * 0.7

    page = project.architect("transcript", session).text
    told = ("Read 0.", "line 5 of the file", "All read.", "## Next step", "Done with that.")
    places = [page.find(words) for words in told]
    assert -1 not in places
    assert places == sorted(places)
    listed = project.architect("sessions", "--json").text
    assert "look around" in listed


def test_a_session_that_is_short_is_left_as_it_is(project: Project) -> None:
    script = recorded(project.home / "work.json", reply("Nothing to do."))
    project.architect("run", "look", "--model", script)
    compact = project.architect("compact", "--model", script)
    assert compact.code == 1
    why = "context not summed up: it has 1 step, and the last 4 stay whole"
    assert compact.stderr.count(why) == 1
    [journal] = project.journals
    assert len(read_sessions(project)) == 1
    assert b"context.compacted" not in journal.read_bytes()


def read_sessions(project: Project) -> list[str]:
    return project.architect("sessions").text.splitlines()
