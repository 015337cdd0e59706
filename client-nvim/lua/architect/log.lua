--- The log of a run: a buffer that follows its events, and the window that shows it.

local config = require('architect.config')
local text = require('architect.text')
local thoughts = require('architect.thoughts')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.log')
local MAX_LINES = 20000
local MAX_ERROR_LINES = 15
local MOST_PATHS = 3

---@class architect.Log
---@field bufnr integer
---@field reply integer? first row, 0-based, of the reply being streamed
---@field reply_bytes integer how much of it was streamed
---@field thought integer? what is thought before that reply
---@field waits boolean? whether the last line says that the run waits for the user
---@field ended boolean? whether the last line says how the run ended, in our own words
---@field denied table<string, boolean> calls that were denied, which was told then

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
local function append_line(log, line, group)
  append(log, { line:match('^ *') .. text.one_line(line) }, group)
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
local function append_thought(log, piece)
  edit(log, function()
    local added = thoughts.extend(log.bufnr, thought_of(log), piece)
    log.reply = log.reply and log.reply + added
  end)
end

---@param log architect.Log
---@param whole string
---@param seconds number?
local function complete_thought(log, whole, seconds)
  if whole ~= '' then
    edit(log, function()
      local added = thoughts.complete(log.bufnr, thought_of(log), whole, seconds)
      log.reply = log.reply and log.reply + added
    end)
  end
end

--- End a thought whose reply does not follow.
---@param log architect.Log
local function end_thought(log)
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
local function append_delta(log, piece)
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

