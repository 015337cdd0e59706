--- What the user does at the keyboard: a question takes the cursor only from somebody who is idle.

local M = {}

local api = vim.api

--- Without a key for this time, the user is not typing.
local IDLE_MS = 1000
--- For this time after an answer, the user expects the next question.
local NEXT_MS = 2000

--- Modes that a window can take the cursor from and give it back to without a trace. A pending
--- operator, a selection, a command line or a running terminal would be lost, so they are not here.
local MODES = { n = true, nt = true, i = true, R = true, Rv = true }

local last_key, last_answer = -math.huge, -math.huge

---@return number ms
local function now()
  -- `vim.uv.now()` stands still while Neovim is busy.
  return vim.uv.hrtime() / 1e6
end

vim.on_key(function(_, typed)
  if typed ~= '' then
    M.has_typed()
  end
end, api.nvim_create_namespace('architect.keyboard'))

--- The user is typing; a paste counts as well.
function M.has_typed()
  last_key = now()
end

---@return number ms until the user counts as idle; 0 or less if they do
function M.idle_in()
  return last_key + IDLE_MS - now()
end

--- The last key has answered a question: it does not count as typing.
function M.has_answered()
  last_key, last_answer = -math.huge, now()
end

--- Whether the user has just answered a question and typed nothing since.
---@return boolean
function M.is_answering()
  return last_key == -math.huge and now() - last_answer < NEXT_MS
end

---@return boolean
function M.is_inserting()
  return api.nvim_get_mode().mode:find('^[iR]') ~= nil
end

--- Whether a window can take the cursor and give it back without losing anything.
---@return boolean
function M.can_be_interrupted()
  local mode = api.nvim_get_mode()
  return MODES[mode.mode] == true
    and not mode.blocking
    and vim.fn.pumvisible() == 0
    and vim.fn.reg_recording() .. vim.fn.reg_executing() == ''
    and vim.fn.getcmdwintype() == ''
    -- Pickers close when they are left.
    and api.nvim_win_get_config(0).relative == ''
    and vim.bo.buftype ~= 'prompt'
end

--- Make `win` the current window without anybody noticing: plugins that save or close something
--- when a window is left would do so although the user left none.
---@param win integer
function M.switch_quietly(win)
  local ignored = vim.o.eventignore
  vim.o.eventignore = 'all'
  pcall(api.nvim_set_current_win, win)
  vim.o.eventignore = ignored
end

return M
