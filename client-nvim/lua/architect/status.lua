--- The current activity, for a status line.

local t = require('architect.l10n').t

local M = {}

local ANSWER = t('waiting for your answer')
local WAITING = { confirm = ANSWER, input = t('waiting for input'), save = t('saving') }
local redraw_pending = false

---@param run architect.Run
---@return string
local function activity(run)
  if run.state == 'queued' then
    return t('queued')
  end
  if run.state == 'waiting' then
    return WAITING[run.waits_for] or t('waiting')
  end
  if run.state == 'cancelling' then
    return t('cancelling')
  end
  local step = run.step > 0 and t(' step %d'):format(run.step) or ''
  local what = run.tool and ('%s %s'):format(step, run.tool):gsub('^ ', '') or (t('running') .. step)
  -- Without a per cent sign, which 'statusline' evaluates.
  return run.context > 0 and t('%s (context %d/100)'):format(what, run.context) or what
end

--- The activity of the newest active run, such as `architect: step 3 edit_file`; empty without one.
---
--- Contains only states, numbers and tool names: 'statusline' evaluates `%` items, so no text of a
--- model may get into it.
---@return string
function M.statusline()
  local active = require('architect.runs').active()
  local pending = require('architect.confirm').count()
  if #active == 0 then
    return pending > 0 and 'architect: ' .. ANSWER or ''
  end
  local more = #active > 1 and (' +%d'):format(#active - 1) or ''
  local what = pending > 0 and ANSWER or activity(active[1])
  return ('architect: %s%s'):format(what, more)
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
    return (M.statusline():gsub('^architect: ', ''):gsub(' %(context.*%)', ''))
  end,
  cost = function(chat, run)
    local usd = chat and require('architect.chats').cost(chat) or (not chat and run and run.usage.usd) or nil
    return usd and usd > 0 and ('$%.4f'):format(usd) or ''
  end,
  context = function(chat, run)
    local used = chat and require('architect.chats').context(chat) or (run and run.context) or 0
    return used > 0 and t('context %d/100'):format(used) or ''
  end,
}

M.PARTS = { 'model', 'mode', 'state', 'cost', 'context' }

--- Parts side by side, such as `gpt-4.1 · ask · step 3 edit_file · $0.0120 · context 12/100`.
---
--- Names are reduced to characters that 'statusline' does not evaluate.
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
