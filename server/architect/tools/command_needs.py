"""What a command needs beyond its sandbox, in words."""

from architect.domain.shell import Need
from architect.l10n import english, joined

ONLY_ALLOWED = frozenset({Need.GIT_CONFIGURATION, Need.EXECUTABLE_FILES})
"""What no configuration gives: a call that was not run for want of it is asked about when it is
repeated, in every mode."""


def with_needs(reason: str | None, needs: frozenset[Need]) -> str | None:
    """`reason` to ask, and the `needs` that it does not name itself."""
    more = (
        english("needs {need}", need=need) for need in sorted(needs) if need not in (reason or "")
    )
    return joined("; ", filter(None, (reason, *more))) or None


def advice(missing: frozenset[Need], *, configurable: bool = False, asks: bool = True) -> str:
    """What to do for want of what is `missing`; `asks` says that somebody can be asked for it."""
    allowing = " (commands.network allows it for all commands)" if configurable else ""
    next_step = "Nobody is asked for it in this mode: do without it, or tell the user"
    if asks or not missing.isdisjoint(ONLY_ALLOWED):
        next_step = (
            "Repeat exactly the same call to ask the user for it; if nobody can be asked, do"
            " without it"
        )
    return (
        f"[commands run in a sandbox without {' and '.join(sorted(missing))}{allowing}, which this"
        f" one seems to need. {next_step}]"
    )


def own_loopback(ports: tuple[int, ...]) -> str:
    """That the sandbox has a localhost of its own, if servers listen on `ports` outside of it."""
    if not ports:
        return ""
    return (
        f"[a server of this machine listens on port {', '.join(map(str, ports))}, but a command in"
        " a sandbox has a localhost of its own, with the servers that it starts itself]\n"
    )
