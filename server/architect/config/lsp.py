"""Language servers that are started where no editor has them."""

from typing import Annotated

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator, Field
from architect.checked.model import Model
from architect.config.expressions import NotBlank
from architect.config.nearest import did_you_mean
from architect.domain.language_ids import LANGUAGE_IDS
from architect.l10n import english

Command = Annotated[tuple[NotBlank, ...], Field(min_length=1)]
"""A program and its arguments."""


def _languages(servers: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    for name in servers:
        if name not in LANGUAGE_IDS:
            hint, known = did_you_mean(name, LANGUAGE_IDS), ", ".join(LANGUAGE_IDS)
            raise Refused(
                "unknown_language",
                english(
                    "no language is called {name!r}{hint} ({known})",
                    name=name,
                    hint=hint,
                    known=known,
                ),
            )
    return servers


class LspSettings(Model):
    """`servers` are commands by language, in the names of LSP, such as `python`.

    They are used in CI, on the command line and in editors that cannot be asked themselves.
    """

    servers: Annotated[dict[str, Command], AfterValidator(_languages)] = Field(
        default_factory=dict[str, Command]
    )
