--- Messages of a chat that wait: for the model to read them, or for the run that was asked for.

local attachments = require('architect.attachments')
local chat_input = require('architect.chat_input')
local chat_open = require('architect.chat_open')
local chats = require('architect.chats')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local tail = require('architect.chat_tail')

local M = {}

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
function M.say(chat, message, attached, interrupts)
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
        if not chat.active and take_out(chat, id) then
          require('architect.chat').start(chat, message, attached)
        end
      end
    end, function(err)
      if take_out(chat, id) then
        chat_input.give_back(chat, message, attached)
      end
      notify.error(err.message or t('the message was not taken'))
    end)
  end)
end

--- Keep a message that was sent behind a stop: it begins the next run.
---@param chat architect.Chat
---@param message string
---@param attached architect.Attachment[]
function M.add_next(chat, message, attached)
  local id = ('nvim-next-%d'):format(vim.uv.hrtime())
  local words = vim.tbl_map(attachments.words, attached)
  table.insert(chat.queue, { id = id, text = message, attached = words, attachments = attached, is_next = true })
  tail.update(chat)
end

--- Keep a message until the run that was asked for can be told it.
---@param chat architect.Chat
---@param message string
---@param attached architect.Attachment[]
---@param options? { interrupts?: boolean, fields?: table }
function M.hold(chat, message, attached, options)
  chat.held[#chat.held + 1] = { message = message, attached = attached, options = options }
  tail.update(chat)
end

--- Send what was held.
---@param chat architect.Chat
function M.release(chat)
  local held = chat.held
  chat.held = {}
  for _, each in ipairs(held) do
    chat.attachments = vim.list_extend(each.attached, chat.attachments)
    require('architect.chat').post(chat, each.message, each.options)
  end
end

--- Take what was held out, as queued messages are.
---@param chat architect.Chat
---@return { text: string, attachments: architect.Attachment[] }[]
local function take_held(chat)
  local held = chat.held
  chat.held = {}
  return vim.tbl_map(function(each)
    return { text = each.message, attachments = each.attached }
  end, held)
end

--- Put what was held into the input: the run that was asked for has not begun, or is to stop.
---@param chat architect.Chat
function M.give_back_held(chat)
  local held = take_held(chat)
  if #held > 0 then
    chat_input.give_back_all(chat, held)
  end
end

--- What the model has not read begins the next run if this one was completed, or if it was sent
--- behind a stop; else it is up to the user.
---@param chat architect.Chat
---@param event table run.state of a run that is done
function M.on_end(chat, event)
  local queue = chat.queue
  chat.queue = {}
  tail.update(chat)
  if #queue == 0 then
    return
  end
  local begins, unread = {}, {}
  for _, each in ipairs(queue) do
    table.insert((each.is_next or event.outcome == 'completed') and begins or unread, each)
  end
  if #begins > 0 then
    require('architect.chat').start(chat, chat_input.joined(begins))
  end
  if #unread == 0 then
    return
  end
  chat_input.give_back_all(chat, unread)
  local key = require('architect.config').options.chat.keys.send
  local how = key and t(', where %s sends it'):format(key) or ''
  local one = t('the model did not read your last message; it is in the input again%s')
  local several = t('the model did not read your last messages; they are in the input again%s')
  notify.warn((#unread == 1 and one or several):format(how))
end

--- The server of a workspace exited: nothing runs there any more, and nobody reads what was sent.
---@param root string?
function M.on_lost(root)
  for _, chat in ipairs(chats.all()) do
    if chat.root == root then
      if chat.active then
        require('architect.log_writer').line(chat.log, t('server exited, run interrupted'), 'ArchitectWarning')
      end
      local unsent = vim.list_extend(chat.sending and { chat.sent } or {}, take_held(chat))
      chat.queue = vim.list_extend(chat.queue, unsent)
      for _, each in ipairs(chat.queue) do
        each.is_next = nil
      end
      chat.active, chat.sending, chat.sent, chat.stopping = nil, nil, nil, nil
      chat.waits, chat.backlog = nil, nil
      M.on_end(chat, { outcome = 'interrupted' })
    end
  end
end

--- Take the last message that waits back into the input.
function M.withdraw()
  local chat = chat_open.current()
  if chat and #chat.held > 0 then
    local last = table.remove(chat.held)
    tail.update(chat)
    return chat_input.give_back(chat, last.message, last.attached)
  end
  local last = chat and chat.queue[#chat.queue]
  if not chat or not last then
    return notify.info(t('no message is queued'))
  end
  if last.is_next then
    take_out(chat, last.id)
    return chat_input.give_back(chat, last.text, last.attachments or {})
  end
  chat_open.with_server(chat, function(connection)
    local argument = { runId = chat.active, messageId = last.id }
    requests.execute(connection, 'architect.withdraw', argument, function(result)
      if type(result) ~= 'table' or not result.withdrawn then
        return notify.warn(t('the model has read it already'))
      end
      if take_out(chat, last.id) then
        chat_input.give_back(chat, last.text, last.attachments or {})
      end
    end)
  end)
end

return M
