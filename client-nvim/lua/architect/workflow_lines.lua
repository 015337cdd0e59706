--- Workflows as the lines of a tree.

local endings = require('architect.endings')
local t = require('architect.l10n').t
local text = require('architect.text')

local M = {}

local MARKS = { running = '>', paused = '=', success = '+', partial = '~', failed = 'x', corrupt = '?' }

---@param cost any
---@return string
local function cost_of(cost)
  return type(cost) == 'number' and ('$%.4f'):format(cost) or t('price unknown')
end

---@param workflow table
---@return string
local function workflow_line(workflow)
  local counts = workflow.counts
  local over = counts.succeeded + counts.failed + counts.skipped
  local total = over + counts.running + counts.waiting
  local parts = {
    endings.words(workflow.status),
    t('%d of %d done'):format(over, total),
    cost_of(workflow.cost),
  }
  if type(workflow.budgetUsd) == 'number' then
    parts[#parts] = t('%s of $%.2f'):format(parts[#parts], workflow.budgetUsd)
  end
  local line = ('%s %s: %s  [%s]'):format(
    MARKS[workflow.status] or '?',
    text.identifier(workflow.kind),
    text.one_line(workflow.title, 60),
    table.concat(parts, ', ')
  )
  local waiting = vim.tbl_map(function(each)
    return text.one_line(each.approval, 40)
  end, workflow.waitingFor or {})
  if #waiting > 0 and workflow.status == 'running' then
    return t('%s  waits for approval (a): %s'):format(line, table.concat(waiting, ', '))
  end
  return workflow.reason ~= '' and ('%s  %s'):format(line, text.one_line(workflow.reason, 120)) or line
end

---@param unit table
---@return string
local function state_of(unit)
  if unit.phase ~= 'done' then
    return endings.words(unit.phase)
  end
  return unit.success == true and t('done') or t('failed')
end

---@param unit table
---@return string
local function unit_line(unit)
  local parts = { state_of(unit) }
  if unit.attempts > 1 then
    parts[#parts + 1] = t('attempt %d'):format(unit.attempts)
  end
  if unit.phase ~= 'waiting' and unit.phase ~= 'skipped' then
    parts[#parts + 1] = cost_of(unit.cost)
  end
  if #unit.files > 0 then
    parts[#parts + 1] = t('%s changed'):format(text.count(#unit.files, 'file'))
  end
  if type(unit.branch) == 'string' then
    parts[#parts + 1] = t('branch %s'):format(text.one_line(unit.branch, 60))
  end
  if unit.reason ~= '' then
    parts[#parts + 1] = text.one_line(unit.reason, 120)
  end
  return ('    %s: %s'):format(text.one_line(unit.unitId, 40), table.concat(parts, ', '))
end

---@class architect.WorkflowPlace
---@field workflow table
---@field unit table?

--- The lines, and what each is about.
---@param workflows table[]
---@return string[] lines
---@return architect.WorkflowPlace[] places
function M.tree(workflows)
  local lines, places = {}, {}
  for _, workflow in ipairs(workflows) do
    lines[#lines + 1], places[#places + 1] = workflow_line(workflow), { workflow = workflow }
    for _, unit in ipairs(workflow.units or {}) do
      lines[#lines + 1] = unit_line(unit)
      places[#places + 1] = { workflow = workflow, unit = unit }
    end
  end
  return lines, places
end

return M
