--- Pending hunks in a quickfix list, which is kept up to date.

local t = require('architect.l10n').t
local text = require('architect.text')

local M = {}

--- Id of the list.
local list_id ---@type integer?
--- The window that was opened for it.
local window ---@type integer?

---@param hunk table
---@return string
local function hunk_line(hunk)
  local before, after = text.one_line(hunk.before, 60), text.one_line(hunk.after, 60)
  local kind = hunk.kind == 'proposed' and t('proposed: %s') or hunk.byCommand and t('by a command: %s') or '%s'
  if hunk.change ~= 'modified' then
    return kind:format(t('file %s'):format(text.identifier(hunk.change)))
  end
  if after == '' then
    return kind:format(t('removed: %s'):format(before))
  end
  return kind:format(before == '' and after or t('%s (was: %s)'):format(after, before))
end

---@param hunk table
---@return table
local function hunk_item(hunk)
  local start = hunk.range.start
  local item = { lnum = start.line + 1, col = start.character + 1, text = hunk_line(hunk) }
  item.filename, item.type = vim.uri_to_fname(hunk.uri), 'I'
  item.user_data = { architect = hunk.hunkId }
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
  vim.fn.setqflist({}, ' ', { title = t('architect hunks'), items = items })
  list_id = vim.fn.getqflist({ id = 0 }).id
  local before = vim.fn.getqflist({ winid = 0 }).winid
  vim.cmd('botright copen')
  if before == 0 then
    window = vim.fn.getqflist({ winid = 0 }).winid
  end
end

--- Close the window of an empty list, unless the user has opened it or shows another list there.
local function close_window()
  local shown = vim.fn.getqflist({ id = 0, winid = 0 })
  if window and shown.winid == window and shown.id == list_id then
    pcall(vim.api.nvim_win_close, window, false)
    window = nil
  end
end

--- Whether there is a list.
---@return boolean
function M.is_there()
  if list_id and vim.fn.getqflist({ id = list_id }).id == 0 then
    list_id = nil
  end
  return list_id ~= nil
end

--- Ids of the hunks on lines of the list, if the list is what a buffer shows.
---@param bufnr integer
---@param first integer
---@param last integer
---@return table<string, true>? nil if it is another buffer
function M.ids_at(bufnr, first, last)
  if vim.bo[bufnr].buftype ~= 'quickfix' or not M.is_there() then
    return nil
  end
  local ids = {}
  local items = vim.fn.getqflist({ id = list_id, items = 0 }).items
  for _, item in ipairs(vim.list_slice(items, first, last)) do
    local id = type(item.user_data) == 'table' and item.user_data.architect
    if id then
      ids[id] = true
    end
  end
  return ids
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
  if #items == 0 then
    close_window()
  end
end

return M
