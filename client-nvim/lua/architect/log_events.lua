--- What a log says of each event of a run.

local t = require('architect.l10n').t
local children = require('architect.log_children')
local countdown = require('architect.countdown')
local endings = require('architect.log_endings')
local results = require('architect.log_results')
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

local MOST_PATHS = 3

--- The highlight group of a line of a patch.
---@param line string
---@return string?
function M.diff_group(line)
  if line:find('^%+%+%+ ') or line:find('^%-%-%- ') then
    return 'ArchitectTitle'
  end
  local groups = { ['+'] = 'ArchitectAdded', ['-'] = 'ArchitectRemoved', ['@'] = 'ArchitectDim' }
  return groups[line:sub(1, 1)]
end

local function warning(template, ...)
  local fields = { ... }
  return function(log, event)
    local values = vim.tbl_map(function(field)
      return tostring(event[field] or '')
    end, fields)
    write.notice(log, template:format(unpack(values)), 'ArchitectWarning')
  end
end

--- What a command changed in a file, above its patch.
---@param event table
---@return string
local function change_by_command(event)
  return t('    %s %s by a command'):format(text.identifier(event.kind), tostring(event.path or ''))
end

--- What undo does not cover of the changes that a command made.
---@param log architect.Log
---@param event table
local function show_not_recorded(log, event)
  local paths = type(event.paths) == 'table' and event.paths or {}
  local count = type(event.count) == 'number' and event.count or 0
  local what = count > 0 and text.count(count, 'changed file') or t('this command')
  local named = table.concat(paths, ', ', 1, math.min(#paths, MOST_PATHS))
  local more = count > MOST_PATHS and ', ...' or ''
  local where = named ~= '' and (' (%s%s)'):format(named, more) or ''
  local line = t('undo does not cover %s: %s%s'):format(what, event.reason or '', where)
  write.line(log, line, 'ArchitectWarning')
end

local PLAN_MARKS = { completed = '[x]', in_progress = '[~]' }

--- The steps of a plan, a line each.
---@param event table
---@return string[]
function M.checklist(event)
  return vim.tbl_map(function(step)
    return ('%s %s'):format(PLAN_MARKS[step.status] or '[ ]', text.one_line(step.step or ''))
  end, type(event.steps) == 'table' and event.steps or {})
end

---@type table<string, fun(log: architect.Log, event: table, run: architect.Run)>
M.RENDERERS = {
  ['run.started'] = function(log, event, run)
    local dry = event.dryRun and t(' · dry run') or ''
    local title = ('architect · %s · %s%s'):format(event.agent or '', event.model or '', dry)
    write.line(log, title, 'ArchitectTitle')
    local called = type(event.title) == 'string' and event.title ~= '' and event.title or event.task
    write.lines(log, text.lines(called or ''), 'ArchitectDim')
    if run.place then
      write.line(log, run.place, 'ArchitectDim')
    end
  end,
  ['model.reasoning'] = function(log, event)
    local piece = tostring(event.text or '')
    if log.thought or vim.trim(piece) ~= '' then
      write.thought(log, log.thought and piece or (piece:gsub('^%s+', '')))
    end
  end,
  ['model.delta'] = function(log, event)
    write.delta(log, tostring(event.text or ''))
  end,
  ['model.replied'] = function(log, event)
    local seconds = type(event.reasoningS) == 'number' and event.reasoningS or nil
    local reasoning = type(event.reasoning) == 'string' and event.reasoning or ''
    write.complete_thought(log, reasoning, seconds)
    write.reply(log, tostring(event.text or ''))
    log.thought = nil
  end,
  ['model.retried'] = function(log, event)
    log.reply = nil
    local reason = tostring(event.reason or '')
    local why = reason ~= log.told_error and reason or t('failed again')
    log.told_error = reason
    local is_later = type(event.delayS) == 'number'
    local line = is_later and t('model: %s; retrying in %.0f s'):format(why, event.delayS)
    write.notice(log, line or t('model: %s; retrying'):format(why), 'ArchitectWarning')
    if is_later then
      -- An event of the past may be shown, whose wait is nearly over.
      local left = (tonumber(event.retryAt) or 0) - os.time()
      countdown.start(log.bufnr, event.retryAt and math.min(event.delayS, left) or event.delayS)
    end
  end,
  ['model.warned'] = warning(t('model: %s'), 'message'),
  ['context.compacted'] = function(log, event)
    local how = (event.summary or '') ~= '' and t('summed up') or t('dropped')
    local steps = text.count(tonumber(event.droppedSteps) or 0, 'step')
    local before, after = tonumber(event.tokensBefore) or 0, tonumber(event.tokensAfter) or 0
    write.line(log, t('context: %d -> %d tokens (%s %s)'):format(before, after, steps, how), 'ArchitectDim')
  end,
  ['context.not_compacted'] = function(log, event)
    log.told_error = t('context not summed up: %s'):format(tostring(event.reason or ''))
    write.notice(log, log.told_error, 'ArchitectWarning')
  end,
  ['model.switched'] = function(log, event)
    log.reply = nil
    local models = t('model: %s takes over from %s'):format(event.model or '', event.before or '')
    write.line(log, ('%s: %s'):format(models, event.reason or ''), 'ArchitectWarning')
  end,
  ['model.nudged'] = warning(t('model: %s; prompting again'), 'reason'),
  ['tool.decided'] = function(log, event, run)
    if event.allowed then
      local call = ('%s %s'):format(text.identifier(event.name), tostring(event.summary or ''))
      write.line(log, ('[%d] %s'):format(run.step, call))
    else
      log.denied[event.callId or ''] = true
      write.line(log, results.denial(event), 'ArchitectWarning')
    end
  end,
  ['tool.finished'] = results.show,
  ['file.changed'] = function(log, event)
    if event.byCommand then
      write.line(log, change_by_command(event), 'ArchitectDim')
    end
    write.lines(log, text.lines((tostring(event.diff or ''):gsub('\n$', ''))), nil, M.diff_group)
  end,
  ['changes.not_recorded'] = show_not_recorded,
  ['action.planned'] = function(log, event)
    local action = type(event.action) == 'table' and event.action or {}
    local planned = t('    planned: %s %s'):format(action.tool or '', action.summary or '')
    write.line(log, planned, 'ArchitectDim')
  end,
  ['finding.reported'] = function(log, event)
    local finding = type(event.finding) == 'table' and event.finding or {}
    local where = ('%s:%s'):format(finding.path or '', finding.line or '')
    write.line(log, ('%s %s: %s'):format(where, finding.severity or '', finding.title or ''))
  end,
  ['budget.warned'] = warning(t('budget: %s'), 'message'),
  ['tool.left_out'] = function(log, event)
    local name, source = event.name or '', event.source or ''
    local what = name == '' and t('tools of %s left out'):format(source)
      or t('tool left out: %s of %s'):format(name, source)
    write.line(log, ('%s: %s'):format(what, event.reason or ''), 'ArchitectWarning')
  end,
  ['mention.left_out'] = function(log, event)
    local mention = t('not attached: %s: %s'):format(event.mention or '', event.reason or '')
    write.line(log, mention, 'ArchitectWarning')
  end,
  ['tools.announced'] = function(log, event)
    local source = event.source or ''
    write.line(log, source == '' and t('    tools on demand') or t('    tools of %s'):format(source), 'ArchitectDim')
  end,
  ['rules.told'] = function(log, event)
    write.line(log, t('    rules: %s'):format(event.path or ''), 'ArchitectDim')
  end,
  ['plan.updated'] = function(log, event)
    for _, step in ipairs(M.checklist(event)) do
      write.line(log, '    ' .. step)
    end
  end,
  ['user.said'] = function(log, event)
    write.lines(log, text.lines(t('you: %s'):format(event.text or '')), 'ArchitectTask')
  end,
  ['user.asked'] = function(log, event)
    local asked = type(event.asked) == 'table' and event.asked or {}
    local answer = type(asked.answer) == 'string' and asked.answer or t('(nobody answered: the agent decides)')
    write.lines(log, text.lines(t('    answer: %s'):format(answer)), 'ArchitectDim')
  end,
  ['work.reviewed'] = function(log, event)
    local problem = event.problem or ''
    local found = text.count(tonumber(event.findings) or 0, 'finding')
    local line = problem == '' and t('review of the changes: %s') or t('no review of the changes: %s')
    write.line(log, line:format(problem == '' and found or problem), problem == '' and 'ArchitectDim' or 'ArchitectWarning')
  end,
  ['health.measured'] = function(log, event)
    local problem, worse = event.problem or '', tonumber(event.worseCount) or 0
    local better = tonumber(event.betterCount) or 0
    local line = problem == '' and t('health of the code: %d worse, %d better'):format(worse, better)
      or t('health of the code not measured: %s'):format(problem)
    write.line(log, line, (problem ~= '' or worse > 0) and 'ArchitectWarning' or 'ArchitectDim')
    for _, change in ipairs(type(event.worse) == 'table' and event.worse or {}) do
      local measure = ({ long = 'lines', complex = 'complexity' })[change.kind] or t('duplicate lines')
      local place = ('    %s:%d %s'):format(tostring(change.path), tonumber(change.line) or 1, tostring(change.name))
      local numbers = t(': %s %d (was %d)'):format(measure, tonumber(change.after) or 0, tonumber(change.before) or 0)
      write.line(log, place .. numbers, 'ArchitectWarning')
    end
  end,
  ['review.covered'] = function(log, event)
    local seen, files = {}, 0
    for _, place in ipairs(type(event.files) == 'table' and event.files or {}) do
      local path, reason = tostring(place.path or ''), place.reason or ''
      if reason ~= '' then
        write.line(log, t('not reviewed: %s: %s'):format(path, reason), 'ArchitectWarning')
      elseif not seen[path] then
        seen[path], files = true, files + 1
      end
    end
    write.line(log, t('reviewed: %s'):format(text.count(files, 'file')), 'ArchitectDim')
  end,
  ['evaluation.finished'] = function(log, event)
    local found = event.completed == true and t('done') or t('not done')
    local sure = t('%s, %d %% sure'):format(found, math.floor(100 * (tonumber(event.confidence) or 0) + 0.5))
    local problem = event.problem or ''
    local style = event.accepted == true and problem == '' and 'ArchitectDim' or 'ArchitectWarning'
    local line = problem == '' and t('self-evaluation: %s') or t('no self-evaluation: %s')
    write.line(log, line:format(problem == '' and sure or problem), style)
    for _, issue in ipairs(type(event.issues) == 'table' and event.issues or {}) do
      write.line(log, '    ' .. tostring(issue), style)
    end
  end,
  ['memory.added'] = function(log, event)
    write.line(log, t('remembered: %s'):format(event.text or ''), 'ArchitectDim')
  end,
  ['net.hit'] = warning(t('stopping: %s'), 'message'),
  ['repetition.warned'] = warning(t('the model is repeating itself: same result %s times'), 'count'),
  ['run.state'] = function(log, event, run)
    if event.state == 'waiting' and event.waitsFor == 'confirm' then
      log.waits = write.notice(log, t('waiting for your answer (:Architect answer)'), 'ArchitectWarning')
    elseif event.state == 'done' and type(event.ending) == 'table' then
      if not run.started and type(event.error) == 'string' then
        write.notice(log, t('error: %s'):format(event.error), 'ArchitectBad')
      end
      endings.show(log, event.ending, run)
    elseif event.state == 'done' and event.outcome ~= 'completed' then
      local why = type(event.error) == 'string' and (': ' .. event.error) or ''
      write.notice(log, text.identifier(event.outcome) .. why, 'ArchitectWarning')
    end
  end,
  ['run.finished'] = endings.show_without_words,
}

for kind, render in pairs(children.RENDERERS) do
  M.RENDERERS[kind] = render
end

--- Any other event ends the reply that comes.
local OF_A_REPLY = {
  ['model.reasoning'] = true,
  ['model.delta'] = true,
  ['model.replied'] = true,
}

--- Append an event to a log.
---@param log architect.Log
---@param event table
---@param run architect.Run
---@param own? table<string, fun(log: architect.Log, event: table, run: architect.Run)> instead of ours
function M.show(log, event, run, own)
  local render = own and own[event.type] or M.RENDERERS[event.type]
  if not render then
    return
  end
  countdown.stop(log.bufnr)
  if log.waits then
    write.remove_last_lines(log, log.waits)
  end
  if not OF_A_REPLY[event.type] then
    log.reply = nil
    write.end_thought(log)
  end
  render(log, event, run)
end

return M
