--- Keys in the buffers of a chat, by the option `chat.keys`; each has a <Plug> mapping, too.

local config = require('architect.config')
local t = require('architect.l10n').t

local M = {}

local api = vim.api

--- What a key of the conversation does, and what it is called.
---@type table<string, { desc: string, call: string }>
M.CHAT = {
  write = { desc = t('write a message'), call = 'write' },
  edit = { desc = t('edit the message at the cursor and send it again'), of = 'chat_forks', call = 'edit' },
  restore = { desc = t('restore files, conversation or both to before this message'), of = 'chat_forks', call = 'restore' },
  fork = { desc = t('fork the session behind this message'), of = 'chat_forks', call = 'fork' },
  diff = { desc = t('show what the run changed'), of = 'chat_forks', call = 'diff' },
  undo = { desc = t('undo what the run changed'), of = 'chat_forks', call = 'undo' },
  stop = { desc = t('stop the run'), call = 'stop' },
  withdraw = { desc = t('withdraw the last message that is queued'), of = 'chat_queue', call = 'withdraw' },
  open = { desc = t('open the file under the cursor, or the fold'), of = 'chat_moves', call = 'open_at_cursor' },
  next = { desc = t('next message'), of = 'chat_moves', call = 'next_message' },
  previous = { desc = t('previous message'), of = 'chat_moves', call = 'previous_message' },
  close = { desc = t('close the chat; what runs goes on'), call = 'close' },
  help = { desc = t('show the keys'), of = 'chat_moves', call = 'show_keys' },
}

M.INPUT = {
  send = { desc = t('send'), call = 'send' },
  interrupt = { desc = t('send, and interrupt the step'), call = 'interrupt' },
  stop = { desc = t('stop the run'), call = 'stop' },
  close = { desc = t('close the chat; what runs goes on'), call = 'close' },
  help = { desc = t('show the keys'), of = 'chat_moves', call = 'show_keys' },
}

--- In the order in which they are explained.
local ORDER = {
  CHAT = {
    'write', 'edit', 'restore', 'fork', 'diff', 'undo', 'withdraw', 'stop', 'open', 'next', 'previous', 'close', 'help',
  },
  INPUT = { 'send', 'interrupt', 'stop', 'close', 'help' },
}

---@class architect.ChatKey
---@field desc string
---@field call string a function of the module
---@field of? string the module, `chat` without it

---@param action architect.ChatKey
---@return fun()
local function to(action)
  return function()
    require('architect.' .. (action.of or 'chat'))[action.call]()
  end
end

---@param bufnr integer
---@param modes string|string[]
---@param key string|false|nil
---@param action architect.ChatKey
local function map(bufnr, modes, key, action)
  if key and key ~= '' then
    vim.keymap.set(modes, key, to(action), { buffer = bufnr, nowait = true, desc = 'architect: ' .. action.desc })
  end
end

---@param bufnr integer of a conversation
function M.map_chat(bufnr)
  local keys = config.options.chat.keys
  for name, action in pairs(M.CHAT) do
    map(bufnr, 'n', keys[name], action)
  end
  for _, key in ipairs({ 'a', 'o', 'I', 'A', 'O' }) do
    map(bufnr, 'n', keys.write and key, M.CHAT.write)
  end
  vim.keymap.set('n', '<Tab>', 'za', { buffer = bufnr, desc = 'architect: open or close the fold' })
end

---@param bufnr integer
---@param key string
---@param step 1|-1
local function map_recall(bufnr, key, step)
  vim.keymap.set({ 'n', 'i' }, key, function()
    if vim.fn.pumvisible() == 1 then
      return key
    end
    vim.schedule(function()
      local chat = require('architect.chats').of_buffer(bufnr)
      if chat then
        require('architect.chat_input').recall(chat, step)
      end
    end)
    return '<Ignore>'
  end, { buffer = bufnr, expr = true, desc = t('architect: an earlier or later message') })
end

---@param bufnr integer of an input
function M.map_input(bufnr)
  local keys = config.options.chat.keys
  map(bufnr, 'n', keys.send, M.INPUT.send)
  map(bufnr, { 'n', 'i' }, keys.send_inserting, M.INPUT.send)
  map(bufnr, 'n', keys.interrupt, M.INPUT.interrupt)
  map(bufnr, 'n', keys.stop, M.INPUT.stop)
  map(bufnr, 'n', keys.close, M.INPUT.close)
  map(bufnr, 'n', keys.help, M.INPUT.help)
  map_recall(bufnr, '<C-p>', 1)
  map_recall(bufnr, '<C-n>', -1)
  vim.keymap.set('i', '<Tab>', function()
    return vim.fn.pumvisible() == 1 and '<C-n>' or '<Tab>'
  end, { buffer = bufnr, expr = true, desc = t('architect: next completion') })
end

--- A line for each key, for the help.
---@param is_input boolean
---@return string[]
function M.lines(is_input)
  local keys = config.options.chat.keys
  local lines = {}
  for _, name in ipairs(is_input and ORDER.INPUT or ORDER.CHAT) do
    local key, action = keys[name], (is_input and M.INPUT or M.CHAT)[name]
    if key and name == 'send' and keys.send_inserting then
      key = ('%s, %s'):format(key, keys.send_inserting)
    end
    lines[#lines + 1] = key and ('%-14s %s'):format(key, action.desc) or nil
  end
  if is_input then
    lines[#lines + 1] = ('%-14s %s'):format('<C-p>, <C-n>', t('earlier and later messages'))
    lines[#lines + 1] = ('%-14s %s'):format('@', t('files, folders, symbols, problems, changes'))
  else
    lines[#lines + 1] = ('%-14s %s'):format('<Tab>', t('open or close the fold'))
  end
  return lines
end

--- Do what a key does, in the chat that is used.
---@param name string
function M.press(name)
  local action = M.CHAT[name] or M.INPUT[name]
  to(action)()
end

return M
