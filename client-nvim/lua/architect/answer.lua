--- `:Architect answer`: focus or answer a pending confirmation, with or without its window.

local confirm = require('architect.confirm')
local confirm_choices = require('architect.confirm_choices')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local runs = require('architect.runs')

local M = {}

---@param connection vim.lsp.Client
---@param argument table of architect.answer
local function send(connection, argument)
  requests.execute(connection, 'architect.answer', argument, function(response)
    if type(response) ~= 'table' or not response.accepted then
      notify.warn(t('the confirmation was already answered or has expired'))
    end
  end)
end

---@param id string
---@param choice string
---@param note string
local function answer_pending(id, choice, note)
  local found = assert(runs.get(id))
  local connection = vim.lsp.get_client_by_id(found.client_id)
  if not connection then
    return notify.error(t('the server of that run is not running'))
  end
  requests.execute(connection, 'architect.runs', { runId = id }, function(result)
    local info = type(result) == 'table' and (result.runs or {})[1] or {}
    local pending = info.pending
    if type(pending) ~= 'table' then
      return notify.warn(t('no pending confirmation'))
    end
    local argument = { runId = id, requestId = pending.requestId, choice = choice }
    argument.text = note ~= '' and note or nil
    if not confirm_choices.is_lasting(choice) then
      return send(connection, argument)
    end
    confirm_choices.pick_offer(pending.offers, choice, function(offer)
      argument.offer = offer
      send(connection, argument)
    end)
  end)
end

---@param call architect.Call
function M.answer(call)
  local choice = call.words[1]
  if not choice then
    if not confirm.focus() then
      notify.warn(t('no pending confirmation'))
    end
    return
  end
  if not vim.list_contains(confirm.CHOICES, choice) then
    local known = table.concat(confirm.CHOICES, ', ')
    return notify.error(t('unknown answer %q; available: %s'):format(choice, known))
  end
  local note = vim.trim(call.rest:sub(#choice + 1))
  if confirm.answer(choice, note) then
    return
  end
  local waiting = runs.newest(function(found)
    return found.state == 'waiting'
  end)
  if not waiting then
    return notify.warn(t('no pending confirmation'))
  end
  answer_pending(waiting.id, choice, note)
end

return M
