--- What the ends of sessions and workflows are called, as everywhere else.

local t = require('architect.l10n').t
local text = require('architect.text')

local WORDS = { success = t('done'), completed = t('done'), partial = t('partly done') }

local M = {}

---@param status any
---@return string
function M.words(status)
  return WORDS[status] or text.identifier(status)
end

return M
