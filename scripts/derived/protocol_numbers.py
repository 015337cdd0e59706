"""Numbers that a front end shares with the server, as Lua."""

from architect.app.context_hint import NEARLY_FULL_PERCENT


def protocol_numbers() -> str:
    """The module `client-nvim/lua/architect/protocol.lua`."""
    return f"""\
--- Written by `make protocol` out of the server's own definitions; every change here is lost.

return {{
  --- From here on a front end says what to do about a full context, in percent of it.
  NEARLY_FULL_PERCENT = {NEARLY_FULL_PERCENT},
}}
"""
