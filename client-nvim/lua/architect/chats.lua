--- The chats of this editor: one buffer for each session, and what is known of it.

local runs = require('architect.runs')

local M = {}

local api = vim.api

---@class architect.Choices what the next run is asked for; nil is as configured
---@field model string?
---@field agent string?
---@field mode string?
---@field reasoning string?

---@class architect.LastMessage
---@field text string
---@field attached architect.Attachment[]
---@field options? { interrupts?: boolean, fields?: table }

---@class architect.Queued a message that the model has not read yet
---@field id string
---@field text string
---@field attached string[] what goes along, in words
---@field attachments architect.Attachment[] what goes along
---@field is_next boolean? whether it was sent behind a stop, and begins the next run

---@class architect.Chat
---@field number integer
---@field root string of its workspace
---@field session string? nil until the first message is sent
---@field title string?
---@field log architect.ChatLog its buffer
---@field input integer? buffer that the next message is written in
---@field runs table<string, architect.Run> as far as they are shown
---@field order string[] ids of the runs, the oldest first
---@field active string? the run that is under way
---@field sending boolean? whether a run was asked for that has no id yet
---@field stopping boolean? whether that is to be stopped as soon as it is there
---@field sent { text: string, attached: string[], attachments: architect.Attachment[] }? the message whose run has not begun
---@field held table[] messages that were written before that run had an id
---@field waits string? what the active run waits for
---@field problem string? why runs would fail
---@field model string? that is configured
---@field install_litellm string? the line for a shell, as the server says
---@field last architect.LastMessage? that was sent from this chat
---@field told { text: string, attached: table[] }? the last message on record, and what it shows of what went along
---@field queue architect.Queued[]
---@field unsent architect.Unsent[]? what a Neovim that is gone has left, while the conversation is read
---@field attachments architect.Attachment[] of the next message
---@field choices architect.Choices
---@field cancelled string? the run that was stopped last
---@field looks_again boolean? whether there may be more than what is read
---@field backlog table[]? events that came while the conversation is read

---@class architect.ChatLog: architect.Log
---@field chat architect.Chat
---@field calls table<string, architect.ShownCall>
---@field decided architect.Decision? the last one that was told
---@field decided_line string? the line that tells it
---@field heads table<integer, { run_id: string, said: boolean }> messages, by their extmarks

local chats = {} ---@type architect.Chat[]
local count = 0
local current ---@type architect.Chat? that was used last
--- Choices of the next chat: those that were made last.
M.choices = {} ---@type architect.Choices

--- The session of a run.
---@param run_id string
---@return string
function M.session_of(run_id)
  return run_id:match('^[^.]+') or run_id
end

--- The place of a run in its session.
---@param run_id string
---@return integer
function M.run_number(run_id)
  return tonumber(run_id:match('%.(%d+)$')) or 0
end

--- A chat without a session yet, on the workspace at `root`.
---@param root string
---@return architect.Chat
function M.create(root)
  count = count + 1
  local bufnr = api.nvim_create_buf(false, true)
  api.nvim_buf_set_name(bufnr, ('architect://chat/%d'):format(count))
  vim.bo[bufnr].bufhidden = 'hide'
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].filetype = 'markdown'
  vim.bo[bufnr].modifiable = false
  local log = { bufnr = bufnr, reply_bytes = 0, denied = {}, calls = {}, heads = {}, tail = 0 }
  local chat = { number = count, root = root, log = log, runs = {}, order = {}, queue = {} }
  chat.held, chat.attachments, chat.choices = {}, {}, vim.deepcopy(M.choices)
  log.chat = chat
  -- Without a parser of Markdown the old syntax does.
  pcall(vim.treesitter.start, bufnr, 'markdown')
  chats[#chats + 1] = chat
  current = chat
  require('architect.chat_tail').update(chat)
  require('architect.chat_keys').map_chat(bufnr)
  return chat
end

--- Those whose buffers are still there, the oldest first.
---@return architect.Chat[]
function M.all()
  chats = vim.tbl_filter(function(chat)
    return api.nvim_buf_is_valid(chat.log.bufnr)
  end, chats)
  return chats
end

---@param session string
---@return architect.Chat?
function M.of_session(session)
  for _, chat in ipairs(M.all()) do
    if chat.session == session then
      return chat
    end
  end
end

--- The chat of a buffer: its own, or that of its input.
---@param bufnr integer
---@return architect.Chat?
function M.of_buffer(bufnr)
  for _, chat in ipairs(M.all()) do
    if chat.log.bufnr == bufnr or chat.input == bufnr then
      return chat
    end
  end
end

--- The chat that the cursor is in, else the one that was used last.
---@return architect.Chat?
function M.current()
  local here = M.of_buffer(api.nvim_get_current_buf())
  if here then
    current = here
  end
  return current and vim.list_contains(M.all(), current) and current or nil
end

---@param chat architect.Chat
function M.use(chat)
  current = chat
end

--- Its client; nil while the server does not run.
---@param chat architect.Chat
---@return vim.lsp.Client?
function M.client_of(chat)
  for _, client in ipairs(require('architect.client').all()) do
    if client.config.root_dir == chat.root then
      return client
    end
  end
end

--- The run of a chat, as far as it is shown.
---@param chat architect.Chat
---@param id string
---@return architect.Run
function M.run_of(chat, id)
  if not chat.runs[id] then
    local client = M.client_of(chat)
    chat.runs[id] = runs.detached(id, client and client.id or 0)
    chat.order[#chat.order + 1] = id
  end
  return chat.runs[id]
end

--- Cost of all runs that are shown; nil if a price is unknown.
---@param chat architect.Chat
---@return number?
function M.cost(chat)
  local sum = 0
  for _, run in pairs(chat.runs) do
    if not run.usage.usd then
      return nil
    end
    sum = sum + run.usage.usd
  end
  return sum
end

--- How much of the context the last request took, in per cent; 0 if nothing was asked yet.
---@param chat architect.Chat
---@return integer
function M.context(chat)
  local newest_first = vim.iter(chat.order):rev()
  local id = newest_first:find(function(each)
    return chat.runs[each].context > 0
  end)
  return id and chat.runs[id].context or 0
end

--- The newest run of a chat in which an agent worked.
---@param chat architect.Chat
---@return architect.Run?
function M.last_run(chat)
  local newest_first = vim.iter(chat.order):rev()
  local id = newest_first:find(function(each)
    return not runs.is_decision(chat.runs[each])
  end)
  return id and chat.runs[id]
end

return M
