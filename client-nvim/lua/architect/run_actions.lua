--- Subcommands about an existing run: `cancel`, `background`, `undo`, `diff`, `log`.

local client = require('architect.client')
local patches = require('architect.diff')
local logs = require('architect.log')
local notify = require('architect.notify')
local past_runs = require('architect.past_runs')
local requests = require('architect.requests')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

--- Files in one message.
local MOST_NAMED = 3

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

---@param id string
---@param bufnr integer
---@param use fun(connection: vim.lsp.Client)
local function with_run(id, bufnr, use)
  local known = runs.get(id)
  local connection = known and vim.lsp.get_client_by_id(known.client_id)
  if connection then
    return use(connection)
  end
  client.with_client(bufnr, use)
end

---@param call architect.Call
function M.cancel(call)
  local id = run_id(call.words[1], runs.is_active, 'no active run')
  if not id then
    return
  end
  local above = runs.having_child(id)
  with_run(above and above.id or id, call.bufnr, function(connection)
    local argument = { runId = id, reason = 'cancelled by the user' }
    requests.execute(connection, 'architect.cancel', argument, function(result)
      if not above and type(result) == 'table' and result.state then
        runs.update(runs.get_or_create(id, connection.id), { state = result.state })
      end
    end)
  end)
end

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
function M.background_words()
  local handles = vim.tbl_map(function(each)
    return each.handle
  end, background_commands())
  return { KEEP, unpack(handles) }
end

---@param chosen architect.BackgroundCommand
---@param bufnr integer
local function stop(chosen, bufnr)
  with_run(chosen.run.id, bufnr, function(connection)
    local argument = { runId = chosen.run.id, handle = chosen.handle }
    requests.execute(connection, 'architect.stop', argument, function()
      notify.info(('%s stopped'):format(chosen.handle))
    end)
  end)
end

---@param chosen architect.BackgroundCommand
---@param bufnr integer
local function keep(chosen, bufnr)
  with_run(chosen.run.id, bufnr, function(connection)
    local argument = { runId = chosen.run.id, handle = chosen.handle }
    requests.execute(connection, 'architect.detach', argument, function(answer)
      local kept = answer and answer.detached
      notify.info((kept and '%s goes on after the run' or '%s is not running'):format(chosen.handle))
    end)
  end)
end

