--- The current activity, for a status line.

local M = {}

local APPROVAL = 'waiting for approval'
local WAITING = { confirm = APPROVAL, input = 'waiting for input', save = 'saving' }
local redraw_pending = false

---@param run architect.Run
---@return string
local function activity(run)
  if run.state == 'queued' then
    return 'queued'
  end
  if run.state == 'waiting' then
    return WAITING[run.waits_for] or 'waiting'
  end
  if run.state == 'cancelling' then
    return 'cancelling'
  end
  local step = run.step > 0 and (' step %d'):format(run.step) or ''
  local what = run.tool and ('%s %s'):format(step, run.tool):gsub('^ ', '') or ('running' .. step)
  -- Without a per cent sign, which 'statusline' evaluates.
  return run.context > 0 and ('%s (context %d/100)'):format(what, run.context) or what
end

--- The activity of the newest active run, such as `architect: step 3 edit_file`; empty without one.
---
--- Contains only states, numbers and tool names: 'statusline' evaluates `%` items, so no text of a
--- model may get into it.
---@return string
function M.statusline()
  local active = require('architect.runs').active()
  local pending = require('architect.confirm').count()
  if #active == 0 then
    return pending > 0 and 'architect: ' .. APPROVAL or ''
  end
  local more = #active > 1 and (' +%d'):format(#active - 1) or ''
  local what = pending > 0 and APPROVAL or activity(active[1])
  return ('architect: %s%s'):format(what, more)
end

--- Schedule a redraw of the status lines and the event `User ArchitectStatus`.
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
