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
---@param room integer columns; Neovim cuts the end of a longer title, which is the way in
---@return string
function M.line(params, count, way_in, room)
  local what = params.kind == 'question' and t('The agent asks') or t('Confirm')
  local counted = count > 1 and t('%s (1 of %d)'):format(what, count) or what
  local whole = counted .. asker(params.runId)
  if not way_in then
    return (' %s '):format(whole)
  end
  local lines = vim.tbl_map(function(title)
    return t(' %s · not focused · %s '):format(title, way_in)
  end, { whole, counted })
  return vim.iter(lines):find(function(line)
    return vim.fn.strdisplaywidth(line) <= room
  end) or (' %s · %s '):format(what, way_in)
end

return M
