--- Going back in a chat: messages edited and sent again, files and conversation restored, forks,
--- and what one run changed.

local chat_events = require('architect.chat_events')
local chat_input = require('architect.chat_input')
local chat_load = require('architect.chat_load')
local chat_open = require('architect.chat_open')
local notify = require('architect.notify')
local requests = require('architect.requests')
local text = require('architect.text')
local windows = require('architect.chat_windows')

local M = {}

local api = vim.api

---@param chat architect.Chat
---@param row integer
---@return { run_id: string, said: boolean }?
local function message_here(chat)
  local win = windows.window(chat)
  local row = win and api.nvim_win_get_cursor(win)[1] - 1 or api.nvim_buf_line_count(chat.log.bufnr) - 1
  local found = chat_events.message_at(chat, row)
  if not found then
    notify.warn('no message here')
  end
  return found
end

--- Open the fork of a session in a chat of its own; without one, a new chat.
---@param chat architect.Chat the one it was forked from
---@param connection vim.lsp.Client
---@param result table of architect.forkSession
---@param title string?
---@return architect.Chat
local function open_fork(chat, connection, result, title)
  local forked = chat_open.create_beside(chat, title)
  if type(result.sessionId) ~= 'string' then
    return forked
  end
  forked.session = result.sessionId
  requests.execute(connection, 'architect.sessions', { limit = 20 }, function(found)
    local rows = type(found) == 'table' and type(found.sessions) == 'table' and found.sessions or {}
    local row = vim.iter(rows):find(function(each)
      return each.sessionId == result.sessionId
    end)
    forked.title = row and text.one_line(row.title or row.task or '', 80) or forked.title
    local ids = chat_load.of_conversation(result.sessionId, row and row.runs or {})
    chat_load.read(forked, connection, ids)
  end)
  return forked
end

--- What came back of the files, in words; nil if there is nothing to say.
---@param restored any of architect.forkSession
local function report_restored(restored)
  if type(restored) ~= 'table' then
    return
  end
  local reverted = type(restored.reverted) == 'table' and restored.reverted or {}
  local conflicts = type(restored.conflicts) == 'table' and restored.conflicts or {}
  local done = #reverted > 0 and ('restored %s'):format(text.count(#reverted, 'file')) or 'no file was changed'
  if #conflicts == 0 then
    return notify.info(done)
  end
  local first = conflicts[1]
  notify.warn(('%s; left alone: %s (%s)'):format(done, text.one_line(first.path, 80), text.one_line(first.reason, 100)))
end

---@param argument table
---@param use fun(chat: architect.Chat, connection: vim.lsp.Client, result: table)
local function fork_at_message(argument, use)
  local chat = chat_open.current()
  local found = chat and chat.session and message_here(chat)
  if not chat or not found then
    return
  end
  if chat.active == found.run_id then
    return notify.warn('this run is under way; stop it first')
  end
  chat_open.with_server(chat, function(connection)
    argument.sessionId, argument.runId = chat.session, found.run_id
    requests.execute(connection, 'architect.forkSession', argument, function(result)
      use(chat, connection, type(result) == 'table' and result or {})
    end)
  end)
end

---@param prompt string
---@param use fun(restores: boolean)
local function ask_for_files(prompt, use)
  local choices = { 'Files go back to how they were before', 'Leave the files as they are' }
  vim.ui.select(choices, { prompt = prompt, kind = 'architect.restore' }, function(_, index)
    if index then
      use(index == 1)
    end
  end)
end

--- Put the message at the cursor into the input of a fork from before it.
function M.edit()
  ask_for_files('Edit and send again:', function(restores)
    fork_at_message({ before = true, restoreFiles = restores }, function(chat, connection, result)
      local forked = open_fork(chat, connection, result)
      chat_input.set(forked, type(result.prompt) == 'string' and result.prompt or '')
      report_restored(result.restored)
    end)
  end)
end

--- Files and conversation as they were before the message at the cursor.
function M.restore()
  fork_at_message({ before = true, restoreFiles = true }, function(chat, connection, result)
    open_fork(chat, connection, result)
    report_restored(result.restored)
  end)
end

--- Another session with the conversation up to the run at the cursor.
function M.fork()
  fork_at_message({}, function(chat, connection, result)
    open_fork(chat, connection, result)
    notify.info('this is a fork; the session it comes from is in :Architect sessions')
  end)
end

---@param subcommand 'diff'|'undo'
local function on_run_here(subcommand)
  local chat = chat_open.current()
  local found = chat and message_here(chat)
  if found then
    local call = { words = { found.run_id }, rest = found.run_id, bufnr = api.nvim_get_current_buf() }
    require('architect.run_actions')[subcommand](call)
  end
end

function M.diff()
  on_run_here('diff')
end

function M.undo()
  on_run_here('undo')
end

return M
