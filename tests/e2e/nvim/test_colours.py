"""The colours of the plugin are links to those of the colour scheme, on light and on dark."""

from typing import Any

from tests.support.neovim import PLUGIN, Neovim

LEAST_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3."""
SCHEMES = (
    *(("default", "light"), ("default", "dark"), ("habamax", "dark"), ("quiet", "dark")),
    *(("quiet", "light"), ("blue", "dark"), ("shine", "light"), ("vim", "dark"), ("vim", "light")),
)
"""Some that come with Neovim: of many the diagnostics cannot be read."""
_COLOURS = """
vim.o.termguicolors = true
local scheme, background = ...
vim.o.background = background
vim.cmd.colorscheme(scheme)
local found = {}
local names = vim.fn.getcompletion('Architect', 'highlight')
for _, name in ipairs(vim.list_extend(names, { 'Normal' })) do
  local own = vim.api.nvim_get_hl(0, { name = name })
  local shown = vim.api.nvim_get_hl(0, { name = name, link = false })
  found[name] = { link = own.link, fg = shown.fg, bg = shown.bg }
end
return found
"""


def _luminance(colour: int) -> float:
    parts = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: int, other: int) -> float:
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_group_is_a_link_and_can_be_read_on_light_and_on_dark(editor: Neovim) -> None:
    editor.lua("require('architect').setup({ autostart = false })")
    for scheme, background in SCHEMES:
        groups: dict[str, dict[str, Any]] = editor.lua(_COLOURS, scheme, background)
        unset = (0xFFFFFF, 0) if background == "dark" else (0, 0xFFFFFF)
        normal = dict(zip(("fg", "bg"), unset, strict=True)) | dict(groups.pop("Normal"))
        assert [name for name, group in groups.items() if not group.get("link")] == []
        weak = {
            name: round(contrast, 1)
            for name, group in groups.items()
            if (contrast := _contrast(group.get("fg", normal["fg"]), group.get("bg", normal["bg"])))
            < LEAST_CONTRAST
        }
        assert weak == {}, (scheme, background)


def test_no_module_has_a_colour_of_its_own() -> None:
    sources = {path.name: path.read_text() for path in PLUGIN.rglob("*.lua")}
    measuring = sources.pop("colours.lua")
    assert measuring.count("nvim_set_hl") == measuring.count("0, name, { link = chosen[name] })")
    fixed = ("guifg", "guibg", "ctermfg", "ctermbg", "fg =", "bg =", "nvim_set_hl")
    assert [name for name, text in sources.items() if any(each in text for each in fixed)] == []


def test_with_16_colours_too_and_what_the_user_has_chosen_stays(editor: Neovim) -> None:
    editor.lua("require('architect').setup({ autostart = false })")
    chosen = """
    vim.o.termguicolors, vim.o.background = false, ...
    vim.cmd.colorscheme('default')
    local function link(name) return vim.api.nvim_get_hl(0, { name = name }).link end
    return { link('ArchitectFocus'), link('ArchitectBad') }
    """
    assert editor.lua(chosen, "dark") == ["DiagnosticInfo", "DiagnosticError"]
    assert editor.lua(chosen, "light") == ["Identifier", "DiagnosticError"]
    editor.command("highlight link ArchitectGood Error")
    editor.command("set termguicolors")
    assert editor.lua("return vim.api.nvim_get_hl(0, { name = 'ArchitectGood' }).link") == "Error"
