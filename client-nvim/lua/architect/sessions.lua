--- `:Architect sessions`: select a session, then an action.

local t = require('architect.l10n').t
local requests = require('architect.requests')
local run_actions = require('architect.run_actions')
local client = require('architect.client')
local endings = require('architect.endings')
local notify = require('architect.notify')
local runs = require('architect.runs')
local start_run = require('architect.start_run')
local text = require('architect.text')
local undo = require('architect.undo')

local M = {}

--- What a session needs: a run that goes on, changes that nobody decided about.
---@param session table
---@return string
local function needs(session)
  local parts = {}
  if type(session.live) == 'string' then
    parts[#parts + 1] = t('runs now')
  end
  if (tonumber(session.undecided) or 0) > 0 then
    parts[#parts + 1] = t('%d undecided'):format(session.undecided)
  end
  return #parts > 0 and (' · %s'):format(table.concat(parts, ', ')) or ''
end

--- How wide the column of the endings is.
---@param sessions table[]
---@return integer
local function widest_ending(sessions)
  return vim.iter(sessions):fold(0, function(width, session)
    return math.max(width, vim.fn.strdisplaywidth(endings.words(session.status)))
  end)
end

---@param session table
---@param width integer of the column of the endings
---@return string
local function session_line(session, width)
  local files = session.filesChanged
  local count = type(files) == 'table' and #files or tonumber(files) or 0
  local ending = endings.words(session.status)
  local started_at = tostring(session.startedAt or ''):gsub('T', ' '):sub(1, 16)
  return text.one_line(
    ('%s  %s%s  %s  %s%s'):format(
      started_at,
      ending,
      (' '):rep(width - vim.fn.strdisplaywidth(ending)),
      text.count(count, 'file'),
      text.one_line(session.title or session.task or session.sessionId, 60),
      needs(session)
    )
  )
end

--- Open a session and have the model go on where it stopped.
---@param connection vim.lsp.Client
---@param session table
local function continue(connection, session)
  require('architect.chat').resume(require('architect.chat_open').open_session(connection, session))
end

---@param connection vim.lsp.Client
---@param session table
---@param focus string what matters most
local function compact_about(connection, session, focus)
  local argument = { sessionId = session.sessionId, focus = focus }
  requests.execute(connection, 'architect.compact', argument, start_run.on_started(connection, t('Compact the context')))
end

---@param connection vim.lsp.Client
---@param session table
local function compact(connection, session)
  vim.ui.input({ prompt = t('What matters most (may be empty): ') }, function(focus)
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
        return notify.warn(t('this session has no runs'))
      end
      runs.update(runs.get_or_create(info.runId, connection.id), info)
      local call = { words = { info.runId }, rest = info.runId }
      call.bufnr = vim.api.nvim_get_current_buf()
      act(call)
    end)
  end
end

--- Call a subcommand with a session as its word.
---@param act fun(call: architect.Call)
---@return fun(connection: vim.lsp.Client, session: table)
local function on_session(act)
  return function(_, session)
    local id = session.sessionId
    act({ words = { id }, rest = id, bufnr = vim.api.nvim_get_current_buf() })
  end
end

---@class architect.SessionAction
---@field title string
---@field command? string of the server, that it needs
---@field call fun(connection: vim.lsp.Client, session: table)

---@param title string
---@param command string
---@param name 'rename'|'fork'|'export'|'delete'
---@return architect.SessionAction
local function action(title, command, name)
  return {
    title = title,
    command = command,
    call = function(connection, session)
      require('architect.session_actions')[name](connection, session)
    end,
  }
end

---@type architect.SessionAction[]
local ACTIONS = {
  {
    title = t('Open: show the conversation'),
    call = function(connection, session)
      require('architect.chat_open').open_session(connection, session)
    end,
  },
  { title = t('Continue: open it, and have the agent go on where it stopped'), command = 'architect.resume', call = continue },
  action(t('Rename'), 'architect.renameSession', 'rename'),
  action(t('Fork'), 'architect.forkSession', 'fork'),
  action(t('Export'), 'architect.exportSession', 'export'),
  { title = t('Show log'), call = on_last_run(run_actions.log) },
  { title = t('Show changes'), call = on_session(run_actions.diff) },
  { title = t('Undo changes'), call = on_session(undo.command) },
  { title = t('Compact'), command = 'architect.compact', call = compact },
  action(t('Delete'), 'architect.deleteSession', 'delete'),
}

---@param connection vim.lsp.Client
---@return table[]
local function session_actions(connection)
  return vim.tbl_filter(function(action)
    return not action.command or requests.has_command(connection, action.command)
  end, ACTIONS)
end

--- Those on record, newest first, if there are any.
---@param bufnr integer
---@param query string words in title or conversation; empty for all
---@param use fun(connection: vim.lsp.Client, sessions: table[])
local function with_sessions(bufnr, query, use)
  client.with_client(bufnr, function(connection)
    local argument = query ~= '' and { query = query } or {}
    requests.execute(connection, 'architect.sessions', argument, function(result)
      local found = type(result) == 'table' and result.sessions or {}
      if #found == 0 then
        return notify.info(query == '' and t('no sessions yet') or t('no session has the words %q'):format(query))
      end
      use(connection, found)
    end)
  end)
end

--- Compact the session of the chat that is used; without one, the newest.
---@param call architect.Call
function M.compact(call)
  local chat = require('architect.chats').current()
  if chat and chat.session then
    return require('architect.chat').compact(chat, call.rest)
  elseif chat and require('architect.chats').of_buffer(call.bufnr) == chat then
    return notify.warn(t('nothing has been said in this conversation yet'))
  end
  with_sessions(call.bufnr, '', function(connection, found)
    compact_about(connection, found[1], call.rest)
  end)
end

--- Choose a session, of those with the words, and what to do with it.
---@param call architect.Call
function M.choose(call)
  with_sessions(call.bufnr, call.rest, function(connection, found)
    local width = widest_ending(found)
    local options = {
      prompt = t('Select a session'),
      kind = 'architect.session',
      format_item = function(session)
        return session_line(session, width)
      end,
    }
    vim.ui.select(found, options, function(session)
      if not session then
        return
      end
      vim.ui.select(session_actions(connection), {
        prompt = t('Select an action'),
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
