"""A job far longer than the context, whose oldest steps the model sums up again and again."""

from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.long_job import LATER_TASK, TASK, LongJob, folded_sizes, lay_out
from tests.support.provider_server import ProviderServer
from tests.support.until import until

from architect.domain.journal.model_events import ContextCompacted, ModelRequested

STEPS = 150
WINDOW = 32_000
ENVIRONMENT = {
    "LITELLM_API_KEY": "sk-1",
    "ARCHITECT__LLM__API": "chat",
    "ARCHITECT__CONTEXT__MAX_CONTEXT_TOKENS": str(WINDOW),
}


def test_a_job_of_150_steps_goes_on_through_summaries_and_a_kill_in_one(project: Project) -> None:
    job = LongJob(lay_out(project.folder), STEPS, hangs_at=3)
    with ProviderServer(job.judges()) as http:
        flags = ("--model", "openai/m", "--api-base", f"{http.url}/v1", "--mode", "yolo")
        flags += ("--max-steps", "160", "--json")
        with project.start("run", TASK, *flags, environment=ENVIRONMENT) as killed:
            until(lambda: job.summaries == 3, "the third summary")
            killed.kill()
        job.resumed()
        [session] = [path.stem for path in project.journals]
        resumed = project.architect("resume", session, LATER_TASK, *flags, environment=ENVIRONMENT)
    assert job.problems == []
    assert (resumed.code, resumed.document["output"]) == (0, "All noted."), resumed.stderr
    assert len(list((project.folder / "NOTES").iterdir())) == len(job.changed) == STEPS // 10

    assert job.compactions == 4
    [journal] = project.journals
    events = [record.event for record in read_journal(journal)]
    compactions = [each for each in events if isinstance(each, ContextCompacted)]
    assert [bool(each.summary) for each in compactions] == [True] * 4
    assert all(each.tokens_after < WINDOW / 2 for each in compactions)
    largest = max(each.estimated_tokens for each in events if isinstance(each, ModelRequested))
    assert largest < WINDOW * 0.8
    told = folded_sizes(resumed.stderr)
    assert told == [(each.tokens_before, each.tokens_after) for each in compactions[2:]]
    costs = resumed.document["costs"]["by_source"]
    assert costs["summary"]["total_input_tokens"] > WINDOW
