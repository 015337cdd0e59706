--- The chat: sends messages, stops, goes back, and continues sessions.

local attachments = require('architect.attachments')
local chat_events = require('architect.chat_events')
local chat_input = require('architect.chat_input')
local chat_load = require('architect.chat_load')
local chats = require('architect.chats')
local client = require('architect.client')
local notify = require('architect.notify')
local requests = require('architect.requests')
local runs = require('architect.runs')
local tail = require('architect.chat_tail')
local text = require('architect.text')
local windows = require('architect.chat_windows')

local M = {}

local api = vim.api

---@return architect.Chat?
local function current()
  local chat = chats.current()
  if not chat then
    notify.warn('no conversation yet; :Architect chat begins one')
  end
  return chat
end

---@param chat architect.Chat
---@param use fun(connection: vim.lsp.Client)
local function with_server(chat, use)
  client.with_root(chat.root, use)
end

--- Learn what runs would be asked of, and whether they would fail.
---@param chat architect.Chat
local function look_at_settings(chat)
  with_server(chat, function(connection)
    requests.execute(connection, 'architect.info', {}, function(info)
      info = type(info) == 'table' and info or {}
      local own = vim.iter(type(info.roots) == 'table' and info.roots or {}):find(function(each)
        return each.root == chat.root
      end) or info
      local model = vim.tbl_get(own, 'config', 'llm', 'model')
      chat.model = type(model) == 'string' and model or nil
      local problem = type(own.modelProblem) == 'string' and own.modelProblem or nil
      chat.problem = problem and ('%s (:Architect model chooses another)'):format(problem)
      tail.update(chat)
    end, function() end)
  end)
end

--- A new chat on the workspace of a buffer.
---@param bufnr integer
---@return architect.Chat
function M.create(bufnr)
  local discovery = require('architect.discovery')
  local here = chats.of_buffer(bufnr)
  local code = windows.code_buffer()
  local chat = chats.create(here and here.root or discovery.root(code or bufnr))
  look_at_settings(chat)
  return chat
end

--- Send what was written while a run was asked for.
---@param chat architect.Chat
local function release(chat)
  local held = chat.held
  chat.held = {}
  for _, each in ipairs(held) do
    chat.attachments = vim.list_extend(each.attached, chat.attachments)
    M.post(chat, each.message, each.options)
  end
end

--- Register a run that was started for a chat, and show it.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param result any of a command that starts a run
function M.follow(chat, connection, result)
  chat.sending = nil
  if type(result) ~= 'table' or type(result.runId) ~= 'string' then
    chat.sent = nil
    return notify.error('the server did not start a run')
  end
  chat.session = chats.session_of(result.runId)
  chat.active = result.runId
  local run = runs.get_or_create(result.runId, connection.id)
  run.accepted = true
  if run.seq == 0 then
    runs.update(run, result)
  elseif not runs.is_active(run) then
    chat.active = nil
  end
  -- Events of a new session came before anybody knew whose they are.
  chat_load.read(chat, connection, { result.runId })
  release(chat)
end

---@param chat architect.Chat
---@param message string
---@param attached architect.Attachment[]
---@param fields? table more of the argument
local function start(chat, message, attached, fields)
  chat.sending, chat.waits, chat.problem = true, nil, nil
  chat.sent = { text = message, attached = vim.tbl_map(attachments.words, attached) }
  tail.update(chat)
  with_server(chat, function(connection)
    local argument = vim.tbl_extend('force', vim.deepcopy(chat.choices), { prompt = message, session = chat.session }, fields or {})
    argument.attachments = #attached > 0 and attached or nil
    requests.execute(connection, 'architect.run', argument, function(result)
      M.follow(chat, connection, result)
    end, function(err)
      chat.sending, chat.sent = nil, nil
      M.give_back(chat, message, attached)
      release(chat)
      local data = type(err.data) == 'table' and err.data or {}
      local detail = type(data.detail) == 'string' and data.detail or err.message or 'the run was not started'
      local remedy = require('architect.chat_ending').remedy(data.remedy)
      chat.problem = remedy and ('%s; what helps: %s'):format(detail, remedy) or detail
      notify.error(detail)
      tail.update(chat)
    end)
  end)
