--- What architect is doing, in a few words for a status line.

local M = {}

local WAITING = { confirm = 'asks', input = 'asks', save = 'saves', client = 'waits' }
local redraw_pending = false

---@param run architect.Run
---@return string
local function doing(run)
  if run.state == 'queued' then
    return 'queued'
  end
  if run.state == 'waiting' then
    return WAITING[run.waits_for] or 'waits'
  end
  if run.state == 'cancelling' then
    return 'stopping'
  end
  local step = run.step > 0 and (' step %d'):format(run.step) or ''
  return run.tool and ('%s %s'):format(step, run.tool):gsub('^ ', '') or ('running' .. step)
end

--- What the newest open run does: `architect: step 3 edit_file`; empty without one.
---
--- Holds nothing but states, numbers and names of tools, so that no text of a model can take part
--- in what a status line evaluates.
---@return string
function M.statusline()
  local open = require('architect.runs').open()
  local asked = require('architect.confirm').count()
  if #open == 0 then
    return asked > 0 and 'architect: asks' or ''
  end
  local more = #open > 1 and (' +%d'):format(#open - 1) or ''
  local what = asked > 0 and 'asks' or doing(open[1])
  return ('architect: %s%s'):format(what, more)
end

--- Redraw status lines soon, and tell autocommands of the event `User ArchitectStatus`.
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
