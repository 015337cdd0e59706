"""One run of the action, from the event to the outputs."""

import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from architect_action.api import GitHub
from architect_action.checkout import bring, tree_for
from architect_action.console import Console
from architect_action.engine import Engine, Result
from architect_action.environment import child_environment
from architect_action.errors import ActionError, Skipped
from architect_action.event import Event, Pull, pull_of, read_event
from architect_action.inputs import Inputs, read_inputs
from architect_action.outputs import write_outputs, write_summary
from architect_action.policy import Limits, limits
from architect_action.publish import Publisher, outputs_of
from architect_action.repository import Repository, clean_names
from architect_action.suggestions import put_suggestions
from architect_action.trigger import Wish, require_writer, wish_of
from architect_action.work import PATCH, Work


def run_job(
    environ: Mapping[str, str] = os.environ, *, sleep: Callable[[float], None] = time.sleep
) -> int:
    """Do it, and give the exit code of the step."""
    console = Console()
    try:
        inputs = read_inputs(environ)
        console = Console(inputs.secrets)
        code, outputs = _Job(environ, inputs, console, sleep).run()
    except Skipped as skipped:
        console.notice(f"skipped: {skipped}")
        code, outputs = 0, {"status": "skipped", "reason": str(skipped)}
    except ActionError as error:
        console.error(str(error))
        code, outputs = 1, {"status": "failed", "reason": str(error)}
    write_outputs(
        environ, {name: console.without_secrets(value) for name, value in outputs.items()}
    )
    return code


