--- Words that complete the subcommands of `:Architect`.

local chat_windows = require('architect.chat_windows')
local choices = require('architect.choices')
local mentions = require('architect.mentions')
local model_choice = require('architect.model_choice')
local past_runs = require('architect.past_runs')
local runs = require('architect.runs')

local M = {}

---@param values string[]
---@return fun(): string[]
local function always(values)
  return function()
    return values
  end
end

---@return string[]
local function sessions()
  return (past_runs.ids())
end

--- Ids of runs, newest first: of this editor, and on record.
---@return string[]
function M.runs()
  local found = vim.tbl_map(function(run)
    return run.id
  end, runs.all())
  local _, on_record = past_runs.ids()
  for _, id in ipairs(on_record) do
    if not vim.list_contains(found, id) then
      found[#found + 1] = id
    end
  end
  return found
end

---@return string[]
function M.runs_and_sessions()
  return vim.list_extend(M.runs(), sessions())
end

--- Ids of active runs, and of runs that their calls opened.
---@return string[]
function M.active_runs()
  local ids = {} ---@type string[]
  for _, found in ipairs(runs.active()) do
    ids[#ids + 1] = found.id
    vim.list_extend(ids, vim.fn.sort(vim.tbl_keys(found.children)))
  end
  return ids
end

--- Completes the first word alone.
---@param values string[]|fun(): string[]
---@return fun(words: string[]): string[]
function M.first_word(values)
  return function(words)
    if #words > 1 then
      return {}
    end
    return type(values) == 'function' and values() or values
  end
end

---@alias architect.OptionValues table<string, fun(): string[]>

---@type architect.OptionValues
local RUN_OPTIONS = {
  agent = choices.agents,
  mode = always(vim.list_extend({ 'confirm-sensitive', 'confirm-all' }, choices.MODES)),
  model = model_choice.models,
  reasoning = always(choices.EFFORTS),
  review = always({ 'confirm', 'after', 'propose' }),
  session = sessions,
}

---@type architect.OptionValues
local CHAT_OPTIONS = {
  place = always(chat_windows.PLACES),
  session = sessions,
  model = model_choice.models,
  agent = choices.agents,
  mode = always(choices.MODES),
  reasoning = always(choices.EFFORTS),
}

--- Mentions, `++name=value`, and options that stand alone.
---@param word string
---@param values architect.OptionValues
---@param alone string[]
---@return string[]
local function option_words(word, values, alone)
  if vim.startswith(word, '@') then
    return mentions.for_command_line(word)
  elseif not vim.startswith(word, '+') then
    return {}
  end
  local name = word:match('^%+%+(%w+)=')
  if name and values[name] then
    return vim.tbl_map(function(value)
      return ('++%s=%s'):format(name, value)
    end, values[name]())
  end
  local found = vim.list_slice(alone)
  for option in vim.spairs(values) do
    found[#found + 1] = ('++%s='):format(option)
  end
  return found
end

---@param words string[]
---@return string[]
function M.run_words(words)
  return option_words(words[#words] or '', RUN_OPTIONS, { '++auto-review', '++dry' })
end

---@param words string[]
---@return string[]
function M.chat_words(words)
  return option_words(words[#words] or '', CHAT_OPTIONS, {})
end

return M
