"""The REST API of GitHub, on github.com or a server of one's own.

https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api says how to
wait after a refusal.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException, HTTPMessage
from typing import IO, Any, cast
from urllib.parse import urlencode, urlsplit

from architect_action.errors import ApiError

ATTEMPTS = 4
LONGEST_WAIT_S = 90.0
_TIMEOUT_S = 30.0
_MOST_BYTES = 20_000_000
_MOST_PAGES = 50
_PAGE = 100


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class GitHub:
    """REST at `url` and GraphQL at `graphql_url`. `sleep` waits between attempts."""

    url: str
    graphql_url: str
    token: str = field(repr=False)
    sleep: Callable[[float], None] = time.sleep

    def get(self, path: str, **query: str | int) -> Any:
        """What is at `path`.

        Raises:
            ApiError: it cannot be had.
        """
        return self._call("GET", self._at(f"{path}?{urlencode(query)}" if query else path))

    def query(self, text: str) -> Any:
        """The answer to a query of GraphQL.

        Raises:
            ApiError: there is none.
        """
        return self._call("POST", self.graphql_url, {"query": text})

    def _at(self, path: str) -> str:
        return self.url.rstrip("/") + path

    def all(self, path: str) -> Iterator[dict[str, Any]]:
        """Everything that is listed at `path`, page by page.

        Raises:
            ApiError: a page cannot be had.
        """
        for page in range(1, _MOST_PAGES + 1):
            answer = self.get(path, per_page=_PAGE, page=page)
            if not isinstance(answer, list):
                raise ApiError(f"GET {path}: the answer is no list")
            found = cast(list[dict[str, Any]], answer)
            yield from found
            if len(found) < _PAGE:
                return

    def post(self, path: str, body: Mapping[str, Any], *, repeatable: bool = False) -> Any:
        """Send `body`; after a failure that may have gone through, only if it is `repeatable`.

        Raises:
            ApiError: it was refused, or nobody knows whether it was taken.
        """
        return self._call("POST", self._at(path), body, repeatable=repeatable)

    def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        """Change what is at `path`.

        Raises:
            ApiError: it was refused.
        """
        return self._call("PATCH", self._at(path), body)

    def _call(
        self,
        method: str,
        url: str,
        body: Mapping[str, Any] | None = None,
        *,
        repeatable: bool = True,
    ) -> Any:
        failure = ApiError(f"{method} {_shown(url)}: not tried")
        for attempt in range(ATTEMPTS):
            try:
                answer = self._sent(method, url, body)
            except (OSError, HTTPException) as error:
                failure = ApiError(f"{method} {_shown(url)}: {_reason(error)}")
                wait, again = 2.0**attempt, repeatable
            else:
                if answer.status < 300:
                    return _json(answer.body)
                failure = _failure(method, url, answer)
                limited = _is_limited(answer)
                again = limited or (repeatable and answer.status >= 500)
                wait = _wait(answer, attempt)
            if not again or attempt + 1 == ATTEMPTS or wait > LONGEST_WAIT_S:
                break
            self.sleep(wait)
        raise failure

    def _sent(self, method: str, url: str, body: Mapping[str, Any] | None) -> _Answer:
        request = urllib.request.Request(
            url,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "User-Agent": "architect-action",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        opener = urllib.request.build_opener(_NoRedirects())
        try:
            with opener.open(request, timeout=_TIMEOUT_S) as answer:
                return _Answer(answer.status, _headers(answer.headers), answer.read(_MOST_BYTES))
        except urllib.error.HTTPError as error:
            with error:
                return _Answer(error.code, _headers(error.headers), error.read(_MOST_BYTES))


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token goes to nobody but the server it is for."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        return None


def _headers(message: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in message.items()}


def _json(body: bytes) -> Any:
    try:
        return json.loads(body) if body.strip() else None
    except ValueError as error:
        raise ApiError(f"the answer of the API is no JSON: {error}") from error


def _is_limited(answer: _Answer) -> bool:
    return answer.status == 429 or (
        answer.status == 403
        and ("retry-after" in answer.headers or answer.headers.get("x-ratelimit-remaining") == "0")
    )


def _wait(answer: _Answer, attempt: int) -> float:
    headers = answer.headers
    if (seconds := _number(headers.get("retry-after"))) is not None:
        return max(0.0, seconds)
    reset = _number(headers.get("x-ratelimit-reset"))
    if headers.get("x-ratelimit-remaining") == "0" and reset is not None:
        return max(1.0, reset - time.time())
    return 2.0**attempt


def _number(text: str | None) -> float | None:
    return float(text) if text is not None and text.strip().isdigit() else None


def _failure(method: str, url: str, answer: _Answer) -> ApiError:
    try:
        said = json.loads(answer.body)
    except ValueError:
        said = None
    message = str(cast(Any, said).get("message", "")) if isinstance(said, dict) else ""
    hint = _HINTS.get(answer.status, "")
    if _is_limited(answer):
        hint = "the rate limit of the token is reached"
    told = "; ".join(filter(None, (message[:300], hint)))
    return ApiError(
        f"{method} {_shown(url)}: {answer.status}{f' ({told})' if told else ''}", answer.status
    )


def _reason(error: Exception) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return str(reason) or type(error).__name__


_HINTS = {
    401: "the token is not valid",
    403: "the token may not do this: see `permissions:` in the workflow",
    404: "it does not exist, or the token may not see it: see `permissions:` in the workflow",
}


def _shown(url: str) -> str:
    return urlsplit(url).path
