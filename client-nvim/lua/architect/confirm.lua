--- Confirmations (`architect/confirm`): a queue, of which a window shows the first.

local await = require('architect.await')
local config = require('architect.config')
local confirm_choices = require('architect.confirm_choices')
local confirm_text = require('architect.confirm_text')
local confirm_window = require('architect.confirm_window')
local keyboard = require('architect.keyboard')
local t = require('architect.l10n').t
local notify = require('architect.notify')

local M = {}

local WAITS = t('a question waits (:Architect answer)')

M.CHOICES = confirm_text.CHOICES

---@class architect.Prompt
---@field id string
---@field run_id string
---@field client_id integer
---@field params table
---@field answer fun(result: { choice: string, note?: string, offer?: integer })
---@field resolve fun(prompt: architect.Prompt, choice: string, fields?: { note?: string, offer?: integer })

local queue = {} ---@type architect.Prompt[]
local window ---@type architect.ConfirmWindow?
local shown ---@type architect.Prompt? by the window

--- What is pasted is meant for the text, and is typing.
vim.paste = (function(paste)
  return function(...)
    keyboard.has_typed()
    if window and window:has_cursor() then
      window:return_cursor()
    end
    return paste(...)
  end
end)(vim.paste)

local function close()
  local open = window
  window, shown = nil, nil
  if open then
    open:close()
  end
end

local show -- defined below

---@param prompt architect.Prompt
---@return boolean removed false if it was answered before
local function remove(prompt)
  for index, queued in ipairs(queue) do
    if queued == prompt then
      table.remove(queue, index)
      if shown == prompt then
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
---@param fields? { note?: string, offer?: integer }
local function resolve(prompt, choice, fields)
  if remove(prompt) then
    local note = fields and fields.note ~= '' and fields.note or nil
    prompt.answer({ choice = choice, note = note, offer = fields and fields.offer })
    if #queue == 0 then
      notify.dismiss(WAITS)
    end
  end
end

---@param prompt architect.Prompt
local function open(prompt)
  local actions = confirm_choices.actions(prompt, function()
    if window then
      window:leave()
    end
  end, function()
    if window then
      window:explain()
    end
  end)
  local callbacks = { actions = actions, count = M.count, on_tab_left = show }
  window, shown = confirm_window.open(prompt.params, callbacks), prompt
end

--- Give the cursor to the window now or when the user is idle, as the option `confirm.focus` says.
local function offer_focus()
  local focus = config.options.confirm.focus
  local may_take = keyboard.can_be_interrupted()
  if focus and may_take and (focus == true or keyboard.idle_in() <= 0) then
    window:focus(keyboard.is_answering() and 'next' or 'idle')
  else
    -- What it is about stands in the window.
    notify.info(WAITS)
  end
  if focus then
    window:await_idle()
  end
end

function show()
  if window and not window:is_here() then
    close()
  end
  if queue[1] and not window then
    open(queue[1])
    offer_focus()
  elseif window then
    window:update()
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
  if window and not window:is_here() then
    close()
  end
  if not window then
    open(prompt)
  end
  window:focus('asked')
  return true
end

--- The choices of the first pending confirmation; without one, those that are usual.
---@return string[]
function M.choices()
  return confirm_text.choices(queue[1] and queue[1].params or {})
end

--- Answer the first pending confirmation.
---@param choice string
---@param note? string
---@return boolean found false if nothing is pending
function M.answer(choice, note)
  local prompt = queue[1]
  local wants_words = prompt and choice == 'once' and confirm_text.wants_words(prompt.params)
  if prompt and wants_words and vim.trim(note or '') == '' then
    confirm_choices.answer_in_words(prompt)
  elseif prompt and confirm_choices.is_lasting(choice) then
    confirm_choices.choose(prompt, choice)
  elseif prompt then
    resolve(prompt, choice, { note = note })
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
      resolve = resolve,
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
      resolve(prompt, 'deny', { note = 'withdrawn' })
      if params.reason == 'expired' then
        local is_approval = prompt.params.kind == 'approval'
        notify.warn(
          is_approval and t('nobody has approved the step yet; see :Architect workflows')
            or t('a confirmation timed out and was denied')
        )
      end
    end
  end
end

--- Discard the confirmations of a run that has ended.
---@param run_id string
function M.discard_run(run_id)
  for _, prompt in ipairs(vim.list_slice(queue)) do
    if prompt.run_id == run_id then
      resolve(prompt, 'deny', { note = 'the run has ended' })
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
