"""One question to the `keyring` package, in a process of its own, since it may never answer.

The program reads a JSON object on standard input and writes one on standard output.
"""

import json
import sys
from typing import Any, cast

from architect.l10n import english


def main() -> None:
    asked: dict[str, str] = json.load(sys.stdin)
    out, sys.stdout = sys.stdout, sys.stderr  # whatever a backend prints is no answer
    try:
        answer = answered(asked)
    except Exception as error:  # noqa: BLE001 - a backend may raise anything, and that is the answer
        answer = {"problem": f"{type(error).__name__}: {error}".rstrip(": ")}
    json.dump(answer, out)


def answered(asked: dict[str, str]) -> dict[str, str | None]:
    """What a keyring says; `problem` if there is none.

    https://keyring.readthedocs.io: a backend with a priority below 1 is none that one would choose.
    """
    import keyring

    ring = cast(Any, keyring)
    backend = ring.get_keyring()
    if not backend.priority >= 1:
        return {"problem": english("no keyring of the system was found")}
    name = (asked.get("service", ""), asked.get("name", ""))
    value: str | None = None
    match asked["do"]:
        case "get":
            value = ring.get_password(*name)
        case "set":
            ring.set_password(*name, asked["value"])
        case "delete":
            ring.delete_password(*name)
        case _:
            pass
    return {"value": value, "backend": str(backend.name)}


if __name__ == "__main__":
    main()
