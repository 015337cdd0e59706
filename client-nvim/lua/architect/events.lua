--- What the server tells unasked.

local messages = require('architect.messages')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

local LEVELS = { messages.fail, messages.warn, messages.say, messages.say }

---@param run architect.Run
local function tell_end(run)
  local outcome = text.word(run.outcome or 'over')
  local did = text.counted(#run.files, 'file') .. ' changed'
  if #run.proposed > 0 then
    did = ('%s, changes of %d proposed (:Architect hunks)'):format(did, #run.proposed)
  end
  if run.findings > 0 then
    did = ('%s, %s'):format(text.counted(run.findings, 'finding'), did)
  end
  local message = ('the run is %s, %s'):format(outcome, did)
  if outcome == 'completed' or outcome == 'cancelled' then
    messages.say(message)
  else
    messages.warn(message .. '; :Architect log shows why')
  end
end

--- Take in one event, live or read again.
---@param event table
---@param client_id integer
---@return boolean new
function M.take(event, client_id)
  if type(event) ~= 'table' or type(event.runId) ~= 'string' or type(event.type) ~= 'string' then
    return false
  end
  local run = runs.ensure(event.runId, client_id)
  if not runs.fold(run, event) then
    return false
  end
  require('architect.log').show(run, event)
  return true
end

---@param _ any
---@param event table
---@param ctx { client_id: integer }
function M.on_event(_, event, ctx)
  local known = type(event) == 'table' and runs.get(event.runId)
  local was_open = not known or runs.is_open(known)
  if not M.take(event, ctx.client_id) then
    return
  end
  local run = assert(runs.get(event.runId))
  if was_open and run.state == 'done' then
    require('architect.confirm').forget_run(run.id)
    tell_end(run)
    local client = vim.lsp.get_client_by_id(ctx.client_id)
    if client then
      require('architect.lenses').refresh(client)
    end
  end
end

--- Messages of the server, on one line.
---@param _ any
---@param params { type: integer, message: string }
function M.on_message(_, params)
  local show = LEVELS[params.type] or messages.say
  show(tostring(params.message))
end

return M
