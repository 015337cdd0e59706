"""What went wrong with a connection, as a fault."""

from architect.adapters.models.faults.no_connection import no_connection
from architect.adapters.models.faults.provider_faults import in_brief
from architect.adapters.models.faults.shown_address import without_login
from architect.domain.errors import ModelFault, StreamCutError
from architect.l10n import english


def transport_fault(
    error: Exception, *, api_base: str, address_source: str, answered: bool, secret: str | None
) -> ModelFault:
    """The fault behind an `HttpError` or a timeout; `answered` if the answer had begun to arrive.

    `address_source` names the setting or variable that `api_base` came from.
    """
    reason = in_brief(str(error), secret=secret) or type(error).__name__
    address = without_login(api_base)
    if answered:
        return StreamCutError(
            english(
                "the connection to {address} broke in the middle of a reply: {reason}",
                address=address,
                reason=reason,
            )
        )
    return no_connection(address, address_source, reason)
