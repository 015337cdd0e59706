--- Writes the buffer of a log: whole lines, and a reply and the thought above it as they come.

local t = require('architect.l10n').t
local text = require('architect.text')
local folds = require('architect.folds')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.log')
local MAX_LINES = 20000

--- Windows that follow the log: those with the cursor on the last line.
---@param log architect.Log
---@return integer[]
local function followers(log)
  local last = api.nvim_buf_line_count(log.bufnr) - (log.tail or 0)
  return vim.tbl_filter(function(win)
    return api.nvim_win_get_cursor(win)[1] >= last
  end, vim.fn.win_findbuf(log.bufnr))
end

--- The row behind the last line of the log, above what stands at the end of a chat for now.
---@param log architect.Log
---@return integer
local function end_of(log)
  return api.nvim_buf_line_count(log.bufnr) - (log.tail or 0)
end

---@param log architect.Log
---@param change fun()
local function edit(log, change)
  local following = followers(log)
  vim.bo[log.bufnr].modifiable = true
  change()
  local surplus = api.nvim_buf_line_count(log.bufnr) - MAX_LINES
  if surplus > 0 then
    api.nvim_buf_clear_namespace(log.bufnr, -1, 0, surplus)
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

---@param log architect.Log
---@return boolean
local function is_empty(log)
  return end_of(log) == 1 and api.nvim_buf_get_lines(log.bufnr, 0, 1, false)[1] == ''
end

---@param log architect.Log
---@param lines string[]
---@param group? string
---@param group_of? fun(line: string): string? the group by line, instead of `group`
function M.lines(log, lines, group, group_of)
  edit(log, function()
    local empty = is_empty(log)
    local first = empty and 0 or end_of(log)
    api.nvim_buf_set_lines(log.bufnr, first, empty and 1 or first, false, lines)
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
function M.line(log, line, group)
  M.lines(log, { line:match('^ *') .. text.one_line(line) }, group)
end

--- Write what is told to people; a command in it stays whole.
---@param log architect.Log
---@param line string
---@param group string
---@return integer count of lines
function M.notice(log, line, group)
  local lines = text.with_whole_commands(line:match('^ *') .. text.one_line(line))
  M.lines(log, lines, group)
  return #lines
end

--- Count lines that were added above the reply that comes.
---@param log architect.Log
---@param row integer? where they were added
---@param added integer
local function move_reply(log, row, added)
  if log.reply and row and row <= log.reply then
    log.reply = log.reply + added
  end
end

--- The thought of the reply that comes, which stands above it.
---@param log architect.Log
---@return integer
local function thought_of(log)
  if not log.thought then
    local row = log.reply or (is_empty(log) and 0 or end_of(log))
    local to = is_empty(log) and 1 or row
    log.thought = folds.begin(log.bufnr, row, to, { t('thinking…'), folds.MARGIN })
    log.reply = log.reply and log.reply + 2
  end
  return log.thought
end

---@param log architect.Log
---@param piece string
function M.thought(log, piece)
  edit(log, function()
    local added = folds.extend(log.bufnr, thought_of(log), piece)
    log.reply = log.reply and log.reply + added
  end)
end

--- Let the thought be `whole`: pieces of it may have been dropped.
---@param log architect.Log
---@param whole string
---@param seconds number?
function M.complete_thought(log, whole, seconds)
  if whole == '' then
    return
  end
  edit(log, function()
    local lines = text.lines(vim.trim(whole))
    local long = text.count(#lines, 'line')
    -- Too short to be told: a tenth of a second is the least that is shown.
    local is_told = (seconds or 0) >= 0.05
    local title = is_told and t('thought for %.1f s, %s'):format(seconds, long) or t('thought, %s'):format(long)
    local added = folds.set_body(log.bufnr, thought_of(log), lines)
    folds.set_title(log.bufnr, log.thought, title)
    log.reply = log.reply and log.reply + added
  end)
end

--- End a thought whose reply does not follow.
---@param log architect.Log
function M.end_thought(log)
  local thought = log.thought
  log.thought = nil
  if thought then
    edit(log, function()
      folds.set_title(log.bufnr, thought, t('thought'))
    end)
  end
end

--- Begin a folded part at the end.
---@param log architect.Log
---@param title string
---@return integer id
function M.fold(log, title)
  local id
  edit(log, function()
    local empty = is_empty(log)
    local row = empty and 0 or end_of(log)
    id = folds.begin(log.bufnr, row, empty and 1 or row, { title })
  end)
  return id
end

---@param log architect.Log
---@param id integer of a folded part
---@param title string
function M.fold_title(log, id, title)
  edit(log, function()
    folds.set_title(log.bufnr, id, title)
  end)
end

---@param log architect.Log
---@param id integer of a folded part
---@param lines string[]
---@param group_of? fun(line: string): string?
function M.fold_body(log, id, lines, group_of)
  edit(log, function()
    local added, first = folds.set_body(log.bufnr, id, lines)
    move_reply(log, first, added)
    for index, line in ipairs(first and group_of and lines or {}) do
      local group = group_of(line)
      if group then
        local row = first + index - 1
        local options = { end_col = #folds.MARGIN + #line, hl_group = group }
        api.nvim_buf_set_extmark(log.bufnr, SPACE, row, #folds.MARGIN, options)
      end
    end
  end)
end

--- Put lines at the end that stay there, below what is written, until there are others.
---@param log architect.Log
---@param lines string[]
---@param groups table<integer, string> by line
function M.tail(log, lines, groups)
  edit(log, function()
    local first = end_of(log)
    api.nvim_buf_set_lines(log.bufnr, first, -1, false, lines)
    log.tail = #lines
    for index, group in pairs(groups) do
      local options = { end_col = #lines[index], hl_group = group }
      api.nvim_buf_set_extmark(log.bufnr, SPACE, first + index - 1, 0, options)
    end
  end)
end

--- Append a piece of a streamed reply.
---@param log architect.Log
---@param piece string
function M.delta(log, piece)
  if not log.reply then
    M.lines(log, { '' })
    log.reply = end_of(log) - 1
    log.reply_bytes = 0
  end
  log.reply_bytes = log.reply_bytes + #piece
  edit(log, function()
    local last = end_of(log) - 1
    local line = api.nvim_buf_get_lines(log.bufnr, last, last + 1, false)[1]
    api.nvim_buf_set_text(log.bufnr, last, #line, last, #line, text.lines(piece))
  end)
end

--- Replace the streamed reply by the complete one; deltas may have been dropped.
---@param log architect.Log
---@param reply string
function M.reply(log, reply)
  local first, complete = log.reply, log.reply_bytes == #reply
  log.reply = nil
  if reply == '' or (first and complete) then
    return
  end
  local lines = text.lines(text.trim_end(reply))
  if not first then
    return M.lines(log, lines)
  end
  edit(log, function()
    api.nvim_buf_set_lines(log.bufnr, first, end_of(log), false, lines)
  end)
end

---@param log architect.Log
---@return string? nil of an empty log
function M.last_line(log)
  local last = end_of(log)
  return api.nvim_buf_get_lines(log.bufnr, last - 1, last, false)[1]
end

--- Remove lines that say what is no longer so.
---@param log architect.Log
---@param count integer
function M.remove_last_lines(log, count)
  log.waits, log.ended = nil, nil
  edit(log, function()
    local last = end_of(log)
    api.nvim_buf_set_lines(log.bufnr, last - count, last, false, {})
  end)
end

return M
