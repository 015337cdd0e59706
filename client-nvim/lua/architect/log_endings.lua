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

--- `$0.0042 (12450 in, 82 % cached / 3200 out)`, if anything was counted.
---@param usage { input: integer, cached: integer, output: integer, usd: number? }
---@return string?
local function cost_of(usage)
  if usage.input + usage.output == 0 then
    return nil
  end
  local price = usage.usd and ('$%.4f'):format(usage.usd) or t('price unknown')
  local share = math.floor(100 * usage.cached / math.max(usage.input, 1))
  local plain, cached = t('%s (%d in / %d out)'), t('%s (%d in, %d %% cached / %d out)')
  return usage.cached > 0 and cached:format(price, usage.input, share, usage.output)
    or plain:format(price, usage.input, usage.output)
end

--- How a run ended, below it what it cost, and the models if several replied.
---@param log architect.Log
---@param run architect.Run
---@param words string
---@param group string
---@return integer lines
local function write_ending(log, run, words, group)
  local spent = { cost_of(run.usage) }
  if #run.models > 1 then
    spent[#spent + 1] = t('models: %s'):format(table.concat(run.models, ', '))
  end
  local count = write.notice(log, words, group)
  for _, line in ipairs(spent) do
    write.line(log, line, 'ArchitectDim')
  end
  return count + #spent
end

--- Say once how a run ended, instead of what we said of it.
---@param log architect.Log
---@param ending { words: string, tone: string }
---@param run architect.Run
function M.show(log, ending, run)
  if log.ended then
    write.remove_last_lines(log, log.ended)
  end
  if log.ending_of ~= run.id then
    log.ending_of = run.id
    write_ending(log, run, ending.words, TONES[ending.tone] or 'ArchitectWarning')
  end
end

---@param log architect.Log
---@param event table
---@param run architect.Run
function M.show_without_words(log, event, run)
  if type(event.error) == 'table' and event.error.message and event.error.message ~= log.told_error then
    write.notice(log, t('error: %s'):format(event.error.message), 'ArchitectBad')
  end
  if run.ending then
    return M.show(log, run.ending, run)
  end
  local group = event.status == 'success' and 'ArchitectGood' or 'ArchitectWarning'
  local status = STATUSES[event.status] or text.identifier(event.status)
  local reason = STOP_REASONS[event.stopReason]
  log.ended = write_ending(log, run, reason and ('%s: %s'):format(status, reason) or status, group)
end

return M
