"""Rules that hold whatever the model says, and what has to hold when it says that it is done."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from architect.config.expressions import Expression, NotBlank
from architect.config.section import SECTION
from architect.policy.executable_config_files import EXECUTABLE_CONFIG_FILES
from architect.policy.file_rules import SENSITIVE_FILES


class CodeRuleSettings(BaseModel):
    """An expression that new text should not contain."""

    model_config = SECTION

    pattern: Expression = Field(description="A regular expression that is searched in new text.")
    message: NotBlank = Field(description="What the model is told, such as what to do instead.")
    severity: Literal["warn", "block"] = Field(
        default="warn", description="warn tells the model, block refuses the edit."
    )


class QualityGateSettings(BaseModel):
    """A command that has to succeed; `timeout` is in seconds."""

    model_config = SECTION

    name: NotBlank = Field(description="What it is called; no other gate has the same name.")
    command: NotBlank = Field(description="A command line that runs in the root of the workspace.")
    required: bool = Field(default=True, description="false runs and reports it, no more.")
    timeout: int = Field(default=60, ge=1, le=3_600, description="In seconds, 1 to 3600.")


def _named_once(gates: tuple[QualityGateSettings, ...]) -> tuple[QualityGateSettings, ...]:
    names = [gate.name for gate in gates]
    for name in names:
        if names.count(name) > 1:
            raise PydanticCustomError(
                "same_name", "two gates have the name {name}", {"name": repr(name)}
            )
    return gates


class GuardrailSettings(BaseModel):
    """Any rule switches the section on; `enabled: false` written out switches all but two off.

    `sensitive_files` and `executable_config_files` hold always. Files are globs on the name, or on
    the path if they contain a slash. Limits are per run.
    """

    model_config = SECTION

    enabled: bool = False
    protected_files: tuple[NotBlank, ...] = Field(default=(), strict=False)
    sensitive_files: tuple[NotBlank, ...] = Field(default=SENSITIVE_FILES, strict=False)
    executable_config_files: tuple[NotBlank, ...] = Field(
        default=tuple(EXECUTABLE_CONFIG_FILES), strict=False
    )
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
        """Whether more than `sensitive_files` and `executable_config_files` holds."""
        return self.enabled or "enabled" not in self.model_fields_set
