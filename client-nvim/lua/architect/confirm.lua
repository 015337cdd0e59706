--- Questions of a run: a window with what would be done, and keys for the answers.

local await = require('architect.await')
local config = require('architect.config')
local log = require('architect.log')
local messages = require('architect.messages')
local text = require('architect.text')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.confirm')
--- A key within this time means that somebody is typing, and a question must not take the next one.
local IDLE_MS = 1000

M.CHOICES = { 'once', 'run', 'deny', 'stop' }

---@class architect.Prompt
---@field id string
---@field run_id string
---@field client_id integer
---@field params table
---@field answer fun(result: { choice: string, note?: string })

local queue = {} ---@type architect.Prompt[]
local window ---@type { win: integer, bufnr: integer, prompt: architect.Prompt, from: integer }?
local last_key = 0

vim.on_key(function()
  last_key = vim.uv.now()
end, SPACE)

---@class architect.Line
---@field [1] string
---@field group? string

---@param prompt architect.Prompt
---@return architect.Line[]
local function body(prompt)
  local lines = {} ---@type architect.Line[]
  local function add(content, group)
    for _, line in ipairs(text.lines(content)) do
      lines[#lines + 1] = { line, group = group }
    end
  end
  local params = prompt.params
  add(params.title or 'May this be done?', 'ArchitectTitle')
  if type(params.detail) == 'string' and params.detail ~= '' then
    add(params.detail, 'ArchitectWarning')
  end
  local preview = type(params.preview) == 'table' and params.preview or {}
  if type(preview.command) == 'string' then
    add('')
    if type(preview.cwd) == 'string' and preview.cwd ~= '' then
      add('in ' .. text.one_line(preview.cwd), 'ArchitectDim')
    end
    add(preview.command)
  end
  if type(preview.patch) == 'string' then
    add('')
    for _, line in ipairs(text.lines((preview.patch:gsub('\n$', '')))) do
      lines[#lines + 1] = { line, group = log.diff_group(line) }
    end
  end
  return lines
end

---@param prompt architect.Prompt
---@return string[]
local function choices(prompt)
  local offered = prompt.params.options
  if type(offered) ~= 'table' or #offered == 0 then
    return M.CHOICES
  end
  return vim.tbl_filter(function(choice)
    return vim.list_contains(offered, choice)
  end, M.CHOICES)
end

---@param prompt architect.Prompt
---@return architect.Line[]
local function key_lines(prompt)
  local keys = config.options.confirm.keys
  local grant = prompt.params.grant
  local words = {
    once = { keys.once, 'allow once' },
    run = { keys.run, 'allow for this run' },
    deny = { keys.deny .. '/' .. keys.note, 'deny (with a note)' },
    stop = { keys.stop, 'stop the run' },
  }
  local parts = {}
  for _, choice in ipairs(choices(prompt)) do
    parts[#parts + 1] = ('[%s] %s'):format(unpack(words[choice]))
  end
  parts[#parts + 1] = ('[%s] later'):format(keys.leave)
  local lines = { { table.concat(parts, '  '), group = 'ArchitectTitle' } }
  if type(grant) == 'string' and grant ~= '' then
    local line = ('for this run means: %s'):format(text.one_line(grant))
    lines[#lines + 1] = { line, group = 'ArchitectDim' }
  end
  lines[#lines + 1] = { '' }
  return lines
end

---@param lines architect.Line[]
---@return table
local function placement(lines)
  local border = 2
  local columns, rows = vim.o.columns - border, vim.o.lines - vim.o.cmdheight - border - 1
  local width = 40
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line[1]))
  end
  width = math.max(math.min(width, math.floor(columns * 0.9)), 1)
  local height = 0
  for _, line in ipairs(lines) do
    height = height + math.max(math.ceil(vim.fn.strdisplaywidth(line[1]) / width), 1)
  end
  height = math.max(math.min(height, math.floor(rows * 0.8)), 1)
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.max(math.floor((rows - height) / 2), 0),
    col = math.max(math.floor((columns - width) / 2), 0),
    style = 'minimal',
    border = config.options.confirm.border,
    title = #queue > 1 and (' architect asks (1 of %d) '):format(#queue) or ' architect asks ',
    title_pos = 'center',
    zindex = 60,
  }
end

local function close()
  local open = window
  window = nil
  if not open then
    return
  end
  local focused = api.nvim_get_current_win() == open.win
  if api.nvim_win_is_valid(open.win) then
    api.nvim_win_close(open.win, true)
  end
  if focused and api.nvim_win_is_valid(open.from) then
    api.nvim_set_current_win(open.from)
  end
end

local show -- defined below, since a shown question brings up the next one

---@param prompt architect.Prompt
---@return boolean whether it was open
local function take_off(prompt)
  for index, queued in ipairs(queue) do
    if queued == prompt then
      table.remove(queue, index)
      if window and window.prompt == prompt then
        close()
      end
      vim.schedule(show)
      require('architect.status').changed()
      return true
    end
  end
  return false
end

---@param prompt architect.Prompt
---@param choice string
---@param note? string
local function settle(prompt, choice, note)
  if take_off(prompt) then
    prompt.answer({ choice = choice, note = note ~= '' and note or nil })
  end
end

---@param prompt architect.Prompt
local function deny_with_note(prompt)
  vim.ui.input({ prompt = 'Deny, because: ' }, function(note)
    -- Escape leaves the question open.
    if note then
      settle(prompt, 'deny', note)
    end
  end)
end

---@param prompt architect.Prompt
---@param bufnr integer
local function map_keys(prompt, bufnr)
  local keys = config.options.confirm.keys
  local function map(key, desc, action)
    vim.keymap.set('n', key, action, { buffer = bufnr, nowait = true, desc = desc })
  end
  local offered = choices(prompt)
  for _, choice in ipairs(M.CHOICES) do
    -- A key that is not offered must not be taken for one of Neovim's own, which may wait for more.
    map(keys[choice], choice, function()
      if vim.list_contains(offered, choice) then
        settle(prompt, choice)
      end
    end)
  end
  map(keys.note, 'deny with a note', function()
    if vim.list_contains(offered, 'deny') then
      deny_with_note(prompt)
    end
  end)
  map(keys.leave, 'leave the question open', function()
    if window and api.nvim_win_is_valid(window.from) then
      api.nvim_set_current_win(window.from)
    end
  end)
end

---@param lines architect.Line[]
---@return integer bufnr
local function fill(lines)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  local plain = vim.tbl_map(function(line)
    return line[1]
  end, lines)
  api.nvim_buf_set_lines(bufnr, 0, -1, false, plain)
  for index, line in ipairs(lines) do
    if line.group and #line[1] > 0 then
      local mark = { end_col = #line[1], hl_group = line.group }
      api.nvim_buf_set_extmark(bufnr, SPACE, index - 1, 0, mark)
    end
  end
  vim.bo[bufnr].modifiable = false
  return bufnr
end

---@return boolean
local function may_take_cursor()
  local focus = config.options.confirm.focus
  if focus == 'idle' then
    return api.nvim_get_mode().mode == 'n' and vim.uv.now() - last_key > IDLE_MS
  end
  return focus == true
end

---@param prompt architect.Prompt
---@param focus boolean
local function open(prompt, focus)
  local lines = key_lines(prompt)
  vim.list_extend(lines, body(prompt))
  local bufnr = fill(lines)
  local from = api.nvim_get_current_win()
  local win = api.nvim_open_win(bufnr, focus, placement(lines))
  vim.wo[win].wrap = true
  window = { win = win, bufnr = bufnr, prompt = prompt, from = from }
  map_keys(prompt, bufnr)
  if not focus then
    messages.say(('%s (:Architect answer)'):format(prompt.params.title or 'a question'))
  end
end

function show()
  if window and not api.nvim_win_is_valid(window.win) then
    window = nil
  end
  if queue[1] and not window then
    open(queue[1], may_take_cursor())
  end
end

--- How many questions are open.
---@return integer
function M.count()
  return #queue
end

--- The question that is shown, or comes next.
---@return architect.Prompt?
function M.current()
  return queue[1]
end

--- Put the cursor into the question, and show it again if its window was closed.
---@return boolean whether there is one
function M.focus()
  local prompt = queue[1]
  if not prompt then
    return false
  end
  if window and api.nvim_win_is_valid(window.win) then
    if api.nvim_get_current_win() ~= window.win then
      window.from = api.nvim_get_current_win()
    end
    api.nvim_set_current_win(window.win)
  else
    open(prompt, true)
  end
  return true
end

--- Answer the question that is shown.
---@param choice string
---@param note? string
---@return boolean whether there is one
function M.answer(choice, note)
  local prompt = queue[1]
  if prompt then
    settle(prompt, choice, note)
  end
  return prompt ~= nil
end

---@param _ any
---@param params table
---@param ctx { client_id: integer }
function M.on_request(_, params, ctx)
  if type(params) ~= 'table' or type(params.requestId) ~= 'string' then
    return nil, { code = -32602, message = 'architect/confirm without a requestId' }
  end
  return await(function(answer)
    queue[#queue + 1] = {
      id = params.requestId,
      run_id = tostring(params.runId or ''),
      client_id = ctx.client_id,
      params = params,
      answer = answer,
    }
    require('architect.status').changed()
    show()
  end)
end

--- The server needs no answer any more.
---@param _ any
---@param params { requestId: string, reason?: string }
function M.on_resolved(_, params)
  for _, prompt in ipairs(vim.list_slice(queue)) do
    if prompt.id == params.requestId then
      settle(prompt, 'deny', 'withdrawn')
      if params.reason == 'expired' then
        messages.warn('a question was not answered in time; it counts as denied')
      end
    end
  end
end

--- A run is over, and its questions with it.
---@param run_id string
function M.forget_run(run_id)
  for _, prompt in ipairs(vim.list_slice(queue)) do
    if prompt.run_id == run_id then
      settle(prompt, 'deny', 'the run is over')
    end
  end
end

--- A server is gone; nobody waits for the answers to its questions.
---@param client_id integer
function M.forget(client_id)
  for _, prompt in ipairs(vim.list_slice(queue)) do
    if prompt.client_id == client_id then
      take_off(prompt)
    end
  end
end

return M
