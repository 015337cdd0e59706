"""The health of the code that a run changes."""

from architect.checked.model import Model
from architect.config.expressions import NotBlank


class HealthSettings(Model):
    """`enabled` measures it before and after; with `fail_on_worse` a run that made it worse fails.

    Files count that fit one of `include_patterns` and lie in none of `exclude_dirs`.
    """

    enabled: bool = False
    fail_on_worse: bool = False
    include_patterns: tuple[NotBlank, ...] = ("**/*.py",)
    exclude_dirs: tuple[NotBlank, ...] = ()
