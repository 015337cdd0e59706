--- Highlight groups: links to those of the colour scheme, as far as they can be read on its background.

local M = {}

local api = vim.api

--- Which groups each is a link to: the first of them that can be read. The last one always can.
local LINKS = {
  ArchitectTitle = { 'Title', 'Statement', 'Normal' },
  ArchitectDim = { 'Comment', 'Normal' },
  ArchitectFocus = { 'DiagnosticInfo', 'Directory', 'Identifier', 'Title', 'Normal' },
  ArchitectAdded = { 'Added', 'DiagnosticOk', 'Normal' },
  ArchitectRemoved = { 'Removed', 'DiagnosticError', 'Normal' },
  ArchitectGood = { 'DiagnosticOk', 'Added', 'Normal' },
  ArchitectBad = { 'DiagnosticError', 'Removed', 'ErrorMsg', 'Normal' },
  ArchitectWarning = { 'DiagnosticWarn', 'WarningMsg', 'Title', 'Normal' },
  ArchitectHead = { 'CursorLine' },
  ArchitectTask = { 'Identifier', 'Normal' },
}

--- Of text to its background: WCAG 2.2, success criterion 1.4.3.
local LEAST_CONTRAST = 4.5

--- The first 16 colours of xterm, which most terminals are close to.
local ANSI = {
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
  0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
}

--- A colour of a terminal with 256 of them, as xterm has them: 16, a cube of 6 × 6 × 6, and shades of grey.
---@param number integer
---@return integer
local function of_terminal(number)
  if number < 16 then
    return ANSI[number + 1]
  elseif number >= 232 then
    return (8 + 10 * (number - 232)) * 0x010101
  end
  local colour, left = 0, number - 16
  for shift = 0, 2 do
    local level = left % 6
    colour = colour + bit.lshift(level == 0 and 0 or 55 + 40 * level, 8 * shift)
    left = math.floor(left / 6)
  end
  return colour
end

---@param name string
---@return integer? foreground
---@return integer? background
local function shown(name)
  local group = api.nvim_get_hl(0, { name = name, link = false })
  local is_reversed = group.reverse
  local fg, bg = group.fg, group.bg
  if not vim.o.termguicolors then
    is_reversed = group.cterm and group.cterm.reverse
    fg = group.ctermfg and of_terminal(group.ctermfg)
    bg = group.ctermbg and of_terminal(group.ctermbg)
  end
  if is_reversed then
    return bg, fg
  end
  return fg, bg
end

---@param colour integer
---@return number
local function luminance(colour)
  local sum = 0
  for shift, weight in pairs({ [16] = 0.2126, [8] = 0.7152, [0] = 0.0722 }) do
    local part = bit.band(bit.rshift(colour, shift), 255) / 255
    sum = sum + weight * (part <= 0.04045 and part / 12.92 or ((part + 0.055) / 1.055) ^ 2.4)
  end
  return sum
end

---@param name string of a group
---@return boolean
local function can_be_read(name)
  local plain, ground = shown('Normal')
  local is_dark = vim.o.background == 'dark'
  local fg, bg = shown(name)
  fg = fg or plain or (is_dark and 0xffffff or 0)
  bg = bg or ground or (is_dark and 0 or 0xffffff)
  local one, other = luminance(fg), luminance(bg)
  return (math.max(one, other) + 0.05) / (math.min(one, other) + 0.05) >= LEAST_CONTRAST
end

local chosen = {} ---@type table<string, string>

--- Link the groups that the user or the colour scheme has not defined.
local function link()
  for name, candidates in pairs(LINKS) do
    local now = api.nvim_get_hl(0, { name = name })
    if next(now) == nil or (now.link and now.link == chosen[name]) then
      chosen[name] = vim.iter(candidates):find(can_be_read) or candidates[#candidates]
      api.nvim_set_hl(0, name, { link = chosen[name] })
    end
  end
end

--- Link the groups now and whenever the colours change.
---@param group integer of autocommands
function M.follow(group)
  link()
  api.nvim_create_autocmd('ColorScheme', { group = group, callback = link })
  api.nvim_create_autocmd('OptionSet', { group = group, pattern = { 'background', 'termguicolors' }, callback = link })
end

return M
