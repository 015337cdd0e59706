--- The program that serves a workspace, and why there is none, which is told once.

local discovery = require('architect.discovery')
local notify = require('architect.notify')

local M = {}

local warned = {} ---@type table<string, boolean> warnings that have been shown

---@param key string
---@param message string
local function warn_once(key, message)
  if not warned[key] then
    warned[key] = true
    notify.warn(message)
  end
end

--- Its command line; nil without one that may be started.
---@param root string
---@return string[]?
function M.argv(root)
  local command = discovery.server_command(root)
  if command.untrusted then
    warn_once(
      command.untrusted,
      ('%s is not trusted; use :Architect trust to allow it'):format(command.untrusted)
    )
  end
  if not command.argv then
    if not command.untrusted then
      warn_once('no server', 'server not found; see :checkhealth architect')
    end
    return nil
  end
  if vim.fn.executable(command.argv[1]) ~= 1 then
    local template = '%q is not executable; see :checkhealth architect'
    warn_once(command.argv[1], template:format(command.argv[1]))
    return nil
  end
  return command.argv
end

--- Tell again what is wrong.
function M.warn_again()
  warned = {}
end

return M
