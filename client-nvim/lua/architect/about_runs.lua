--- What can be done about a run: stop it, look at it, take it back.

local client = require('architect.client')
local patches = require('architect.diff')
local logs = require('architect.log')
local messages = require('architect.messages')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

--- The run of that id, or the newest that passes the filter; a message if there is none.
---@param id string?
---@param filter fun(run: architect.Run): boolean
---@return string? id
local function run_id(id, filter)
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
  local id = run_id(call.words[1], runs.is_open)
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

--- What an undo did, and how more or less of it can be had.
---@param id string
---@param result table
local function tell_undone(id, result)
  local reverted, conflicts = result.reverted or {}, result.conflicts or {}
  local kept = type(result.kept) == 'table' and #result.kept or 0
  local dropped = type(result.hunks) == 'table' and #result.hunks or 0
  local what = dropped > 0 and #reverted == 0 and ('dropped %d proposals'):format(dropped)
    or ('undone in ' .. text.counted(#reverted, 'file'))
  local stays = ''
  if kept > 0 then
    local template = '; %s that you kept: :Architect undo %s kept'
    stays = template:format(text.counted(kept, 'change'), id)
  end
  if #conflicts > 0 then
    local lines = table.concat(vim.tbl_map(conflict_line, conflicts), ', ')
    return messages.warn(('%s; left alone, changed since: %s%s'):format(what, lines, stays))
  end
  local again = type(result.runId) == 'string' and result.runId or nil
  local back = again and ('; :Architect undo %s takes that back'):format(again) or ''
  messages.say(what .. (kept > 0 and stays or back))
end

M.KEPT = 'kept'

---@param call architect.Call
function M.undo(call)
  local kept_too = vim.list_contains(call.words, M.KEPT)
  local words = vim.tbl_filter(function(word)
    return word ~= M.KEPT
  end, call.words)
  local id = run_id(words[1], function(found)
    return #found.files + #found.proposed > 0 and not found.undone
  end)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    local argument = { runId = id, keptToo = kept_too or nil }
    client.execute(connection, 'architect.undo', argument, function(result)
      result = type(result) == 'table' and result or {}
      local kept = type(result.kept) == 'table' and #result.kept or 0
      if #(result.conflicts or {}) + kept == 0 then
        runs.ensure(id, connection.id).undone = true
      end
      tell_undone(id, result)
    end)
  end)
end

---@param call architect.Call
function M.diff(call)
  local id = run_id(call.words[1], any)
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
  local id = run_id(call.words[1], any)
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
