--- What the keys of a confirmation window do, a line a key.

local config = require('architect.config')
local t = require('architect.l10n').t

local M = {}

--- A permission that is asked for.
local ALLOW = {
  { 'once', t('allows it this once') },
  { 'run', t('allows it for the rest of this run') },
  { 'project', t('lists what can always be allowed in this project') },
  { 'always', t('lists what can always be allowed in every project') },
  { 'deny', t('denies it') },
  { 'note', t('denies it with a reason, which the agent reads'), choice = 'deny' },
  { 'stop', t('denies it and stops the run') },
}

--- A step of a workflow that is to begin.
local APPROVE = {
  { 'once', t('lets the step begin') },
  { 'deny', t('refuses it') },
  { 'stop', t('leaves it open and stops here') },
}

--- What the agent asks for in words.
local ANSWER = {
  { 'note', t('asks you for an answer in your words'), choice = 'once' },
  { 'deny', t('lets the agent decide') },
  { 'stop', t('stops the run') },
}

--- The keys that answer, and those that do not.
---@param kind any of architect/confirm
---@param offered string[]
---@return string[]
function M.lines(kind, offered)
  local keys = config.options.confirm.keys
  local lines = {}
  for _, each in ipairs(kind == 'question' and ANSWER or kind == 'approval' and APPROVE or ALLOW) do
    if vim.list_contains(offered, each.choice or each[1]) then
      lines[#lines + 1] = ('[%s] %s'):format(keys[each[1]], each[2])
    end
  end
  lines[#lines + 1] = t('[%s] decides later: the cursor goes back, the question stays'):format(keys.leave)
  lines[#lines + 1] = t('[%s] shows the keys in short again; any other key goes to your text'):format(keys.help)
  return lines
end

return M
