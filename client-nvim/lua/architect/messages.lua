--- One-line messages to the user, and where they can be read again.

local text = require('architect.text')

local M = {}

local MOST = 200
local kept = {} ---@type string[]

---@param message string
---@param level integer
local function show(message, level)
  local line = text.one_line('architect: ' .. message)
  kept[#kept + 1] = ('%s  %s'):format(os.date('%H:%M:%S'), line)
  if #kept > MOST then
    table.remove(kept, 1)
  end
  -- A message that does not fit asks for Enter and eats a key of whoever is typing.
  local room = math.max(vim.v.echospace, 60)
  vim.notify(text.one_line(line, room), level, { title = 'architect' })
end

---@param message string
function M.say(message)
  show(message, vim.log.levels.INFO)
end

---@param message string
function M.warn(message)
  show(message, vim.log.levels.WARN)
end

---@param message string
function M.fail(message)
  show(message, vim.log.levels.ERROR)
end

--- All messages so far, in full; the newest last.
---@return string[]
function M.all()
  return vim.list_slice(kept)
end

return M
