--- What can be done about a run: stop it, look at it, take it back.

local client = require('architect.client')
local patches = require('architect.diff')
local logs = require('architect.log')
local messages = require('architect.messages')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

--- The run of that id, or the newest that passes the filter; a message if there is none.
---@param call architect.Call
---@param filter fun(run: architect.Run): boolean
---@return string? id
local function run_id(call, filter)
  local id = call.words[1]
  local found = not id and runs.newest(filter)
  if not id and not found then
    messages.warn('there is no such run')
  end
  return id or (found and found.id or nil)
end

local function any()
  return true
end

---@param id string
---@param bufnr integer
---@param use fun(connection: vim.lsp.Client)
local function with_run(id, bufnr, use)
  local known = runs.get(id)
  local connection = known and vim.lsp.get_client_by_id(known.client_id)
  if connection then
    return use(connection)
  end
  client.with(bufnr, use)
end

---@param call architect.Call
function M.cancel(call)
  local id = run_id(call, runs.is_open)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    local argument = { runId = id, reason = 'the user cancelled it' }
    client.execute(connection, 'architect.cancel', argument, function(result)
      if type(result) == 'table' and result.state then
        runs.update(runs.ensure(id, connection.id), { state = result.state })
      end
    end)
  end)
end

---@param conflict any
---@return string
local function conflict_line(conflict)
  if type(conflict) ~= 'table' then
    return text.one_line(conflict, 80)
  end
  local name = conflict.path or conflict.uri or '?'
  return text.one_line(conflict.reason and ('%s (%s)'):format(name, conflict.reason) or name, 80)
end

---@param call architect.Call
function M.undo(call)
  local id = run_id(call, function(found)
    return #found.files + #found.proposed > 0 and not found.undone
  end)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    client.execute(connection, 'architect.undo', { runId = id }, function(result)
      result = type(result) == 'table' and result or {}
      local reverted, conflicts = result.reverted or {}, result.conflicts or {}
      if #conflicts == 0 then
        runs.ensure(id, connection.id).undone = true
        local again = type(result.runId) == 'string' and result.runId or nil
        local back = again and ('; :Architect undo %s takes that back'):format(again) or ''
        local dropped = type(result.hunks) == 'table' and #result.hunks or 0
        local what = dropped > 0 and #reverted == 0 and ('dropped %d proposals'):format(dropped)
          or ('undone in ' .. text.counted(#reverted, 'file'))
        return messages.say(what .. back)
      end
      local lines = table.concat(vim.tbl_map(conflict_line, conflicts), ', ')
      local done = text.counted(#reverted, 'file')
      messages.warn(('undone in %s; left alone, changed since: %s'):format(done, lines))
    end)
  end)
end

---@param call architect.Call
function M.diff(call)
  local id = run_id(call, any)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    client.execute(connection, 'architect.diff', { runId = id }, function(result)
      local patch = type(result) == 'table' and result.patch
      if type(patch) ~= 'string' or patch == '' then
        return messages.say('the run changed nothing')
      end
      patches.show_patch(id, patch)
    end)
  end)
end

--- Read the events of a run that this editor has not seen.
---@param found architect.Run
---@param connection vim.lsp.Client
local function catch_up(found, connection)
  local events = require('architect.events')
  if not client.has_command(connection, 'architect.events') then
    return
  end
  local function page(after)
    local argument = { runId = found.id, after = after, limit = 500 }
    client.execute(connection, 'architect.events', argument, function(result)
      result = type(result) == 'table' and result or {}
      local list = type(result.events) == 'table' and result.events or {}
      for _, event in ipairs(list) do
        events.take(event, connection.id)
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
  local id = run_id(call, any)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    local found = runs.ensure(id, connection.id)
    logs.open(found, true)
    catch_up(found, connection)
  end)
end

return M
