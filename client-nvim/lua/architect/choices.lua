--- Choosing what the next runs are asked for: model, agent, mode, reasoning.

local chats = require('architect.chats')
local client = require('architect.client')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

M.MODES = { 'ask', 'edit', 'plan', 'yolo' }
M.EFFORTS = { 'none', 'minimal', 'low', 'medium', 'high', 'max' }
--- Takes a choice back.
M.DEFAULT = 'default'

local MODE_WORDS = {
  ask = t('edits and commands that reach further are asked about'),
  edit = t('edits are made and reviewed afterwards'),
  plan = t('reads only, and ends in a plan'),
  yolo = t('asks only where a guardrail requires it'),
}

---@return string[]
function M.agents()
  local result = requests.query('architect.agents', {})
  return type(result) == 'table' and type(result.agents) == 'table' and result.agents or {}
end

--- Set a choice of the current chat, and of those to come.
---@param name 'model'|'agent'|'mode'|'reasoning'
---@param value string
function M.set(name, value)
  local wanted = value ~= M.DEFAULT and value or nil
  local chat = chats.current()
  chats.choices[name] = wanted
  if chat then
    chat.choices[name] = wanted
  end
  if name == 'model' then
    require('architect.model_address').leave_for(wanted)
    require('architect.chat_open').use_other_model(chat)
  end
  if chat then
    require('architect.chat_tail').update(chat)
  end
  local where = chat and t('the next message') or t('the next chat')
  notify.info(t('%s of %s: %s'):format(name, where, text.one_line(wanted or t('as configured'))))
  require('architect.status').changed()
end

---@param name string
---@param values string[]
---@param line fun(value: string): string
local function pick(name, values, line)
  local items = vim.list_extend({ M.DEFAULT }, values)
  local options = { prompt = t('Select: %s'):format(name), kind = 'architect.' .. name, format_item = line }
  vim.ui.select(items, options, function(value)
    if value then
      M.set(name, value)
    end
  end)
end

---@param call architect.Call
function M.agent(call)
  if call.words[1] then
    return M.set('agent', call.words[1])
  end
  client.with_client(call.bufnr, function(connection)
    requests.execute(connection, 'architect.agents', {}, function(result)
      result = type(result) == 'table' and result or {}
      local described = {}
      for _, each in ipairs(type(result.details) == 'table' and result.details or {}) do
        local reads = each.readsOnly and t(' (reads only)') or ''
        described[each.name] = text.one_line(('%s%s: %s'):format(each.name, reads, each.description or ''), 100)
      end
      pick('agent', type(result.agents) == 'table' and result.agents or {}, function(name)
        return described[name] or text.one_line(name)
      end)
    end)
  end)
end

---@param name 'mode'|'reasoning'
---@param values string[]
---@param words table<string, string>
---@return fun(call: architect.Call)
local function fixed(name, values, words)
  return function(call)
    local value = call.words[1]
    if not value then
      return pick(name, values, function(each)
        return words[each] and ('%s: %s'):format(each, words[each]) or each
      end)
    end
    if value ~= M.DEFAULT and not vim.list_contains(values, value) then
      local known = table.concat(values, ', ')
      return notify.error(t('unknown %s %q; available: %s, %s'):format(name, value, known, M.DEFAULT))
    end
    M.set(name, value)
  end
end

M.mode = fixed('mode', M.MODES, MODE_WORDS)
M.reasoning = fixed('reasoning', M.EFFORTS, {})

return M
