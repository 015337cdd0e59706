--- Moving in a chat: from message to message, to places in files, and what the keys do.

local chat_events = require('architect.chat_events')
local chat_open = require('architect.chat_open')
local chats = require('architect.chats')
local windows = require('architect.chat_windows')

local M = {}

local api = vim.api

---@param step 1|-1
local function jump(step)
  local chat = chat_open.current()
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
  local chat = chat_open.current()
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
