"""Pages by HTTP: which addresses are asked, what becomes of what they answer."""

import asyncio
import gzip
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from tests.support.serving import serving

from architect.adapters.web import http_web
from architect.adapters.web.addresses import is_public
from architect.adapters.web.http_web import MOST_BYTES, HttpWeb
from architect.adapters.web.page_text import markdown_of
from architect.domain.errors import WebFault
from architect.domain.web import WebPage

Answer = Callable[[BaseHTTPRequestHandler], None]


def answer(
    body: bytes, kind: str | None = "text/plain", status: int = 200, **headers: str
) -> Answer:
    def give(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        if kind is not None:
            request.send_header("Content-Type", kind)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return give


class Site:
    """A server of pages by their paths."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer] = {}
        self.asked: list[tuple[str, str]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append((self.headers["Host"], self.path))
                site.pages[self.path](self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    with serving(site.server):
        yield site


def fetched(url: str, *, allow_private: bool = True, timeout_s: float = 10) -> WebPage:
    return asyncio.run(HttpWeb(timeout_s=timeout_s, allow_private=allow_private).fetch(url))


def fault(url: str, *, allow_private: bool = True, timeout_s: float = 10) -> str:
    with pytest.raises(WebFault) as raised:
        fetched(url, allow_private=allow_private, timeout_s=timeout_s)
    return str(raised.value)


def test_addresses_of_private_networks_are_told_however_they_are_written() -> None:
    private = (
        *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255"),
        *("::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1"),
        *("::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::"),
    )
    public = ("93.184.215.14", "1.1.1.1", "2606:4700::1111", "64:ff9b::101:101")
    assert [each for each in private if is_public(each)] == []
    assert [each for each in public if not is_public(each)] == []


def test_this_machine_is_not_asked_by_whatever_name(site: Site) -> None:
    site.pages["/"] = answer(b"secret")
    hosts = ("127.0.0.1", "localhost", "0.0.0.0", "2130706433", "127.1", "0x7f000001", "[::1]")
    for host in (*hosts, "[::ffff:127.0.0.1]"):
        said = fault(f"http://{host}:{site.port}/", allow_private=False)
        assert "web.allow_private" in said or "no host" in said, (host, said)
    assert site.asked == []
    assert fetched(f"{site.url}/").text == "secret"


def test_no_proxy_is_asked_for_this_machine(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", site.url)
    monkeypatch.setenv("no_proxy", "")
    for host in ("127.0.0.1", "localhost", "a.localhost", "2130706433", "0x7f.1", "[::1]"):
        assert "web.allow_private" in fault(f"http://{host}/", allow_private=False), host
    assert site.asked == []
    site.pages["http://docs.example/"] = answer(b"by the proxy")
    assert fetched("http://docs.example/", allow_private=False).text == "by the proxy"


def test_the_address_that_was_looked_at_is_the_one_that_is_asked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def here(host: str, port: int) -> list[str]:
        assert (host, port) == ("docs.example", site.port)
        return ["127.0.0.1"]

    monkeypatch.setattr(http_web, "public_addresses", here)
    site.pages["/a"] = answer(b"", status=302, Location="/b")
    site.pages["/b"] = answer(b"here it is")
    page = fetched(f"http://docs.example:{site.port}/a", allow_private=False)
    assert page == WebPage(f"http://docs.example:{site.port}/b", 200, "here it is")
    assert site.asked == [(f"docs.example:{site.port}", path) for path in ("/a", "/b")]


def test_each_redirect_is_looked_at_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    async def only_once(host: str, port: int) -> list[str]:
        looked.append(host)
        if len(looked) > 1:
            raise WebFault("it is private now")
        return ["127.0.0.1"]

    monkeypatch.setattr(http_web, "public_addresses", only_once)
    site.pages["/a"] = answer(b"", status=301, Location="/b")
    said = fault(f"http://docs.example:{site.port}/a", allow_private=False)
    assert (said, looked) == ("it is private now", ["docs.example", "docs.example"])


def test_another_host_is_told_and_not_asked(site: Site) -> None:
    other = "http://169.254.169.254/latest/meta-data/"
    site.pages["/a"] = answer(b"", status=302, Location=other)
    assert fetched(f"{site.url}/a") == WebPage(f"{site.url}/a", 302, moved_to=other)
    site.pages["/round"] = answer(b"", status=302, Location="/round")
    assert "redirects more than 5 times" in fault(f"{site.url}/round")
    site.pages["/file"] = answer(b"", status=302, Location="file:///etc/passwd")
    assert "is no address of the web" in fault(f"{site.url}/file")
    site.pages["/login"] = answer(b"", status=302, Location="https://me:secret@docs.example/")
    assert "with a user name or a password" in fault(f"{site.url}/login")


def test_what_comes_back_is_text_of_a_bounded_length(site: Site) -> None:
    bomb = gzip.compress(b"x" * 50_000_000)
    site.pages = {
        "/json": answer(b'{"a": 1}', "application/vnd.api+json"),
        "/latin": answer("Grüße".encode("latin-1"), "text/plain; charset=ISO-8859-1"),
        "/odd": answer("Grüße".encode(), "text/plain; charset=no-such"),
        "/none": answer(b"plain", None),
        "/bomb": answer(bomb, "text/plain", Content_Encoding="gzip"),
        "/gone": answer(b"<h1>Not here</h1>", "text/html", status=404),
        "/empty": answer(b"", "text/html"),
        "/koi": answer("<p>Привет</p>".encode("koi8-r"), 'text/html; Charset="koi8-r"'),
        "/both": answer('<meta charset="koi8-r"><p>Grüße'.encode(), "text/html; charset=utf-8"),
        "/mark": answer("\ufeff<p>Grüße".encode(), "text/html; charset=latin-1"),
        "/half": answer(rb"\ud83d!", "text/plain; charset=unicode_escape"),
        "/idna": answer(b"plain", "text/plain; charset=idna"),
        "/page": answer('<meta charset="koi8-r"><p>Привет'.encode("koi8-r"), "text/html"),
    }
    texts = {path: fetched(f"{site.url}{path}") for path in site.pages}
    wanted = {
        "/json": '{"a": 1}',
        "/latin": "Grüße",
        "/odd": "Grüße",
        "/none": "plain",
        "/gone": "# Not here",
        "/empty": "",
        "/koi": "Привет",
        "/both": "Grüße",
        "/mark": "Grüße",
        "/half": "?!",
        "/idna": "plain",
        "/page": "Привет",
    }
    assert {path: texts[path].text for path in wanted} == wanted
    assert texts["/gone"].status == 404
    assert (len(texts["/bomb"].text), texts["/bomb"].left_out) == (MOST_BYTES, True)
    site.pages["/png"] = answer(b"\x89PNG\0", "image/png")
    assert fault(f"{site.url}/png").endswith("is no text, but image/png")
    site.pages["/raw"] = answer(b"\0\1\2", None)
    assert fault(f"{site.url}/raw").endswith("is no text, but binary")


def test_a_server_that_never_ends_is_left(site: Site) -> None:
    def drips(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        for _ in range(100):
            request.wfile.write(b"drip\n")
            time.sleep(0.05)

    site.pages["/"] = drips
    began = time.monotonic()
    assert fault(f"{site.url}/", timeout_s=0.5).endswith("did not answer within 0.5 s")
    assert time.monotonic() - began < 4


def test_bad_addresses_are_named(site: Site) -> None:
    wanted = {
        "ftp://example.org/": "no address of the web",
        "https:///x": "no address of the web",
        "https://user:pw@example.org/": "user name or a password",
        f"http://127.0.0.1:{site.port}x/": "cannot be fetched",
        "http://no-such-host.invalid/": "cannot be fetched",
    }
    said = {url: fault(url) for url in wanted}
    assert {url: words for url, words in wanted.items() if words not in said[url]} == {}


PAGE = b"""<!doctype html><html><head><title>How to sort</title><style>p {}</style></head>
<body><nav>Home | About</nav><script>alert("x")</script>
<main><h1>How to sort</h1><p>Use <code>sorted</code>, see <a href="/doc">the page</a>.</p>
<pre><code>print(sorted([2, 1]))
</code></pre><ul><li>one</li><li>two</li></ul></main><footer>(c) nobody</footer></body></html>"""

MARKDOWN = """# How to sort

Use `sorted`, see [the page](/doc).

```
print(sorted([2, 1]))
```

- one
- two"""


def test_html_becomes_markdown_of_what_the_page_is_about(site: Site) -> None:
    site.pages["/"] = answer(PAGE, "text/html; charset=utf-8")
    assert fetched(f"{site.url}/").text == MARKDOWN
    around = b"<title>T</title><body><header>logo</header><p>words</p><footer>f</footer></body>"
    assert markdown_of(around) == "# T\n\nwords"
    assert markdown_of(b"<div>" * 30_000 + b"deep") == "deep"
