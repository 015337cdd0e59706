"""Splitting an amount among people."""


def split(total_cents, people):
    """Split `total_cents` among `people`.

    Returns one share for each person, in cents.
    """
    if people < 1:
        raise ValueError("a bill needs at least one person")
    share = total_cents // people
    return [share] * people
