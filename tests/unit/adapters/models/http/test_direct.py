"""What a server can do to a client that asks it directly."""

import asyncio
import contextlib
import gzip
import re
import socket
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest
from tests.support.table import table

from architect.adapters.models.http.address import plain_address
from architect.adapters.models.http.direct import DirectClient
from architect.adapters.models.http.exchanges import HttpError

Answer = Callable[[int, asyncio.StreamWriter], Awaitable[bool]]
"""Answers a request by its number; whether the connection stays."""

_LENGTH = re.compile(rb"Content-Length: ([0-9]+)")
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Server:
    """What it was asked, and on how many connections."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.requests: list[bytes] = []
        self.connections = 0
        self.url = ""
        self.tasks: list[asyncio.Task[None]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.tasks.append(asyncio.ensure_future(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = _LENGTH.search(head)
                body = await reader.readexactly(int(length[1]) if length else 0)
                self.requests.append(head + body)
                if not await self.answer(len(self.requests), writer):
                    break
                await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@contextlib.asynccontextmanager
async def serving(answer: Answer) -> AsyncGenerator[tuple[Server, DirectClient]]:
    server = Server(answer)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    client = DirectClient(None)
    try:
        yield server, client
    finally:
        await client.aclose()
        await asyncio.gather(*server.tasks)
        listening.close()
        await listening.wait_closed()


def saying(*answers: bytes) -> Answer:
    """The answers one after the other, the last one for all that follow."""

    async def answer(number: int, writer: asyncio.StreamWriter) -> bool:
        writer.write(answers[min(number, len(answers)) - 1])
        return True

    return answer


def breaking_off(answer_begins: bytes) -> Answer:
    async def answer(number: int, writer: asyncio.StreamWriter) -> bool:
        writer.write(answer_begins)
        return False

    return answer


async def asked(client: DirectClient, url: str, content: bytes = b"") -> bytes:
    async with client.stream("POST", url, headers={"X-Mine": "a"}, content=content) as response:
        return b"".join([piece async for piece in response.pieces()])


def test_requests_share_a_connection_and_say_what_they_must() -> None:
    async def scenario() -> None:
        async with serving(saying(OK)) as (server, client):
            for content in (b"first", b"x" * 300_000):
                assert await asked(client, f"{server.url}/chat?a=b", content) == b"ok"
            assert server.connections == 1
        head, _, content = server.requests[0].partition(b"\r\n\r\n")
        authority = server.url.split("/")[2]
        assert head.decode().split("\r\n") == [
            "POST /v1/chat?a=b HTTP/1.1",
            f"Host: {authority}",
            "Accept: */*",
            "Accept-Encoding: gzip, deflate",
            "User-Agent: architect",
            "Content-Length: 5",
            "X-Mine: a",
        ]
        assert content == b"first"

    asyncio.run(scenario())


def test_what_a_server_says_unasked_is_no_answer_to_the_next_request() -> None:
    """As proxies say on a connection that they close: "408 Request Timeout"."""
    unasked = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 2\r\n\r\nno"

    async def later() -> None:
        said = asyncio.Event()

        async def answer(number: int, writer: asyncio.StreamWriter) -> bool:
            writer.write(OK)
            if number == 1:
                await writer.drain()
                await said.wait()
                writer.write(unasked)
                await writer.drain()
                said.clear()
            return True

        async with serving(answer) as (server, client):
            assert await asked(client, server.url) == b"ok"
            said.set()
            while said.is_set():
                await asyncio.sleep(0)
            assert await asked(client, server.url) == b"ok"
            assert server.connections == 2

    async def at_once() -> None:
        async with serving(saying(OK + unasked, OK)) as (server, client):
            assert await asked(client, server.url) == b"ok"
            assert await asked(client, server.url) == b"ok"

    asyncio.run(later())
    asyncio.run(at_once())


@pytest.mark.parametrize("coding", ["gzip", "gzip, gzip"])
def test_a_body_that_becomes_too_long_is_not_unpacked(coding: str) -> None:
    inner = gzip.compress(bytes(300_000_000), compresslevel=1)
    body = gzip.compress(inner) if "," in coding else inner
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n\r\n"

    async def scenario() -> None:
        longest = 0
        async with (
            serving(saying(head.encode() + body)) as (server, client),
            client.stream("POST", server.url, headers={}) as response,
        ):
            with contextlib.suppress(HttpError):
                async for piece in response.pieces():
                    longest = max(longest, len(piece))
        assert longest <= 100_000_000

    asyncio.run(scenario())


def test_a_connection_that_the_server_closed_meanwhile_is_not_used_again() -> None:
    async def scenario() -> None:
        closed = asyncio.Event()

        async def answer(number: int, writer: asyncio.StreamWriter) -> bool:
            writer.write(OK)
            if number == 1:
                writer.close()
                await writer.wait_closed()
                closed.set()
            return number > 1

        async with serving(answer) as (server, client):
            assert await asked(client, server.url) == b"ok"
            await closed.wait()
            assert await asked(client, server.url) == b"ok"
            assert server.connections == 2

    asyncio.run(scenario())


def test_a_connection_whose_answer_was_not_read_is_not_used_again() -> None:
    async def scenario() -> None:
        async with serving(saying(OK)) as (server, client):
            async with client.stream("GET", server.url, headers={}) as response:
                assert response.status == 200
            assert await asked(client, server.url) == b"ok"
            assert server.connections == 2

    asyncio.run(scenario())


def test_a_client_that_is_closed_lets_go_of_a_request_on_its_way() -> None:
    async def scenario() -> None:
        heard = asyncio.Event()

        async def silent(number: int, writer: asyncio.StreamWriter) -> bool:
            heard.set()
            return True

        async with serving(silent) as (server, client):
            asking = asyncio.create_task(asked(client, server.url))
            await heard.wait()
            await client.aclose()
            with pytest.raises(HttpError):
                await asking

    asyncio.run(scenario())


def with_coding(coding: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def raw_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


@table(
    ("answer", "body"),
    [
        (OK, b"ok"),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + OK, b"ok"),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"2;x=y\r\nok\r\n1\r\n!\r\n0\r\n\r\n",
            b"ok!",
        ),
        (with_coding("gzip", gzip.compress(b"packed")), b"packed"),
        (with_coding("deflate", zlib.compress(b"packed")), b"packed"),
        (with_coding("deflate", raw_deflate(b"packed")), b"packed"),
        (with_coding("deflate, gzip", gzip.compress(zlib.compress(b"packed"))), b"packed"),
        (with_coding("br", b"as it is"), b"as it is"),
    ],
)
def test_bodies_come_as_they_were_meant(answer: bytes, body: bytes) -> None:
    async def scenario() -> None:
        async with serving(saying(answer)) as (server, client):
            for _ in range(2):
                assert await asked(client, server.url) == body
            assert server.connections == 1

    asyncio.run(scenario())


@table(
    ("answer", "reason"),
    [
        (b"", "without sending a response"),
        (b"HTTP/1.1 200 OK\r\nContent-", "without sending a response"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nok", "without sending complete message"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nok", "incomplete chunked"),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", "illegal status line"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000, "too long"),
        (with_coding("gzip", b"not packed"), "incorrect header"),
    ],
)
def test_what_breaks_off_or_is_no_http_is_told(answer: bytes, reason: str) -> None:
    async def scenario() -> None:
        async with serving(breaking_off(answer)) as (server, client):
            with pytest.raises(HttpError, match=reason):
                await asked(client, server.url)

    asyncio.run(scenario())


def test_an_answer_to_half_of_a_request_is_read() -> None:
    async def scenario() -> None:
        done = asyncio.Event()

        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 413 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            await reader.read()
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
            done.set()

        listening = await asyncio.start_server(refuse, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
        client = DirectClient(None)
        async with client.stream("POST", url, headers={}, content=b"x" * 9_000_000) as response:
            assert response.status == 413
        await client.aclose()
        await done.wait()
        listening.close()
        await listening.wait_closed()

    asyncio.run(scenario())


def test_a_server_that_is_not_there_is_told() -> None:
    async def scenario() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
        with pytest.raises(HttpError, match="nothing answers there"):
            await asked(DirectClient(None), f"http://localhost:{port}")

    asyncio.run(scenario())


@table(
    ("url", "parts"),
    [
        ("http://h", ("http", "h", 80, "/", "h")),
        ("HTTPS://Api.Example.com/v1", ("https", "api.example.com", 443, "/v1", "api.example.com")),
        ("http://h:8080/a%20b?c=d/?", ("http", "h", 8080, "/a%20b?c=d/?", "h:8080")),
        ("https://[::1]:8443/v1", ("https", "::1", 8443, "/v1", "[::1]:8443")),
        ("https://h:443/", ("https", "h", 443, "/", "h")),
    ],
)
def test_plain_addresses_have_parts(url: str, parts: tuple[str, str, int, str, str]) -> None:
    address = plain_address(url)
    assert address is not None
    assert (address.scheme, address.host, address.port, address.target, address.authority) == parts


@pytest.mark.parametrize(
    "url",
    [
        "h:80", "ftp://h", "http://", "http:///v1", "http://user:pass@h/", "http://h:0/", "http://h:65536",
        "http://h:x/", "http://bücher.example/", "http://h/ü", "http://h/a b", "http://h/a/../b", "http://h/#a",
        "http://h\r\nX: y/", "http://h/\n", "http://[::1", "http://h[1]/",
    ],
)  # fmt: skip
def test_other_addresses_are_left_to_httpx(url: str) -> None:
    assert plain_address(url) is None
