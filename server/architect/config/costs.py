"""What a run may cost, and how it is counted."""

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.file_path import FilePath


class FallbackPrice(Model):
    """US dollars per million tokens."""

    input: float = Field(ge=0, description="Of what the model reads.")
    output: float = Field(ge=0, description="Of what it writes.")


class CostSettings(Model):
    """Budgets are per run, None is no limit and 0 allows nothing."""

    enabled: bool = True
    prices_file: FilePath | None = None
    budget_usd: float | None = Field(default=None, ge=0)
    budget_tokens: int | None = Field(default=None, ge=0)
    warn_at_usd: float | None = Field(default=None, ge=0)
    fallback_price: FallbackPrice | None = None
