"""The metrics of runs, by the GenAI conventions.

https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-metrics.md,
and what has become of them in the semantic-conventions-genai since.
"""

from collections.abc import Mapping, Sequence

from opentelemetry.metrics import Histogram, Meter

from architect.domain.usage import Usage

Attributes = Mapping[str, str]

_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
_TOKENS = (
    1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
)  # fmt: skip
_KINDS = (
    "input_tokens",
    "output_tokens",
    "cache_read.input_tokens",
    "cache_write.input_tokens",
    "reasoning.output_tokens",
)
_RUN_SECONDS = (1, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200)


class Instruments:
    """What is counted and measured; `latest` takes the names of the newest conventions."""

    def __init__(self, meter: Meter, *, latest: bool) -> None:
        self._latest = latest
        model = "gen_ai.client.inference.duration" if latest else "gen_ai.client.operation.duration"
        self._model = _histogram(meter, model, "s", "GenAI operation duration.", _SECONDS)
        self._run = _histogram(
            meter, "gen_ai.invoke_agent.duration", "s", "Duration of a run.", _RUN_SECONDS
        )
        self._tool = _histogram(
            meter, "gen_ai.execute_tool.duration", "s", "Duration of a tool call.", _SECONDS
        )
        about = "Number of input and output tokens used."
        if latest:
            names = {kind: f"gen_ai.client.inference.usage.{kind}" for kind in _KINDS}
            self._counts = {
                kind: meter.create_counter(name, unit="{token}", description=about)
                for kind, name in names.items()
            }
        else:
            usage = "gen_ai.client.token.usage"
            self._usage = _histogram(meter, usage, "{token}", about, _TOKENS)
        self._cost = meter.create_counter(
            "architect.cost", unit="{USD}", description="What replies of models cost."
        )

    def replied(self, seconds: float, attributes: Attributes) -> None:
        self._model.record(seconds, attributes)

    def tool_ended(self, seconds: float, attributes: Attributes) -> None:
        self._tool.record(seconds, attributes)

    def run_ended(self, seconds: float, attributes: Attributes) -> None:
        self._run.record(seconds, attributes)

    def paid(self, usd: float, attributes: Attributes) -> None:
        self._cost.add(usd, attributes)

    def used(self, usage: Usage, attributes: Attributes) -> None:
        """Count the tokens of a reply."""
        if not self._latest:
            for kind, tokens in (("input", usage.input_tokens), ("output", usage.output_tokens)):
                self._usage.record(tokens, {**attributes, "gen_ai.token.type": kind})
            return
        counts = (
            usage.input_tokens,
            usage.output_tokens,
            usage.cached_tokens,
            usage.written_tokens,
            usage.reasoning_tokens,
        )
        for kind, tokens in zip(_KINDS, counts, strict=True):
            if tokens:
                self._counts[kind].add(tokens, attributes)


def _histogram(
    meter: Meter, name: str, unit: str, about: str, bounds: Sequence[float]
) -> Histogram:
    return meter.create_histogram(
        name, unit=unit, description=about, explicit_bucket_boundaries_advisory=bounds
    )
