"""Languages by the names that LSP has for them, with the endings of their files.

https://code.visualstudio.com/docs/languages/identifiers#_known-language-identifiers
"""

from collections.abc import Mapping
from pathlib import PurePath

_ENDINGS: Mapping[str, str] = {
    "c": ".c .h",
    "clojure": ".clj .cljs .cljc",
    "cpp": ".cc .cpp .cxx .hh .hpp .hxx",
    "csharp": ".cs",
    "css": ".css",
    "dart": ".dart",
    "elixir": ".ex .exs",
    "erlang": ".erl .hrl",
    "fsharp": ".fs .fsi .fsx",
    "go": ".go",
    "haskell": ".hs",
    "html": ".html .htm",
    "java": ".java",
    "javascript": ".js .mjs .cjs",
    "javascriptreact": ".jsx",
    "json": ".json",
    "julia": ".jl",
    "kotlin": ".kt .kts",
    "less": ".less",
    "lua": ".lua",
    "markdown": ".md",
    "ocaml": ".ml .mli",
    "perl": ".pl .pm",
    "php": ".php",
    "powershell": ".ps1 .psm1",
    "python": ".py .pyi",
    "r": ".r .R",
    "ruby": ".rb .rake",
    "rust": ".rs",
    "scala": ".scala .sbt",
    "scss": ".scss",
    "shellscript": ".sh .bash .zsh",
    "sql": ".sql",
    "svelte": ".svelte",
    "swift": ".swift",
    "terraform": ".tf",
    "toml": ".toml",
    "typescript": ".ts .mts .cts",
    "typescriptreact": ".tsx",
    "vue": ".vue",
    "yaml": ".yaml .yml",
    "zig": ".zig",
}
_BY_ENDING = {ending: name for name, endings in _ENDINGS.items() for ending in endings.split()}
_REACT = {"typescriptreact": "typescript", "javascriptreact": "javascript"}
"""Who has a server for the one has it for the other too."""

LANGUAGE_IDS = tuple(_ENDINGS)


def language_id(path: str) -> str | None:
    """The language of a file by its name; None if that says nothing."""
    return _BY_ENDING.get(PurePath(path).suffix)


def configured_as(language: str) -> tuple[str, ...]:
    """The names under which a server for the language may be configured, the best first."""
    return (language, _REACT[language]) if language in _REACT else (language,)
