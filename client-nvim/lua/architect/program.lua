--- The program that serves a workspace, and why there is none, which is told once.

local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local notify = require('architect.notify')

local M = {}

local warned = {} ---@type table<string, boolean> warnings that have been shown

---@param message string
local function warn_once(message)
  if not warned[message] then
    warned[message] = true
    notify.warn(message)
  end
end

---@param command architect.ServerCommand
---@return string? why it cannot be started
local function problem_of(command)
  if not command.argv and command.untrusted then
    return t('%s is not trusted; use :Architect trust to allow it'):format(command.untrusted)
  elseif not command.argv then
    return t('server not found; see :checkhealth architect')
  elseif vim.fn.executable(command.argv[1]) ~= 1 then
    return t('%q is not executable; see :checkhealth architect'):format(command.argv[1])
  end
end

--- Its command line; nil without one that may be started.
---@param root string
---@param on_none? fun(problem: string) called instead of the warning, which comes once
---@return string[]?
function M.argv(root, on_none)
  local command = discovery.server_command(root)
  local problem = problem_of(command)
  if problem then
    (on_none or warn_once)(problem)
    return nil
  end
  if command.untrusted then
    warn_once(t('%s is not trusted; use :Architect trust to allow it'):format(command.untrusted))
  end
  return command.argv
end

--- Tell again what is wrong.
function M.warn_again()
  warned = {}
end

return M
