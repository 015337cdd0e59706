"""Whether another model may take over."""

from architect.domain.errors import ModelFault, ModelMissingError, OutOfCreditError


def takes_over(fault: ModelFault) -> bool:
    """Whether `fault`, which retries have not fixed, is one that another model may not have.

    That is a provider that stays overloaded or out of reach, or whose quota is used up, and a model
    that is gone. A key that is refused or a request that is wrong is for the user to fix.
    """
    return fault.transient or isinstance(fault, ModelMissingError | OutOfCreditError)
