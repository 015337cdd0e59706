--- Answers typed as a command, to the question that is shown or to one that has no window.

local client = require('architect.client')
local confirm = require('architect.confirm')
local messages = require('architect.messages')
local runs = require('architect.runs')

local M = {}

---@param id string
---@param choice string
---@param note string
local function answer_pending(id, choice, note)
  local found = assert(runs.get(id))
  local connection = vim.lsp.get_client_by_id(found.client_id)
  if not connection then
    return messages.fail('the server of that run is gone')
  end
  client.execute(connection, 'architect.runs', { runId = id }, function(result)
    local info = type(result) == 'table' and (result.runs or {})[1] or {}
    if type(info.pending) ~= 'table' then
      return messages.warn('nothing is asked')
    end
    local argument = { runId = id, requestId = info.pending.requestId, choice = choice }
    argument.text = note ~= '' and note or nil
    client.execute(connection, 'architect.answer', argument, function(taken)
      if type(taken) ~= 'table' or not taken.accepted then
        messages.warn('the answer came too late')
      end
    end)
  end)
end

---@param call architect.Call
function M.answer(call)
  local choice = call.words[1]
  if not choice then
    if not confirm.focus() then
      messages.warn('nothing is asked')
    end
    return
  end
  if not vim.list_contains(confirm.CHOICES, choice) then
    local known = table.concat(confirm.CHOICES, ', ')
    return messages.fail(('%q is no answer; there are %s'):format(choice, known))
  end
  local note = vim.trim(call.rest:sub(#choice + 1))
  if confirm.answer(choice, note) then
    return
  end
  local waiting = runs.newest(function(found)
    return found.state == 'waiting'
  end)
  if not waiting then
    return messages.warn('nothing is asked')
  end
  answer_pending(waiting.id, choice, note)
end

return M
