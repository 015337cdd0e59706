"""Printing who owes what."""

from ledger.split import split


def money(cents):
    """`1234` as `12.34`."""
    return f"{cents // 100}.{cents % 100:02}"


def report(names, total_cents):
    """One line for each of `names` with the share of `total_cents`."""
    shares = split(total_cents, len(names))
    return [f"{name}: {money(share)}" for name, share in zip(names, shares)]
