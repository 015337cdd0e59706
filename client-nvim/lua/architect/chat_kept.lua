--- What waits in a chat and what is written there: it outlives this Neovim, and is given back.

local chat_input = require('architect.chat_input')
local files = require('architect.kept_files')
local notify = require('architect.notify')
local t = require('architect.l10n').t

local M = {}

local DRAFT_MS = 300

---@class architect.Unsent
---@field id string?
---@field text string
---@field attachments architect.Attachment[]

---@class architect.Kept what is in the file of a chat
---@field state string? what tells one state from another, apart from the draft
---@field is_empty boolean? whether there is nothing but a draft
---@field head string?
---@field draft string
---@field is_due boolean? whether it is looked at in a moment

local kept = {} ---@type table<architect.Chat, architect.Kept>
local is_told = false

--- What no model has read, the oldest first.
---@param chat architect.Chat
---@return architect.Unsent[]
local function unsent_in(chat)
  local found = vim.list_slice(chat.unsent or {})
  local function add(id, text, attachments)
    found[#found + 1] = { id = id, text = text, attachments = attachments or {} }
  end
  if chat.sent then
    add(nil, chat.sent.text, chat.sent.attachments)
  end
  for _, each in ipairs(chat.queue) do
    add(each.id, each.text, each.attachments)
  end
  for _, each in ipairs(chat.held) do
    add(nil, each.message, each.attached)
  end
  return found
end

--- What tells one state from another without a look at large texts: which tables are in it.
---@param chat architect.Chat
---@return string state
---@return boolean is_empty
local function state_of(chat)
  local parts = { chat.sent }
  for _, list in ipairs({ chat.unsent or {}, chat.queue, chat.held, chat.attachments }) do
    vim.list_extend(parts, list)
  end
  return table.concat({ chat.session or '', unpack(vim.tbl_map(tostring, parts)) }, ' '), #parts == 0
end

---@param chat architect.Chat
---@return string
local function draft_of(chat)
  local is_there = chat.input and vim.api.nvim_buf_is_valid(chat.input)
  return is_there and chat_input.text(chat) or ''
end

---@param chat architect.Chat
---@return string
local function head_of(chat)
  local told = { root = chat.root, session = chat.session, messages = unsent_in(chat) }
  told.attachments = chat.attachments
  return files.head(told)
end

---@param chat architect.Chat
---@param own architect.Kept
local function write(chat, own)
  local path = files.path(chat.number)
  if own.is_empty and own.draft == '' then
    return files.remove(path)
  end
  own.head = own.head or head_of(chat)
  local is_written, problem = pcall(files.write, path, own.head .. own.draft)
  if not is_written and not is_told then
    is_told = true
    notify.warn(t('what waits in a chat is lost if Neovim is killed: %s'):format(tostring(problem)))
  end
end

---@param chat architect.Chat
local function keep_now(chat)
  local own = kept[chat] or { draft = '' }
  kept[chat], own.is_due = own, nil
  local draft, state, is_empty = draft_of(chat), state_of(chat)
  if own.state == state and own.draft == draft then
    return
  elseif own.state ~= state then
    own.state, own.is_empty, own.head = state, is_empty, nil
  end
  own.draft = draft
  write(chat, own)
end

--- Keep what waits as it is now, and in a moment what is written.
---@param chat architect.Chat
function M.keep(chat)
  local own = kept[chat]
  if not own or own.state ~= state_of(chat) then
    return keep_now(chat)
  elseif not own.is_due and own.draft ~= draft_of(chat) then
    own.is_due = true
    vim.defer_fn(function()
      if own.is_due then
        keep_now(chat)
      end
    end, DRAFT_MS)
  end
end

--- Take what a Neovim that is gone has left of a chat: what was written is in the input again; the
--- messages follow once it is known whether they were read.
---@param chat architect.Chat whose conversation is not read yet
function M.take(chat)
  local unsent, paths = chat.unsent or {}, {}
  for _, file in ipairs(files.left_behind()) do
    local told = file.told
    if told.root == chat.root and told.session == chat.session then
      vim.list_extend(unsent, type(told.messages) == 'table' and told.messages or {})
      if file.rest ~= '' or next(told.attachments or {}) then
        chat_input.give_back(chat, file.rest, told.attachments or {})
      end
      paths[#paths + 1] = file.path
    end
  end
  chat.unsent = unsent
  keep_now(chat)
  vim.iter(paths):each(files.remove)
end

--- A model has read a message.
---@param chat architect.Chat
---@param id any
function M.was_read(chat, id)
  chat.unsent = vim.tbl_filter(function(each)
    return each.id == nil or each.id ~= id
  end, chat.unsent or {})
end

--- Put the messages that were taken and that no model has read into the input.
---@param chat architect.Chat whose conversation is read
function M.give_back(chat)
  local told = chat.told and vim.trim(chat.told.text)
  local unsent = vim.tbl_filter(function(each)
    return each.id ~= nil or vim.trim(each.text) ~= told
  end, chat.unsent or {})
  chat.unsent = nil
  if #unsent > 0 then
    chat_input.give_back_all(chat, unsent)
    notify.warn(t('Neovim was gone before your last message was read; it is in the input again'))
  end
  keep_now(chat)
end

return M
