--- What the ends of sessions and workflows are called, as everywhere else.

local text = require('architect.text')

local WORDS = { success = 'done', completed = 'done', partial = 'partly done' }

local M = {}

---@param status any
---@return string
function M.words(status)
  return WORDS[status] or text.identifier(status)
end

return M
