--- What a log says of the runs that calls opened, and of commands in the background.

local t = require('architect.l10n').t
local results = require('architect.log_results')
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

local CHILD_ENDINGS = { success = t('is done'), partial = t('stopped early'), failed = t('failed') }

--- The run that a call opened, by its agent and number.
---@param event table
---@return string
local function child_of(event)
  local number = tostring(event.childId or ''):match('%d+$') or ''
  return event.agent and ('%s %s'):format(text.identifier(event.agent), number) or number
end

--- `1 | ` in front of what a command does that a run has in the background which a call opened.
---@param event table
---@return string
local function whose(event)
  return type(event.childId) == 'string' and child_of({ childId = event.childId }) .. ' | ' or ''
end

---@param event table
---@return string
local function called(event)
  return ('%s %s'):format(text.identifier(event.name), text.one_line(event.summary or '', 200))
end

---@type table<string, fun(log: architect.Log, event: table)>
M.RENDERERS = {
  ['child.started'] = function(log, event)
    local line = t('    %s begins: %s'):format(child_of(event), text.one_line(event.task or '', 100))
    write.line(log, line, 'ArchitectDim')
  end,
  ['child.called'] = function(log, event)
    write.line(log, ('    %s | %s'):format(child_of(event), called(event)), 'ArchitectDim')
  end,
  ['child.denied'] = function(log, event)
    write.line(log, ('    %s | %s'):format(child_of(event), results.denial(event)), 'ArchitectWarning')
  end,
  ['child.finished'] = function(log, event)
    local ending = CHILD_ENDINGS[event.status] or text.identifier(event.status)
    write.line(log, ('    %s %s'):format(child_of(event), ending), 'ArchitectDim')
  end,
  ['background.started'] = function(log, event)
    local what = whose(event) .. (event.handle or '')
    local line = t('    %s goes on in the background (:Architect background)'):format(what)
    write.notice(log, line, 'ArchitectDim')
  end,
  ['background.kept'] = function(log, event)
    write.line(log, t('    %s%s goes on after the run'):format(whose(event), event.handle or ''), 'ArchitectDim')
  end,
  ['background.ended'] = function(log, event)
    local stopped = event.by == 'user' or event.by == 'model'
    local by = stopped and t('was stopped') or event.by == 'run' and t('ended with the run') or nil
    local code = type(event.exitCode) == 'number' and t('exit code %d'):format(event.exitCode) or t('ended')
    write.line(log, ('    %s%s: %s'):format(whose(event), event.handle or '', by or code), 'ArchitectDim')
  end,
}

return M
