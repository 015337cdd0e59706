--- Questions of a run: a window with what would be done, and keys for the answers.

local await = require('architect.await')
local config = require('architect.config')
local messages = require('architect.messages')
local question = require('architect.question')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.confirm')
--- A key within this time means that somebody is typing, and a question must not take the next one.
local IDLE_MS = 1000

M.CHOICES = question.CHOICES

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
  local offered = question.choices(prompt.params)
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
  local lines = question.lines(prompt.params)
  local bufnr = question.buffer(lines)
  local from = api.nvim_get_current_win()
  local win = api.nvim_open_win(bufnr, focus, question.placement(lines, #queue))
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