--- `:Architect background [keep] [HANDLE]`
---@param call architect.Call
function M.background(call)
  local is_kept = call.words[1] == KEEP
  local wanted = call.words[is_kept and 2 or 1]
  local found = vim.tbl_filter(function(each)
    return not wanted or each.handle == wanted
  end, background_commands())
  local act = is_kept and keep or stop
  if #found == 0 then
    return notify.warn(wanted and ('no command %s in the background'):format(wanted) or 'no command in the background')
  end
  if #found == 1 then
    return act(found[1], call.bufnr)
  end
  vim.ui.select(found, {
    prompt = is_kept and 'Keep running' or 'Stop',
    format_item = function(each)
      return ('%s: %s'):format(each.handle, text.one_line(each.command, 80))
    end,
  }, function(chosen)
    if chosen then
      act(chosen, call.bufnr)
    end
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

--- Report what an undo did, what it skipped, and how to undo kept hunks or the undo itself.
---@param id string of a run or session
---@param result table
local function report_undo(id, result)
  local reverted, conflicts = result.reverted or {}, result.conflicts or {}
  local kept = type(result.kept) == 'table' and #result.kept or 0
  local discarded = type(result.hunks) == 'table' and #result.hunks or 0
  if #reverted + #conflicts + kept + discarded == 0 then
    return notify.info(('nothing left to undo in %s'):format(text.one_line(id, 40)))
  end
  local done = 'undid changes in ' .. text.count(#reverted, 'file')
  if #reverted + discarded == 0 then
    done = 'nothing undone'
  end
  if discarded > 0 and #reverted == 0 then
    done = 'discarded ' .. text.count(discarded, 'proposal')
  end
  local kept_hint = ''
  if kept > 0 then
    local template = '; %s not undone: :Architect undo %s kept'
    kept_hint = template:format(text.count(kept, 'kept hunk'), id)
  end
  if #conflicts > 0 then
    local shown = vim.tbl_map(conflict_line, vim.list_slice(conflicts, 1, MOST_NAMED))
    if #conflicts > MOST_NAMED then
      shown[#shown + 1] = ('and %d more'):format(#conflicts - MOST_NAMED)
    end
    local lines = table.concat(shown, ', ')
    return notify.warn(('%s; could not undo %s%s'):format(done, lines, kept_hint))
  end
  local run = type(result.runId) == 'string' and result.runId or nil
  local revert = run and ('; to revert: :Architect undo %s'):format(run) or ''
  notify.info(done .. (kept > 0 and kept_hint or revert))
end

M.KEPT = 'kept'

---@param result any of architect.undo
---@return boolean whether there was anything to undo
local function found_changes(result)
  local count = 0
  for _, name in ipairs({ 'reverted', 'conflicts', 'kept', 'hunks' }) do
    count = count + (type(result[name]) == 'table' and #result[name] or 0)
  end
  return count > 0
end

---@param connection vim.lsp.Client
---@param id string
---@param kept_too boolean
---@param use fun(result: table)
local function undo_run(connection, id, kept_too, use)
  local argument = { runId = id, keptToo = kept_too or nil }
  requests.execute(connection, 'architect.undo', argument, function(result)
    result = type(result) == 'table' and result or {}
    local kept = type(result.kept) == 'table' and #result.kept or 0
    if #(result.conflicts or {}) + kept == 0 then
      runs.get_or_create(id, connection.id).undone = true
    end
    use(result)
  end)
end

--- Undo all runs of a session, newest first, and report them together.
---@param connection vim.lsp.Client
---@param session table
---@param kept_too boolean
local function undo_session(connection, session, kept_too)
  local ids = past_runs.runs_of(session)
  local all = { reverted = {}, conflicts = {}, kept = {}, hunks = {} }
  local function go_on(index)
    if not ids[index] then
      return report_undo(session.sessionId, all)
    end
    undo_run(connection, ids[index], kept_too, function(result)
      for name, list in pairs(all) do
        for _, item in ipairs(type(result[name]) == 'table' and result[name] or {}) do
          if not vim.list_contains(list, item) then
            list[#list + 1] = item
          end
        end
      end
      go_on(index + 1)
    end)
  end
  go_on(1)
end

--- Undo the newest of `ids` that still has something to undo.
---@param connection vim.lsp.Client
---@param ids string[]
---@param kept_too boolean
local function undo_first(connection, ids, kept_too)
  local id = ids[1]
  if not id then
    return notify.warn('no changes to undo')
  end
  local known = runs.get(id)
  if known and known.undone then
    return undo_first(connection, vim.list_slice(ids, 2), kept_too)
  end
  undo_run(connection, id, kept_too, function(result)
    if found_changes(result) then
      return report_undo(id, result)
    end
    undo_first(connection, vim.list_slice(ids, 2), kept_too)
  end)
end

---@param call architect.Call
function M.undo(call)
  local words = vim.list_slice(call.words)
  local kept_too = words[#words] == M.KEPT
  if kept_too then
    table.remove(words)
  end
  local newest = runs.newest(function(found)
    return #found.files + #found.proposed > 0 and not found.undone
  end)
  local id = words[1] or (newest and newest.id)
  if id and not past_runs.is_session(id) then
    return with_run(id, call.bufnr, function(connection)
      undo_run(connection, id, kept_too, function(result)
        report_undo(id, result)
      end)
    end)
  end
  client.with_client(call.bufnr, function(connection)
    past_runs.fetch(connection, function(sessions)
      if not id then
        return undo_first(connection, past_runs.with_changes(sessions), kept_too)
      end
      for _, session in ipairs(sessions) do
        if session.sessionId == id then
          return undo_session(connection, session, kept_too)
        end
      end
      notify.error(('there is no session %q; see :Architect sessions'):format(id))
    end)
  end)
end

---@param call architect.Call
function M.diff(call)
  local id = run_id(call.words[1], any, 'no runs yet')
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    requests.execute(connection, 'architect.diff', { runId = id }, function(result)
      local patch = type(result) == 'table' and result.patch
      if type(patch) ~= 'string' or patch == '' then
        return notify.info('the run made no changes')
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
  local id = run_id(call.words[1], any, 'no runs yet')
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    local found = runs.get_or_create(id, connection.id)
    logs.open(found, true)
    catch_up(found, connection)
  end)
end

return M
