--- The chat: sends messages, stops runs, and follows them.

local attachments = require('architect.attachments')
local chat_input = require('architect.chat_input')
local chat_load = require('architect.chat_load')
local chat_open = require('architect.chat_open')
local chats = require('architect.chats')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local queue = require('architect.chat_queue')
local requests = require('architect.requests')
local runs = require('architect.runs')
local tail = require('architect.chat_tail')
local windows = require('architect.chat_windows')

local M = {}

local api = vim.api

--- No run began: what was sent for it is in the input again.
---@param chat architect.Chat
---@param err table?
---@param is_shown? boolean whether the conversation says why
local function not_begun(chat, err, is_shown)
  local sent = chat.sent
  chat.sending, chat.stopping, chat.sent = nil, nil, nil
  queue.give_back_held(chat)
  if sent then
    chat_input.give_back(chat, sent.text, sent.attachments)
  end
  if err then
    local detail = requests.problem(err)
    local remedy = require('architect.chat_ending').remedy(type(err.data) == 'table' and err.data.remedy, chat)
    chat.problem = not is_shown and (remedy and t('%s; what helps: %s'):format(detail, remedy) or detail) or nil
    notify.error(detail)
  end
  tail.update(chat)
end

---@param chat architect.Chat
---@param connection vim.lsp.Client
local function cancel(chat, connection)
  chat.cancelled = chat.active
  requests.execute(connection, 'architect.cancel', { runId = chat.active, reason = 'cancelled by the user' })
end

--- Register a run that was started for a chat, and show it.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param result any of a command that starts a run
local function follow(chat, connection, result)
  if type(result) ~= 'table' or type(result.runId) ~= 'string' then
    return not_begun(chat, { message = t('the server did not start a run') })
  end
  local is_to_stop = chat.stopping
  chat.sending, chat.stopping = nil, nil
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
  chat_load.read(chat, connection, result.runId)
  if is_to_stop or not (chat.active or run.outcome == 'completed') then
    queue.give_back_held(chat)
  end
  if is_to_stop and chat.active then
    cancel(chat, connection)
  end
  queue.release(chat)
end

--- Ask for a run, and follow it.
---@param chat architect.Chat
---@param command string that starts a run
---@param argument fun(): table
local function ask_for_run(chat, command, argument)
  chat.sending, chat.waits, chat.problem = true, nil, nil
  local sent = chat.sent
  tail.update(chat)
  chat_open.with_server(chat, function(connection)
    if chat.stopping then
      return not_begun(chat)
    end
    requests.execute(connection, command, argument(), function(result)
      follow(chat, connection, result)
    end, function(err)
      not_begun(chat, err, sent ~= nil and chat.sent == nil)
    end)
  end, function(problem)
    not_begun(chat, { message = problem })
  end)
end

--- Begin a run with a message.
---@param chat architect.Chat
---@param message string
---@param attached architect.Attachment[]
---@param fields? table more of the argument
function M.start(chat, message, attached, fields)
  chat.sent = { text = message, attached = vim.tbl_map(attachments.words, attached), attachments = attached }
  ask_for_run(chat, 'architect.run', function()
    local message_of_run = { prompt = message, session = chat.session }
    local argument = vim.tbl_extend('force', vim.deepcopy(chat.choices), message_of_run, fields or {})
    argument.attachments = #attached > 0 and attached or nil
    return argument
  end)
end

--- Have the model go on where the session of a chat stopped.
---@param chat architect.Chat
function M.resume(chat)
  ask_for_run(chat, 'architect.resume', function()
    return { sessionId = chat.session }
  end)
end

--- Have the model sum up the oldest steps of the conversation.
---@param chat architect.Chat with a session
---@param focus string what matters most
function M.compact(chat, focus)
  local function argument()
    return { sessionId = chat.session, focus = focus, model = chat.choices.model }
  end
  if not (chat.active or chat.sending) then
    return ask_for_run(chat, 'architect.compact', argument)
  end
  chat_open.with_server(chat, function(connection)
    requests.execute(connection, 'architect.compact', argument(), function()
      notify.info(t('the conversation is summed up at the end of this step'))
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
  chat_input.update(chat)
  chat.last = { text = message, attached = attached, options = options }
  if chat.sending then
    -- It has no run yet that could be told.
    return queue.hold(chat, message, attached, options)
  end
  if chat.active and chat.active == chat.cancelled then
    return queue.add_next(chat, message, attached)
  end
  if chat.active then
    return queue.say(chat, message, attached, options and options.interrupts or false)
  end
  M.start(chat, message, attached, options and options.fields)
end

---@param interrupts boolean
local function send_written(interrupts)
  local chat = chat_open.current()
  local message = chat and chat_input.text(chat)
  if not chat or message == '' then
    return
  end
  chat_input.clear(chat)
  -- Whoever goes on typing is not held up.
  vim.schedule(function()
    M.post(chat, message, { interrupts = interrupts })
    -- The newest is what follows.
    local win = windows.window(chat)
    if win then
      api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(chat.log.bufnr), 0 })
    end
  end)
end

function M.send()
  send_written(false)
end

function M.interrupt()
  send_written(true)
end

--- Stop the run; one that is only asked for, as soon as it is there.
function M.stop()
  local chat = chat_open.current()
  if not chat then
    return
  elseif chat.sending then
    chat.stopping = true
    return tail.update(chat)
  elseif not chat.active then
    return notify.info(t('nothing runs in this conversation'))
  end
  chat_open.with_server(chat, function(connection)
    cancel(chat, connection)
  end)
end

--- Have the plan carried out.
function M.carry_out()
  local chat = chat_open.current()
  if not chat then
    return
  elseif not chat.session or chat.active then
    return notify.warn(t('there is no plan to carry out yet'))
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
