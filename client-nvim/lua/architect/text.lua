--- Makes text of models, files and commands safe to display.

local M = {}

local function hex(char)
  return ('\\x%02x'):format(char:byte())
end

--- `text` with control characters and bidirectional marks replaced by visible escapes. Line feeds
--- and tabs stay; CRLF becomes LF.
---@param text any
---@return string
function M.escape_controls(text)
  local shown = tostring(text):gsub('\r\n', '\n')
  shown = shown:gsub('[%z\1-\8\11-\31\127]', hex)
  -- C1 controls.
  shown = shown:gsub('\194([\128-\159])', hex)
  -- Bidirectional marks: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
  shown = shown:gsub('\216\156', '\\u061c')
  shown = shown:gsub('\226\128([\142\143\170-\174])', function(last)
    return ('\\u20%02x'):format(last:byte() - 128)
  end)
  shown = shown:gsub('\226\129([\166-\169])', function(last)
    return ('\\u20%02x'):format(last:byte() - 64)
  end)
  return shown
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
  local line = vim.trim(M.escape_controls(text)):gsub('%s*\n%s*', ' / '):gsub('\t', ' ')
  if width and vim.fn.strchars(line) > width then
    line = vim.fn.strcharpart(line, 0, math.max(width - 1, 0)) .. '…'
  end
  return line
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
  return number == 1 and ('1 ' .. noun) or ('%d %ss'):format(number, noun)
end

return M
