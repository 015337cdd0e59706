--- How the log says that a run ended: in the words of the server, or in ours for older ones.

local t = require('architect.l10n').t
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

local TONES = {
  good = 'ArchitectGood',
  quiet = 'ArchitectDim',
  warning = 'ArchitectWarning',
  bad = 'ArchitectBad',
}

--- What servers before 0.2 leave to us.
local STATUSES = { success = t('Completed'), partial = t('Partly done'), failed = t('Failed') }
local STOP_REASONS = {
  max_steps = t('step limit reached'),
  budget_exceeded = t('budget exceeded'),
  context_full = t('context window full'),
  timeout = t('timed out'),
  user_interrupt = t('cancelled'),
  llm_error = t('model error'),
  hook_blocked = t('blocked by a hook'),
  no_progress = t('no progress'),
  internal_error = t('internal error'),
}

--- Say once how a run ended.
---@param log architect.Log
---@param ending { words: string, tone: string }
---@param run architect.Run
function M.show(log, ending, run)
  if log.ending_of ~= run.id then
    log.ending_of = run.id
    write.line(log, ending.words, TONES[ending.tone] or 'ArchitectWarning')
  end
end

--- `$0.0042 (12450 in, 82 % cached / 3200 out)`, if anything was counted.
---@param log architect.Log
---@param usage { input: integer, cached: integer, output: integer, usd: number? }
local function show_cost(log, usage)
  if usage.input + usage.output == 0 then
    return
  end
  local price = usage.usd and ('$%.4f'):format(usage.usd) or t('price unknown')
  local share = math.floor(100 * usage.cached / math.max(usage.input, 1))
  local plain, cached = t('%s (%d in / %d out)'), t('%s (%d in, %d %% cached / %d out)')
  local line = usage.cached > 0 and cached:format(price, usage.input, share, usage.output)
    or plain:format(price, usage.input, usage.output)
  write.line(log, line, 'ArchitectDim')
end

---@param log architect.Log
---@param event table
---@param run architect.Run
function M.show_without_words(log, event, run)
  show_cost(log, run.usage)
  if #run.models > 1 then
    write.line(log, t('models: %s'):format(table.concat(run.models, ', ')), 'ArchitectDim')
  end
  if type(event.error) == 'table' and event.error.message and event.error.message ~= log.told_error then
    write.line(log, t('error: %s'):format(event.error.message), 'ArchitectBad')
  end
  if run.ending then
    return M.show(log, run.ending, run)
  end
  local group = event.status == 'success' and 'ArchitectGood' or 'ArchitectWarning'
  local status = STATUSES[event.status] or text.identifier(event.status)
  local reason = STOP_REASONS[event.stopReason]
  write.line(log, reason and ('%s: %s'):format(status, reason) or status, group)
  log.ended = true
end

return M
