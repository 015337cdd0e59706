--- `:Architect sessions`: select a session, then an action.

local requests = require('architect.requests')
local run_actions = require('architect.run_actions')
local client = require('architect.client')
local notify = require('architect.notify')
local runs = require('architect.runs')
local start_run = require('architect.start_run')
local text = require('architect.text')

local M = {}

---@param session table
---@return string
local function session_line(session)
  local files = session.filesChanged
  local count = type(files) == 'table' and #files or tonumber(files) or 0
  local started_at = tostring(session.startedAt or ''):gsub('T', ' '):sub(1, 16)
  return text.one_line(
    ('%s  %-11s  %s  %s'):format(
      started_at,
      text.identifier(session.status),
      text.count(count, 'file'),
      text.one_line(session.title or session.task or session.sessionId, 60)
    )
  )
end

---@param connection vim.lsp.Client
---@param session table
local function resume(connection, session)
  vim.ui.input({ prompt = 'Describe the next task (empty to continue): ' }, function(prompt)
    if not prompt then
      return
    end
    local argument = { sessionId = session.sessionId, prompt = prompt ~= '' and prompt or nil }
    local on_started = start_run.on_started(connection, text.one_line(session.title or session.task or 'Resume'))
    requests.execute(connection, 'architect.resume', argument, on_started)
  end)
end

---@param connection vim.lsp.Client
---@param session table
---@param focus string what matters most
local function compact_about(connection, session, focus)
  local argument = { sessionId = session.sessionId, focus = focus }
  requests.execute(connection, 'architect.compact', argument, start_run.on_started(connection, 'Compact the context'))
end

---@param connection vim.lsp.Client
---@param session table
local function compact(connection, session)
  vim.ui.input({ prompt = 'What matters most (may be empty): ' }, function(focus)
    if focus then
      compact_about(connection, session, focus)
    end
  end)
end

--- Call a subcommand with the last run of a session.
---@param act fun(call: architect.Call)
---@return fun(connection: vim.lsp.Client, session: table)
local function on_last_run(act)
  return function(connection, session)
    local argument = { runId = session.sessionId }
    requests.execute(connection, 'architect.runs', argument, function(result)
      local info = type(result) == 'table' and type(result.runs) == 'table' and result.runs[1]
      if type(info) ~= 'table' or type(info.runId) ~= 'string' then
        return notify.warn('this session has no runs')
      end
      runs.update(runs.get_or_create(info.runId, connection.id), info)
      local call = { words = { info.runId }, rest = info.runId }
      call.bufnr = vim.api.nvim_get_current_buf()
      act(call)
    end)
  end
end

---@param connection vim.lsp.Client
---@return { title: string, call: fun(connection: vim.lsp.Client, session: table) }[]
local function session_actions(connection)
  local found = {
    { title = 'Show log', call = on_last_run(run_actions.log) },
    { title = 'Show changes', call = on_last_run(run_actions.diff) },
    { title = 'Undo changes', call = on_last_run(run_actions.undo) },
  }
  if requests.has_command(connection, 'architect.resume') then
    table.insert(found, 1, { title = 'Resume', call = resume })
  end
  if requests.has_command(connection, 'architect.compact') then
    table.insert(found, { title = 'Compact', call = compact })
  end
  return found
end

--- Those on record, newest first, if there are any.
---@param bufnr integer
---@param use fun(connection: vim.lsp.Client, sessions: table[])
local function with_sessions(bufnr, use)
  client.with_client(bufnr, function(connection)
    requests.execute(connection, 'architect.sessions', {}, function(result)
      local found = type(result) == 'table' and result.sessions or {}
      if #found == 0 then
        return notify.info('no sessions yet')
      end
      use(connection, found)
    end)
  end)
end

--- Compact the newest session.
---@param call architect.Call
function M.compact(call)
  with_sessions(call.bufnr, function(connection, found)
    compact_about(connection, found[1], call.rest)
  end)
end

---@param call architect.Call
function M.choose(call)
  with_sessions(call.bufnr, function(connection, found)
    local options = { prompt = 'Select a session', format_item = session_line }
    vim.ui.select(found, options, function(session)
      if not session then
        return
      end
      vim.ui.select(session_actions(connection), {
        prompt = 'Select an action',
        format_item = function(action)
          return action.title
        end,
      }, function(action)
        if action then
          action.call(connection, session)
        end
      end)
    end)
  end)
end

return M
