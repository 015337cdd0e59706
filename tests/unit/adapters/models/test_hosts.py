from tests.support.table import table

from architect.adapters.models.hosts import Operator, operator_of


@table(
    ("address", "operator"),
    [
        ("https://api.openai.com/v1", "openai"),
        ("https://eu.api.openai.com/v1", "openai"),
        ("https://api.openai.com.example.org", None),
        ("https://myapi.openai.com", None),
        ("https://me.openai.azure.com/openai/v1", "azure"),
        ("me.services.ai.azure.com", "azure"),
        ("https://me.openai.azure.us", "azure"),
        ("https://azure.com", None),
        ("https://api.deepseek.com/v1", "deepseek"),
        ("https://notdeepseek.com/v1", None),
        ("https://generativelanguage.googleapis.com/v1beta/openai", "google"),
        ("https://openrouter.ai:443/api/v1", "openrouter"),
        ("http://API.DEEPSEEK.COM", "deepseek"),
        ("http://localhost:8000/v1", None),
        ("http://[::1", None),
        ("", None),
    ],
)
def test_an_address_belongs_to_who_has_the_domain(address: str, operator: Operator | None) -> None:
    assert operator_of(address) == operator