--- Replace the streamed reply by the complete one; deltas may have been dropped.
---@param log architect.Log
---@param reply string
local function show_reply(log, reply)
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
local function show_tool_result(log, event)
  if log.denied[event.callId] then
    -- The rest is meant for the model.
    return
  end
  if event.success then
    return append_line(log, ('    %s ok'):format(text.identifier(event.name)), 'ArchitectDim')
  end
  local lines = text.lines((tostring(event.text or event.error or 'failed'):gsub('%s+$', '')))
  append_line(log, ('    %s: %s'):format(text.identifier(event.name), lines[1]), 'ArchitectBad')
  for index = 2, math.min(#lines, MAX_ERROR_LINES + 1) do
    append(log, { '    | ' .. lines[index] }, 'ArchitectDim')
  end
end

local TONES = {
  good = 'ArchitectGood',
  quiet = 'ArchitectDim',
  warning = 'ArchitectWarning',
  bad = 'ArchitectBad',
}

--- What servers before 0.2 leave to us.
local STATUSES = { success = 'Completed', partial = 'Partially completed', failed = 'Failed' }
local STOP_REASONS = {
  max_steps = 'step limit reached',
  budget_exceeded = 'budget exceeded',
  context_full = 'context window full',
  timeout = 'timed out',
  user_interrupt = 'interrupted',
  llm_error = 'model error',
  hook_blocked = 'blocked by a hook',
  no_progress = 'no progress',
  internal_error = 'internal error',
}

--- Remove a line that says what is no longer so.
---@param log architect.Log
local function remove_last_line(log)
  log.waits, log.ended = nil, nil
  edit(log, function()
    api.nvim_buf_set_lines(log.bufnr, -2, -1, false, {})
  end)
end

---@param log architect.Log
---@param ending { words: string, tone: string }
local function show_ending(log, ending)
  append_line(log, ending.words, TONES[ending.tone] or 'ArchitectWarning')
end

--- `$0.0042 (12450 in, 82 % cached / 3200 out)`, if anything was counted.
---@param log architect.Log
---@param usage { input: integer, cached: integer, output: integer, usd: number? }
local function show_cost(log, usage)
  if usage.input + usage.output == 0 then
    return
  end
  local price = usage.usd and ('$%.4f'):format(usage.usd) or 'price unknown'
  local share = math.floor(100 * usage.cached / math.max(usage.input, 1))
  local cached = usage.cached > 0 and (', %d %% cached'):format(share) or ''
  local line = ('%s (%d in%s / %d out)'):format(price, usage.input, cached, usage.output)
  append_line(log, line, 'ArchitectDim')
end

---@param log architect.Log
---@param event table
---@param run architect.Run
local function show_end(log, event, run)
  show_cost(log, run.usage)
  if type(event.error) == 'table' and event.error.message then
    append_line(log, 'error: ' .. tostring(event.error.message), 'ArchitectBad')
  end
  if run.ending then
    return show_ending(log, run.ending)
  end
  local group = event.status == 'success' and 'ArchitectGood' or 'ArchitectWarning'
  local status = STATUSES[event.status] or text.identifier(event.status)
  local reason = STOP_REASONS[event.stopReason]
  append_line(log, reason and ('%s: %s'):format(status, reason) or status, group)
  log.ended = true
end

local function warning(template, ...)
  local fields = { ... }
  return function(log, event)
    local values = vim.tbl_map(function(field)
      return tostring(event[field] or '')
    end, fields)
    append_line(log, template:format(unpack(values)), 'ArchitectWarning')
  end
end

--- What a command changed in a file, above its patch.
---@param event table
---@return string
local function change_by_command(event)
  return ('    %s %s by a command'):format(text.identifier(event.kind), tostring(event.path or ''))
end

--- What undo does not cover of the changes that a command made.
---@param log architect.Log
---@param event table
local function show_not_recorded(log, event)
  local paths = type(event.paths) == 'table' and event.paths or {}
  local count = type(event.count) == 'number' and event.count or 0
  local what = count > 0 and text.count(count, 'changed file') or 'this command'
  local named = table.concat(paths, ', ', 1, math.min(#paths, MOST_PATHS))
  local more = count > MOST_PATHS and ', ...' or ''
  local where = named ~= '' and (' (%s%s)'):format(named, more) or ''
  local line = ('undo does not cover %s: %s%s'):format(what, event.reason or '', where)
  append_line(log, line, 'ArchitectWarning')
end

---@type table<string, fun(log: architect.Log, event: table, run: architect.Run)>
local RENDERERS = {
  ['run.started'] = function(log, event, run)
    local dry = event.dryRun and ' · dry run' or ''
    local title = ('architect · %s · %s%s'):format(event.agent or '', event.model or '', dry)
    append_line(log, title, 'ArchitectTitle')
    local called = type(event.title) == 'string' and event.title ~= '' and event.title or event.task
    append(log, text.lines(called or ''), 'ArchitectDim')
    M.show_place(run)
  end,
  ['model.reasoning'] = function(log, event)
    local piece = tostring(event.text or '')
    if log.thought or vim.trim(piece) ~= '' then
      append_thought(log, log.thought and piece or (piece:gsub('^%s+', '')))
    end
  end,
  ['model.delta'] = function(log, event)
    append_delta(log, tostring(event.text or ''))
  end,
  ['model.replied'] = function(log, event)
    local seconds = type(event.reasoningS) == 'number' and event.reasoningS or nil
    complete_thought(log, type(event.reasoning) == 'string' and event.reasoning or '', seconds)
    show_reply(log, tostring(event.text or ''))
    log.thought = nil
  end,
  ['model.retried'] = function(log, event)
    log.reply = nil
    local when = type(event.delayS) == 'number' and (' in %.0f s'):format(event.delayS) or ''
    append_line(log, ('model: %s; retrying%s'):format(event.reason or '', when), 'ArchitectWarning')
  end,
  ['model.warned'] = warning('model: %s', 'message'),
  ['model.switched'] = function(log, event)
    log.reply = nil
    local models = ('model: %s takes over from %s'):format(event.model or '', event.before or '')
    append_line(log, ('%s: %s'):format(models, event.reason or ''), 'ArchitectWarning')
  end,
  ['model.nudged'] = warning('model: %s; prompting again', 'reason'),
  ['tool.decided'] = function(log, event, run)
    local call = ('%s %s'):format(text.identifier(event.name), tostring(event.summary or ''))
    if event.allowed then
      append_line(log, ('[%d] %s'):format(run.step, call))
    else
      log.denied[event.callId or ''] = true
      append_line(log, ('denied %s: %s'):format(call, event.reason or ''), 'ArchitectWarning')
    end
  end,
  ['tool.finished'] = show_tool_result,
  ['file.changed'] = function(log, event)
    if event.byCommand then
      append_line(log, change_by_command(event), 'ArchitectDim')
    end
    append(log, text.lines((tostring(event.diff or ''):gsub('\n$', ''))), nil, M.diff_group)
  end,
  ['changes.not_recorded'] = show_not_recorded,
  ['action.planned'] = function(log, event)
    local action = type(event.action) == 'table' and event.action or {}
    local planned = ('    planned: %s %s'):format(action.tool or '', action.summary or '')
    append_line(log, planned, 'ArchitectDim')
  end,
  ['finding.reported'] = function(log, event)
    local finding = type(event.finding) == 'table' and event.finding or {}
    local where = ('%s:%s'):format(finding.path or '', finding.line or '')
    append_line(log, ('%s %s: %s'):format(where, finding.severity or '', finding.title or ''))
  end,
  ['budget.warned'] = warning('budget: %s', 'message'),
  ['tool.left_out'] = function(log, event)
    local tool = ('%s of %s'):format(event.name or '', event.source or '')
    append_line(log, ('tool left out: %s: %s'):format(tool, event.reason or ''), 'ArchitectWarning')
  end,
  ['net.hit'] = warning('stopping: %s', 'message'),
  ['repetition.warned'] = warning('the model is repeating itself: same result %s times', 'count'),
  ['run.state'] = function(log, event)
    if event.state == 'waiting' and event.waitsFor == 'confirm' then
      append_line(log, 'waiting for your approval (:Architect answer)', 'ArchitectWarning')
      log.waits = true
    elseif event.state == 'done' and type(event.ending) == 'table' then
      if log.ended then
        remove_last_line(log)
      end
      show_ending(log, event.ending)
    elseif event.state == 'done' and event.outcome ~= 'completed' then
      local why = type(event.error) == 'string' and (': ' .. event.error) or ''
      append_line(log, text.identifier(event.outcome) .. why, 'ArchitectWarning')
    end
  end,
  ['run.finished'] = show_end,
}

--- Any other event ends the reply that comes.
local OF_A_REPLY = {
  ['model.reasoning'] = true,
  ['model.delta'] = true,
  ['model.replied'] = true,
}

--- The highlight group of a line of a patch.
---@param line string
---@return string?
function M.diff_group(line)
  if line:find('^%+%+%+ ') or line:find('^%-%-%- ') then
    return 'ArchitectTitle'
  end
  local groups = { ['+'] = 'ArchitectAdded', ['-'] = 'ArchitectRemoved', ['@'] = 'ArchitectDim' }
  return groups[line:sub(1, 1)]
end


--- Append an event to the log of its run.
---@param run architect.Run
---@param event table
function M.show(run, event)
  local render = RENDERERS[event.type]
  if not render then
    return
  end
  local log = log_of(run)
  if log.waits then
    remove_last_line(log)
  end
  if not OF_A_REPLY[event.type] then
    log.reply = nil
    end_thought(log)
  end
  render(log, event, run)
end

--- Append the lines that a run is about, if it is about some.
---@param run architect.Run
function M.show_place(run)
  if run.place then
    append_line(log_of(run), run.place, 'ArchitectDim')
  end
end

--- Append a warning of the plugin itself to the log of a run.
---@param run architect.Run
---@param line string
function M.append_warning(run, line)
  append_line(log_of(run), line, 'ArchitectWarning')
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
    vim.wo[win].wrap = true
    vim.wo[win].number = false
    vim.wo[win].relativenumber = false
    vim.wo[win].signcolumn = 'no'
    thoughts.fold_in(win)
  end
  api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(bufnr), 0 })
  if focus then
    api.nvim_set_current_win(win)
  end
end

return M
