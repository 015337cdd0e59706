import pytest

from architect.adapters.models.proxies import proxy_for
from architect.domain.errors import RequestRejectedError


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{kind}_proxy", raising=False)
        monkeypatch.delenv(f"{kind.upper()}_PROXY", raising=False)


@pytest.mark.parametrize(
    ("variables", "address", "proxy"),
    [
        ({}, "http://h/v1", None),
        ({"HTTP_PROXY": "http://p:1"}, "http://h/v1", "http://p:1"),
        ({"HTTP_PROXY": "p:1"}, "http://h/v1", "http://p:1"),
        ({"HTTP_PROXY": "http://p:1"}, "https://h/v1", None),
        ({"ALL_PROXY": "http://p:1"}, "https://h/v1", "http://p:1"),
        ({"ALL_PROXY": "http://a:1", "https_proxy": "http://p:1"}, "https://h/v1", "http://p:1"),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "x, h"}, "http://me:pw@h:8/v1", None),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "h:8"}, "http://h:8/v1", None),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "::1"}, "http://[::1]:8/v1", None),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": ".corp"}, "http://h.corp/v1", None),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "*"}, "http://h/v1", None),
        ({"ALL_PROXY": "socks5://p:1"}, "http://h/v1", "socks5://p:1"),
        ({"HTTPS_PROXY": "foo://p"}, "http://h/v1", None),
    ],
)
def test_the_proxy_is_the_one_for_the_address(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], address: str, proxy: str | None
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(address) == proxy


@pytest.mark.parametrize("proxy", ["foo://me:secret@p", "http://me:secret@p:port", "http://"])
@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY"])
def test_a_proxy_that_is_none_is_named_with_its_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, proxy: str
) -> None:
    monkeypatch.setenv(variable, proxy)
    with pytest.raises(RequestRejectedError, match=variable) as caught:
        proxy_for("http://h/v1")
    assert "secret" not in str(caught.value)
