--- Notifications of the server: run events and messages.

local t = require('architect.l10n').t
local notify = require('architect.notify')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

--- Outcomes that need more than their name.
local OUTCOMES = { limit = t('stopped at a limit') }

--- By LSP MessageType: error, warning, info, log.
local LEVELS = { notify.error, notify.warn, notify.info, notify.info }

--- The chat that tells of a run, and whether it is on the screen.
---@param run architect.Run
---@return architect.Chat?
---@return boolean
local function chat_of(run)
  if not package.loaded['architect.chats'] then
    return nil, false
  end
  local chats = require('architect.chats')
  local chat = chats.of_session(chats.session_of(run.id))
  return chat, chat ~= nil and require('architect.chat_windows').window(chat) ~= nil
end

---@param run architect.Run
---@param problem any why it failed
local function report_end(run, problem)
  if not run.started and type(problem) == 'string' then
    -- Whoever asked for the run is told of it by the answer, if that is an error.
    run.problem = problem
    return run.accepted and notify.error(problem)
  end
  local chat, is_shown = chat_of(run)
  if is_shown then
    return
  end
  local outcome = text.identifier(run.outcome or 'finished')
  local words = run.ending and run.ending.words or t('run %s'):format(OUTCOMES[outcome] or outcome)
  local parts = { words }
  if run.findings > 0 then
    parts[#parts + 1] = text.count(run.findings, 'finding')
  end
  if #run.files > 0 or #run.proposed == 0 then
    parts[#parts + 1] = t('%s changed'):format(text.count(#run.files, 'file'))
  end
  -- The words of a run that is done say so.
  if #run.proposed > 0 and not (run.ending and outcome == 'completed') then
    parts[#parts + 1] = t('changes to %s proposed'):format(text.count(#run.proposed, 'file'))
  end
  local message = table.concat(parts, ', ')
  local is_fine = outcome == 'completed' or outcome == 'cancelled'
  if is_fine and not (run.ending and run.ending.tone == 'warning') then
    local review = #run.files > 0 and t('; review with :Architect hunks')
      or #run.proposed > 0 and t(' (:Architect hunks)')
      or ''
    notify.info(message .. review)
  else
    notify.warn(t('%s; see :Architect %s'):format(message, chat and 'chat' or 'log'))
  end
end

--- Process an event, live or replayed; false if it is invalid or was seen before.
---@param event table
---@param client_id integer
---@return boolean new
function M.process(event, client_id)
  if type(event) ~= 'table' or type(event.runId) ~= 'string' or type(event.type) ~= 'string' then
    return false
  end
  local run = runs.get_or_create(event.runId, client_id)
  if not runs.apply_event(run, event) then
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
  local was_active = not known or runs.is_active(known)
  local is_new = M.process(event, ctx.client_id)
  if package.loaded['architect.chats'] and type(event) == 'table' and type(event.runId) == 'string' then
    require('architect.chat_events').on_event(event)
  end
  if not is_new then
    return
  end
  if event.type == 'tool.finished' and event.name == 'run_command' then
    require('architect.reload').unmodified()
  end
  local run = assert(runs.get(event.runId))
  if was_active and run.state == 'done' then
    require('architect.confirm').discard_run(run.id)
    report_end(run, event.error)
    local client = vim.lsp.get_client_by_id(ctx.client_id)
    if client then
      require('architect.codelens').refresh(client)
    end
  end
end

--- `window/showMessage`, on one line.
---@param _ any
---@param params { type: integer, message: string }
function M.on_message(_, params)
  local show = LEVELS[params.type] or notify.info
  show(tostring(params.message))
end

return M
