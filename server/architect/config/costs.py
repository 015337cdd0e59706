"""What a run may cost, and how it is counted."""

from pydantic import BaseModel, Field

from architect.config.section import SECTION, FilePath


class FallbackPrice(BaseModel):
    """US dollars per million tokens."""

    model_config = SECTION

    input: float = Field(ge=0, allow_inf_nan=False, description="Of what the model reads.")
    output: float = Field(ge=0, allow_inf_nan=False, description="Of what it writes.")


class CostSettings(BaseModel):
    """Budgets are per run, None is no limit and 0 allows nothing."""

    model_config = SECTION

    enabled: bool = True
    prices_file: FilePath | None = None
    budget_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    budget_tokens: int | None = Field(default=None, ge=0)
    warn_at_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    fallback_price: FallbackPrice | None = None
