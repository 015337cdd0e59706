--- Writes the buffer of a log: whole lines, and a reply and the thought above it as they come.

local text = require('architect.text')
local thoughts = require('architect.thoughts')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.log')
local MAX_LINES = 20000

--- Windows that follow the log: those with the cursor on the last line.
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

---@param bufnr integer
---@return boolean
local function is_empty(bufnr)
  return api.nvim_buf_line_count(bufnr) == 1
    and api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] == ''
end

---@param log architect.Log
---@param lines string[]
---@param group? string
---@param group_of? fun(line: string): string? the group by line, instead of `group`
function M.lines(log, lines, group, group_of)
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
function M.line(log, line, group)
  M.lines(log, { line:match('^ *') .. text.one_line(line) }, group)
end

--- The thought of the reply that comes, which stands above it.
---@param log architect.Log
---@return integer
local function thought_of(log)
  if not log.thought then
    local count = api.nvim_buf_line_count(log.bufnr)
    local row = log.reply or (is_empty(log.bufnr) and 0 or count)
    log.thought = thoughts.begin(log.bufnr, row, log.reply or count)
    log.reply = log.reply and log.reply + 2
  end
  return log.thought
end

---@param log architect.Log
---@param piece string
function M.thought(log, piece)
  edit(log, function()
    local added = thoughts.extend(log.bufnr, thought_of(log), piece)
    log.reply = log.reply and log.reply + added
  end)
end

---@param log architect.Log
---@param whole string
---@param seconds number?
function M.complete_thought(log, whole, seconds)
  if whole ~= '' then
    edit(log, function()
      local added = thoughts.complete(log.bufnr, thought_of(log), whole, seconds)
      log.reply = log.reply and log.reply + added
    end)
  end
end

--- End a thought whose reply does not follow.
---@param log architect.Log
function M.end_thought(log)
  local thought = log.thought
  log.thought = nil
  if thought then
    edit(log, function()
      thoughts.set_title(log.bufnr, thought, 'thought')
    end)
  end
end

--- Append a piece of a streamed reply.
---@param log architect.Log
---@param piece string
function M.delta(log, piece)
  if not log.reply then
    M.lines(log, { '' })
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

--- Replace the streamed reply by the complete one; deltas may have been dropped.
---@param log architect.Log
---@param reply string
function M.reply(log, reply)
  local first, complete = log.reply, log.reply_bytes == #reply
  log.reply = nil
  if reply == '' or (first and complete) then
    return
  end
  local lines = text.lines((reply:gsub('%s+$', '')))
  if not first then
    return M.lines(log, lines)
  end
  edit(log, function()
    api.nvim_buf_set_lines(log.bufnr, first, -1, false, lines)
  end)
end

--- Remove a line that says what is no longer so.
---@param log architect.Log
function M.remove_last_line(log)
  log.waits, log.ended = nil, nil
  edit(log, function()
    api.nvim_buf_set_lines(log.bufnr, -2, -1, false, {})
  end)
end

return M
