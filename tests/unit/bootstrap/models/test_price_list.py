import os
from pathlib import Path

import pytest

from architect.bootstrap.models.price_list import MAX_SIZE_BYTES, load_prices
from architect.config.costs import CostSettings, FallbackPrice
from architect.domain.errors import ConfigError
from architect.domain.prices import FREE, Price


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as refused:
        load_prices(CostSettings(prices_file=path))
    return str(refused.value)


def test_prices_of_the_file_go_before_the_bundled_ones(tmp_path: Path) -> None:
    path = tmp_path / "prices.json"
    path.write_bytes(b'{"gpt-4.1": {"input": 1, "output": 2}}')
    assert load_prices(CostSettings(prices_file=path)).find("gpt-4.1") == Price(1.0, 2.0)
    assert load_prices(CostSettings()).find("gpt-4.1") != Price(1.0, 2.0)


def test_a_price_of_the_file_counts_for_every_provider_that_is_not_in_the_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "prices.json"
    path.write_bytes(b'{"gpt-4o": {"input": 1, "output": 2}}')
    prices = load_prices(CostSettings(prices_file=path))
    for model in ("gpt-4o-2024-05-13", "azure/gpt-4o", "azure/eu/gpt-4o-2024-08-06"):
        assert load_prices(CostSettings()).find(model) != Price(1.0, 2.0)
        assert prices.find(model) == Price(1.0, 2.0)


def test_the_fallback_prices_what_is_in_no_list_or_there_without_a_price() -> None:
    prices = load_prices(CostSettings(fallback_price=FallbackPrice(input=3, output=15)))
    assert prices.find("something-new") == Price(3.0, 15.0)
    assert prices.find("gemini-exp-1114") == Price(3.0, 15.0)
    assert prices.find("gpt-4.1") == load_prices(CostSettings()).find("gpt-4.1")


def test_a_price_may_say_what_the_cache_costs(tmp_path: Path) -> None:
    path = tmp_path / "prices.json"
    path.write_bytes(b'{"m": {"input": 2, "output": 8, "cached": 0.5, "cache_write": 2.5}}')
    assert load_prices(CostSettings(prices_file=path)).find("m") == Price(2.0, 8.0, 0.5, 2.5)


def test_a_device_or_pipe_is_no_price_list(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/zero"), tmp_path / "pipe", tmp_path):
        assert refusal(path) == f"costs.prices_file {str(path)!r} is not a regular file"


def test_a_file_that_is_too_large_is_no_price_list(tmp_path: Path) -> None:
    path = tmp_path / "prices.json"
    path.write_bytes(b"{}" + b" " * (MAX_SIZE_BYTES - 2))
    load_prices(CostSettings(prices_file=path))
    path.write_bytes(b"{}" + b" " * (MAX_SIZE_BYTES - 1))
    assert "is larger than 5,000,000 bytes" in refusal(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "cannot be read"),
        (b"[" * 200_000, "cannot be read"),
        (b"[]", "must be an object"),
        (b'{"m": {"input": 1}}', "model 'm': a price is"),
        (b'{"m": {"input": 1, "output": 1' + b"0" * 400 + b"}}", "model 'm': a price is"),
        (b'{"m": {"input": 1, "output": 1, "cache_write": -1}}', "cannot be negative"),
        (b'{"m": {"input": -1, "output": 1}}', "model 'm': a price cannot be negative"),
        (b'{"m": {"input": NaN, "output": 1}}', "model 'm': a price cannot be negative"),
        (b'{"m": {"input": 1, "output": Infinity}}', "model 'm': a price cannot be negative"),
    ],
)
def test_what_is_wrong_with_a_price_list_is_named(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "prices.json"
    path.write_bytes(content)
    assert reason in refusal(path)


@pytest.mark.parametrize(
    ("address", "price"),
    [
        (None, FREE),
        ("http://127.0.0.1:8000/v1", FREE),
        ("http://[::1]:8000/v1", FREE),
        ("http://192.168.0.7:8000/v1", FREE),
        ("http://gpu-box:8000/v1", FREE),
        ("http://models.home.arpa/v1", FREE),
        ("https://gateway.example.com/v1", None),
        ("https://8.8.8.8/v1", None),
    ],
)
def test_a_compatible_server_is_free_in_ones_own_network_alone(
    address: str | None, price: Price | None
) -> None:
    assert load_prices(CostSettings(), address).find("hosted_vllm/m") == price
    assert load_prices(CostSettings(), address).find("ollama/m") == FREE
