"""How much the model gets to see."""

from pydantic import BaseModel, Field

from architect.config.section import SECTION


class ContextSettings(BaseModel):
    """Longer tool results are cut in the middle; longer conversations lose their oldest steps."""

    model_config = SECTION

    max_tool_result_tokens: int = Field(default=2_000, ge=100, le=1_000_000)
    max_context_tokens: int = Field(default=80_000, ge=1_000, le=10_000_000)
    parallel_tools: bool = True
