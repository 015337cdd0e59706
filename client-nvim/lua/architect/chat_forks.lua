--- Going back in a chat: messages edited and sent again, files and conversation restored, forks,
--- and what one run changed.

local chat_events = require('architect.chat_events')
local chat_input = require('architect.chat_input')
local chat_load = require('architect.chat_load')
local chat_open = require('architect.chat_open')
local chats = require('architect.chats')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local rollback = require('architect.rollback')
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
    notify.warn(t('no message here'))
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
    chat_load.read_session(forked, connection, row and row.runs)
  end)
  return forked
end

--- Say what came back of the files, if any were to.
---@param restored any of architect.forkSession
---@param run_id string
local function report_restored(restored, run_id)
  if type(restored) == 'table' then
    rollback.report(run_id, restored)
  end
end

---@class architect.MessagePlace a message of a conversation
---@field chat architect.Chat
---@field run_id string

--- The message at the cursor, unless its run is under way.
---@return architect.MessagePlace?
local function place_here()
  local chat = chat_open.current()
  local found = chat and chat.session and message_here(chat)
  if not chat or not found then
    return
  end
  if chat.active == found.run_id then
    notify.warn(t('this run is under way; stop it first'))
    return
  end
  return { chat = chat, run_id = found.run_id }
end

---@param place architect.MessagePlace
---@param argument table
---@param use fun(chat: architect.Chat, connection: vim.lsp.Client, result: table)
local function fork_at(place, argument, use)
  local chat = place.chat
  chat_open.with_server(chat, function(connection)
    argument.sessionId, argument.runId = chat.session, place.run_id
    requests.execute(connection, 'architect.forkSession', argument, function(result)
      use(chat, connection, type(result) == 'table' and result or {})
    end)
  end)
end

--- Put the message at the cursor into the input of a fork from before it.
function M.edit()
  local place = place_here()
  if not place then
    return
  end
  local choices = { t('Files go back to how they were before'), t('Leave the files as they are') }
  vim.ui.select(choices, { prompt = t('Edit and send again:'), kind = 'architect.restore' }, function(_, index)
    if not index then
      return
    end
    fork_at(place, { before = true, restoreFiles = index == 1 }, function(chat, connection, result)
      local forked = open_fork(chat, connection, result)
      chat_input.set(forked, type(result.prompt) == 'string' and result.prompt or '')
      report_restored(result.restored, place.run_id)
    end)
  end)
end

--- Whether a run changed a file since the message, as far as the conversation tells.
---@param place architect.MessagePlace
---@return boolean
local function has_changed_files(place)
  local since = chats.run_number(place.run_id)
  return vim.iter(pairs(place.chat.runs)):any(function(id, run)
    return chats.run_number(id) >= since and #run.files > 0
  end)
end

---@param place architect.MessagePlace
local function restore_files(place)
  chat_open.with_server(place.chat, function(connection)
    rollback.go_back(connection, { runId = place.run_id, step = 0 }, function(err)
      if not has_changed_files(place) then
        return notify.info(t('no file was changed: no run has changed one since this message'))
      end
      local words = t('%s; :Architect undo %s undoes what the run of this message changed')
      notify.warn(words:format(requests.problem(err), place.run_id))
    end)
  end)
end

---@param place architect.MessagePlace
---@param with_files boolean
local function restore_conversation(place, with_files)
  fork_at(place, { before = true, restoreFiles = with_files }, function(chat, connection, result)
    open_fork(chat, connection, result)
    report_restored(result.restored, place.run_id)
  end)
end

--- What can go back to before a message, in the order in which it is offered.
M.RESTORABLE = { 'both', 'files', 'conversation' }

local RESTORE = {
  both = {
    words = t('Files and conversation'),
    call = function(place)
      restore_conversation(place, true)
    end,
  },
  files = { words = t('Files only'), call = restore_files },
  conversation = {
    words = t('Conversation only, in a session of its own'),
    call = function(place)
      restore_conversation(place, false)
    end,
  },
}

--- Files, conversation or both as they were before the message at the cursor; asks which.
---@param what? string
function M.restore(what)
  if what and not RESTORE[what] then
    return notify.error(t('unknown %q; available: %s'):format(what, table.concat(M.RESTORABLE, ', ')))
  end
  local place = place_here()
  if not place then
    return
  end
  if what then
    return RESTORE[what].call(place)
  end
  local options = { prompt = t('Restore to before this message:'), kind = 'architect.restore' }
  options.format_item = function(each)
    return RESTORE[each].words
  end
  vim.ui.select(M.RESTORABLE, options, function(each)
    if each then
      RESTORE[each].call(place)
    end
  end)
end

--- Another session with the conversation up to the run at the cursor.
function M.fork()
  local place = place_here()
  if not place then
    return
  end
  fork_at(place, {}, function(chat, connection, result)
    open_fork(chat, connection, result)
    notify.info(t('this is a fork; the session it comes from is in :Architect sessions'))
  end)
end

---@param act fun(call: architect.Call)
local function on_run_here(act)
  local chat = chat_open.current()
  local found = chat and message_here(chat)
  if found then
    act({ words = { found.run_id }, rest = found.run_id, bufnr = api.nvim_get_current_buf() })
  end
end

function M.diff()
  on_run_here(require('architect.run_actions').diff)
end

function M.undo()
  on_run_here(require('architect.undo').command)
end

return M
