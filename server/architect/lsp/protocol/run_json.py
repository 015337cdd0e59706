"""Runs and their events as the JSON of the protocol."""

from typing import Any

from architect.app.event_log import LoggedEvent, StateChange
from architect.app.run_info import RunFigures, RunInfo, RunStanding
from architect.l10n import shown
from architect.lsp.protocol.results import (
    RunFiguresJson,
    RunInfoJson,
    RunPlaceJson,
    RunStandingJson,
    RunState,
    ShortRunInfo,
    remedy_json,
)
from architect.lsp.protocol.shown_events import shown_event
from architect.lsp.protocol.to_json import event_params, plain
from architect.services.task_names import shown_title


def standing_json(standing: RunStanding) -> RunStandingJson:
    told: RunStandingJson = {"state": standing.phase, "position": standing.position}
    if standing.outcome is not None:
        told["outcome"] = standing.outcome
    if standing.ending is not None:
        told["ending"] = {
            "words": plain(shown(standing.ending.words)),
            "tone": standing.ending.tone,
        }
    if standing.error is not None:
        told["error"] = shown(standing.error)
    if standing.remedy is not None:
        told["remedy"] = remedy_json(standing.remedy)
    if standing.reason is not None:
        told["reason"] = plain(shown(standing.reason))
    if standing.waits_for:
        told["waitsFor"] = plain(standing.waits_for)
    if standing.pending is not None:
        told["pending"] = plain(standing.pending)
    return told


def figures_json(figures: RunFigures) -> RunFiguresJson:
    return {
        "steps": figures.steps,
        "models": [*figures.models],
        "usage": {
            "inputTokens": figures.input_tokens,
            "outputTokens": figures.output_tokens,
            "usd": figures.cost_usd,
        },
        "filesChanged": [*figures.files_changed],
        "filesProposed": [*figures.files_proposed],
        "denied": figures.denied,
        "output": plain(figures.output),
    }


def short_info_json(info: RunInfo) -> ShortRunInfo:
    return {**_place_json(info), "title": plain(shown_title(info.title))}


def _place_json(info: RunInfo) -> RunPlaceJson:
    return {"runId": info.run_id, **standing_json(info.standing)}


def info_json(info: RunInfo) -> RunInfoJson:
    return {
        **_place_json(info),
        "sessionId": info.session_id,
        "title": plain(shown_title(info.title)),
        "agent": info.agent,
        "root": str(info.root),
        "startedAt": plain(info.started_at),
        "seq": info.seq,
        **figures_json(info.figures),
    }


def event_json(event: LoggedEvent) -> dict[str, Any]:
    """One event as the parameters of `architect/event`: `{runId, seq, ts, type, ...}`."""
    if not isinstance(event.what, StateChange):
        return shown_event(event_params(event.what, seq=event.seq))
    state: RunState = {
        "runId": event.run_id,
        "seq": event.seq,
        "ts": plain(event.what.at),
        "type": "run.state",
        "title": plain(shown_title(event.what.title)),
        **standing_json(event.what.standing),
    }
    return dict(state)
