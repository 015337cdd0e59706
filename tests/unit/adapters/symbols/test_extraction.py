"""What is read as a definition, language by language."""

import pytest

from architect.adapters.symbols.extraction import symbols_of
from architect.adapters.symbols.languages import GRAMMARS, grammar_of

Expected = list[tuple[int, str, str]]

SOURCES: dict[str, tuple[str, Expected, set[str]]] = {
    "a.py": (
        "LIMIT = 3\nclass Shop(Base):\n    def sell(self, item):\n        return pack(item)\n",
        [(1, "constant", "LIMIT"), (2, "class", "Shop"), (3, "function", "sell")],
        {"Base", "pack"},
    ),
    "a.js": (
        "class Shop extends Base {\n  sell() { return pack(1); }\n}\n"
        "const open = () => 1;\nmodule.exports.close = function () {};\n",
        [(1, "class", "Shop"), (2, "method", "sell"), (4, "function", "open"),
         (5, "function", "close")],
        {"Base", "pack"},
    ),
    "a.ts": (
        "interface Item { price(): number }\nexport type Id = string;\nenum Kind { A }\n"
        "abstract class Shop extends Base {\n  sell(item: Item) { return pack(item); }\n}\n",
        [(1, "interface", "Item"), (1, "method", "price"), (2, "type", "Id"), (3, "enum", "Kind"),
         (4, "class", "Shop"), (5, "method", "sell")],
        {"Base", "pack", "Item"},
    ),
    "a.tsx": (
        "export function Shop() {\n  return <Shelf />;\n}\n",
        [(1, "function", "Shop")],
        {"Shelf"},
    ),
    "a.go": (
        "package a\nconst Limit = 3\ntype Shop struct{}\nfunc (s Shop) Sell() { pack() }\n"
        "func Open() Shop { return Shop{} }\n",
        [(2, "constant", "Limit"), (3, "type", "Shop"), (4, "method", "Sell"),
         (5, "function", "Open")],
        {"pack", "Shop"},
    ),
    "a.rs": (
        "pub struct Shop;\ntrait Sells {}\nimpl Sells for Shop {}\n"
        "pub fn open() -> Shop { pack() }\nmacro_rules! sale { () => {} }\n",
        [(1, "struct", "Shop"), (2, "trait", "Sells"), (4, "function", "open"),
         (5, "macro", "sale")],
        {"pack", "Shop"},
    ),
    "A.java": (
        "class Shop extends Base {\n  void sell() { pack(new Item()); }\n}\ninterface Sells {}\n",
        [(1, "class", "Shop"), (2, "method", "sell"), (4, "interface", "Sells")],
        {"Base", "pack", "Item"},
    ),
    "a.c": (
        "#define LIMIT 3\nstruct shop { int x; };\nstatic int sell(int x) { return pack(x); }\n",
        [(1, "macro", "LIMIT"), (2, "struct", "shop"), (3, "function", "sell")],
        {"pack"},
    ),
    "a.cc": (
        "class Shop { int sell(int x); };\nint Shop::sell(int x) { return pack(x); }\n",
        [(1, "class", "Shop"), (1, "method", "sell"), (2, "method", "sell")],
        {"pack"},
    ),
    "a.rb": (
        "class Shop < Base\n  def sell(item)\n    Box.pack(item)\n  end\nend\n",
        [(1, "class", "Shop"), (2, "method", "sell")],
        {"Base", "pack", "Box"},
    ),
    "a.php": (
        "<?php\nclass Shop extends Base {\n  function sell($x) { return pack($x); }\n}\n",
        [(2, "class", "Shop"), (3, "method", "sell")],
        {"Base", "pack"},
    ),
    "a.cs": (
        "class Shop : Base {\n  int Price { get; }\n  void Sell() { Pack(); }\n}\n",
        [(1, "class", "Shop"), (2, "property", "Price"), (3, "method", "Sell")],
        {"Base", "Pack"},
    ),
}  # fmt: skip


def test_there_is_a_source_for_every_grammar() -> None:
    assert {grammar_of(name) for name in SOURCES} == set(GRAMMARS.values())


@pytest.mark.parametrize("name", SOURCES)
def test_definitions_and_uses_are_found(name: str) -> None:
    source, definitions, used = SOURCES[name]
    grammar = grammar_of(name)
    assert grammar is not None
    pytest.importorskip(grammar.module, reason="the extra symbols is not installed")
    found = symbols_of(source.encode(), grammar)
    assert [(one.line, one.kind, one.name) for one in found.definitions] == definitions
    assert used <= set(found.references or {})


def test_a_signature_is_one_line_without_body_long_texts_and_controls() -> None:
    pytest.importorskip("tree_sitter_python", reason="the extra symbols is not installed")
    source = 'def sell(\n    item,\n    key="sk-0123456789abcdef",  # \x1b[2J\n):\n    pass\n'
    [symbol] = symbols_of(source.encode(), grammar_of("a.py")).definitions
    assert symbol.signature == "def sell(item, key='…',  # \\x1b[2J )"


def test_a_language_without_a_grammar_has_words_alone() -> None:
    found = symbols_of(b"retryPolicy decides\n", grammar_of("a.nix"))
    assert found.definitions == ()
    assert set(found.words or {}) == {"retr", "polic", "decid"}


@pytest.mark.parametrize(
    "source",
    [b"(" * 2_000, b"[" * 2_000 + b"]" * 2_000, b"a." * 500, b"\xff" * 10_000, b"\0" * 9],
    ids=["parentheses", "brackets", "dots", "no text", "nul"],
)
def test_odd_sources_end(source: bytes) -> None:
    for name in ("a.py", "a.js", "a.cc", "a.rb"):
        symbols_of(source, grammar_of(name))
