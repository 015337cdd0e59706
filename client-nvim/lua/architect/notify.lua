--- Notifications, and their history.

local text = require('architect.text')

local M = {}

local MAX_HISTORY = 200
local history = {} ---@type string[]

--- Take a list to choose from off the command line: behind it the next message raises the hit-enter prompt.
local function leave_list()
  pcall(vim.cmd.redraw)
end

local BORDERS = {
  [vim.log.levels.INFO] = 'FloatBorder',
  [vim.log.levels.WARN] = 'ArchitectWarning',
  [vim.log.levels.ERROR] = 'ArchitectBad',
}

--- Whether messages go to the command line, and not to a plugin that has room for them.
---@return boolean
local function is_plain()
  return debug.getinfo(vim.notify, 'S').source:find('^@vim/_') ~= nil
end

---@param message string
---@param level integer
local function show(message, level)
  local line = text.one_line('architect: ' .. message)
  history[#history + 1] = ('%s  %s'):format(os.date('%H:%M:%S'), line)
  if #history > MAX_HISTORY then
    table.remove(history, 1)
  end
  if is_plain() then
    leave_list()
  end
  local room = math.max(vim.v.echospace, 1)
  if is_plain() and vim.fn.strdisplaywidth(line) > room then
    -- It would raise the hit-enter prompt, which swallows the next key.
    vim.notify(text.one_line(line, room), level)
    return require('architect.message_window').show(line, BORDERS[level])
  end
  if package.loaded['architect.message_window'] then
    -- What it shows is no longer the last word.
    require('architect.message_window').close()
  end
  vim.notify(line, level, { title = 'architect' })
end

--- Wipe a message that is no longer so off the command line, if it was the last one.
---@param message string
function M.dismiss(message)
  local last = history[#history]
  if last and vim.endswith(last, message) and is_plain() and vim.fn.mode() == 'n' then
    leave_list()
    vim.api.nvim_echo({ { '' } }, false, {})
  end
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