class _Job:
    def __init__(
        self,
        environ: Mapping[str, str],
        inputs: Inputs,
        console: Console,
        sleep: Callable[[float], None],
    ) -> None:
        self._environ = environ
        self._inputs = inputs
        self._console = console
        api = environ.get("GITHUB_API_URL", "https://api.github.com")
        graphql = environ.get("GITHUB_GRAPHQL_URL", "https://api.github.com/graphql")
        self._github = GitHub(api, graphql, inputs.token, sleep)

    def run(self) -> tuple[int, dict[str, str]]:
        """The exit code and the outputs.

        Raises:
            Skipped: there is nothing to do.
            ActionError: it cannot be done.
        """
        event = read_event(self._environ)
        wish = wish_of(event, self._inputs)
        require_writer(event, self._github)
        pull = self._pull(event)
        allowed = limits(self._inputs, wish.mode, pull)
        if allowed.inputs.push == "suggestion" and wish.mode != "review" and pull is None:
            raise ActionError("push: suggestion needs a pull request")
        for each in allowed.said:
            self._console.notice(each)
        folder = Path(
            tempfile.mkdtemp(prefix="architect-", dir=self._environ.get("RUNNER_TEMP") or None)
        )
        try:
            return self._work(event, wish, allowed, pull, folder)
        finally:
            shutil.rmtree(folder / "own", ignore_errors=True)

    def _pull(self, event: Event) -> Pull | None:
        if event.pull is not None and event.comment is None:
            return event.pull
        if not event.issue_is_pull:
            return None
        # What a comment is about may have got other commits; the event does not say which it has.
        number = event.pull.number if event.pull is not None else event.issue
        found = self._github.get(f"/repos/{event.repository}/pulls/{number}")
        return pull_of(found, event.repository)

    def _work(
        self, event: Event, wish: Wish, allowed: Limits, pull: Pull | None, folder: Path
    ) -> tuple[int, dict[str, str]]:
        workspace = Path(self._environ.get("GITHUB_WORKSPACE", "."))
        server = self._environ.get("GITHUB_SERVER_URL", "https://github.com")
        url = f"{server}/{event.repository}.git"
        repository = Repository(workspace, url, self._inputs.token)
        if pull is not None:
            bring(repository, pull)
        engine = Engine(
            self._inputs.command,
            child_environment(
                self._environ,
                allowed.inputs,
                folder=folder / "own",
                workspace=workspace,
                is_stranger=allowed.is_stranger,
            ),
            folder,
            self._console,
            allowed.inputs.timeout_s,
        )
        branch = self._branch(wish, allowed, pull)
        with (
            repository.without_credentials(),
            tree_for(
                repository, pull, mode=wish.mode, place=folder / "tree", console=self._console
            ) as tree,
        ):
            work = Work(
                event=event,
                wish=wish,
                limits=allowed,
                engine=engine,
                tree=tree,
                pull=pull,
                branch=branch,
            )
            result, settings = _played(work)
            return self._published(work, result, settings, repository)

    def _branch(self, wish: Wish, allowed: Limits, pull: Pull | None) -> str:
        if allowed.inputs.push != "branch" or wish.mode == "review":
            return ""
        run = self._environ.get("GITHUB_RUN_ID", secrets.token_hex(4))
        attempt = self._environ.get("GITHUB_RUN_ATTEMPT", "1")
        about = f"{wish.mode}-{pull.number}" if pull is not None else wish.mode
        return f"architect/{about}-{run}-{attempt}"

    def _published(
        self, work: Work, result: Result, settings: tuple[str, ...], repository: Repository
    ) -> tuple[int, dict[str, str]]:
        folder = work.folder / ("report" if (work.folder / "report").exists() else "review")
        publisher = Publisher(
            github=self._github,
            console=self._console,
            event=work.event,
            environ=self._environ,
            folder=folder,
            pull=work.pull,
        )
        outputs = outputs_of(result, folder)
        if not result.report:
            said = result.last_words or f"exit code {result.code}"
            raise ActionError(f"architect wrote no report: {said}")
        code, notes = result.code, _notes(work, settings)
        delivered, more = self._delivered(work, result, repository)
        notes += more
        outputs |= delivered
        inputs = work.limits.inputs
        if inputs.annotations:
            publisher.annotate(result)
        text = publisher.text(notes)
        write_summary(self._environ, text)
        if inputs.comment:
            outputs["comment-url"] = publisher.comment(text)
        if inputs.sarif and work.wish.mode == "review":
            outputs["sarif-id"] = publisher.scan(work.tree.head())
        return code, outputs

    def _delivered(
        self, work: Work, result: Result, repository: Repository
    ) -> tuple[dict[str, str], list[str]]:
        """Push or suggest the changes, if that is wanted and there are any."""
        patch = work.folder / "report" / PATCH
        if work.branch and repository.succeeds(
            "show-ref", "--verify", "--quiet", f"refs/heads/{work.branch}"
        ):
            commit = repository.run("rev-parse", f"refs/heads/{work.branch}").strip()
            repository.push(commit, work.branch)
            return {"branch": work.branch, "commit": commit}, [f"Pushed as `{work.branch}`."]
        if (
            work.limits.inputs.push == "suggestion"
            and work.pull is not None
            and result.code == 0
            and patch.is_file()
            and patch.stat().st_size
        ):
            done, left = self._suggested(work, work.pull, patch)
            note = f"{done} changes are suggested; {left} are outside of what is shown here."
            return {"suggestions": str(done)}, [note]
        return {}, []

    def _suggested(self, work: Work, pull: Pull, patch: Path) -> tuple[int, int]:
        diff = work.tree.run(
            *("diff", "--no-ext-diff", "--no-textconv", "--no-color", "--unified=3"),
            *("--src-prefix=a/", "--dst-prefix=b/", f"{pull.base}...{pull.head}"),
        )
        return put_suggestions(
            self._github,
            work.event.repository,
            number=pull.number,
            commit=pull.head,
            patch=patch.read_text(encoding="utf-8", errors="replace"),
            diff=diff,
        )


def _played(work: Work) -> tuple[Result, tuple[str, ...]]:
    match work.wish.mode:
        case "fix":
            return work.fix(), ()
        case "task":
            return work.task(), ()
        case _:
            return work.review()


def _notes(work: Work, settings: tuple[str, ...]) -> list[str]:
    """What is said behind the report."""
    notes: list[str] = []
    if work.pull is not None:
        notes.append(f"Commit {work.pull.head}.")
    if settings:
        names = ", ".join(f"`{name.replace('`', '')}`" for name in clean_names(settings[:20]))
        notes.append(f"These counted as they are on `{_plain(work)}`: {names}.")
    return notes


def _plain(work: Work) -> str:
    return work.pull.base_branch.replace("`", "") if work.pull is not None else ""