end

--- Put a message that was not withdrawn into the input.
---@param chat architect.Chat
---@param message string
---@param attached architect.Attachment[]
function M.give_back(chat, message, attached)
  local written = chat_input.text(chat)
  chat_input.set(chat, written == '' and message or message .. '\n' .. written)
  chat.attachments = vim.list_extend(vim.deepcopy(attached), chat.attachments)
  chat_input.update(chat)
end

--- Tell the active run something.
---@param chat architect.Chat
---@param message string
---@param attached architect.Attachment[]
---@param interrupts boolean
local function say(chat, message, attached, interrupts)
  local id = ('nvim-%d-%d'):format(vim.fn.getpid(), vim.uv.hrtime())
  local queued = { id = id, text = message, attached = vim.tbl_map(attachments.words, attached) }
  queued.attachments = attached
  table.insert(chat.queue, queued)
  tail.update(chat)
  local function take_out()
    chat.queue = vim.tbl_filter(function(each)
      return each.id ~= id
    end, chat.queue)
    tail.update(chat)
  end
  with_server(chat, function(connection)
    local argument = { runId = chat.active, text = message, messageId = id, interrupt = interrupts or nil }
    argument.attachments = #attached > 0 and attached or nil
    requests.execute(connection, 'architect.say', argument, function(result)
      if type(result) ~= 'table' or not result.accepted then
        -- The run is about to be over: the message begins the next one.
        queued.refused = true
        if not chat.active then
          take_out()
          start(chat, message, attached)
        end
      end
    end, function(err)
      take_out()
      M.give_back(chat, message, attached)
      notify.error(err.message or 'the message was not taken')
    end)
  end)
end

--- Send a message: the active run is told it, without one it begins the next run.
---@param chat architect.Chat
---@param message string
---@param options? { interrupts?: boolean, fields?: table }
function M.post(chat, message, options)
  local attached = chat.attachments
  require('architect.chat_history').add(message)
  chat.attachments, chat.last = {}, message
  if chat.sending then
    -- It has no run yet that could be told.
    chat.held[#chat.held + 1] = { message = message, attached = attached, options = options }
    return tail.update(chat)
  end
  if chat.active then
    return say(chat, message, attached, options and options.interrupts or false)
  end
  start(chat, message, attached, options and options.fields)
end

---@param interrupts boolean
local function send_written(interrupts)
  local chat = current()
  local message = chat and chat_input.text(chat)
  if not chat or message == '' then
    return
  end
  vim.cmd.stopinsert()
  M.post(chat, message, { interrupts = interrupts })
  chat_input.clear(chat)
  -- The newest is what follows.
  local win = windows.window(chat)
  if win then
    api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(chat.log.bufnr), 0 })
  end
end

function M.send()
  send_written(false)
end

function M.interrupt()
  send_written(true)
end

