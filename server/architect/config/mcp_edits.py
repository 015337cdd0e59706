"""Adding and removing servers in the files that `architect mcp` writes."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.config.layer import is_mapping
from architect.domain.errors import UserError
from architect.l10n import english

_SECTION = "mcpServers"


def with_server(path: Path, name: str, settings: Mapping[str, Any]) -> str:
    """The text of the file `path` with the server `name`, in the place of one of that name.

    Raises:
        UserError: the file is none that can be written anew without losing something.
    """
    content, servers = _content(path)
    return _text({**content, _SECTION: {**servers, name: settings}})


def without_server(path: Path, name: str) -> str | None:
    """The text of the file `path` without the server `name`; None if that is not in it.

    Raises:
        UserError: as for `with_server`.
    """
    content, servers = _content(path)
    if name not in servers:
        return None
    rest = {key: value for key, value in servers.items() if key != name}
    return _text({**content, _SECTION: rest})


def _content(path: Path) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """All that is in the file, and the servers in it."""
    try:
        text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
        content: Any = json.loads(text) if text.strip() else {}
    except OSError as error:
        raise UserError(
            english("{path}: cannot be read: {reason}", path=path, reason=error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise UserError(
            english("{path}: is no plain JSON ({error}); change it by hand", path=path, error=error)
        ) from error
    servers = content.get(_SECTION, {}) if is_mapping(content) else None
    if not is_mapping(content) or not is_mapping(servers):
        raise UserError(
            english(
                "{path}: has no section {section!r}; change it by hand", path=path, section=_SECTION
            )
        )
    return content, servers


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
