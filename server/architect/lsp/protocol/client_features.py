"""What the editor says it can do, and where the user works."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from architect.app.front_end_words import FrontEndWords
from architect.domain.files.uris import path_of
from architect.domain.text.positions import Encoding
from architect.frozen import frozen

WITHOUT_PROMPTS = frozenset({"helix"})
"""Clients without window/showMessageRequest, which a client need not announce (EDITORS: eglot)."""


@frozen(kw_only=True)
class RichFeatures:
    """What our own plugins add: `initializationOptions.architect`.

    `renamed` says that the client knows events by the names that they have now, and `partial` that
    it knows the statuses of sessions that were completed in part, or cancelled. `setting_names`
    says how the editor calls settings, by our dotted names.
    """

    protocol: int
    events: bool
    confirm: bool
    save: bool
    problems: bool
    language: bool
    hunks: bool
    llm: bool
    renamed: bool
    partial: bool
    workflows: bool
    workspace_trusted: bool
    config: dict[str, Any]
    setting_names: dict[str, str]


@frozen(kw_only=True)
class ClientFeatures:
    """`folders` are the open ones as the editor names them, `roots` the real ones, each once.

    `rich` is None for an editor without our plugin.
    """

    name: str
    version: str
    process_id: int | None
    roots: tuple[Path, ...]
    folders: tuple[Path, ...]
    encoding: Encoding
    show_message_request: bool
    show_document: bool
    work_done_progress: bool
    configuration: bool
    dynamic_configuration: bool
    text_document_content: bool
    apply_edit: bool
    document_changes: bool
    lens_refresh: bool
    code_action_literals: bool
    resource_operations: frozenset[str]
    rich: RichFeatures | None

    @property
    def workspace_trusted(self) -> bool:
        """False if the editor says that its user does not trust the open folders."""
        return self.rich is None or self.rich.workspace_trusted


def front_end_words(features: ClientFeatures) -> FrontEndWords:
    """How errors are told in the editor: one with our plugin offers what helps as buttons."""
    if features.rich is None:
        return FrontEndWords()
    return FrontEndWords(features.rich.setting_names, in_brief=True)


def client_features(initialize_params: Any) -> ClientFeatures:
    """Read the parameters of `initialize`; what makes no sense counts as not said."""
    params = _Tree(initialize_params)
    can = params.at("capabilities")
    operations = can.at("workspace", "workspaceEdit", "resourceOperations").strings()
    name = params.at("clientInfo", "name").string()
    folders = _folders(params)
    return ClientFeatures(
        name=name,
        version=params.at("clientInfo", "version").string(),
        process_id=_process_id(params.at("processId").value),
        roots=_real_ones(folders),
        folders=folders,
        encoding=_encoding(can.at("general", "positionEncodings").strings()),
        show_message_request=can.at("window", "showMessage").is_object()
        or name.lower() not in WITHOUT_PROMPTS,
        show_document=can.at("window", "showDocument", "support").is_true(),
        work_done_progress=can.at("window", "workDoneProgress").is_true(),
        configuration=can.at("workspace", "configuration").is_true(),
        dynamic_configuration=can.at(
            "workspace", "didChangeConfiguration", "dynamicRegistration"
        ).is_true(),
        text_document_content=can.at("workspace", "textDocumentContent").is_object(),
        apply_edit=can.at("workspace", "applyEdit").is_true(),
        # Resource operations travel in documentChanges; Neovim announces only the former.
        document_changes=can.at("workspace", "workspaceEdit", "documentChanges").is_true()
        or bool(operations),
        lens_refresh=can.at("workspace", "codeLens", "refreshSupport").is_true(),
        code_action_literals=can.at(
            "textDocument", "codeAction", "codeActionLiteralSupport"
        ).is_object(),
        resource_operations=frozenset(operations),
        rich=_rich(params.at("initializationOptions", "architect")),
    )


class _Tree:
    """A JSON value that may be anything."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def at(self, *names: str) -> "_Tree":
        value: Any = self.value
        for name in names:
            value = cast(dict[str, Any], value).get(name) if isinstance(value, dict) else None
        return _Tree(value)

    def is_true(self) -> bool:
        return self.value is True

    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    def string(self) -> str:
        return self.value if isinstance(self.value, str) else ""

    def items(self) -> list[Any]:
        value: object = self.value
        return cast(list[Any], value) if isinstance(value, list) else []

    def texts(self) -> dict[str, str]:
        """The texts of an object by their names."""
        value: object = self.value
        members = cast(dict[str, Any], value).items() if isinstance(value, dict) else ()
        return {name: each for name, each in members if isinstance(each, str) and each}

    def strings(self) -> list[str]:
        return [item for item in self.items() if isinstance(item, str)]


def _process_id(value: object) -> int | None:
    return value if isinstance(value, int) and value is not True and value > 0 else None


def _folders(params: _Tree) -> tuple[Path, ...]:
    """The folders as the editor names them. One without folders may still name a root."""
    folders = [_Tree(folder).at("uri").string() for folder in params.at("workspaceFolders").items()]
    uris = folders or [params.at("rootUri").string()]
    paths = [path for uri in uris if uri and (path := path_of(uri)) is not None]
    root_path = params.at("rootPath").string()
    if not paths and not folders and root_path:
        paths = [Path(root_path)]
    return tuple(paths)


def _real_ones(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The real folders, each once."""
    return tuple(dict.fromkeys(real for path in paths if (real := _real(path)) is not None))


def _real(path: Path) -> Path | None:
    try:
        return path.resolve() if path.is_absolute() else None
    except (OSError, ValueError, RuntimeError):  # a null byte, a loop of links
        return None


def _encoding(choices: list[str]) -> Encoding:
    for choice in choices:
        if choice in ("utf-8", "utf-16", "utf-32"):
            return choice
    return "utf-16"


def _rich(options: _Tree) -> RichFeatures | None:
    if not options.is_object():
        return None
    protocol, config = options.at("protocol").value, options.at("config")

    def has(feature: str) -> bool:
        return options.at("features", feature).is_true()

    return RichFeatures(
        protocol=protocol if isinstance(protocol, int) and protocol is not True else 1,
        events=has("events"),
        confirm=has("confirm"),
        save=has("save"),
        problems=has("problems"),
        language=has("language"),
        hunks=has("hunks"),
        llm=has("llm"),
        renamed=has("renamed"),
        partial=has("partial"),
        workflows=has("workflows"),
        workspace_trusted=options.at("workspaceTrusted").value is not False,
        config=config.value if config.is_object() else {},
        setting_names=options.at("settingNames").texts(),
    )
