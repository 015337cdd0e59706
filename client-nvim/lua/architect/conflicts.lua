--- Files that were left as they are, in words.

local t = require('architect.l10n').t
local text = require('architect.text')

local M = {}

--- Files in one message.
local MOST_NAMED = 3

---@param conflict any
---@return string
local function line(conflict)
  if type(conflict) ~= 'table' then
    return text.one_line(conflict, 80)
  end
  local name = text.one_line(conflict.path or conflict.uri or '?', 80)
  return conflict.reason and ('%s (%s)'):format(name, text.one_line(conflict.reason, 120)) or name
end

--- `a.py (it was changed since), b.py (...) and 2 more`
---@param conflicts any[]
---@return string
function M.words(conflicts)
  local shown = vim.tbl_map(line, vim.list_slice(conflicts, 1, MOST_NAMED))
  if #conflicts > MOST_NAMED then
    shown[#shown + 1] = t('and %d more'):format(#conflicts - MOST_NAMED)
  end
  return table.concat(shown, ', ')
end

return M
