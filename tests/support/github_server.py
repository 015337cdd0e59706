"""A strict stand-in for the parts of GitHub's API that the action uses.

Whatever GitHub would refuse fails here too: unknown paths and fields, no token, one without the
permission, comments on lines that no diff shows. Shapes as of https://docs.github.com/en/rest.
"""

import base64
import gzip
import json
import re
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, cast
from urllib.parse import parse_qs, urlsplit

from tests.support.serving import serving

TOKEN = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"
BOT = "github-actions[bot]"

Json = dict[str, Any]


class Refusal(Exception):
    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers or {}


@dataclass
class Seen:
    """A request: `target` has the query."""

    method: str
    target: str
    body: Any


@dataclass
class GitHubState:
    """What the server knows. `allowed` are permissions of the token, all of them for writing."""

    repository: str = "octo/demo"
    login: str = BOT
    allowed: set[str] = field(default_factory=lambda: {"issues", "pulls", "security", "contents"})
    permissions: dict[str, str] = field(default_factory=dict[str, str])
    pulls: dict[int, Json] = field(default_factory=dict[int, Json])
    comments: dict[int, list[Json]] = field(default_factory=dict[int, list[Json]])
    review_comments: dict[int, list[Json]] = field(default_factory=dict[int, list[Json]])
    sarifs: list[Json] = field(default_factory=list[Json])
    commits: set[str] = field(default_factory=set[str])
    next_id: int = 1000


class GitHubServer:
    """The API at `url` while the context lasts; `prefix` is that of a server of one's own.

    `refuse` may refuse the next requests; it is asked for each before anything is done.
    """

    def __init__(self, prefix: str = "") -> None:
        self.state = GitHubState()
        self.seen: list[Seen] = []
        self.refusals: list[Refusal] = []
        self.late_refusals: list[Refusal] = []
        self.prefix = prefix
        self.errors: list[str] = []
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.owner = self
        self._resources = ExitStack()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}{self.prefix}"

    @property
    def graphql_url(self) -> str:
        host = f"http://127.0.0.1:{self._server.server_address[1]}"
        return f"{host}/api/graphql" if self.prefix else f"{host}/graphql"

    def __enter__(self) -> Self:
        self._resources.enter_context(serving(self._server))
        return self

    def __exit__(self, *raised: object) -> None:
        self._resources.close()

    def requests(self, method: str, part: str) -> list[Seen]:
        return [each for each in self.seen if each.method == method and part in each.target]


class _Server(ThreadingHTTPServer):
    owner: GitHubServer


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self._answer("POST")

    def do_PATCH(self) -> None:
        self._answer("PATCH")

    def _answer(self, method: str) -> None:
        owner = cast(_Server, self.server).owner
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        owner.seen.append(Seen(method, self.path, body))
        try:
            if owner.refusals:
                raise owner.refusals.pop(0)
            self._check()
            status, found = _route(owner, method, self.path, body)
            if owner.late_refusals and method != "GET":
                raise owner.late_refusals.pop(0)
            self._send(status, found, {})
        except Refusal as refusal:
            if refusal.status == 422:
                owner.errors.append(f"{method} {self.path}: {refusal}")
            self._send(refusal.status, {"message": str(refusal)}, refusal.headers)

    def _check(self) -> None:
        if self.headers.get("authorization") != f"Bearer {TOKEN}":
            raise Refusal(401, "Bad credentials")
        if not self.headers.get("user-agent"):
            raise Refusal(403, "Request forbidden by administrative rules")
        if self.headers.get("x-github-api-version") != "2022-11-28":
            raise Refusal(400, "no version")

    def _send(self, status: int, found: Any, headers: dict[str, str]) -> None:
        content = json.dumps(found).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


Answer = tuple[int, Any]


def _route(owner: GitHubServer, method: str, target: str, body: Any) -> Answer:
    parts = urlsplit(target)
    if parts.path == urlsplit(owner.graphql_url).path:
        return _graphql(owner, method, body)
    if not parts.path.startswith(f"{owner.prefix}/repos/{owner.state.repository}/"):
        raise Refusal(404, "Not Found")
    path = parts.path.removeprefix(f"{owner.prefix}/repos/{owner.state.repository}")
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    for wanted, pattern, answer in _ROUTES:
        match = re.fullmatch(pattern, path)
        if wanted == method and match:
            return answer(owner.state, match.groups(), query, body)
    raise Refusal(404, "Not Found")


def _graphql(owner: GitHubServer, method: str, body: Any) -> Answer:
    if method != "POST" or set(body) - {"query", "variables"}:
        raise Refusal(400, "Problems parsing JSON")
    if re.sub(r"\s", "", body["query"]) not in ("query{viewer{login}}", "{viewer{login}}"):
        return 200, {"errors": [{"message": "Parse error"}]}
    return 200, {"data": {"viewer": {"login": owner.state.login}}}


def _need(state: GitHubState, permission: str) -> None:
    if permission not in state.allowed:
        raise Refusal(403, "Resource not accessible by integration")


def _fields(body: Any, required: set[str], optional: set[str] = set()) -> Json:  # noqa: B006
    if not isinstance(body, dict):
        raise Refusal(400, "Problems parsing JSON")
    given = cast(Json, body)
    if required - set(given) or set(given) - required - optional:
        raise Refusal(422, f"Validation Failed: fields {sorted(given)}")
    return given


def _page(items: list[Json], query: dict[str, str]) -> Answer:
    size, number = min(int(query.get("per_page", "30")), 100), int(query.get("page", "1"))
    return 200, items[(number - 1) * size : number * size]


