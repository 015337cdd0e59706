--- The title of the window of a confirmation: how many there are, whose it is, how to go there.

local t = require('architect.l10n').t
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

local MOST_NAME = 24

--- How the user comes here: by a key of theirs, if they have mapped one.
---@return string
function M.way_in()
  for _, mapping in ipairs(vim.api.nvim_get_keymap('n')) do
    local to = mapping.rhs or ''
    local lhs = mapping.lhs:gsub(' ', '<Space>')
    local leads_here = to == '<Plug>(architect-answer)' or to:lower() == '<cmd>architect answer<cr>'
    if leads_here and not lhs:find('^<Plug>') then
      return lhs
    end
  end
  return ':Architect answer'
end

--- Which run asks, if several are under way.
---@param run_id string?
---@return string
local function asker(run_id)
  local run = #runs.active() > 1 and run_id and runs.get(run_id)
  return run and run.title and (' · %s'):format(text.one_line(run.title, MOST_NAME)) or ''
end

---@param params table of architect/confirm
---@param count integer of those that are pending
---@param way_in string? nil if the cursor is in the window
---@return string
function M.line(params, count, way_in)
  local what = params.kind == 'question' and t('The agent asks') or t('Confirm')
  local title = (count > 1 and t('%s (1 of %d)'):format(what, count) or what) .. asker(params.runId)
  return way_in and t(' %s · not focused · %s '):format(title, way_in) or (' %s '):format(title)
end

return M
