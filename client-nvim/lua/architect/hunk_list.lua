--- Pending hunks in a quickfix list, which is kept up to date.

local text = require('architect.text')

local M = {}

--- Id of the list.
local list_id ---@type integer?

---@param hunk table
---@return string
local function hunk_line(hunk)
  local before, after = text.one_line(hunk.before, 60), text.one_line(hunk.after, 60)
  local kind = hunk.kind == 'proposed' and 'proposed: ' or hunk.byCommand and 'by a command: ' or ''
  if hunk.change ~= 'modified' then
    return ('%sfile %s'):format(kind, text.identifier(hunk.change))
  end
  if after == '' then
    return ('%sremoved: %s'):format(kind, before)
  end
  return before == '' and kind .. after or ('%s%s (was: %s)'):format(kind, after, before)
end

---@param hunk table
---@return table
local function hunk_item(hunk)
  local start = hunk.range.start
  local item = { lnum = start.line + 1, col = start.character + 1, text = hunk_line(hunk) }
  item.filename, item.type = vim.uri_to_fname(hunk.uri), 'I'
  return item
end

---@param conflict table
---@return table
local function conflict_item(conflict)
  local first = type(conflict.lines) == 'table' and conflict.lines[1] or { 1 }
  return {
    filename = vim.uri_to_fname(conflict.uri),
    lnum = first[1],
    text = text.one_line(conflict.reason),
    type = 'W',
  }
end

---@param hunks table[]
---@param conflicts table[]
---@return table[]
local function items_of(hunks, conflicts)
  return vim.list_extend(vim.tbl_map(hunk_item, hunks), vim.tbl_map(conflict_item, conflicts))
end

--- Open a new list.
---@param hunks table[]
---@param conflicts table[]
function M.show(hunks, conflicts)
  local items = items_of(hunks, conflicts)
  vim.fn.setqflist({}, ' ', { title = 'architect hunks', items = items })
  list_id = vim.fn.getqflist({ id = 0 }).id
  vim.cmd('botright copen')
end

--- Whether there is a list.
---@return boolean
function M.is_there()
  if list_id and vim.fn.getqflist({ id = list_id }).id == 0 then
    list_id = nil
  end
  return list_id ~= nil
end

--- Show other hunks in the list, if there is one.
---@param hunks table[]
---@param conflicts table[]
function M.update(hunks, conflicts)
  if not M.is_there() then
    return
  end
  local items = items_of(hunks, conflicts)
  local shown = vim.fn.getqflist({ id = list_id, idx = 0 })
  local index = math.max(math.min(shown.idx, #items), 1)
  vim.fn.setqflist({}, 'r', { id = list_id, items = items, idx = #items > 0 and index or nil })
end

return M
