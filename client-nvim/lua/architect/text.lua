--- Makes text of models, files and commands safe to display.

local M = {}

local function hex(char)
  return ('\\x%02x'):format(char:byte())
end

--- Single characters that are not seen: soft hyphen, joiners of nothing, letters that are blank,
--- marks of annotations.
local INVISIBLE = {
  ['\194\173'] = '\\xad',
  ['\205\143'] = '\\u034f',
  ['\225\133\159'] = '\\u115f',
  ['\225\133\160'] = '\\u1160',
  ['\225\160\142'] = '\\u180e',
  ['\227\133\164'] = '\\u3164',
  ['\239\187\191'] = '\\ufeff',
  ['\239\190\160'] = '\\uffa0',
  ['\239\191\185'] = '\\ufff9',
  ['\239\191\186'] = '\\ufffa',
  ['\239\191\187'] = '\\ufffb',
}

--- `text` with everything that could steer a terminal, reorder a line or hide in it replaced by
--- visible escapes, as `server/architect/domain/escape_controls.py` does. Line feeds and tabs stay;
--- CRLF becomes LF.
---@param text any
---@return string
function M.escape_controls(text)
  local shown = tostring(text):gsub('\r\n', '\n')
  shown = shown:gsub('[%z\1-\8\11-\31\127]', hex)
  -- C1 controls.
  shown = shown:gsub('\194([\128-\159])', hex)
  -- Bidirectional marks: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+206F.
  shown = shown:gsub('\216\156', '\\u061c')
  -- With them ends of lines (U+2028, U+2029) and what has no width: U+200B, U+2060 to U+2064.
  shown = shown:gsub('\226\128([\139\142\143\168-\174])', function(last)
    return ('\\u20%02x'):format(last:byte() - 128)
  end)
  shown = shown:gsub('\226\129([\160-\164\166-\175])', function(last)
    return ('\\u20%02x'):format(last:byte() - 64)
  end)
  for char, escape in pairs(INVISIBLE) do
    shown = shown:gsub(char, escape)
  end
  -- Lone surrogates, then tags (U+E0000) and the variation selectors that carry bytes (U+E0100).
  shown = shown:gsub('\237([\160-\191])([\128-\191])', function(middle, last)
    return ('\\u%04x'):format(0xd000 + (middle:byte() - 128) * 64 + last:byte() - 128)
  end)
  return (shown:gsub('\243\160([\128\129\132-\135])([\128-\191])', function(middle, last)
    local code = 0xe0000 + (middle:byte() - 128) * 64 + last:byte() - 128
    return code <= 0xe01ef and ('\\U%08x'):format(code) or nil
  end))
end

--- `text` without the white space at its end, in one pass: a pattern that ends in `%s+$` begins
--- anew at each character of each gap.
---@param text any
---@return string
function M.trim_end(text)
  return tostring(text):match('^.*%S') or ''
end

--- The last line of `text` that is not empty, in one pass; nil if there is none.
---@param text any
---@return string?
function M.last_line(text)
  local said = M.trim_end(text)
  local from_end = said:reverse():find('[\r\n]')
  said = from_end and said:sub(#said - from_end + 2) or said
  return said ~= '' and said or nil
end

--- The lines of `text`, escaped.
---@param text any
---@return string[]
function M.lines(text)
  return vim.split(M.escape_controls(text), '\n', { plain = true })
end

--- `text` on one line, escaped, truncated to `width` characters.
---@param text any
---@param width? integer
---@return string
function M.one_line(text, width)
  local parts = vim.tbl_map(vim.trim, M.lines(text))
  local line = table.concat(
    vim.tbl_filter(function(part)
      return part ~= ''
    end, parts),
    ' / '
  ):gsub('\t', ' ')
  if width and vim.fn.strchars(line) > width then
    line = vim.fn.strcharpart(line, 0, math.max(width - 1, 0)) .. '…'
  end
  return line
end

--- Columns of the narrowest window of a chat.
local NARROW = 40

--- Whether a command begins with a word that people are told to type: of Neovim, or of a shell in backticks.
---@param word string
---@return boolean
local function begins_command(word)
  return word:find('^%(?:Architect$') ~= nil or word:find('^%(?:checkhealth$') ~= nil or word:find('^%(?`%l') ~= nil
end

--- `line` as it stands in a window that breaks lines: a command that does not fit on begins a line, so that it
--- is read and copied as one.
---@param line string without line feeds
---@param width? integer of the window; the narrowest that a chat has
---@return string[]
function M.with_whole_commands(line, width)
  local margin = line:match('^ *')
  local lines, begun = { margin }, false
  local function add(piece)
    local longer = lines[#lines] .. (begun and ' ' or '') .. piece
    if begun and vim.fn.strdisplaywidth(longer) > (width or NARROW) then
      lines[#lines + 1] = margin .. piece
    else
      lines[#lines], begun = longer, true
    end
  end
  local piece = nil ---@type string?
  for _, word in ipairs(vim.split(line:sub(#margin + 1), ' ', { plain = true })) do
    if piece and begins_command(word) then
      add(piece)
      piece = word
    else
      piece = piece and piece .. ' ' .. word or word
    end
  end
  add(piece or '')
  return lines
end

--- An identifier (a state, a tool name) stripped of all other characters, at most 40 long.
---@param name any
---@return string
function M.identifier(name)
  return (tostring(name or ''):gsub('[^%w_.-]', ''):sub(1, 40))
end

--- `3 files`, `1 file`.
---@param number integer
---@param noun string
---@return string
function M.count(number, noun)
  local template = number == 1 and '%d ' .. noun or '%d ' .. noun .. 's'
  return require('architect.l10n').t(template):format(number)
end

return M
