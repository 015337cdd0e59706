"""What the user sees of runs: progress while they go, one line at their end."""

from architect.app.ending_words import ending_words
from architect.app.live_run import LiveRun
from architect.app.run_state import Outcome
from architect.domain.text.counted import counted
from architect.jsonrpc.client import Client
from architect.l10n import shown, t, tn
from architect.lsp.progress.run_progress import RunProgress
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.to_json import ERROR, INFO, WARNING, plain
from architect.services.cost_line import run_cost
from architect.services.task_names import shown_title

_TYPES = {Outcome.COMPLETED: INFO, Outcome.CANCELLED: INFO, Outcome.FAILED: ERROR}
_OUTPUT_CHARS = 200


class RunWatch:
    """Progress items by run, found again by their tokens."""

    def __init__(self, client: Client, features: ClientFeatures) -> None:
        self._client = client
        self._features = features
        self._progress: dict[str, RunProgress] = {}
        self._by_token: dict[str | int, LiveRun] = {}

    def begins(self, run: LiveRun) -> None:
        token = run.order.client_token
        if token is None and not self._features.work_done_progress:
            return
        title = f"Architect: {plain(shown_title(run.order.title))}"
        own = f"architect/{run.run_id}"
        progress = RunProgress(self._client, title, token=token, own_token=own)
        self._progress[run.run_id] = progress
        self._by_token[progress.token] = run
        progress.begin()
        if run.position:
            progress.report(run.standing().waits_for)

    def progress_of(self, run: LiveRun) -> RunProgress | None:
        """The sink of the run's events that shows them as progress."""
        return self._progress.get(run.run_id)

    def run_of(self, token: str | int) -> LiveRun | None:
        """Whose progress item has that token."""
        return self._by_token.get(token)

    def ends(self, run: LiveRun, outcome: Outcome) -> None:
        progress = self._progress.pop(run.run_id, None)
        if progress is not None:
            self._by_token.pop(progress.token, None)
            progress.end(shown(ending_words(run.state, outcome)))

    def ended(self, run: LiveRun) -> None:
        """Tell bare clients in one line; rich ones have the event."""
        rich = self._features.rich
        if rich is not None and rich.events:
            return
        message = {"type": _TYPES.get(run.outcome or Outcome.FAILED, WARNING)}
        self._client.notify("window/showMessage", message | {"message": ending_line(run)})


def ending_line(run: LiveRun) -> str:
    """`Architect: Done, 2 files changed, $0.0042 (...): what the model said at the end`."""
    state = run.state
    changed = len(state.files_modified)
    parts = [shown(ending_words(state, run.outcome))]
    if changed:
        parts.append(tn("{number} file changed", "{number} files changed", changed))
    if proposed := len(state.files_proposed):
        files = shown(counted(proposed, "file"))
        parts.append(t("changes to {files} proposed, none applied yet", files=files))
    if state.step:
        parts.append(shown(run_cost(state)))
    said = " ".join((run.error or state.output).split())
    if len(said) > _OUTPUT_CHARS:
        said = f"{said[: _OUTPUT_CHARS - 3]}..."
    return plain(f"Architect: {', '.join(parts)}{': ' + said if said else ''}")
