--- The log of a run: a buffer that grows while the run goes on, and the window it is shown in.

local config = require('architect.config')
local text = require('architect.text')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.log')
local MOST_LINES = 20000
local MOST_ERROR_LINES = 15

---@class architect.Log
---@field bufnr integer
---@field reply integer? row, from 0, on which the reply that streams in begins
---@field reply_bytes integer its length so far

local logs = {} ---@type table<string, architect.Log>

---@param run architect.Run
---@return architect.Log
local function log_of(run)
  local log = logs[run.id]
  if log and api.nvim_buf_is_valid(log.bufnr) then
    return log
  end
  local bufnr = api.nvim_create_buf(false, true)
  api.nvim_buf_set_name(bufnr, 'architect://log/' .. text.word(run.id))
  vim.bo[bufnr].bufhidden = 'hide'
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, desc = 'Close the log' })
  log = { bufnr = bufnr, reply_bytes = 0 }
  logs[run.id] = log
  return log
end

--- Windows in which the cursor is on the last line, and so follows.
---@param bufnr integer
---@return integer[]
local function followers(bufnr)
  local last = api.nvim_buf_line_count(bufnr)
  return vim.tbl_filter(function(win)
    return api.nvim_win_get_cursor(win)[1] >= last
  end, vim.fn.win_findbuf(bufnr))
end

---@param log architect.Log
---@param change fun()
local function edit(log, change)
  local following = followers(log.bufnr)
  vim.bo[log.bufnr].modifiable = true
  change()
  local surplus = api.nvim_buf_line_count(log.bufnr) - MOST_LINES
  if surplus > 0 then
    api.nvim_buf_set_lines(log.bufnr, 0, surplus, false, {})
    log.reply = log.reply and math.max(log.reply - surplus, 0)
  end
  vim.bo[log.bufnr].modifiable = false
  vim.bo[log.bufnr].modified = false
  local last = api.nvim_buf_line_count(log.bufnr)
  for _, win in ipairs(following) do
    pcall(api.nvim_win_set_cursor, win, { last, 0 })
  end
end

---@param bufnr integer
---@return boolean
local function is_empty(bufnr)
  return api.nvim_buf_line_count(bufnr) == 1
    and api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] == ''
end

