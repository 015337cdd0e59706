--- What the ends and states of sessions, workflows and their units are called, as everywhere else.

local t = require('architect.l10n').t
local text = require('architect.text')

local WORDS = {
  success = t('done'),
  completed = t('done'),
  partial = t('partly done'),
  failed = t('failed'),
  cancelled = t('cancelled'),
  interrupted = t('interrupted'),
  corrupt = t('corrupt'),
  running = t('running'),
  paused = t('paused'),
  waiting = t('waiting'),
  skipped = t('skipped'),
}

local M = {}

---@param status any
---@return string
function M.words(status)
  return WORDS[status] or text.identifier(status)
end

return M
