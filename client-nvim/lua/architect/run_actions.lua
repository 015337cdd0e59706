--- Subcommands about an existing run: `cancel`, `diff`, `log`.

local t = require('architect.l10n').t
local past_runs = require('architect.past_runs')
local patches = require('architect.diff')
local logs = require('architect.log')
local notify = require('architect.notify')
local requests = require('architect.requests')
local runs = require('architect.runs')

local M = {}

--- `id`, or that of the newest run that passes the filter; warns if there is none.
---@param id string?
---@param filter fun(run: architect.Run): boolean
---@param none string the warning
---@return string? id
local function run_id(id, filter, none)
  local found = not id and runs.newest(filter)
  if not id and not found then
    notify.warn(none)
  end
  return id or (found and found.id or nil)
end

local function any()
  return true
end

---@param call architect.Call
function M.cancel(call)
  local id = run_id(call.words[1], runs.is_active, t('no active run'))
  if not id then
    return
  end
  local above = runs.having_child(id)
  requests.with_run(above and above.id or id, call.bufnr, function(connection)
    local argument = { runId = id, reason = 'cancelled by the user' }
    requests.execute(connection, 'architect.cancel', argument, function(result)
      if not above and type(result) == 'table' and result.state then
        runs.update(runs.get_or_create(id, connection.id), { state = result.state })
      end
    end)
  end)
end

---@param call architect.Call
function M.diff(call)
  local id = run_id(call.words[1], any, t('no runs yet'))
  if not id then
    return
  end
  local is_session = past_runs.is_session(id)
  local argument = is_session and { sessionId = id } or { runId = id }
  requests.with_run(id, call.bufnr, function(connection)
    requests.execute(connection, 'architect.diff', argument, function(result)
      local patch = type(result) == 'table' and result.patch
      if type(patch) ~= 'string' or patch == '' then
        return notify.info(t('the %s made no changes'):format(is_session and 'session' or 'run'))
      end
      patches.show_patch(id, patch)
    end)
  end)
end

--- Fetch the events of a run that this editor has not seen.
---@param found architect.Run
---@param connection vim.lsp.Client
local function catch_up(found, connection)
  local events = require('architect.events')
  if not requests.has_command(connection, 'architect.events') then
    return
  end
  local function page(after)
    local argument = { runId = found.id, after = after, limit = 500 }
    requests.execute(connection, 'architect.events', argument, function(result)
      result = type(result) == 'table' and result or {}
      local list = type(result.events) == 'table' and result.events or {}
      for _, event in ipairs(list) do
        events.process(event, connection.id)
      end
      local next_one = tonumber(result.next) or after
      if #list > 0 and next_one > after then
        page(next_one)
      end
    end)
  end
  page(found.seq)
end

---@param call architect.Call
function M.log(call)
  local id = run_id(call.words[1], any, t('no runs yet'))
  if not id then
    return
  end
  requests.with_run(id, call.bufnr, function(connection)
    local found = runs.get_or_create(id, connection.id)
    logs.open(found, true)
    catch_up(found, connection)
  end)
end

return M
