"""Files outside of the workspace that a command would read.

In the sandbox they are not there. Where commands have none, reading them is for a person to allow:
what is safe for the workspace (`cat`, `grep -r`) may still show the model another project.
"""

from collections.abc import Sequence
from pathlib import PurePosixPath

from architect.l10n import english
from architect.policy.guardrails import FileUse

_OF_ALL = tuple(
    map(
        PurePosixPath,
        (
            *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/sys", "/dev"),
            *("/nix/store", "/gnu/store"),
            *("/proc/cpuinfo", "/proc/meminfo", "/proc/version", "/proc/loadavg", "/proc/uptime"),
        ),
    )
)
"""What is the same for everybody; the sandbox shows it to commands as well."""

_NAMED = 3


def reason_to_ask_about_reads(uses: Sequence[FileUse], why_unconfined: str) -> str | None:
    """Why a person should look at a command that uses these files; None if there is no reason.

    `why_unconfined` says why it has no sandbox, and is empty if it has one. Files of the workspace
    are named by their paths below it, others by absolute ones.
    """
    if not why_unconfined:
        return None
    names = dict.fromkeys(use.name for use in uses if _is_elsewhere(use))
    if not names:
        return None
    shown = ", ".join(map(repr, list(names)[:_NAMED]))
    if (more := len(names) - _NAMED) > 0:
        return english(
            "reads {shown} and {more} more outside the workspace, without a sandbox ({why})",
            shown=shown,
            more=more,
            why=why_unconfined,
        )
    return english(
        "reads {shown} outside the workspace, without a sandbox ({why})",
        shown=shown,
        why=why_unconfined,
    )


def _is_elsewhere(use: FileUse) -> bool:
    place = PurePosixPath(use.paths[-1])
    return place.is_absolute() and not any(map(place.is_relative_to, _OF_ALL))
