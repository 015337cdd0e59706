--- The chat: sends messages, stops runs, and follows them.

local attachments = require('architect.attachments')
local chat_input = require('architect.chat_input')
local chat_load = require('architect.chat_load')
local chat_open = require('architect.chat_open')
local chats = require('architect.chats')
local notify = require('architect.notify')
local requests = require('architect.requests')
local runs = require('architect.runs')
local tail = require('architect.chat_tail')
local windows = require('architect.chat_windows')

local M = {}

local api = vim.api

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
  chat.sent = { text = message, attached = vim.tbl_map(attachments.words, attached), attachments = attached }
  tail.update(chat)
  chat_open.with_server(chat, function(connection)
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

--- Take a message out of the queue.
---@param chat architect.Chat
---@param id string
---@return boolean was_there false if the end of the run has dealt with it
local function take_out(chat, id)
  local count = #chat.queue
  chat.queue = vim.tbl_filter(function(each)
    return each.id ~= id
  end, chat.queue)
  tail.update(chat)
  return #chat.queue < count
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
  chat_open.with_server(chat, function(connection)
    local argument = { runId = chat.active, text = message, messageId = id, interrupt = interrupts or nil }
    argument.attachments = #attached > 0 and attached or nil
    requests.execute(connection, 'architect.say', argument, function(result)
      if type(result) ~= 'table' or not result.accepted then
        -- The run is about to be over: the message begins the next one.
        queued.refused = true
        if not chat.active and take_out(chat, id) then
          start(chat, message, attached)
        end
      end
    end, function(err)
      if take_out(chat, id) then
        M.give_back(chat, message, attached)
      end
      notify.error(err.message or 'the message was not taken')
    end)
  end)
end

--- Send a message: the active run is told it, without one it begins the next run.
---@param chat architect.Chat
---@param message string
---@param options? { interrupts?: boolean, fields?: table }
function M.post(chat, message, options)
  local attached = attachments.with_named(message, chat.attachments)
  require('architect.chat_history').add(message)
  chat.attachments = {}
  chat.last = { text = message, attached = attached, options = options }
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
  local chat = chat_open.current()
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

--- Messages on their way to a run that has not begun.
---@param chat architect.Chat
---@return table[]
local function unsent(chat)
  local found = chat.sending and { chat.sent } or {}
  for _, each in ipairs(chat.held) do
    found[#found + 1] = { text = each.message, attachments = each.attached }
  end
  return found
end

--- The server of a workspace exited: nothing runs there any more, and nobody reads what was sent.
---@param root string?
function M.on_lost(root)
  for _, chat in ipairs(chats.all()) do
    if chat.root == root then
      if chat.active then
        require('architect.log_writer').line(chat.log, 'server exited, run interrupted', 'ArchitectWarning')
      end
      chat.queue, chat.held = vim.list_extend(chat.queue, unsent(chat)), {}
      chat.active, chat.sending, chat.sent, chat.waits, chat.backlog = nil, nil, nil, nil, nil
      M.on_end(chat, { outcome = 'interrupted' })
    end
  end
end

function M.stop()
  local chat = chat_open.current()
  if not chat then
    return
  elseif not chat.active then
    return notify.info('nothing runs in this conversation')
  end
  chat_open.with_server(chat, function(connection)
    requests.execute(connection, 'architect.cancel', { runId = chat.active, reason = 'cancelled by the user' })
  end)
end

--- Take the last queued message back into the input.
function M.withdraw()
  local chat = chat_open.current()
  local last = chat and chat.queue[#chat.queue]
  if not chat or not last then
    return notify.info('no message is queued')
  end
  chat_open.with_server(chat, function(connection)
    local argument = { runId = chat.active, messageId = last.id }
    requests.execute(connection, 'architect.withdraw', argument, function(result)
      if type(result) ~= 'table' or not result.withdrawn then
        return notify.warn('the model has read it already')
      end
      if take_out(chat, last.id) then
        M.give_back(chat, last.text, last.attachments or {})
      end
    end)
  end)
end

--- Have the plan carried out.
function M.carry_out()
  local chat = chat_open.current()
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

function M.write()
  local chat = chat_open.current()
  if chat then
    windows.open(chat)
    vim.cmd.startinsert({ bang = true })
  end
end

function M.close()
  local chat = chat_open.current()
  if chat then
    windows.close(chat)
  end
end

return M
