"""`:help architect` and the plugin name the same things."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.neovim import PLUGIN, Neovim

HELP = (PLUGIN / "doc" / "architect.txt").read_text(encoding="utf-8")
TAGS = set(re.findall(r"\*([^*\s]+)\*", HELP))
NOT_FOR_USERS = {"command", "complete"}
"""Functions of `require('architect')` that plugin/architect.lua calls."""


def section(number: int) -> str:
    """The text of a numbered section."""
    return re.split(r"^={78}$", HELP, flags=re.MULTILINE)[number]


def sources() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(PLUGIN.rglob("*.lua")))


@pytest.fixture
def plugin(editor: Neovim) -> Neovim:
    editor.lua("require('architect').setup({ autostart = false })")
    return editor


def keys_of(plugin: Neovim, code: str) -> set[str]:
    return set(plugin.lua(f"return vim.tbl_keys({code})"))


def mappings(plugin: Neovim, mode: str) -> set[str]:
    code = "return vim.tbl_map(function(each) return each.lhs end, vim.api.nvim_get_keymap(...))"
    return {lhs for lhs in plugin.lua(code, mode) if lhs.startswith("<Plug>(architect-")}


def test_every_subcommand_has_its_tag_and_its_line(plugin: Neovim) -> None:
    names = keys_of(plugin, "require('architect.commands').commands")
    lines = set(re.findall(r"^:(?:\[range\])?Architect ([a-z-]+)", HELP, re.MULTILINE))
    assert lines == names
    assert sorted(name for name in names if f"architect-{name}" not in TAGS) == []


def test_every_mapping_is_named_with_its_modes(plugin: Neovim) -> None:
    told = dict(re.findall(r"^ +(<Plug>\([a-z-]+\)) *(.*)$", section(5), re.MULTILINE))
    assert set(told) == mappings(plugin, "n")
    visual = {name for name, modes in told.items() if "Visual" in modes}
    assert visual == mappings(plugin, "x")


def test_every_subcommand_has_a_mapping(plugin: Neovim) -> None:
    names = keys_of(plugin, "require('architect.commands').commands")
    assert {f"<Plug>(architect-{name})" for name in names} <= mappings(plugin, "n")


def test_every_option_is_named_with_its_default(plugin: Neovim) -> None:
    pattern = re.compile(r"^(\w+) {2,}(\S.*(?:\n {24,}[^A-Z`].*)*)$", re.MULTILINE)
    told: dict[str, str] = dict(pattern.findall(section(6)))
    defaults = "require('architect.config').defaults"
    assert set(told) == keys_of(plugin, defaults) | {"cmd"}  # which is nil
    for name, text in told.items():
        # What is left out of a default is named below it.
        given = re.sub(r", (?:keys = \{ \.\.\. \}|\.\.\.)", "", text)
        shown = f"""
            local function within(part, whole)
              if type(part) ~= 'table' then return part == whole end
              for key, value in pairs(part) do
                if not within(value, whole[key]) then return false end
              end
              return true
            end
            return within({given}, {defaults}.{name})
            """
        assert plugin.lua(shown), f"{name}: {text}"
    for name in ("hunks", "log", "chat", "confirm"):
        for nested in keys_of(plugin, f"{defaults}.{name}"):
            assert re.search(rf"\b{nested}\b", section(6)), f"{name}.{nested}"


def test_every_key_is_named_for_what_it_does(plugin: Neovim) -> None:
    guide = {"chat": section(2), "confirm": section(4)}
    for option, text in guide.items():
        keys: dict[str, Any] = plugin.lua(
            f"return require('architect.config').defaults.{option}.keys"
        )
        told = " ".join(re.findall(r"^    (\S.*?)(?: {2,}|$)", text, re.MULTILINE)).split()
        assert sorted(key for key in keys.values() if key not in told) == []
        named = re.sub(r"\s+", " ", section(6))
        assert [name for name in keys if not re.search(rf"\b{name}\b", named)] == []


def test_every_group_event_and_function_is_named(plugin: Neovim) -> None:
    text = sources()
    groups = set(plugin.lua("return vim.fn.getcompletion('Architect', 'highlight')"))
    told = re.search(r"Highlight groups: ([^.]+)\.", section(6))
    assert told is not None
    assert set(re.findall(r"\w+", told[1])) == groups
    events = set(re.findall(r"pattern = '(Architect\w+)'", text))
    used = set(re.findall(r"'(Architect[A-Z]\w+)'", text)) - events
    assert used <= groups
    assert events == set(re.findall(r"\|User\| `(\w+)`", HELP))
    functions = keys_of(plugin, "require('architect')") - NOT_FOR_USERS
    assert functions == set(re.findall(r"require\(?'architect'\)?\.(\w+)\(", HELP))


def test_every_option_of_a_command_line_is_named(plugin: Neovim) -> None:
    offered: set[str] = set()
    for command in ("run", "chat", "new", "say", "loop"):
        code = "return vim.fn.getcompletion('Architect ' .. ... .. ' ++', 'cmdline')"
        offered |= {re.sub(r"=.*", "", word) for word in plugin.lua(code, command)}
    told = set(re.findall(r"\+\+[a-z-]+", HELP))
    assert offered == told


def test_every_tag_that_is_referred_to_is_there(plugin: Neovim, tmp_path: Path) -> None:
    folder = tmp_path / "doc"
    folder.mkdir()
    (folder / "architect.txt").write_text(HELP)
    plugin.command(f"helptags {folder}")
    plugin.command(f"set runtimepath^={tmp_path}")
    for tag in sorted(set(re.findall(r"\|([^|\s]+)\|", HELP))):
        plugin.command(f"help {tag}")
