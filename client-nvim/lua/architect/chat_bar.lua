--- What the bars above a chat and above its input say.

local chats = require('architect.chats')
local config = require('architect.config')
local t = require('architect.l10n').t
local text = require('architect.text')

local M = {}

local width_of = vim.fn.strdisplaywidth

--- One task, behind which others work.
local REVIEWER = 'review'

--- Escaped for 'winbar', which evaluates per cent signs.
---@param words string
---@return string
local function literal(words)
  return (text.one_line(words):gsub('%%', '%%%%'))
end

---@param chat architect.Chat
---@return string
function M.of_chat(chat)
  return '%#ArchitectTitle# ' .. literal(chat.title or t('new conversation')) .. '%*'
end

--- The agent of the next message, or of the run that works; nil if none is known.
---@param chat architect.Chat
---@param run architect.Run? the last one
---@return string?
local function agent_of(chat, run)
  local last = run and run.agent
  return chat.choices.agent or ((chat.active or last ~= REVIEWER) and last or nil)
end

--- The most of a model's name, and what one recognizes it by.
local LONG_MODEL, SHORT_MODEL = 30, 14

---@param chat architect.Chat
---@return string
local function model_of(chat)
  local run = chats.last_run(chat)
  return text.one_line(chat.choices.model or chat.model or (run and run.models[#run.models]) or t('default model'))
end

--- The words of the choices that fit into `room` columns: the mode that was chosen, and what else there is
--- room for, the model cut before anything is left out. Without a choice of a mode the model stays.
---@param chat architect.Chat
---@param room integer
---@return string
function M.choices_line(chat, room)
  local chosen, run = chat.choices, chats.last_run(chat)
  local mode = chosen.mode or t('default mode')
  local cost, context = chats.cost(chat), chats.context(chat)
  local agent = agent_of(chat, run)
  local model = model_of(chat)
  local words = {
    mode = mode,
    agent = agent ~= mode and agent or nil,
    model = text.one_line(model, LONG_MODEL),
    reasoning = chosen.reasoning and t('reasoning %s'):format(chosen.reasoning),
    context = context > 0 and t('context %d %%'):format(context) or nil,
    cost = cost and cost > 0 and ('$%.4f'):format(cost) or nil,
  }
  local function line()
    local parts = {}
    for _, name in ipairs({ 'mode', 'agent', 'model', 'reasoning', 'context', 'cost' }) do
      parts[#parts + 1] = words[name]
    end
    return table.concat(parts, ' · ')
  end
  if width_of(line()) > room then
    words.model = text.one_line(model, SHORT_MODEL)
  end
  for _, name in ipairs({ 'reasoning', 'agent', 'cost', 'context', 'mode', 'model' }) do
    if width_of(line()) <= room then
      break
    end
    words[name] = name == 'mode' and chosen.mode or nil
  end
  local cut = words.model
  words.model = cut and text.one_line(model, LONG_MODEL)
  if width_of(line()) > room then
    words.model = cut
  end
  return line()
end

--- What stops the run; the key does so in Normal mode, since many leave Insert mode by it.
---@param chat architect.Chat
---@return string
local function stop_key(chat)
  local key = config.options.chat.keys.stop
  local is_inserting = vim.api.nvim_get_current_buf() == chat.input and vim.startswith(vim.api.nvim_get_mode().mode, 'i')
  return key and (is_inserting and '<Esc>' .. key or key) or ':Architect cancel'
end

---@param chat architect.Chat
---@return string what goes on, empty if nothing does
---@return string how it is stopped
local function state_of(chat)
  local run = chat.active and chat.runs[chat.active]
  if chat.stopping or (run and run.state == 'cancelling') then
    return t('stopping'), ''
  elseif not chat.active and not chat.sending then
    return chat.waits and t('waiting') or '', ''
  end
  local working = run and run.step > 0 and t('working step %d'):format(run.step) or t('working')
  local doing = chat.sending and t('starting') or chat.waits and t('waiting') or working
  return doing, t(' (%s stops)'):format(stop_key(chat))
end

--- The choices, then context and cost, and at the right what goes on; a mode that was chosen and the state stay whole.
---@param chat architect.Chat
---@param width integer of the window
---@return string
function M.of_input(chat, width)
  local doing, how = state_of(chat)
  local margin = doing == '' and 2 or 4
  local least = width_of(chat.choices.mode or text.one_line(model_of(chat), SHORT_MODEL))
  local state = least + width_of(doing .. how) + margin <= width and doing .. how or doing
  local choices = M.choices_line(chat, width - width_of(state) - margin)
  return ('%%#ArchitectDim# %s%%<%%=%%#ArchitectFocus#%s%%* '):format(literal(choices), literal(state))
end

return M
