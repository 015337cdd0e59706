"""What a message about a key says of where the key came from."""

from architect.domain.errors import AuthenticationFailedError, helped
from architect.l10n import joined


def with_key_source(fault: AuthenticationFailedError, key_source: str) -> AuthenticationFailedError:
    """`fault`, and after it `key_source`, which tells where the key was looked for."""
    if not key_source:
        return fault
    return helped(
        AuthenticationFailedError(joined("; ", (str(fault), key_source))), brief=str(fault)
    )
