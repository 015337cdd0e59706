--- `:Architect rollback`: make the files what they were behind a step of a run.

local client = require('architect.client')
local conflicts = require('architect.conflicts')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local past_runs = require('architect.past_runs')
local requests = require('architect.requests')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

--- Gives up what was edited since, where it is at the same lines.
M.EXACTLY = 'exactly'

--- Say which files went back, which did not, and how to go forward again.
---@param id string of a run
---@param result any of architect.rollback
function M.report(id, result)
  result = type(result) == 'table' and result or {}
  local reverted, left = result.reverted or {}, result.conflicts or {}
  local done = #reverted > 0 and t('restored %s'):format(text.count(#reverted, 'file'))
    or t('no file was changed')
  local before = type(result.before) == 'string' and result.before or nil
  local forward = before and t('; to go forward: :Architect rollback %s %s'):format(id, before:sub(1, 10)) or ''
  if #left > 0 then
    return notify.warn(t('%s; left alone: %s%s'):format(done, conflicts.words(left), forward))
  end
  notify.info(done .. forward)
end

---@param connection vim.lsp.Client
---@param argument table
---@param on_error? fun(err: table) called instead of showing the error
function M.go_back(connection, argument, on_error)
  requests.execute(connection, 'architect.rollback', argument, function(result)
    M.report(argument.runId, result)
  end, on_error)
end

---@param connection vim.lsp.Client
---@param id string of a run
---@param exactly boolean
local function choose(connection, id, exactly)
  requests.execute(connection, 'architect.checkpoints', { runId = id }, function(result)
    local found = type(result) == 'table' and type(result.checkpoints) == 'table' and result.checkpoints or {}
    if #found == 0 then
      return notify.info(t('no checkpoints of this session'))
    end
    local newest_first = {}
    for index = #found, 1, -1 do
      newest_first[#newest_first + 1] = found[index]
    end
    vim.ui.select(newest_first, {
      prompt = t('Restore the files as they were at'),
      kind = 'architect.checkpoint',
      format_item = function(each)
        local at = type(each.at) == 'string' and each.at:sub(12, 19) or ''
        return ('%s  %s  %s'):format(at, text.identifier(each.runId), text.one_line(each.why, 80))
      end,
    }, function(chosen)
      if chosen then
        M.go_back(connection, { runId = chosen.runId, commit = chosen.commit, exactly = exactly or nil })
      end
    end)
  end)
end

---@param connection vim.lsp.Client
---@param id string
---@param place string? a step, or the start of a commit
---@param exactly boolean
local function start(connection, id, place, exactly)
  if not place then
    return choose(connection, id, exactly)
  end
  -- Steps have few digits, and a commit has more characters.
  local step = #place < 4 and tonumber(place) or nil
  local commit = not step and place or nil
  M.go_back(connection, { runId = id, step = step, commit = commit, exactly = exactly or nil })
end

---@param call architect.Call `[run] [step|commit] [exactly]`
function M.rollback(call)
  local words = vim.list_slice(call.words)
  local exactly = words[#words] == M.EXACTLY
  if exactly then
    table.remove(words)
  end
  local id, place = words[1], words[2]
  if id and not place and #id < 4 and tonumber(id) then
    id, place = nil, id
  end
  client.with_client(call.bufnr, function(connection)
    if id then
      return start(connection, id, place, exactly)
    end
    local newest = runs.newest(function(found)
      return #found.files > 0
    end)
    if newest then
      return start(connection, newest.id, place, exactly)
    end
    past_runs.fetch(connection, function(sessions)
      local last = past_runs.with_changes(sessions)[1]
      if not last then
        return notify.warn(t('no run has changed files'))
      end
      start(connection, last, place, exactly)
    end)
  end)
end

return M
