--- Windows with files, beside those of chats; a window of a chat keeps to its chat.

local discovery = require('architect.discovery')

local M = {}

local api = vim.api

--- The variable of a window of a chat that has its buffer.
local OWN = 'architect_own'

--- A window with a file.
---@return integer? win
function M.find()
  local before = vim.fn.win_getid(vim.fn.winnr('#'))
  local wins = vim.list_extend({ before }, api.nvim_tabpage_list_wins(0))
  return vim.iter(wins):find(function(win)
    return api.nvim_win_is_valid(win)
      and discovery.is_file(api.nvim_win_get_buf(win))
      and api.nvim_win_get_config(win).relative == ''
      and vim.w[win][OWN] == nil
  end)
end

--- The file that the user works on: here, else in another window.
---@return integer? bufnr
function M.buffer()
  local here = api.nvim_get_current_buf()
  if discovery.is_file(here) then
    return here
  end
  local win = M.find()
  return win and api.nvim_win_get_buf(win) or nil
end

--- Show a file in a window with a file, or else in one of its own, and put the cursor there.
---@param bufnr integer
function M.show(bufnr)
  local win = M.find()
  if win then
    api.nvim_set_current_win(win)
    api.nvim_win_set_buf(win, bufnr)
  else
    api.nvim_open_win(bufnr, true, { split = 'left', win = -1 })
  end
end

--- Put a buffer of a chat into a window, which keeps to it from now on.
---@param win integer
---@param bufnr integer
function M.hold(win, bufnr)
  vim.w[win][OWN] = bufnr
  if api.nvim_win_get_buf(win) ~= bufnr then
    api.nvim_win_set_buf(win, bufnr)
  end
end

--- Let a window have any buffer.
---@param win integer
function M.release(win)
  vim.w[win][OWN] = nil
end

--- Give the window back to its chat, and show the file that was opened there in one of the code.
---@param win integer
---@param bufnr integer of the file
local function move(win, bufnr)
  local own = api.nvim_win_is_valid(win) and vim.w[win][OWN]
  if not own or not api.nvim_buf_is_valid(own) or api.nvim_win_get_buf(win) ~= bufnr then
    return
  end
  local view = api.nvim_win_call(win, vim.fn.winsaveview)
  api.nvim_win_set_buf(win, own)
  M.show(bufnr)
  vim.fn.winrestview(view)
end

-- `:cc`, `:edit` and pickers take the window at hand, or the one before.
api.nvim_create_autocmd('BufWinEnter', {
  group = api.nvim_create_augroup('architect.code_windows', {}),
  callback = function(entered)
    local win = api.nvim_get_current_win()
    if vim.w[win][OWN] and entered.buf ~= vim.w[win][OWN] and discovery.is_file(entered.buf) then
      -- Where the cursor goes is said behind this event.
      vim.schedule(function()
        move(win, entered.buf)
      end)
    end
  end,
})

return M
