"""The files that are proposed for a project, and what existing ones lack."""

import os
from pathlib import Path

from architect.app.first_run.agents_file import agents_text, missing_commands
from architect.app.first_run.ci_file import CiSystem, ci_path, ci_text
from architect.app.first_run.config_file import config_text, with_missing
from architect.app.first_run.facts import Facts
from architect.app.first_run.folder import Folder
from architect.app.first_run.looking import look_at
from architect.app.first_run.settings import Preset, proposed_settings
from architect.config.yaml_source import layer_of
from architect.domain.errors import ConfigError
from architect.domain.text.diff import diff_of
from architect.frozen import frozen
from architect.l10n import shown, t

CONFIG = ".architect.yaml"
_RULES = "AGENTS.md"


@frozen
class ProposedFile:
    """`text` is for a new file; one that `exists` stays as it is, and `diff` says what it lacks."""

    path: str
    text: str
    exists: bool = False
    diff: str = ""
    note: str = ""


@frozen
class Proposal:
    facts: Facts
    preset: Preset
    files: tuple[ProposedFile, ...]


def proposal(root: Path, preset: Preset | None, ci: CiSystem | None, *, variable: str) -> Proposal:
    """What `root` would get by `preset`, which follows from its languages if none is named.

    `variable` is the one in which CI has the key of the model.
    """
    facts = look_at(root)
    folder = Folder(root)
    chosen = preset or _fitting(facts)
    files = [_config(folder, facts, chosen, named=preset), _rules(folder, facts)]
    if ci is not None:
        files.append(_ci(root, folder, ci, variable))
    return Proposal(facts, chosen, tuple(files))


def _fitting(facts: Facts) -> Preset:
    if facts.languages == ("Python",):
        return "python"
    if len(facts.parts) == 1 and facts.parts[0].is_react:
        return "node-react"
    return "detected"


def _config(folder: Folder, facts: Facts, preset: Preset, *, named: Preset | None) -> ProposedFile:
    entries = proposed_settings(facts, preset)
    command = f"architect init --preset {named}" if named else "architect init"
    if not facts.config:
        text = config_text(entries, command)
        return ProposedFile(CONFIG, text, diff=diff_of(CONFIG, None, text)[0])
    existing = folder.text(facts.config)
    try:
        values = layer_of(existing.encode(), facts.config).values
    except ConfigError as error:
        note = t("it is not valid: {error}", error=shown(str(error)))
        return ProposedFile(facts.config, "", exists=True, note=note)
    more = with_missing(existing, values, entries)
    return ProposedFile(
        facts.config, "", exists=True, diff=diff_of(facts.config, existing, more)[0]
    )


def _rules(folder: Folder, facts: Facts) -> ProposedFile:
    """AGENTS.md, if there is no file with rules at all: all that there are count."""
    if not facts.rules:
        text = agents_text(facts)
        return ProposedFile(_RULES, text, diff=diff_of(_RULES, None, text)[0])
    path = _RULES if _RULES in facts.rules else facts.rules[0]
    more = missing_commands("".join(folder.text(name) for name in facts.rules), facts)
    return ProposedFile(path, "", exists=True, diff=_appended(path, folder.text(path), more))


def _appended(path: str, existing: str, more: str) -> str:
    """The diff that has `more` behind what there is; empty for nothing."""
    whole = existing if existing.endswith("\n") or not existing else f"{existing}\n"
    return diff_of(path, existing, f"{whole}\n{more}" if whole else more)[0] if more else ""


def _ci(root: Path, folder: Folder, system: CiSystem, variable: str) -> ProposedFile:
    path = ci_path(system, lambda name: os.path.lexists(root / name))
    text = ci_text(system, variable)
    if not os.path.lexists(root / path):
        return ProposedFile(path, text, diff=diff_of(path, None, text)[0])
    if system != "gitlab" or "architect-review:" in folder.text(path):
        return ProposedFile(path, "", exists=True)
    return ProposedFile(path, "", exists=True, diff=_appended(path, folder.text(path), text))
