--- LSP text edits in a buffer: checked first, then applied as one undo step.
---
--- To LSP, a document that ends in a line break has an empty last line; the buffer does not have
--- that line.

local positions = require('architect.positions')

local M = {}

local api = vim.api

---@class architect.Replacement
---@field first { [1]: integer, [2]: integer } row and byte, from 0
---@field last { [1]: integer, [2]: integer }
---@field lines string[]

---@param bufnr integer
---@return boolean
local function ends_in_break(bufnr)
  local options = vim.bo[bufnr]
  return options.eol or (options.fixeol and not options.binary)
end

--- Line breaks by 'fileformat'; any other carriage return is an ordinary character.
local BREAKS = { dos = '\r\n', mac = '\r' }

---@param bufnr integer
---@param new_text string
---@return string[]
local function split(bufnr, new_text)
  local line_break = BREAKS[vim.bo[bufnr].fileformat]
  if line_break then
    new_text = new_text:gsub(line_break, '\n')
  end
  return vim.split(new_text, '\n', { plain = true })
end

---@param a { [1]: integer, [2]: integer }
---@param b { [1]: integer, [2]: integer }
---@return boolean
local function before(a, b)
  return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2])
end

---@param bufnr integer
---@param position { line: integer, character: integer }
---@param encoding string
---@return { [1]: integer, [2]: integer }
local function place(bufnr, position, encoding)
  local count = api.nvim_buf_line_count(bufnr)
  if position.line >= count then
    return { count, 0 }
  end
  local line = api.nvim_buf_get_lines(bufnr, position.line, position.line + 1, false)[1]
  return { position.line, positions.byte_of(line, position.character, encoding) }
end

---@param edit any
---@return boolean
local function is_edit(edit)
  local range = type(edit) == 'table' and type(edit.newText) == 'string' and edit.range
  if type(range) ~= 'table' then
    return false
  end
  for _, position in ipairs({ range.start or false, range['end'] or false }) do
    local line = type(position) == 'table' and position.line
    if type(line) ~= 'number' or type(position.character) ~= 'number' then
      return false
    end
  end
  return true
end

--- The edits as replacements, from the end of the buffer to its start; nil and the reason if they
--- are invalid.
---@param bufnr integer
---@param edits table[]
---@param encoding string
---@return architect.Replacement[]?
---@return string?
function M.check(bufnr, edits, encoding)
  local found = {} ---@type architect.Replacement[]
  for index, edit in ipairs(edits) do
    if not is_edit(edit) then
      return nil, 'an edit has no range or no text'
    end
    local first = place(bufnr, edit.range.start, encoding)
    local last = place(bufnr, edit.range['end'], encoding)
    if before(last, first) then
      return nil, 'a range ends before it starts'
    end
    found[index] = { first = first, last = last, lines = split(bufnr, edit.newText), index = index }
  end
  table.sort(found, function(a, b)
    if before(b.first, a.first) or before(a.first, b.first) then
      return before(b.first, a.first)
    end
    return a.index > b.index
  end)
  for index = 2, #found do
    if before(found[index - 1].first, found[index].last) then
      return nil, 'two ranges overlap'
    end
  end
  return found
end

--- Replace up to the end of the text, including its last line break.
---@param bufnr integer
---@param replacement architect.Replacement
local function replace_to_end(bufnr, replacement)
  local count = api.nvim_buf_line_count(bufnr)
  local row, byte = unpack(replacement.first)
  local lines = vim.list_slice(replacement.lines)
  if row < count then
    local line = api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1]
    lines[1] = line:sub(1, byte) .. lines[1]
  end
  -- 'endofline' stands for the last line break.
  if lines[#lines] == '' and ends_in_break(bufnr) then
    lines[#lines] = nil
  end
  api.nvim_buf_set_lines(bufnr, row, count, false, lines)
end

---@param bufnr integer
---@param replacement architect.Replacement
local function replace(bufnr, replacement)
  local first, last = replacement.first, replacement.last
  if last[1] >= api.nvim_buf_line_count(bufnr) then
    return replace_to_end(bufnr, replacement)
  end
  api.nvim_buf_set_text(bufnr, first[1], first[2], last[1], last[2], replacement.lines)
end

--- Close the current undo block of a buffer.
---@param bufnr integer
local function break_undo(bufnr)
  -- Setting the option does that, even to its current value.
  vim.bo[bufnr].undolevels = vim.bo[bufnr].undolevels
end

--- Marks a to z, which are lost when their lines are replaced.
---@param bufnr integer
---@return table<string, { [1]: integer, [2]: integer }>
local function marks(bufnr)
  local found = {}
  for _, entry in ipairs(vim.fn.getmarklist(bufnr)) do
    local name = entry.mark:match("^'(%l)$")
    if name then
      found[name] = { entry.pos[2], entry.pos[3] - 1 }
    end
  end
  return found
end

---@param bufnr integer
---@param before_edit table<string, { [1]: integer, [2]: integer }>
local function restore_marks(bufnr, before_edit)
  local left = marks(bufnr)
  local count = api.nvim_buf_line_count(bufnr)
  for name, position in pairs(before_edit) do
    if not left[name] then
      pcall(api.nvim_buf_set_mark, bufnr, name, math.min(position[1], count), 0, {})
    end
  end
end

--- Apply replacements returned by `check` as one undo step.
---@param bufnr integer
---@param replacements architect.Replacement[]
function M.apply(bufnr, replacements)
  local kept = marks(bufnr)
  break_undo(bufnr)
  for _, replacement in ipairs(replacements) do
    replace(bufnr, replacement)
  end
  break_undo(bufnr)
  restore_marks(bufnr, kept)
  local typing = api.nvim_get_mode().mode:find('^[iR]') ~= nil
  if typing and api.nvim_get_current_buf() == bufnr then
    -- Further typing starts a new undo step.
    api.nvim_feedkeys(vim.keycode('<C-g>u'), 'in', false)
  end
end

return M
