--- Confirmations (`architect/confirm`): a queue, a floating window, and keys to answer.

local await = require('architect.await')
local config = require('architect.config')
local notify = require('architect.notify')
local confirm_window = require('architect.confirm_window')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.confirm')
--- A key press within this time means the user is typing, so a window must not take focus.
local IDLE_MS = 1000

M.CHOICES = confirm_window.CHOICES

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

local show -- defined below

---@param prompt architect.Prompt
---@return boolean removed false if it was answered before
local function remove(prompt)
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
local function resolve(prompt, choice, note)
  if remove(prompt) then
    prompt.answer({ choice = choice, note = note ~= '' and note or nil })
  end
end

---@param prompt architect.Prompt
local function deny_with_reason(prompt)
  vim.ui.input({ prompt = 'Reason for denying: ' }, function(reason)
    -- Escape keeps the confirmation pending.
    if reason then
      resolve(prompt, 'deny', reason)
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
  local offered = confirm_window.choices(prompt.params)
  for _, choice in ipairs(M.CHOICES) do
    -- A choice that is not offered is mapped to nothing, to shadow Neovim's own command.
    map(keys[choice], choice, function()
      if vim.list_contains(offered, choice) then
        resolve(prompt, choice)
      end
    end)
  end
  map(keys.note, 'deny with a reason', function()
    if vim.list_contains(offered, 'deny') then
      deny_with_reason(prompt)
    end
  end)
  map(keys.leave, 'decide later', function()
    if window and api.nvim_win_is_valid(window.from) then
      api.nvim_set_current_win(window.from)
    end
  end)
end

---@return boolean
local function should_focus()
  local focus = config.options.confirm.focus
  if focus == 'idle' then
    return api.nvim_get_mode().mode == 'n' and vim.uv.now() - last_key > IDLE_MS
  end
  return focus == true
end

---@param prompt architect.Prompt
---@param focus boolean
local function open(prompt, focus)
  local lines = confirm_window.lines(prompt.params)
  local bufnr = confirm_window.buffer(lines)
  local from = api.nvim_get_current_win()
  local win = api.nvim_open_win(bufnr, focus, confirm_window.placement(lines, #queue))
  vim.wo[win].wrap = true
  window = { win = win, bufnr = bufnr, prompt = prompt, from = from }
  map_keys(prompt, bufnr)
  if not focus then
    local title = prompt.params.title or 'a confirmation'
    notify.info(('%s is waiting for your approval (:Architect answer)'):format(title))
  end
end

function show()
  if window and not api.nvim_win_is_valid(window.win) then
    window = nil
  end
  if queue[1] and not window then
    open(queue[1], should_focus())
  end
end

--- How many confirmations are pending.
---@return integer
function M.count()
  return #queue
end

--- Focus the confirmation window; reopens it if it was closed.
---@return boolean found false if nothing is pending
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

--- Answer the first pending confirmation.
---@param choice string
---@param note? string
---@return boolean found false if nothing is pending
function M.answer(choice, note)
  local prompt = queue[1]
  if prompt then
    resolve(prompt, choice, note)
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

--- `architect/confirm/resolved`: the server no longer needs an answer.
---@param _ any
---@param params { requestId: string, reason?: string }
function M.on_resolved(_, params)
  for _, prompt in ipairs(vim.list_slice(queue)) do
    if prompt.id == params.requestId then
      resolve(prompt, 'deny', 'withdrawn')
      if params.reason == 'expired' then
        notify.warn('a confirmation timed out and was denied')
      end
    end
  end
end

--- Discard the confirmations of a run that has ended.
---@param run_id string
function M.discard_run(run_id)
  for _, prompt in ipairs(vim.list_slice(queue)) do
    if prompt.run_id == run_id then
      resolve(prompt, 'deny', 'the run has ended')
    end
  end
end

--- Discard the confirmations of a client whose server has exited.
---@param client_id integer
function M.discard_client(client_id)
  for _, prompt in ipairs(vim.list_slice(queue)) do
    if prompt.client_id == client_id then
      remove(prompt)
    end
  end
end

return M
