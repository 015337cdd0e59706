"""What is not a key although it looks like one."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from architect.config.nearest import did_you_mean
from architect.config.section import SECTION
from architect.domain.redaction import FINGERPRINT


def _allowable(text: str) -> str:
    if not FINGERPRINT.fullmatch(text):
        raise PydanticCustomError(
            "no_fingerprint",
            # Not quoted: it may be the key itself.
            "this is not a fingerprint, which follows 'redacted:' in a placeholder",
        )
    from architect.policy.secrets.rules import rule_names  # only where something is allowed

    rule = text.partition(":")[0]
    if rule not in rule_names():
        raise PydanticCustomError(
            "unknown_rule",
            "there is no rule {rule}{hint}",
            {"rule": repr(rule), "hint": did_you_mean(rule, rule_names())},
        )
    return text


class SecretSettings(BaseModel):
    """`allow` holds the fingerprints of false alarms, as they stand in the placeholders."""

    model_config = SECTION

    allow: tuple[Annotated[str, AfterValidator(_allowable)], ...] = Field(default=(), strict=False)
