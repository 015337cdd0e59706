"""Rules that hold whatever the model says, and what has to hold when it says that it is done."""

from typing import Annotated, Literal

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator, Field
from architect.checked.model import Model
from architect.config.expressions import Expression, NotBlank
from architect.l10n import english
from architect.policy.executable_config_files import EXECUTABLE_CONFIG_FILES
from architect.policy.file_rules import SENSITIVE_FILES


class CodeRuleSettings(Model):
    """An expression that new text should not contain."""

    pattern: Expression = Field(description="A regular expression that is searched in new text.")
    message: NotBlank = Field(description="What the model is told, such as what to do instead.")
    severity: Literal["warn", "block"] = Field(
        default="warn", description="warn tells the model, block refuses the edit."
    )


class QualityGateSettings(Model):
    """A command that has to succeed; `timeout` is in seconds."""

    name: NotBlank = Field(description="What it is called; no other gate has the same name.")
    command: NotBlank = Field(description="A command line that runs in the root of the workspace.")
    required: bool = Field(default=True, description="false runs and reports it, no more.")
    timeout: int = Field(default=60, ge=1, le=3_600, description="In seconds, 1 to 3600.")


def _named_once(gates: tuple[QualityGateSettings, ...]) -> tuple[QualityGateSettings, ...]:
    names = [gate.name for gate in gates]
    for name in names:
        if names.count(name) > 1:
            raise Refused("same_name", english("two gates have the name {name!r}", name=name))
    return gates


class GuardrailSettings(Model):
    """Any rule switches the section on; `enabled: false` written out switches all but two off.

    `sensitive_files` and `executable_config_files` hold always. Files are globs on the name, or on
    the path if they contain a slash. Limits are per run.
    """

    enabled: bool = False
    protected_files: tuple[NotBlank, ...] = ()
    sensitive_files: tuple[NotBlank, ...] = Field(default=SENSITIVE_FILES)
    executable_config_files: tuple[NotBlank, ...] = Field(default=tuple(EXECUTABLE_CONFIG_FILES))
    blocked_commands: tuple[Expression, ...] = ()
    max_files_modified: int | None = Field(default=None, ge=0)
    max_lines_changed: int | None = Field(default=None, ge=0)
    max_commands_executed: int | None = Field(default=None, ge=0)
    require_test_after_edit: bool = False
    quality_gates: Annotated[tuple[QualityGateSettings, ...], AfterValidator(_named_once)] = Field(
        default=()
    )
    code_rules: tuple[CodeRuleSettings, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether more than `sensitive_files` and `executable_config_files` holds."""
        return self.enabled or "enabled" not in self.model_fields_set
