"""The front ends that are started by their names: `architect lsp`."""

FRONT_ENDS = {"lsp": "architect.lsp.command", "acp": "architect.acp.command"}
"""By name the module whose `main()` serves and gives the exit code; its docstring is the help."""


def asked_for(arguments: list[str]) -> str | None:
    """The module of the front end that is started in one of the usual forms.

    Some editors add `--stdio`, which changes nothing.
    """
    name, *rest = arguments or [""]
    return FRONT_ENDS.get(name) if rest in ([], ["--stdio"]) else None
