--- Answering a confirmation: what its keys do, and what the user is asked for on the way.

local config = require('architect.config')
local confirm_text = require('architect.confirm_text')
local keyboard = require('architect.keyboard')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local text = require('architect.text')

local M = {}

--- Choices that last, and what they are called.
local LASTING = { project = t('Always allow in this project'), always = t('Always allow everywhere') }

---@param prompt architect.Prompt
local function deny_with_reason(prompt)
  vim.ui.input({ prompt = t('Reason for denying: ') }, function(reason)
    -- Escape keeps the confirmation pending.
    if reason then
      keyboard.has_answered()
      prompt:resolve('deny', { note = reason })
    end
  end)
end

--- Whether a choice allows more than this run.
---@param choice string
---@return boolean
function M.is_lasting(choice)
  return LASTING[choice] ~= nil
end

--- Let the user pick one of the offers to allow from now on.
---@param offers any of architect/confirm
---@param choice 'project'|'always'
---@param use fun(offer: integer) with its place among the offers, from 0
function M.pick_offer(offers, choice, use)
  if type(offers) ~= 'table' or #offers == 0 then
    return notify.warn(t('this can only be allowed once, or for the run'))
  end
  local options = {
    prompt = LASTING[choice] .. ':',
    -- A picker may hand it more than the offer.
    format_item = function(offer)
      return text.one_line(offer)
    end,
  }
  vim.ui.select(offers, options, function(_, index)
    if index then
      use(index - 1)
    end
  end)
end

--- Answer with a choice; of one that lasts the user picks what.
---@param prompt architect.Prompt
---@param choice string
function M.choose(prompt, choice)
  keyboard.has_answered()
  if not M.is_lasting(choice) then
    return prompt:resolve(choice)
  end
  M.pick_offer(prompt.params.offers, choice, function(offer)
    keyboard.has_answered()
    prompt:resolve(choice, { offer = offer })
  end)
end

--- Let the user answer a question of the model in words.
---@param prompt architect.Prompt
function M.answer_in_words(prompt)
  vim.ui.input({ prompt = t('Answer: ') }, function(words)
    -- Escape keeps the question pending, and so does an answer without words.
    if words and vim.trim(words) ~= '' then
      keyboard.has_answered()
      prompt:resolve('once', { note = words })
    end
  end)
end

--- The keys of a question of the model.
---@param prompt architect.Prompt
---@param add fun(key: string, call: fun())
local function add_words(prompt, add)
  local keys = config.options.confirm.keys
  for number, answer in ipairs(confirm_text.suggestions(prompt.params)) do
    add(tostring(number), function()
      keyboard.has_answered()
      prompt:resolve('once', { note = answer })
    end)
  end
  add(keys.note, function()
    M.answer_in_words(prompt)
  end)
  for _, choice in ipairs({ 'deny', 'stop' }) do
    add(keys[choice], function()
      M.choose(prompt, choice)
    end)
  end
end

--- What the keys do; one whose choice is not offered does nothing.
---@param prompt architect.Prompt
---@param leave fun() puts the question off
---@param explain fun() says what the keys do
---@return table<string, { call: fun(), at_once?: boolean }>
function M.actions(prompt, leave, explain)
  local keys = config.options.confirm.keys
  local offered = confirm_text.choices(prompt.params)
  local found = { [keys.help] = { call = explain } }
  local function add(key, choice, call, at_once)
    local is_offered = vim.list_contains(offered, choice)
    found[key] = { call = is_offered and call or function() end, at_once = at_once }
  end
  local wants_words = confirm_text.wants_words(prompt.params)
  for _, choice in ipairs(wants_words and {} or confirm_text.CHOICES) do
    add(keys[choice], choice, function()
      M.choose(prompt, choice)
    end, M.is_lasting(choice))
  end
  if wants_words then
    add_words(prompt, function(key, call)
      found[key] = { call = call, at_once = key == keys.note }
    end)
  else
    add(keys.note, 'deny', function()
      deny_with_reason(prompt)
    end, true)
  end
  found[keys.leave] = { call = leave }
  return found
end

return M
