"""A resource of Azure OpenAI that refuses what the real one refuses.

https://learn.microsoft.com/azure/foundry/openai/latest (the v1 API: its paths, `api-key` or a token
of Entra ID, deployments as models) and .../openai/api-version-lifecycle; the list of models is that
of .../rest/api/azureopenai/models/list (all as of November 2026). What it says of a key or of a
deployment that is not there is in users' reports. Behind it is OpenAI's Responses API with the
rules of `responses_strict`.

Azure is known by its host names, so it stands behind `http://me.openai.azure.com`, to which the
`ProviderServer` is the proxy.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.support import responses_api
from tests.support.provider_server import Behaviour, Chunks, Judge, Received, Reply, Status
from tests.support.responses_strict import Refusal

HOST = "me.openai.azure.com"
API_BASE = f"http://{HOST}"
KEY = "8c1e5a0f7d2b4c6e9a3f1b5d7e8c0a2f"
TOKEN = "eyJ0eXAiOiJKV1QifQ.eyJhdWQiOiJhenVyZSJ9.c2lnbmVk"
DEPLOYMENT = "coding-eu"

_PATHS = ("/openai/v1/responses",)
_DENIED = (
    "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a "
    "valid key for an active subscription and use a correct regional API endpoint for your "
    "resource."
)
_NO_DEPLOYMENT = (
    "The API deployment for this resource does not exist. If you created the deployment within the "
    "last 5 minutes, please wait a moment and try again."
)


def _listed(model: str, **capabilities: bool) -> dict[str, Any]:
    usual = {"fine_tune": False, "inference": True, "completion": False}
    return {
        "id": model,
        "object": "model",
        "status": "succeeded",
        "lifecycle_status": "generally-available",
        "capabilities": {**usual, "chat_completion": False, "embeddings": False, **capabilities},
    }


MODELS = {
    "object": "list",
    "data": [
        _listed("gpt-5.1", chat_completion=True),
        _listed("gpt-5.1-codex"),
        _listed("text-vectors-3", embeddings=True),
    ],
}


class StrictAzure:
    """Gives `replies` in their order; `refusals` are what it said of requests it did not take."""

    def __init__(self, replies: Sequence[Reply] = ()) -> None:
        self._replies = iter(replies)
        self.refusals: list[str] = []

    @property
    def pages(self) -> Mapping[str, object]:
        return {"/openai/v1/models": self._list}

    def judges(self) -> Iterator[Judge]:
        while True:
            yield self.answer

    def answer(self, received: Received) -> Behaviour:
        if not received.target.startswith(f"{API_BASE}/") or received.path not in _PATHS:
            return self._refuse(404, "404", "Resource not found")
        if (denied := self._denied(received.headers)) is not None:
            return denied
        if received.body.get("model") != DEPLOYMENT:
            return self._refuse(404, "DeploymentNotFound", _NO_DEPLOYMENT)
        try:
            response = responses_api.answer(received.body, next(self._replies))
        except Refusal as refusal:
            self.refusals.append(str(refusal))
            return Status(refusal.status, refusal.body)
        return Chunks(list(responses_api.events_of(response)), done=False)

    def _list(self, headers: Mapping[str, str]) -> Status:
        return self._denied(headers) or Status(200, MODELS)

    def _denied(self, headers: Mapping[str, str]) -> Status | None:
        if headers.get("api-key") == KEY or headers.get("authorization") == f"Bearer {TOKEN}":
            return None
        return self._refuse(401, "401", _DENIED)

    def _refuse(self, status: int, code: str, message: str) -> Status:
        self.refusals.append(message)
        return Status(status, {"error": {"code": code, "message": message}})
