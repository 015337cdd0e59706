--- What people read, in their language: the words stand in the source in English.

local M = {}

--- The variables of the environment that say which language is wanted, strongest first: as for the server.
local VARIABLES = { 'ARCHITECT_LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG' }

local texts ---@type table<string, string>?

---@return string such as `es_ES.UTF-8`
local function wanted()
  local language = require('architect.config').options.language
  if language ~= 'auto' then
    return language
  end
  for _, name in ipairs(VARIABLES) do
    local value = vim.env[name]
    if value and value ~= '' and value ~= 'auto' then
      return value
    end
  end
  return 'en'
end

--- The translations by their English; empty for a language that has none.
---@return table<string, string>
local function read()
  local language = wanted():lower():match('^%a+') or 'en'
  local is_there, found = pcall(require, 'architect.locales.' .. language)
  return is_there and found or {}
end

--- `text` in the user's language; it is filled by `format`, so a translation has the same directives.
---@param text string
---@return string
function M.t(text)
  texts = texts or read()
  return texts[text] or text
end

--- The language is looked up anew.
function M.reset()
  texts = nil
end

return M
