--- Conversion between LSP positions and byte offsets in lines.

local M = {}

local NAMED = vim.fn.has('nvim-0.11') == 1

--- The byte offset of `character` in `line`, clamped to its end.
---@param line string
---@param character integer
---@param encoding 'utf-8'|'utf-16'|'utf-32'
---@return integer
function M.byte_of(line, character, encoding)
  if character <= 0 then
    return 0
  end
  if encoding == 'utf-8' then
    if character >= #line then
      return #line
    end
    -- Never in the middle of a character.
    return character + vim.str_utf_start(line, character + 1)
  end
  local ok, byte
  if NAMED then
    ok, byte = pcall(vim.str_byteindex, line, encoding, character, false)
  else
    ok, byte = pcall(vim.str_byteindex, line, character, encoding == 'utf-16')
  end
  return ok and math.min(byte, #line) or #line
end

--- The LSP character offset of byte `byte` in `line`, in units of the encoding.
---@param line string
---@param byte integer
---@param encoding 'utf-8'|'utf-16'|'utf-32'
---@return integer
function M.character_of(line, byte, encoding)
  byte = math.min(byte, #line)
  if encoding == 'utf-8' then
    return byte
  end
  if NAMED then
    return vim.str_utfindex(line, encoding, byte, false)
  end
  local chars, units = vim.str_utfindex(line, byte)
  return encoding == 'utf-16' and units or chars
end

--- The LSP range of whole lines of a buffer; `first` and `last` are 1-based and inclusive.
---@param bufnr integer
---@param first integer
---@param last integer
---@param encoding 'utf-8'|'utf-16'|'utf-32'
---@return table
function M.lines_range(bufnr, first, last, encoding)
  local count = vim.api.nvim_buf_line_count(bufnr)
  last = math.min(last, count)
  local line = vim.api.nvim_buf_get_lines(bufnr, last - 1, last, false)[1] or ''
  return {
    start = { line = math.max(first, 1) - 1, character = 0 },
    ['end'] = { line = last - 1, character = M.character_of(line, #line, encoding) },
  }
end

return M
