--- The log of a run: a buffer that follows its events, and the window that shows it.

local config = require('architect.config')
local events = require('architect.log_events')
local folds = require('architect.folds')
local runs = require('architect.runs')
local status = require('architect.status')
local t = require('architect.l10n').t
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

local api = vim.api

---@class architect.Log
---@field bufnr integer
---@field reply integer? first row, 0-based, of the reply being streamed
---@field reply_bytes integer how much of it was streamed
---@field thought integer? what is thought before that reply, a folded part
---@field tail integer? how many lines stand at the end for now
---@field waits integer? how many lines at the end say that the run waits for the user
---@field ended integer? how many lines at the end say how the run ended, in our own words
---@field ending_of string? the run whose ending was told last
---@field denied table<string, boolean> calls that were denied, which was told then
---@field told_error string? what went wrong last and was told then
---@field nearly_full boolean? whether it was told that the context is nearly full

local logs = {} ---@type table<string, architect.Log>

---@param run architect.Run
---@return architect.Log
local function log_of(run)
  local log = logs[run.id]
  if log and api.nvim_buf_is_valid(log.bufnr) then
    return log
  end
  local bufnr = api.nvim_create_buf(false, true)
  api.nvim_buf_set_name(bufnr, 'architect://log/' .. text.identifier(run.id))
  vim.bo[bufnr].bufhidden = 'hide'
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, desc = 'Close the log' })
  log = { bufnr = bufnr, reply_bytes = 0, denied = {} }
  logs[run.id] = log
  return log
end

--- Append an event to the log of its run.
---@param run architect.Run
---@param event table
function M.show(run, event)
  if events.RENDERERS[event.type] then
    events.show(log_of(run), event, run)
  end
end

--- Append the lines that a run is about, if it is about some.
---@param run architect.Run
function M.show_place(run)
  if run.place then
    write.line(log_of(run), run.place, 'ArchitectDim')
  end
end

--- Append a warning of the plugin itself to the log of a run.
---@param run architect.Run
---@param line string
function M.append_warning(run, line)
  write.line(log_of(run), line, 'ArchitectWarning')
end

--- The buffer with the log of a run.
---@param run architect.Run
---@return integer
function M.buffer(run)
  return log_of(run).bufnr
end

---@return integer? window that shows a log in this tab page
local function window()
  for _, win in ipairs(api.nvim_tabpage_list_wins(0)) do
    local name = api.nvim_buf_get_name(api.nvim_win_get_buf(win))
    if vim.startswith(name, 'architect://log/') then
      return win
    end
  end
end

--- What the run does whose log the window that is drawn shows, and the key or command for it; in 'winbar'.
---@return string
function M.bar()
  local bufnr = api.nvim_get_current_buf()
  local id = vim.iter(logs):find(function(_, log)
    return log.bufnr == bufnr
  end)
  local run = id and runs.get(id)
  if run and runs.is_active(run) then
    return status.activity(run) .. t(' (%s stops)'):format(':Architect cancel')
  end
  return t('q closes this')
end

--- Show the log of a run in a window at the bottom.
---@param run architect.Run
---@param focus? boolean move the cursor to the window
function M.open(run, focus)
  local bufnr = log_of(run).bufnr
  local win = window()
  if win then
    api.nvim_win_set_buf(win, bufnr)
  else
    local height = math.min(config.options.log.height, math.max(vim.o.lines - 8, 3))
    win = api.nvim_open_win(bufnr, false, { split = 'below', win = -1, height = height })
    vim.wo[win].winfixheight = true
    vim.wo[win].wrap, vim.wo[win].linebreak, vim.wo[win].breakindent = true, true, true
    vim.wo[win].number = false
    vim.wo[win].relativenumber = false
    vim.wo[win].signcolumn = 'no'
    folds.fold_in(win)
  end
  vim.wo[win][0].winbar = "%#ArchitectDim# %{v:lua.require'architect.log'.bar()}"
  api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(bufnr), 0 })
  if focus then
    api.nvim_set_current_win(win)
  end
end

return M
