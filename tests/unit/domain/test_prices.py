import pytest
from tests.support.table import table

from architect.domain.prices import FREE, Price, PriceList
from architect.domain.usage import Usage

GPT_4O = Price(2.5, 10.0, 1.25)
MINI = Price(0.15, 0.6)
SONNET = Price(3.0, 15.0, 0.3)
LIST = PriceList({"gpt-4o": GPT_4O, "gpt-4o-mini": MINI, "claude-sonnet-4": SONNET})


def test_tokens_are_priced_by_the_million_and_cached_ones_apart() -> None:
    usage = Usage(input_tokens=1_000_000, output_tokens=100_000, cached_tokens=400_000)
    assert GPT_4O.cost_usd(usage) == pytest.approx(0.6 * 2.5 + 0.4 * 1.25 + 0.1 * 10.0)


def test_cached_tokens_without_a_price_of_their_own_cost_as_much_as_fresh_ones() -> None:
    usage = Usage(input_tokens=1_000_000, cached_tokens=500_000)
    assert MINI.cost_usd(usage) == pytest.approx(0.15)


def test_a_count_of_more_cached_than_input_tokens_never_earns_money() -> None:
    assert SONNET.cost_usd(Usage(input_tokens=10, cached_tokens=1_000)) >= 0


@table(
    ("model", "price"),
    [
        ("gpt-4o", GPT_4O),
        ("gpt-4o-mini", MINI),
        ("openai/gpt-4o", GPT_4O),
        ("openrouter/openai/gpt-4o", GPT_4O),
        ("gpt-4o-2024-08-06", GPT_4O),
        ("openai/gpt-4o-2024-08-06", GPT_4O),
        ("gpt-4o-mini-2024-07-18", MINI),
        ("gpt-4o:latest", GPT_4O),
        ("gpt-4o-latest", GPT_4O),
        ("claude-sonnet-4@20250514", SONNET),
        ("claude-sonnet-4-20250514", SONNET),
        ("claude-sonnet-4-5-20250929", None),
        ("claude-sonnet-45", None),
        ("gpt-4o-audio-preview-2024-12-17", None),
        ("gpt-4", None),
        ("gpt-4o-latest-but-one", None),
        ("chatgpt-4o-latest", None),
        ("", None),
    ],
)
def test_a_price_is_found_by_the_exact_id_or_by_a_version_of_it(
    model: str, price: Price | None
) -> None:
    assert LIST.find(model) == price


def test_a_version_of_an_unlisted_model_is_not_priced_as_a_shorter_name() -> None:
    only_4o = PriceList({"gpt-4o": GPT_4O})
    assert only_4o.find("gpt-4o-mini-2024-07-18") is None


def test_the_id_with_its_provider_goes_before_the_one_without() -> None:
    prices = PriceList({"azure/gpt-4o": MINI, "gpt-4o": GPT_4O})
    assert prices.find("azure/gpt-4o") == MINI
    assert prices.find("openai/gpt-4o") == GPT_4O


def test_a_dated_id_on_the_list_goes_before_the_undated_one() -> None:
    prices = PriceList({"gpt-4o": GPT_4O, "gpt-4o-2024-05-13": SONNET})
    assert prices.find("gpt-4o-2024-05-13") == SONNET


@pytest.mark.parametrize(
    "model", ["ollama/llama3", "ollama_chat/qwen", "lm_studio/x", "recorded/a"]
)
def test_local_models_are_free_whatever_the_fallback(model: str) -> None:
    assert PriceList({}, fallback=SONNET).find(model) == FREE


def test_the_fallback_prices_what_is_not_on_the_list() -> None:
    prices = PriceList({"gpt-4o": GPT_4O}, fallback=SONNET)
    assert prices.find("something-new") == SONNET
    assert prices.find("gpt-4o") == GPT_4O


def test_what_a_model_of_the_editor_costs_is_unknown_unless_it_is_listed_as_such() -> None:
    prices = PriceList({"gpt-4o": GPT_4O, "vscode/mine": MINI})
    assert prices.find("vscode/gpt-4o") is None
    assert prices.find("vscode") is None
    assert prices.find("vscode/mine") == MINI
