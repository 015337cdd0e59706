"""What a user is told when a provider cannot be reached."""

from tests.support.table import table

from architect.adapters.models.faults.no_connection import no_connection

NOBODY = "All connection attempts failed"
OLLAMA = "is Ollama running? `ollama serve` starts it"
LOCAL = "is the model server running?"
AWAY = "check the address, the network and the proxy"

ADDRESSES = [
    ("http://localhost:11434/v1", OLLAMA),
    ("http://127.0.0.1:11434/v1", OLLAMA),
    ("http://gpu-box:11434/v1", OLLAMA),
    ("http://127.0.0.1:8000/v1", LOCAL),
    ("http://[::1]:8000/v1", LOCAL),
    ("http://localhost/v1", LOCAL),
    ("https://api.openai.com/v1", AWAY),
    ("openai", AWAY),
    ("http://[broken", "check the address"),
]


@table(("address", "advice"), ADDRESSES)
def test_it_names_the_address_where_that_comes_from_and_what_to_do(
    address: str, advice: str
) -> None:
    fault = no_connection(address, "llm.api_base", NOBODY)
    start = f"Nothing answers at {address} (llm.api_base); "
    assert str(fault) == start + advice


def test_a_reason_that_says_something_is_kept() -> None:
    fault = no_connection("https://a.example", "OPENAI_BASE_URL", "certificate has expired.")
    assert "(OPENAI_BASE_URL): certificate has expired; " in str(fault)