def _permission(state: GitHubState, ids: Any, query: Any, body: Any) -> Answer:
    if ids[0] not in state.permissions:
        raise Refusal(404, f"{ids[0]} is not a user")
    permission = state.permissions[ids[0]]
    return 200, {"permission": permission, "role_name": permission, "user": {"login": ids[0]}}


def _pull(state: GitHubState, ids: Any, query: Any, body: Any) -> Answer:
    if int(ids[0]) not in state.pulls:
        raise Refusal(404, "Not Found")
    return 200, state.pulls[int(ids[0])]


def _comments(state: GitHubState, ids: Any, query: dict[str, str], body: Any) -> Answer:
    return _page(state.comments.get(int(ids[0]), []), query)


def _text(body: Any) -> str:
    text = _fields(body, {"body"})["body"]
    if not text or len(text) > 65_536:
        raise Refusal(422, "Validation Failed: body is too long (maximum is 65536 characters)")
    return text


def _add_comment(state: GitHubState, ids: Any, query: Any, body: Any) -> Answer:
    _need(state, "issues")
    made = _made(state, {"body": _text(body), "user": {"login": state.login, "type": "Bot"}})
    made["html_url"] = f"https://github.example/{state.repository}/issues/{ids[0]}#{made['id']}"
    state.comments.setdefault(int(ids[0]), []).append(made)
    return 201, made


def _change_comment(state: GitHubState, ids: Any, query: Any, body: Any) -> Answer:
    _need(state, "issues")
    for each in (comment for found in state.comments.values() for comment in found):
        if each["id"] == int(ids[0]):
            if each["user"]["login"] != state.login:
                raise Refusal(403, "Must have admin rights to Repository.")
            each["body"] = _text(body)
            return 200, each
    raise Refusal(404, "Not Found")


def _made(state: GitHubState, fields: Json) -> Json:
    state.next_id += 1
    return {"id": state.next_id, **fields}


def _add_sarif(state: GitHubState, ids: Any, query: Any, body: Any) -> Answer:
    _need(state, "security")
    optional = {"tool_name", "checkout_uri", "started_at", "validate"}
    given = _fields(body, {"commit_sha", "ref", "sarif"}, optional)
    if not re.fullmatch(r"[0-9a-f]{40}", given["commit_sha"]):
        raise Refusal(422, "commit_sha")
    if not re.fullmatch(r"refs/(heads|tags|pull)/.+", given["ref"]):
        raise Refusal(422, "ref")
    if state.commits and given["commit_sha"] not in state.commits:
        raise Refusal(422, "commit not found")
    log = json.loads(gzip.decompress(base64.b64decode(given["sarif"], validate=True)))
    made = {"id": f"47177e22-{len(state.sarifs)}", "ref": given["ref"], "log": log, "looks": 0}
    state.sarifs.append(made | {"commit": given["commit_sha"]})
    return 202, {"id": made["id"], "url": f"https://x.example/{made['id']}"}


def _sarif(state: GitHubState, ids: Any, query: Any, body: Any) -> Answer:
    for each in state.sarifs:
        if each["id"] == ids[0]:
            each["looks"] += 1
            status = "pending" if each["looks"] < 2 else "complete"
            return 200, {"processing_status": status, "analyses_url": "https://x.example/a"}
    raise Refusal(404, "Not Found")


def _review_comments(state: GitHubState, ids: Any, query: dict[str, str], body: Any) -> Answer:
    return _page(state.review_comments.get(int(ids[0]), []), query)


def _add_review(state: GitHubState, ids: Any, query: Any, body: Any) -> Answer:
    _need(state, "pulls")
    given = _fields(body, {"event", "commit_id", "comments"}, {"body"})
    number = int(ids[0])
    if given["event"] != "COMMENT" or given["commit_id"] != state.pulls[number]["head"]["sha"]:
        raise Refusal(422, "Validation Failed: commit_id")
    for each in given["comments"]:
        place = _fields(each, {"path", "line", "side", "body"}, {"start_line", "start_side"})
        first = place.get("start_line", place["line"])
        shown = state.pulls[number]["shown"].get(place["path"], ())
        if place["side"] != "RIGHT" or not {first, place["line"]} <= set(shown):
            raise Refusal(422, "pull_request_review_thread.line must be part of the diff")
        if "start_line" in place and place["start_line"] >= place["line"]:
            raise Refusal(422, "start_line must precede the end line")
        made = _made(state, {**place, "user": {"login": state.login}})
        state.review_comments.setdefault(number, []).append(made)
    return 200, {"id": state.next_id}


_ROUTES: tuple[tuple[str, str, Callable[[GitHubState, Any, dict[str, str], Any], Answer]], ...] = (
    ("GET", r"/collaborators/([^/]+)/permission", _permission),
    ("GET", r"/pulls/(\d+)", _pull),
    ("GET", r"/issues/(\d+)/comments", _comments),
    ("POST", r"/issues/(\d+)/comments", _add_comment),
    ("PATCH", r"/issues/comments/(\d+)", _change_comment),
    ("POST", r"/code-scanning/sarifs", _add_sarif),
    ("GET", r"/code-scanning/sarifs/([^/]+)", _sarif),
    ("GET", r"/pulls/(\d+)/comments", _review_comments),
    ("POST", r"/pulls/(\d+)/reviews", _add_review),
)


@contextmanager
def github(prefix: str = "") -> Generator[GitHubServer]:
    """The server, which has refused nothing as malformed when the context ends."""
    with GitHubServer(prefix) as server:
        yield server
    assert server.errors == []
