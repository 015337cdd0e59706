"""Rules that hold whatever the model says, and what has to hold when it says that it is done."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from architect.config.expressions import Expression, NotBlank
from architect.config.section import SECTION
from architect.policy.file_rules import SENSITIVE_FILES


class CodeRuleSettings(BaseModel):
    """An expression that new text should not contain."""

    model_config = SECTION

    pattern: Expression
    message: NotBlank
    severity: Literal["warn", "block"] = "warn"


class QualityGateSettings(BaseModel):
    """A command that has to succeed; `timeout` is in seconds."""

    model_config = SECTION

    name: NotBlank
    command: NotBlank
    required: bool = True
    timeout: int = Field(default=60, ge=1, le=3_600)


def _named_once(gates: tuple[QualityGateSettings, ...]) -> tuple[QualityGateSettings, ...]:
    names = [gate.name for gate in gates]
    for name in names:
        if names.count(name) > 1:
            raise PydanticCustomError(
                "same_name", "two gates have the name {name}", {"name": repr(name)}
            )
    return gates


class GuardrailSettings(BaseModel):
    """Any rule switches the section on; `enabled: false` written out switches all but one off.

    `sensitive_files` hold always. Files are globs on the name, or on the path if they contain a
    slash. Limits are per run.
    """

    model_config = SECTION

    enabled: bool = False
    protected_files: tuple[NotBlank, ...] = Field(default=(), strict=False)
    sensitive_files: tuple[NotBlank, ...] = Field(default=SENSITIVE_FILES, strict=False)
    blocked_commands: tuple[Expression, ...] = Field(default=(), strict=False)
    max_files_modified: int | None = Field(default=None, ge=0)
    max_lines_changed: int | None = Field(default=None, ge=0)
    max_commands_executed: int | None = Field(default=None, ge=0)
    require_test_after_edit: bool = False
    quality_gates: Annotated[tuple[QualityGateSettings, ...], AfterValidator(_named_once)] = Field(
        default=(), strict=False
    )
    code_rules: tuple[CodeRuleSettings, ...] = Field(default=(), strict=False)

    @property
    def holds(self) -> bool:
        """Whether more than `sensitive_files` holds."""
        return self.enabled or "enabled" not in self.model_fields_set
