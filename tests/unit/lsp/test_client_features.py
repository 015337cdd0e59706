"""What real editors announce, and what nobody should."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.lsp_client import EGLOT, HELIX, NEOVIM, OLD_EGLOT, VSCODE, initialize_params

from architect.lsp.protocol.client_features import ClientFeatures, RichFeatures, client_features
from architect.lsp.transport.capabilities import initialize_result
from architect.lsp.transport.server_interface import Registration


def features_of(like: str, root: Path) -> ClientFeatures:
    return client_features(initialize_params(like, root))


@pytest.mark.parametrize(
    ("like", "encoding", "without"),
    [
        (NEOVIM, "utf-8", {"text_document_content", "dynamic_configuration", "lens_refresh"}),
        (VSCODE, "utf-16", set[str]()),
        (HELIX, "utf-8", {"show_message_request", "show_document", "text_document_content",
                          "dynamic_configuration", "lens_refresh"}),
        (EGLOT, "utf-32", {"text_document_content", "dynamic_configuration", "lens_refresh"}),
        (OLD_EGLOT, "utf-16", {"show_document", "work_done_progress", "text_document_content",
                               "dynamic_configuration", "lens_refresh"}),
    ],
)  # fmt: skip
def test_what_each_editor_has(tmp_path: Path, like: str, encoding: str, without: set[str]) -> None:
    features = features_of(like, tmp_path)
    names = [field.name for field in fields(ClientFeatures)]
    missing = {name for name in names if getattr(features, name) is False}
    assert missing == without
    assert features.encoding == encoding
    assert features.roots == (tmp_path.resolve(),)
    assert features.rich is None
    assert features.process_id


def test_folders_are_real_and_named_once(tmp_path: Path) -> None:
    real, link = tmp_path / "real ü", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    folders = [{"uri": uri} for uri in (real.as_uri(), link.as_uri(), "untitled:x", "x\0y", "")]
    assert client_features({"workspaceFolders": folders}).roots == (real.resolve(),)
    assert client_features({"rootUri": link.as_uri()}).roots == (real.resolve(),)
    assert client_features({"rootPath": str(link)}).roots == (real.resolve(),)
    assert client_features({"rootPath": "relative", "rootUri": None}).roots == ()
    assert client_features({"rootUri": "vscode-remote://host/x", "rootPath": None}).roots == ()


@pytest.mark.parametrize(
    ("announced", "chosen"),
    [
        (["utf-32", "utf-8"], "utf-32"),
        (["utf-7", "utf-8"], "utf-8"),
        (["utf-7"], "utf-16"),
        ([5, None, "utf-8"], "utf-8"),
        ("utf-8", "utf-16"),
        (None, "utf-16"),
    ],
)
def test_the_first_encoding_that_is_known_is_taken(announced: Any, chosen: str) -> None:
    params = {"capabilities": {"general": {"positionEncodings": announced}}}
    assert client_features(params).encoding == chosen


def test_our_own_plugins_say_more() -> None:
    architect = {
        "protocol": 1,
        "features": {"events": True, "confirm": "yes", "unknown": True},
        "optOut": ["codeLens", 5],
        "config": {"llm": {"model": "m"}},
        "settingNames": {"llm.model": "editor.model", "llm.api_base": 5},
        "unknown": {},
    }
    features = client_features({"initializationOptions": {"architect": architect}})
    assert features.rich == RichFeatures(
        protocol=1,
        events=True,
        confirm=False,
        save=False,
        problems=False,
        language=False,
        hunks=False,
        llm=False,
        renamed=False,
        partial=False,
        workflows=False,
        workspace_trusted=True,
        config={"llm": {"model": "m"}},
        setting_names={"llm.model": "editor.model"},
    )
    assert client_features({"initializationOptions": {"architect": []}}).rich is None


KEYS = (
    "capabilities", "workspace", "general", "window", "clientInfo", "workspaceFolders", "uri",
    "initializationOptions", "architect", "features", "positionEncodings", "processId", "rootUri",
    "rootPath", "workspaceEdit", "resourceOperations", "name", "showMessage", "optOut", "config",
    "settingNames",
)  # fmt: skip
odd_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("file:///\0"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
)


@given(params=odd_values)
def test_whatever_is_announced_there_is_an_answer(params: Any) -> None:
    features = client_features(params)
    json.dumps(initialize_result(features, Registration(commands=("a",))))


def test_code_action_kinds_are_named_only_to_editors_that_know_them(tmp_path: Path) -> None:
    def provider(features: ClientFeatures) -> Any:
        result = initialize_result(features, Registration(commands=()))
        return result["capabilities"]["codeActionProvider"]

    assert provider(client_features({})) is True
    kinds = provider(features_of(VSCODE, tmp_path))["codeActionKinds"]
    assert kinds == [
        "quickfix",
        "refactor.rewrite.architect",
        "source.architect.review",
        "architect",
    ]
