"""What is not a key although it looks like one."""

from typing import Annotated

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator
from architect.checked.model import Model
from architect.config.nearest import did_you_mean
from architect.domain.redaction import FINGERPRINT
from architect.l10n import english


def _allowable(text: str) -> str:
    if not FINGERPRINT.fullmatch(text):
        raise Refused(
            "no_fingerprint",
            # Not quoted: it may be the key itself.
            english("this is not a fingerprint, which follows 'redacted:' in a placeholder"),
        )
    from architect.policy.secrets.rules import rule_names  # only where something is allowed

    rule = text.partition(":")[0]
    if rule not in rule_names():
        hint = did_you_mean(rule, rule_names())
        raise Refused(
            "unknown_rule",
            english("there is no rule {rule!r}{hint}", rule=rule, hint=hint),
        )
    return text


class SecretSettings(Model):
    """`allow` holds the fingerprints of false alarms, as they stand in the placeholders."""

    allow: tuple[Annotated[str, AfterValidator(_allowable)], ...] = ()
