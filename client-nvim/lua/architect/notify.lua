--- One-line notifications, and their history.

local text = require('architect.text')

local M = {}

local MAX_HISTORY = 200
local history = {} ---@type string[]

---@param message string
---@param level integer
local function show(message, level)
  local line = text.one_line('architect: ' .. message)
  history[#history + 1] = ('%s  %s'):format(os.date('%H:%M:%S'), line)
  if #history > MAX_HISTORY then
    table.remove(history, 1)
  end
  -- A message that does not fit raises the hit-enter prompt, which swallows the next key.
  local room = math.max(vim.v.echospace, 60)
  vim.notify(text.one_line(line, room), level, { title = 'architect' })
end

---@param message string
function M.info(message)
  show(message, vim.log.levels.INFO)
end

---@param message string
function M.warn(message)
  show(message, vim.log.levels.WARN)
end

---@param message string
function M.error(message)
  show(message, vim.log.levels.ERROR)
end

--- All messages so far, untruncated, newest last.
---@return string[]
function M.history()
  return vim.list_slice(history)
end

return M
