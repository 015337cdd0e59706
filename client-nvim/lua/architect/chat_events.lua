--- Events of runs in a chat: what was said, answers in Markdown, and one folded line for each call.

local chats = require('architect.chats')
local t = require('architect.l10n').t
local log_events = require('architect.log_events')
local runs = require('architect.runs')
local tail = require('architect.chat_tail')
local text = require('architect.text')
local write = require('architect.log_writer')
local calls = require('architect.chat_calls')

local M = {}

local api = vim.api
local HEADS = api.nvim_create_namespace('architect.messages')

--- Heads of messages, which no text of a model can imitate: they are marked.
---@param log architect.ChatLog
---@param title string
---@param run architect.Run
---@param said boolean whether it is a message within a run
local function show_head(log, title, run, said)
  write.lines(log, { '', title })
  local row = api.nvim_buf_line_count(log.bufnr) - log.tail - 1
  local id = api.nvim_buf_set_extmark(log.bufnr, HEADS, row, 0, {
    line_hl_group = 'ArchitectHead',
    right_gravity = false,
  })
  log.heads[id] = { run_id = run.id, said = said }
end

--- `selection src/a.py:2-9 (8 lines, 210 bytes)`
---@param part table of `attached`
---@return string
local function part_line(part)
  local sizes = {}
  if type(part.lines) == 'number' and part.lines > 0 then
    sizes[#sizes + 1] = text.count(part.lines, 'line')
  end
  if type(part.bytes) == 'number' and part.bytes > 0 then
    sizes[#sizes + 1] = text.count(part.bytes, 'byte')
  end
  local size = #sizes > 0 and (' (%s)'):format(table.concat(sizes, ', ')) or ''
  return ('%s %s%s'):format(text.identifier(part.kind), text.one_line(part.name or ''), size)
end

--- The message and what went along with it.
---@param log architect.ChatLog
---@param words any
---@param attached any
local function show_message(log, words, attached)
  write.lines(log, text.lines(text.trim_end(words or '')))
  for _, part in ipairs(type(attached) == 'table' and attached or {}) do
    write.line(log, t('attached: %s'):format(part_line(part)), 'ArchitectDim')
  end
end

--- A message as it may be sent again.
---@param words any
---@param attached any
---@return { text: string, attached: table[] }
local function message_of(words, attached)
  return { text = tostring(words or ''), attached = type(attached) == 'table' and attached or {} }
end

--- What closes a block of code that a reply leaves open; nil if it leaves none.
---@param reply string
---@return string?
function M.open_fence(reply)
  local open
  for line in vim.gsplit(reply, '\n', { plain = true }) do
    local fence = line:match('^ ? ? ?(```+)') or line:match('^ ? ? ?(~~~+)')
    if fence and not open then
      open = fence
    elseif open and fence and vim.startswith(fence, open) and vim.trim(line) == fence then
      open = nil
    end
  end
  return open
end

--- Keep the message of a run that was over before it began.
---@param log architect.ChatLog
---@param run architect.Run
function M.show_sent(log, run)
  local sent = log.chat.sent
  if sent and not run.started then
    log.chat.sent = nil
    show_head(log, '## ' .. t('You'), run, false)
    show_message(log, sent.text, {})
  end
end

--- A reply is a paragraph of its own: an empty line before it, unless it has begun.
---@param log architect.ChatLog
local function begin_paragraph(log)
  if not log.reply and not log.thought then
    local last = api.nvim_buf_line_count(log.bufnr) - log.tail
    if api.nvim_buf_get_lines(log.bufnr, last - 1, last, false)[1] ~= '' then
      write.lines(log, { '' })
    end
  end
end

---@type table<string, fun(log: architect.ChatLog, event: table, run: architect.Run)>
local OWN = {
  ['run.started'] = function(log, event, run)
    if log.chat.sent then
      log.chat.sent, log.chat.waits = nil, nil
      tail.update(log.chat)
    end
    show_head(log, '## ' .. t('You'), run, false)
    local typed = type(event.typed) == 'string' and event.typed ~= '' and event.typed
    local said = typed or event.task
    log.chat.told = message_of(said, event.attached)
    local titled = type(event.title) == 'string' and event.title ~= '' and event.onlyCompacts
    show_message(log, titled and event.title or said, event.attached)
    local words = { text.identifier(event.agent), text.one_line(event.model or '', 60) }
    words[#words + 1] = event.dryRun and t('dry run') or nil
    write.lines(log, { '', '## ' .. table.concat(words, ' · '), '' }, 'ArchitectDim')
    local called = type(event.title) == 'string' and event.title ~= '' and event.title or event.task
    log.chat.title = log.chat.title or text.one_line(called or '', 80)
    require('architect.chat_history').add(tostring(said or ''))
  end,
  ['user.said'] = function(log, event, run)
    local chat = log.chat
    chat.queue = vim.tbl_filter(function(message)
      return message.id ~= event.messageId
    end, chat.queue)
    require('architect.chat_kept').was_read(chat, event.messageId)
    show_head(log, '## ' .. t('You'), run, true)
    chat.told = message_of(event.text, event.attached)
    show_message(log, event.text, event.attached)
    write.lines(log, { '' })
    tail.update(chat)
  end,
  ['model.delta'] = function(log, event, run)
    begin_paragraph(log)
    log_events.RENDERERS['model.delta'](log, event, run)
  end,
  ['model.replied'] = function(log, event, run)
    local reply = tostring(event.text or '')
    if reply ~= '' then
      begin_paragraph(log)
    end
    log_events.RENDERERS['model.replied'](log, event, run)
    if reply ~= '' then
      write.lines(log, { M.open_fence(reply) or '' })
    end
  end,
  ['plan.updated'] = function(log, event)
    begin_paragraph(log)
    for _, step in ipairs(log_events.checklist(event)) do
      write.line(log, '- ' .. step)
    end
  end,
  ['tool.decided'] = calls.decided,
  ['tool.output'] = calls.output,
  ['tool.finished'] = calls.finished,
  ['file.changed'] = calls.changed,
  ['file.proposed'] = calls.changed,
  ['run.state'] = function(log, event, run)
    local chat = log.chat
    if event.state == 'waiting' and event.waitsFor == 'confirm' then
      chat.waits = t('waiting for your answer (:Architect answer)')
    elseif event.state == 'queued' or event.state == 'waiting' then
      local what = type(event.waitsFor) == 'string' and event.waitsFor or nil
      chat.waits = what and what:find(' ') and what or event.state
    else
      chat.waits = nil
    end
    if event.state == 'done' then
      M.show_sent(log, run)
      log_events.RENDERERS['run.state'](log, event, run)
      require('architect.chat_ending').show(log, event, run)
    end
    tail.update(chat)
  end,
}

--- Whether the chat has seen an event already, which has a number.
---@param chat architect.Chat
---@param event table
function M.show(chat, event)
  local run = chats.run_of(chat, event.runId)
  if not runs.apply_event(run, event) then
    return
  end
  if runs.is_decision(run) then
    return require('architect.chat_decisions').show(chat.log, event, run)
  end
  log_events.show(chat.log, event, run, OWN)
end

--- An event of a run; shown if there is a chat of its session.
---@param event table
function M.on_event(event)
  local chat = chats.of_session(chats.session_of(event.runId))
  if not chat then
    return
  end
  local known = runs.get(event.runId)
  if known and known.number > 0 then
    chat.active = runs.is_active(known) and event.runId or (chat.active ~= event.runId and chat.active or nil)
  end
  if chat.backlog then
    table.insert(chat.backlog, event)
    return
  end
  M.show(chat, event)
  if event.type == 'run.state' and event.state == 'done' then
    require('architect.chat_queue').on_end(chat, event)
    require('architect.chat_load').look_behind(chat)
  elseif event.type == 'model.requested' or event.type == 'model.replied' or event.type == 'step.started' then
    require('architect.chat_windows').update(chat)
  end
end

--- The message at a row of a chat, or the last one above it.
---@param chat architect.Chat
---@param row integer
---@return { run_id: string, said: boolean }?
function M.message_at(chat, row)
  local found = api.nvim_buf_get_extmarks(chat.log.bufnr, HEADS, { row, -1 }, 0, { limit = 1 })[1]
  return found and chat.log.heads[found[1]]
end

--- Rows of all messages, ascending.
---@param chat architect.Chat
---@return integer[]
function M.message_rows(chat)
  return vim.tbl_map(function(mark)
    return mark[2]
  end, api.nvim_buf_get_extmarks(chat.log.bufnr, HEADS, 0, -1, {}))
end

return M
