--- The current activity, for a status line.

local t = require('architect.l10n').t

local M = {}

local ANSWER = t('waiting for your answer')
local WAITING = { confirm = ANSWER, input = t('waiting for input'), save = t('saving') }
local redraw_pending = false

--- What a run does now, in states, numbers and names of tools alone.
---@param run architect.Run
---@return string
function M.activity(run)
  if run.state == 'queued' then
    return t('queued')
  end
  if run.state == 'waiting' then
    return WAITING[run.waits_for] or t('waiting')
  end
  if run.state == 'cancelling' then
    return t('cancelling')
  end
  local step = run.step > 0 and t('step %d'):format(run.step) or ''
  return run.tool and vim.trim(('%s %s'):format(step, run.tool)) or step ~= '' and t('running %s'):format(step) or t('running')
end

---@param used integer per cent
---@return string
local function words_of_context(used)
  return t('context %d %%'):format(used)
end

--- What goes on, and the run if it is that which works.
---@return string what empty without an active run
---@return architect.Run? working
---@return string more
local function current()
  local active = require('architect.runs').active()
  local pending = require('architect.confirm').count()
  if #active == 0 then
    return pending > 0 and ANSWER or '', nil, ''
  end
  local more = #active > 1 and (' +%d'):format(#active - 1) or ''
  if pending > 0 then
    return ANSWER, nil, more
  end
  local is_at_work = not vim.tbl_contains({ 'queued', 'waiting', 'cancelling' }, active[1].state)
  return M.activity(active[1]), is_at_work and active[1] or nil, more
end

--- Whether the only active run is that of the chat in the window that is drawn, whose bars tell of it.
---@return boolean
local function is_told_there()
  local active = require('architect.runs').active()
  local chat = require('architect.chats').of_buffer(vim.api.nvim_get_current_buf())
  return #active == 1 and chat ~= nil and chat.active == active[1].id
end

--- The activity of the newest active run, such as `architect: step 3 edit_file`; empty without one, and
--- in the windows of its chat.
---
--- For `%{}` of 'statusline', which shows it as it is. It contains only states, numbers and tool
--- names: elsewhere `%` items are evaluated, so no text of a model may get into it.
---@return string
function M.statusline()
  local what, working, more = current()
  if working and working.context > 0 then
    what = ('%s · %s'):format(what, words_of_context(working.context))
  end
  return (what == '' or is_told_there()) and '' or ('architect: %s%s'):format(what, more)
end

--- A name without what 'statusline' evaluates.
---@param name any
---@return string
local function plain(name)
  return (tostring(name or ''):gsub('[^%w_./:@ -]', ''):sub(1, 40))
end

--- What of a run or of the chat that is used a component shows; an empty text is left out.
---@type table<string, fun(chat: architect.Chat?, run: architect.Run?): string>
local PARTS = {
  model = function(chat, run)
    local chosen = chat and (chat.choices.model or chat.model)
    return plain(chosen or (run and run.models[#run.models]) or '')
  end,
  agent = function(chat, run)
    return plain(chat and chat.choices.agent or (run and run.agent) or '')
  end,
  mode = function(chat)
    return plain(chat and chat.choices.mode or require('architect.chats').choices.mode or '')
  end,
  state = function()
    local what, _, more = current()
    return what .. more
  end,
  cost = function(chat, run)
    local usd = chat and require('architect.chats').cost(chat) or (not chat and run and run.usage.usd) or nil
    return usd and usd > 0 and ('$%.4f'):format(usd) or ''
  end,
  context = function(chat, run)
    local used = chat and require('architect.chats').context(chat) or (run and run.context) or 0
    return used > 0 and (words_of_context(used):gsub('%%', '%%%%')) or ''
  end,
}

M.PARTS = { 'model', 'mode', 'state', 'cost', 'context' }

--- Parts side by side, such as `gpt-4.1 · ask · step 3 edit_file · $0.0120 · context 12 %%`.
---
--- 'statusline' evaluates it, as lualine and `%{%%}` have it: the sign is doubled for that, and names
--- are reduced to characters that it leaves alone.
---@param parts? string[] of model, agent, mode, state, cost, context
---@return string
function M.component(parts)
  local chat = require('architect.chats').current()
  local run = require('architect.runs').newest()
  local shown = {}
  for _, name in ipairs(parts or M.PARTS) do
    local part = PARTS[name] and PARTS[name](chat, run) or ''
    if part ~= '' then
      shown[#shown + 1] = part
    end
  end
  return table.concat(shown, ' · ')
end

--- Schedule a redraw of the status lines and the event `User ArchitectStatus`.
function M.changed()
  if redraw_pending then
    return
  end
  redraw_pending = true
  vim.defer_fn(function()
    redraw_pending = false
    vim.api.nvim_exec_autocmds('User', { pattern = 'ArchitectStatus', modeline = false })
    vim.cmd.redrawstatus({ bang = true })
  end, 50)
end

return M
