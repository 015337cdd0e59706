"""The API of GitHub: what is tried again, how long is waited, what is said."""

import time
from pathlib import Path

import pytest
from tests.support.github_server import TOKEN, GitHubServer, Refusal, github

from architect_action.api import GitHub
from architect_action.code_scanning import upload
from architect_action.comment import own_login, put_comment
from architect_action.errors import ApiError


def client(server: GitHubServer, waited: list[float], token: str = TOKEN) -> GitHub:
    return GitHub(server.url, server.graphql_url, token, waited.append)


def test_the_wait_is_what_the_server_says() -> None:
    waited: list[float] = []
    with github() as server:
        server.state.permissions["a"] = "read"
        reset = str(int(time.time()) + 30)
        server.refusals = [
            Refusal(429, "slow down", {"retry-after": "7"}),
            Refusal(
                403, "API rate limit", {"x-ratelimit-remaining": "0", "x-ratelimit-reset": reset}
            ),
            Refusal(500, "oops"),
        ]
        found = client(server, waited).get("/repos/octo/demo/collaborators/a/permission")
    assert found["permission"] == "read"
    assert waited[0] == 7
    assert 20 < waited[1] <= 30
    assert waited[2] == 4


def test_a_wait_that_is_too_long_is_no_wait() -> None:
    waited: list[float] = []
    with github() as server:
        server.refusals = [Refusal(429, "slow down", {"retry-after": "3600"})]
        with pytest.raises(ApiError, match=r"429 .*the rate limit of the token is reached"):
            client(server, waited).get("/repos/octo/demo/pulls/1")
    assert waited == []


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (Refusal(401, "Bad credentials"), "401 .Bad credentials; the token is not valid"),
        (Refusal(403, "Resource not accessible"), "see `permissions:` in the workflow"),
        (Refusal(404, "Not Found"), "does not exist, or the token may not see it"),
    ],
)
def test_what_no_retry_helps_is_said_at_once(refusal: Refusal, said: str) -> None:
    with github() as server:
        server.refusals = [refusal]
        with pytest.raises(ApiError, match=said):
            client(server, []).get("/repos/octo/demo/pulls/1")
        assert len(server.seen) == 1


def test_what_may_have_gone_through_is_not_sent_again() -> None:
    with github() as server:
        server.late_refusals = [Refusal(502, "Bad Gateway")]
        path = "/repos/octo/demo/issues/7/comments"
        with pytest.raises(ApiError, match="502"):
            client(server, []).post(path, {"body": "x"})
        assert len(server.state.comments[7]) == 1


def test_a_server_that_is_not_there_is_named_without_the_token() -> None:
    waited: list[float] = []
    api = GitHub("http://127.0.0.1:9", "http://127.0.0.1:9/graphql", TOKEN, waited.append)
    with pytest.raises(ApiError, match=r"GET /repos/x: .*refused") as caught:
        api.get("/repos/x")
    assert TOKEN not in str(caught.value)
    assert TOKEN not in repr(api)
    assert waited == [1.0, 2.0, 4.0]


def test_a_redirect_does_not_carry_the_token_away() -> None:
    with github() as server, github() as other:
        server.refusals = [Refusal(307, "moved", {"location": f"{other.url}/steal"})]
        with pytest.raises(ApiError, match="307"):
            client(server, []).get("/repos/octo/demo/pulls/1")
        assert other.seen == []


def test_a_server_of_ones_own_has_its_api_below_a_path() -> None:
    with github("/api/v3") as server:
        server.state.login = "review-bot[bot]"
        api = client(server, [])
        assert own_login(api) == "review-bot[bot]"
        first = put_comment(api, "octo/demo", 7, "one")
        assert put_comment(api, "octo/demo", 7, "two") == first
        assert server.seen[0].target == "/api/graphql"
        assert [each["body"].endswith("two") for each in server.state.comments[7]] == [True]


def test_a_comment_fits_whatever_is_written() -> None:
    with github() as server:
        put_comment(client(server, []), "octo/demo", 7, "x" * 100_000)
        assert len(server.state.comments[7][0]["body"]) <= 65_536


def test_code_scanning_is_waited_for(tmp_path: Path) -> None:
    waited: list[float] = []
    file = tmp_path / "r.sarif"
    file.write_text('{"version": "2.1.0", "runs": []}')
    with github() as server:
        upload(client(server, waited), "octo/demo", file, commit="a" * 40, ref="refs/heads/main")
        assert server.state.sarifs[0]["log"] == {"version": "2.1.0", "runs": []}
    assert waited == [3.0]
