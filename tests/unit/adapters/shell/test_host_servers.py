"""Of a refused connection it is known whether a server waits for it outside the sandbox."""

import socket
from collections.abc import Iterator

import pytest
from tests.support.table import table

from architect.adapters.shell.host_servers import servers_outside

PORT = "PORT"

SAID = [
    "Error: connect ECONNREFUSED 127.0.0.1:PORT",
    "Error: connect ECONNREFUSED ::1:PORT",
    "curl: (7) Failed to connect to localhost port PORT after 0 ms: Couldn't connect to server",
    "curl: (7) connect to 127.0.0.1 port PORT failed: Connection refused",
    "Connecting to localhost (localhost)|127.0.0.1|:PORT... failed: Connection refused.",
    "dial tcp [::1]:PORT: connect: connection refused",
    "Error 111 connecting to localhost:PORT. Connection refused.",
    "HTTPConnectionPool(host='localhost', port=PORT): Max retries exceeded: [Errno 111] refused",
    'connection to server at "localhost" (127.0.0.1), port PORT failed: Connection refused',
    "page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:PORT/login",
    "bash: connect: Connection refused\nbash: /dev/tcp/127.0.0.1/PORT: Connection refused",
    "nc: connect to localhost port PORT (tcp) failed: Connection refused",
]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@table("said", SAID)
def test_a_port_that_refused_and_that_is_served_outside_is_named(said: str, port: int) -> None:
    assert servers_outside("npm test", said.replace(PORT, str(port)), 1) == (port,)


def test_curl_that_says_nothing_is_known_by_its_exit_code(port: int) -> None:
    assert servers_outside(f"curl -s http://localhost:{port}/", "", 7) == (port,)
    assert servers_outside(f"curl -s http://localhost:{port}/", "", 22) == ()


def test_nobody_is_sent_to_a_server_that_is_nowhere_or_was_reached(port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nobody = closed.getsockname()[1]
    assert servers_outside("npm test", f"connect ECONNREFUSED 127.0.0.1:{nobody}", 1) == ()
    assert servers_outside("npm test", f"served on http://localhost:{port}\n1 failed", 1) == ()
    assert servers_outside("npm test", f"connect ECONNREFUSED 10.0.0.5:{port}", 1) == ()