---@param log architect.Log
---@param lines string[]
---@param group? string
---@param group_of? fun(line: string): string? for each line
local function append(log, lines, group, group_of)
  edit(log, function()
    local first = is_empty(log.bufnr) and 0 or api.nvim_buf_line_count(log.bufnr)
    api.nvim_buf_set_lines(log.bufnr, first, first == 0 and 1 or first, false, lines)
    for index, line in ipairs(lines) do
      local name = group
      if group_of then
        name = group_of(line)
      end
      if name and #line > 0 then
        local row = first + index - 1
        local mark = { end_col = #line, hl_group = name }
        api.nvim_buf_set_extmark(log.bufnr, SPACE, row, 0, mark)
      end
    end
  end)
end

---@param log architect.Log
---@param line string
---@param group? string
local function say(log, line, group)
  append(log, { line:match('^ *') .. text.one_line(line) }, group)
end

--- A piece of the reply that streams in.
---@param log architect.Log
---@param piece string
local function stream(log, piece)
  if not log.reply then
    append(log, { '' })
    log.reply = api.nvim_buf_line_count(log.bufnr) - 1
    log.reply_bytes = 0
  end
  log.reply_bytes = log.reply_bytes + #piece
  edit(log, function()
    local last = api.nvim_buf_line_count(log.bufnr) - 1
    local line = api.nvim_buf_get_lines(log.bufnr, last, last + 1, false)[1]
    api.nvim_buf_set_text(log.bufnr, last, #line, last, #line, text.lines(piece))
  end)
end

--- The complete reply; pieces of it may have been lost on the way.
---@param log architect.Log
---@param reply string
local function replied(log, reply)
  local first, complete = log.reply, log.reply_bytes == #reply
  log.reply = nil
  if reply == '' or (first and complete) then
    return
  end
  local lines = text.lines((reply:gsub('%s+$', '')))
  if not first then
    return append(log, lines)
  end
  edit(log, function()
    api.nvim_buf_set_lines(log.bufnr, first, -1, false, lines)
  end)
end

---@param log architect.Log
---@param event table
local function finished(log, event)
  if event.success then
    return say(log, ('    %s ok'):format(text.word(event.name)), 'ArchitectDim')
  end
  local lines = text.lines((tostring(event.text or event.error or 'failed'):gsub('%s+$', '')))
  say(log, ('    %s: %s'):format(text.word(event.name), lines[1]), 'ArchitectBad')
  for index = 2, math.min(#lines, MOST_ERROR_LINES + 1) do
    append(log, { '    | ' .. lines[index] }, 'ArchitectDim')
  end
end

---@param log architect.Log
---@param event table
local function ended(log, event)
  if type(event.error) == 'table' and event.error.message then
    say(log, 'error: ' .. tostring(event.error.message), 'ArchitectBad')
  end
  local group = event.status == 'success' and 'ArchitectGood' or 'ArchitectWarning'
  say(log, ('%s (%s)'):format(text.word(event.status), text.word(event.stopReason)), group)
end

local function warning(template, ...)
  local fields = { ... }
  return function(log, event)
    local values = vim.tbl_map(function(field)
      return tostring(event[field] or '')
    end, fields)
    say(log, template:format(unpack(values)), 'ArchitectWarning')
  end
end

---@type table<string, fun(log: architect.Log, event: table, run: architect.Run)>
local SHOW = {
  ['run.started'] = function(log, event)
    local dry = event.dryRun and ' · dry run' or ''
    local title = ('architect · %s · %s%s'):format(event.agent or '', event.model or '', dry)
    say(log, title, 'ArchitectTitle')
    append(log, text.lines(event.task or ''), 'ArchitectDim')
  end,
  ['model.delta'] = function(log, event)
    stream(log, tostring(event.text or ''))
  end,
  ['model.replied'] = function(log, event)
    replied(log, tostring(event.text or ''))
  end,
  ['model.retried'] = function(log, event)
    log.reply = nil
    say(log, ('model: %s; trying again'):format(event.reason or ''), 'ArchitectWarning')
  end,
  ['model.nudged'] = warning('model: %s; asked again', 'reason'),
  ['tool.decided'] = function(log, event, run)
    local call = ('%s %s'):format(text.word(event.name), tostring(event.summary or ''))
    if event.allowed then
      say(log, ('[%d] %s'):format(run.step, call))
    else
      say(log, ('denied %s: %s'):format(call, event.reason or ''), 'ArchitectWarning')
    end
  end,
  ['tool.finished'] = finished,
  ['file.changed'] = function(log, event)
    append(log, text.lines((tostring(event.diff or ''):gsub('\n$', ''))), nil, M.diff_group)
  end,
  ['action.planned'] = function(log, event)
    local action = type(event.action) == 'table' and event.action or {}
    say(log, ('    planned: %s %s'):format(action.tool or '', action.summary or ''), 'ArchitectDim')
  end,
  ['finding.reported'] = function(log, event)
    local finding = type(event.finding) == 'table' and event.finding or {}
    local where = ('%s:%s'):format(finding.path or '', finding.line or '')
    say(log, ('%s %s: %s'):format(where, finding.severity or '', finding.title or ''))
  end,
  ['budget.warned'] = warning('budget: %s', 'message'),
  ['net.hit'] = warning('stopping: %s', 'message'),
  ['repetition.warned'] = warning('the model repeats itself: the same result %s times', 'count'),
  ['run.state'] = function(log, event)
    if event.state == 'waiting' and event.waitsFor == 'confirm' then
      say(log, 'waiting for your answer (:Architect answer)', 'ArchitectWarning')
    elseif event.state == 'done' and event.outcome ~= 'completed' then
      local why = type(event.error) == 'string' and (': ' .. event.error) or ''
      say(log, text.word(event.outcome) .. why, 'ArchitectWarning')
    end
  end,
  ['run.finished'] = ended,
}

--- How a line of a patch is shown.
---@param line string
---@return string?
function M.diff_group(line)
  if line:find('^%+%+%+ ') or line:find('^%-%-%- ') then
    return 'ArchitectTitle'
  end
  local groups = { ['+'] = 'ArchitectAdded', ['-'] = 'ArchitectRemoved', ['@'] = 'ArchitectDim' }
  return groups[line:sub(1, 1)]
end

--- Show one event in the log of its run.
---@param run architect.Run
---@param event table
function M.show(run, event)
  local show = SHOW[event.type]
  if not show then
    return
  end
  local log = log_of(run)
  if event.type ~= 'model.delta' and event.type ~= 'model.replied' then
    -- What comes between two pieces ends the reply that streams in.
    log.reply = nil
  end
  show(log, event, run)
end

--- A line of our own in the log of a run.
---@param run architect.Run
---@param line string
function M.note(run, line)
  say(log_of(run), line, 'ArchitectWarning')
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

--- Show the log of a run in a window below, which keeps the cursor where it is.
---@param run architect.Run
---@param focus? boolean put the cursor into the window
function M.open(run, focus)
  local bufnr = log_of(run).bufnr
  local win = window()
  if win then
    api.nvim_win_set_buf(win, bufnr)
  else
    local height = math.min(config.options.log.height, math.max(vim.o.lines - 8, 3))
    win = api.nvim_open_win(bufnr, false, { split = 'below', win = -1, height = height })
    vim.wo[win].winfixheight = true
    vim.wo[win].wrap = true
    vim.wo[win].number = false
    vim.wo[win].relativenumber = false
    vim.wo[win].signcolumn = 'no'
  end
  api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(bufnr), 0 })
  if focus then
    api.nvim_set_current_win(win)
  end
end

return M
