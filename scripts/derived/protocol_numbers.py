"""Numbers that front ends share with the server, as Lua and as TypeScript."""

from architect.app.context_hint import NEARLY_FULL_PERCENT

WRITTEN = (
    "Written by `make protocol` out of the server's own definitions; every change here is lost."
)
"""What stands above every module that is derived."""

_NUMBERS = {
    "NEARLY_FULL_PERCENT": (
        NEARLY_FULL_PERCENT,
        "From here on a front end says what to do about a full context, in percent of it.",
    ),
}


def numbers_in_lua() -> str:
    """The module `client-nvim/lua/architect/protocol.lua`."""
    fields = (
        f"  --- {about}\n  {name} = {number},\n" for name, (number, about) in _NUMBERS.items()
    )
    return f"--- {WRITTEN}\n\nreturn {{\n{''.join(fields)}}}\n"


def numbers_in_typescript() -> str:
    """The same as constants of a module."""
    return "\n".join(
        f"/** {about} */\nexport const {name} = {number};\n"
        for name, (number, about) in _NUMBERS.items()
    )
