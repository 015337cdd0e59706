--- `:Architect undo`: undo the changes of runs, or of a session as a whole.

local conflicts = require('architect.conflicts')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local past_runs = require('architect.past_runs')
local requests = require('architect.requests')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

--- Undoes kept hunks, too.
M.KEPT = 'kept'

---@param list any
---@return table
local function listed(list)
  return type(list) == 'table' and list or {}
end

--- The command that reverts an undo; empty if there is nothing to revert.
---@param result table
---@return string
local function way_back(result)
  local ids = listed(result.runIds)
  if #ids == 0 and type(result.runId) == 'string' then
    ids = { result.runId }
  end
  -- The undo that was made last is reverted first.
  local reversed = vim.iter(ids):rev():totable()
  return #ids > 0 and t('; to revert: :Architect undo %s'):format(table.concat(reversed, ' ')) or ''
end

---@param result table
---@return string
local function done_words(result)
  local reverted, discarded = #listed(result.reverted), #listed(result.hunks)
  if reverted > 0 then
    local deleted = #listed(result.deleted)
    local files = text.count(reverted, 'file')
    return deleted > 0 and t('undid changes in %s (%d deleted)'):format(files, deleted)
      or t('undid changes in %s'):format(files)
  end
  return discarded > 0 and t('discarded %s'):format(text.count(discarded, 'proposal')) or t('nothing undone')
end

---@param result table of architect.undo
---@return boolean whether there was anything to undo
local function found_changes(result)
  return vim.iter({ 'reverted', 'conflicts', 'kept', 'hunks' }):any(function(name)
    return #listed(result[name]) > 0
  end)
end

--- Report what an undo did, what it skipped, and how to undo kept hunks or the undo itself.
---@param id string of a run or session
---@param result table
local function report(id, result)
  if not found_changes(result) then
    return notify.info(t('nothing left to undo in %s'):format(text.one_line(id, 40)))
  end
  local kept, left = #listed(result.kept), listed(result.conflicts)
  local kept_hint = ''
  if kept > 0 then
    local template = t('; %s not undone: :Architect undo %s kept')
    kept_hint = template:format(text.count(kept, 'kept hunk'), id)
  end
  local done = done_words(result)
  if #left > 0 then
    return notify.warn(t('%s; could not undo %s%s'):format(done, conflicts.words(left), kept_hint))
  end
  notify.info(done .. (kept > 0 and kept_hint or way_back(result)))
end

---@param connection vim.lsp.Client
---@param id string of a run or session
---@param kept_too boolean
---@param use fun(result: table)
local function undo_all_of(connection, id, kept_too, use)
  local argument = { keptToo = kept_too or nil }
  argument[past_runs.is_session(id) and 'sessionId' or 'runId'] = id
  requests.execute(connection, 'architect.undo', argument, function(result)
    use(listed(result))
  end)
end

--- Undo one after the other, and report each.
---@param connection vim.lsp.Client
---@param ids string[]
---@param kept_too boolean
function M.undo_each(connection, ids, kept_too)
  local id = ids[1]
  if id then
    undo_all_of(connection, id, kept_too, function(result)
      report(id, result)
      M.undo_each(connection, vim.list_slice(ids, 2), kept_too)
    end)
  end
end

--- Undo the first of `ids` that still has something to undo.
---@param connection vim.lsp.Client
---@param ids string[] of runs
---@param kept_too boolean
local function undo_first(connection, ids, kept_too)
  local id = ids[1]
  if not id then
    return notify.warn(t('no changes to undo'))
  end
  undo_all_of(connection, id, kept_too, function(result)
    if found_changes(result) then
      return report(id, result)
    end
    undo_first(connection, vim.list_slice(ids, 2), kept_too)
  end)
end

---@param run architect.Run
---@return boolean
local function has_changes(run)
  return #run.files + #run.proposed > 0
end

--- Runs that changed something, the newest first: those of this editor, and those on record.
---@param sessions table[]
---@param client_id integer
---@return string[]
local function with_changes(sessions, client_id)
  local ids = {}
  for _, run in ipairs(runs.all()) do
    if run.client_id == client_id and has_changes(run) then
      ids[#ids + 1] = run.id
    end
  end
  for _, id in ipairs(past_runs.with_changes(sessions)) do
    if not vim.list_contains(ids, id) then
      ids[#ids + 1] = id
    end
  end
  return ids
end

--- `:Architect undo [run|session ...] [kept]`
---@param call architect.Call
function M.command(call)
  local ids = vim.list_slice(call.words)
  local kept_too = ids[#ids] == M.KEPT
  if kept_too then
    table.remove(ids)
  end
  if ids[1] then
    return requests.with_run(ids[1], call.bufnr, function(connection)
      M.undo_each(connection, ids, kept_too)
    end)
  end
  local newest = runs.newest(has_changes)
  requests.with_run(newest and newest.id or '', call.bufnr, function(connection)
    past_runs.fetch(connection, function(sessions)
      undo_first(connection, with_changes(sessions, connection.id), kept_too)
    end)
  end)
end

return M
