"""The names that a message of an editor may begin with behind a slash."""

from collections.abc import Sequence
from pathlib import Path

from architect.app.slash_names import SlashName, slash_names, typed_name
from architect.config.nearest import did_you_mean
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.l10n import english
from architect.lsp.editor_session import EditorSession


async def names_behind_slash(
    editor: EditorSession, root: Path, config: Config
) -> Sequence[SlashName]:
    """What is there, with the prompts of servers that are connected; nothing is started for it."""
    from architect.bootstrap.skills import library

    found = await library(config, editor.environ, root)
    skills = () if found is None else found.skills
    if not (config.mcp.enabled and config.mcp.servers):
        return slash_names(skills)
    from architect.bootstrap.mcp_prompts import prompts_at_hand

    prompts = await prompts_at_hand(config.mcp, root, editor.environ, editor.mcp)
    return slash_names(skills, prompts)


async def expect_known_name(
    message: str, editor: EditorSession, root: Path, config: Config
) -> None:
    """
    Raises:
        UserError: the message begins with the name of a command that there is not.
    """
    if (name := typed_name(message)) is None:
        return
    names = [each.name for each in await names_behind_slash(editor, root, config)]
    if name not in names:
        raise UserError(
            english(
                "there is no command /{name}{hint} a space before the slash makes it a message, "
                "and / alone lists what there is",
                name=name,
                hint=did_you_mean(name, names) or ";",
            )
        )
