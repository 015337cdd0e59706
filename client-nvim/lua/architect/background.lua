--- `:Architect background`: commands that runs have in the background.

local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

---@class architect.BackgroundCommand
---@field run architect.Run
---@field handle string
---@field command string

--- What runs in the background, of the newest run first.
---@return architect.BackgroundCommand[]
local function background_commands()
  local found = {} ---@type architect.BackgroundCommand[]
  for _, run in ipairs(runs.all()) do
    for handle, command in vim.spairs(run.background) do
      if runs.is_active(run) or run.kept[handle] then
        found[#found + 1] = { run = run, handle = handle, command = command }
      end
    end
  end
  return found
end

local KEEP = 'keep'

---@return string[]
function M.words()
  local handles = vim.tbl_map(function(each)
    return each.handle
  end, background_commands())
  return { KEEP, unpack(handles) }
end

---@param chosen architect.BackgroundCommand
---@param bufnr integer
local function stop(chosen, bufnr)
  requests.with_run(chosen.run.id, bufnr, function(connection)
    local argument = { runId = chosen.run.id, handle = chosen.handle }
    requests.execute(connection, 'architect.stop', argument, function()
      notify.info(t('%s stopped'):format(chosen.handle))
    end)
  end)
end

---@param chosen architect.BackgroundCommand
---@param bufnr integer
local function keep(chosen, bufnr)
  requests.with_run(chosen.run.id, bufnr, function(connection)
    local argument = { runId = chosen.run.id, handle = chosen.handle }
    requests.execute(connection, 'architect.detach', argument, function(answer)
      local kept = answer and answer.detached
      notify.info((kept and t('%s goes on after the run') or t('%s is not running')):format(chosen.handle))
    end)
  end)
end

--- `:Architect background [keep] [HANDLE]`
---@param call architect.Call
function M.command(call)
  local is_kept = call.words[1] == KEEP
  local wanted = call.words[is_kept and 2 or 1]
  local found = vim.tbl_filter(function(each)
    return not wanted or each.handle == wanted
  end, background_commands())
  local act = is_kept and keep or stop
  if #found == 0 then
    return notify.warn(wanted and t('no command %s in the background'):format(wanted) or t('no command in the background'))
  end
  if #found == 1 then
    return act(found[1], call.bufnr)
  end
  vim.ui.select(found, {
    prompt = is_kept and t('Keep running') or t('Stop'),
    format_item = function(each)
      return ('%s: %s'):format(each.handle, text.one_line(each.command, 80))
    end,
  }, function(chosen)
    if chosen then
      act(chosen, call.bufnr)
    end
  end)
end

return M
