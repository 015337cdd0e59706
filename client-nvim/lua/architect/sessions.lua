--- Earlier sessions: choosing one, and what can be done about it.

local about_runs = require('architect.about_runs')
local client = require('architect.client')
local messages = require('architect.messages')
local runs = require('architect.runs')
local starting = require('architect.starting')
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
      text.word(session.status),
      text.counted(count, 'file'),
      text.one_line(session.task or session.sessionId, 60)
    )
  )
end

---@param connection vim.lsp.Client
---@param session table
local function resume(connection, session)
  vim.ui.input({ prompt = 'What next? (empty: go on) ' }, function(prompt)
    if not prompt then
      return
    end
    local argument = { sessionId = session.sessionId, prompt = prompt ~= '' and prompt or nil }
    local title = text.one_line(session.task or 'resumed')
    client.execute(connection, 'architect.resume', argument, starting.started(connection, title))
  end)
end

--- Do something with the last run of a session; commands take a session for it, too.
---@param act fun(call: architect.Call)
---@return fun(connection: vim.lsp.Client, session: table)
local function on_last_run(act)
  return function(connection, session)
    local argument = { runId = session.sessionId }
    client.execute(connection, 'architect.runs', argument, function(result)
      local info = type(result) == 'table' and type(result.runs) == 'table' and result.runs[1]
      if type(info) ~= 'table' or type(info.runId) ~= 'string' then
        return messages.warn('that session has no run')
      end
      runs.update(runs.ensure(info.runId, connection.id), info)
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
    { title = 'Show its log', call = on_last_run(about_runs.log) },
    { title = 'Show what it changed', call = on_last_run(about_runs.diff) },
    { title = 'Take back what it changed', call = on_last_run(about_runs.undo) },
  }
  if client.has_command(connection, 'architect.resume') then
    table.insert(found, 1, { title = 'Go on with it', call = resume })
  end
  return found
end

---@param call architect.Call
function M.choose(call)
  client.with(call.bufnr, function(connection)
    client.execute(connection, 'architect.sessions', {}, function(result)
      local found = type(result) == 'table' and result.sessions or {}
      if #found == 0 then
        return messages.say('there are no sessions here')
      end
      vim.ui.select(found, { prompt = 'Which one?', format_item = session_line }, function(session)
        if not session then
          return
        end
        vim.ui.select(session_actions(connection), {
          prompt = 'What about it?',
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
  end)
end

return M
