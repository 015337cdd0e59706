--- The input of a chat: a buffer of several lines, with what goes along shown below them.

local attachments = require('architect.attachments')
local chat_history = require('architect.chat_history')
local t = require('architect.l10n').t
local text = require('architect.text')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.input')
--- What an empty input says: the first of them that fits.
local HINTS = { t('Message: Ctrl+S sends, @ names context, g? keys'), t('Ctrl+S sends, @ names context, g? keys'), t('Ctrl+S sends') }

---@class architect.Recall
---@field at integer place in the history; 0 is what is being written
---@field draft string[]

local recalls = {} ---@type table<integer, architect.Recall> by buffer

---@param bufnr integer
---@return string
local function text_of(bufnr)
  return table.concat(api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
end

---@param chat architect.Chat
---@return string
local function hint(chat)
  local win = require('architect.chat_windows').input_window(chat)
  local room = win and api.nvim_win_get_width(win) or vim.o.columns
  return vim.iter(HINTS):find(function(words)
    return #words <= room
  end) or HINTS[#HINTS]
end

--- Show the hint of an empty input, and what goes along with the message, and keep both.
---@param chat architect.Chat
function M.update(chat)
  require('architect.chat_kept').keep(chat)
  local bufnr = chat.input
  if not bufnr or not api.nvim_buf_is_valid(bufnr) then
    return
  end
  api.nvim_buf_clear_namespace(bufnr, SPACE, 0, -1)
  if text_of(bufnr) == '' then
    api.nvim_buf_set_extmark(bufnr, SPACE, 0, 0, { virt_text = { { hint(chat), 'ArchitectDim' } }, virt_text_pos = 'overlay' })
  end
  local lines = vim.tbl_map(function(one)
    return { { '+ ' .. attachments.words(one), 'ArchitectDim' } }
  end, chat.attachments)
  if #lines > 0 then
    local last = api.nvim_buf_line_count(bufnr) - 1
    api.nvim_buf_set_extmark(bufnr, SPACE, last, 0, { virt_lines = lines })
  end
  require('architect.chat_windows').fit_input(chat)
end

--- The buffer of the input of a chat, which is made if there is none.
---@param chat architect.Chat
---@return integer
function M.buffer(chat)
  if chat.input and api.nvim_buf_is_valid(chat.input) then
    return chat.input
  end
  local bufnr = api.nvim_create_buf(false, true)
  chat.input = bufnr
  api.nvim_buf_set_name(bufnr, ('architect://input/%d'):format(chat.number))
  vim.bo[bufnr].bufhidden = 'hide'
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].filetype = 'architect-input'
  vim.bo[bufnr].textwidth = 0
  recalls[bufnr] = { at = 0, draft = {} }
  api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
    buffer = bufnr,
    callback = function()
      M.update(chat)
    end,
  })
  require('architect.mentions').attach(chat, bufnr)
  require('architect.chat_keys').map_input(bufnr)
  M.update(chat)
  return bufnr
end

--- Put a text into the input, in place of what is there.
---@param chat architect.Chat
---@param words string
function M.set(chat, words)
  local bufnr = M.buffer(chat)
  require('architect.mentions').withdraw(bufnr)
  api.nvim_buf_set_lines(bufnr, 0, -1, false, text.lines(words))
  M.go_to_end(chat)
  M.update(chat)
end

--- Put the cursor of the input behind what is written there.
---@param chat architect.Chat
function M.go_to_end(chat)
  local win = require('architect.chat_windows').input_window(chat)
  if win then
    local last = api.nvim_buf_line_count(chat.input)
    api.nvim_win_set_cursor(win, { last, #api.nvim_buf_get_lines(chat.input, last - 1, last, false)[1] })
  end
end

--- What is written, without empty lines around it; a blank before a slash counts.
---@param chat architect.Chat
---@return string
function M.text(chat)
  return (text_of(M.buffer(chat)):gsub('^%s*\n', ''):gsub('%s+$', ''))
end

--- Put a message that no model has read into the input, above what is written there.
---@param chat architect.Chat
---@param message string
---@param attached architect.Attachment[]
function M.give_back(chat, message, attached)
  chat.attachments = vim.list_extend(vim.deepcopy(attached), chat.attachments)
  if M.text(chat) == '' then
    return M.set(chat, message)
  end
  api.nvim_buf_set_lines(M.buffer(chat), 0, 0, false, text.lines(message))
  M.update(chat)
end

--- Put messages that no model has read into the input, as one.
---@param chat architect.Chat
---@param messages { text: string, attachments: architect.Attachment[]? }[]
function M.give_back_all(chat, messages)
  M.give_back(chat, M.joined(messages))
end

--- Messages as one, with all that goes along.
---@param messages { text: string, attachments: architect.Attachment[]? }[]
---@return string
---@return architect.Attachment[]
function M.joined(messages)
  local attached, words = {}, {}
  for _, message in ipairs(messages) do
    words[#words + 1] = message.text
    vim.list_extend(attached, message.attachments or {})
  end
  return table.concat(words, '\n\n'), attached
end

--- Empty the input once its message is sent.
---@param chat architect.Chat
function M.clear(chat)
  recalls[M.buffer(chat)] = { at = 0, draft = {} }
  M.set(chat, '')
end

--- Bring back an earlier (`step` 1) or later (-1) message.
---@param chat architect.Chat
---@param step 1|-1
function M.recall(chat, step)
  local recall, all = recalls[M.buffer(chat)], chat_history.all()
  local at = math.min(math.max(recall.at + step, 0), #all)
  if at == recall.at then
    return
  end
  if recall.at == 0 then
    recall.draft = api.nvim_buf_get_lines(chat.input, 0, -1, false)
  end
  recall.at = at
  M.set(chat, at == 0 and table.concat(recall.draft, '\n') or all[#all - at + 1])
end

return M