--- What the model has not read begins the next run, unless the user stopped this one.
---@param chat architect.Chat
---@param event table run.state of a run that is done
function M.on_end(chat, event)
  local queue = chat.queue
  chat.queue = {}
  tail.update(chat)
  if #queue == 0 then
    return
  end
  local attached, words = {}, {}
  for _, message in ipairs(queue) do
    words[#words + 1] = message.text
    vim.list_extend(attached, message.attachments or {})
  end
  local message = table.concat(words, '\n\n')
  if event.outcome == 'completed' then
    return start(chat, message, attached)
  end
  M.give_back(chat, message, attached)
  notify.warn('the model did not read your last message; it is in the input again')
end

--- The server of a workspace exited: nothing runs there any more, and nobody reads what is queued.
---@param root string?
function M.on_lost(root)
  for _, chat in ipairs(chats.all()) do
    if chat.root == root then
      if chat.active then
        require('architect.log_writer').line(chat.log, 'server exited, run interrupted', 'ArchitectWarning')
      end
      chat.active, chat.sending, chat.sent, chat.waits, chat.backlog = nil, nil, nil, nil, nil
      M.on_end(chat, { outcome = 'interrupted' })
    end
  end
end

function M.stop()
  local chat = current()
  if not chat then
    return
  elseif not chat.active then
    return notify.info('nothing runs in this conversation')
  end
  with_server(chat, function(connection)
    requests.execute(connection, 'architect.cancel', { runId = chat.active, reason = 'cancelled by the user' })
  end)
end

--- Take the last queued message back into the input.
function M.withdraw()
  local chat = current()
  local last = chat and chat.queue[#chat.queue]
  if not chat or not last then
    return notify.info('no message is queued')
  end
  with_server(chat, function(connection)
    local argument = { runId = chat.active, messageId = last.id }
    requests.execute(connection, 'architect.withdraw', argument, function(result)
      if type(result) ~= 'table' or not result.withdrawn then
        return notify.warn('the model has read it already')
      end
      table.remove(chat.queue)
      tail.update(chat)
      M.give_back(chat, last.text, last.attachments or {})
    end)
  end)
end

--- Show a session in its chat, with its whole conversation, and put the cursor into the input.
---@param connection vim.lsp.Client
---@param session table row of architect.sessions
---@param place? string
function M.open_session(connection, session, place)
  local chat = chats.of_session(session.sessionId)
  if not chat then
    chat = chats.create(connection.config.root_dir)
    chat.session = session.sessionId
    chat.title = text.one_line(session.title or session.task or session.sessionId, 80)
    look_at_settings(chat)
    chat_load.read(chat, connection, chat_load.of_conversation(session.sessionId, session.runs))
  end
  windows.open(chat, place)
  return chat
end

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
  local forked = chats.create(chat.root)
  forked.choices = vim.deepcopy(chat.choices)
  forked.title = title
  look_at_settings(forked)
  windows.open(forked)
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
  local chat = current()
  local found = chat and chat.session and message_here(chat)
  if not chat or not found then
    return
  end
  if chat.active == found.run_id then
    return notify.warn('this run is under way; stop it first')
  end
  with_server(chat, function(connection)
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
  local chat = current()
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

--- Have the plan carried out.
function M.carry_out()
  local chat = current()
  if not chat then
    return
  elseif not chat.session or chat.active then
    return notify.warn('there is no plan to carry out yet')
  end
  local agent = chat.choices.agent ~= 'plan' and chat.choices.agent or 'build'
  if chat.choices.mode == 'plan' then
    chat.choices.mode = nil
  end
  M.post(chat, 'Carry out the plan.', { fields = { mode = 'edit', agent = agent } })
end

--- Send the last message once more, after what made it fail was put right.
function M.retry()
  local chat = current()
  local last = chat and (chat.last or require('architect.chat_history').all()[1])
  if not chat or chat.active or not last then
    return notify.warn('there is nothing to send again')
  end
  M.post(chat, last)
end

function M.write()
  local chat = current()
  if chat then
    windows.open(chat)
    vim.cmd.startinsert({ bang = true })
  end
end

function M.close()
  local chat = current()
  if chat then
    windows.close(chat)
  end
end

---@param step 1|-1
local function jump(step)
  local chat = current()
  local win = chat and windows.window(chat)
  if not chat or not win then
    return
  end
  local here = api.nvim_win_get_cursor(win)[1] - 1
  local rows = chat_events.message_rows(chat)
  local target = vim.iter(step > 0 and rows or vim.iter(rows):rev():totable()):find(function(row)
    return (row - here) * step > 0
  end)
  if target then
    api.nvim_win_set_cursor(win, { target + 1, 0 })
  end
end

function M.next_message()
  jump(1)
end

function M.previous_message()
  jump(-1)
end

--- Open the file that the cursor is on, with its line; else open or close the fold.
function M.open_at_cursor()
  local chat = current()
  local place = chat and require('architect.places').at_cursor(chat.root)
  if place then
    return require('architect.places').open(place)
  end
  pcall(vim.cmd.normal, { 'za', bang = true })
end

function M.show_keys()
  local is_input = chats.current() ~= nil and chats.current().input == api.nvim_get_current_buf()
  require('architect.message_window').show(table.concat(require('architect.chat_keys').lines(is_input), '\n'), 'FloatBorder')
end

return M
