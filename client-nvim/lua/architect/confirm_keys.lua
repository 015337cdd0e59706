--- Keys in a confirmation window: which of them answer, and that all others go to the text.
---
--- Keys that were meant for the text must not answer, and keys must not be lost:
---   * For `GUARD_MS` after the window opened or took the cursor, no key answers.
---   * A key that answers waits `HOLD_MS`; with another key behind it, both were typed to the text.
---   * Any other key gives the cursor back and is typed there; in Normal mode, Escape only leaves.

local keyboard = require('architect.keyboard')

local M = {}

local api = vim.api

M.GUARD_MS = 700
M.HOLD_MS = 250

--- How the window came to the cursor: it took it from an idle user, it follows a question that was
--- answered just now, or the user went there.
---@alias architect.Reason 'idle'|'next'|'asked'

---@class architect.ConfirmKeys
---@field bufnr integer
---@field actions table<string, { call: fun(), at_once?: boolean }> by key
---@field give_back fun() gives the cursor back to the text
---@field leave fun() the user decides later
---@field on_armed fun()
---@field reason architect.Reason?
---@field armed boolean whether keys answer
---@field armed_at number when they do, in ms
---@field round integer counts how often the window got or lost the cursor
---@field held { key: string, armed: boolean, ends_with_guard: boolean }?
---@field typed string keys for the text that could not be typed yet
local Keys = {}
Keys.__index = Keys

--- Keys that scroll where there is something to scroll.
local SCROLLING = { j = '\5', k = '\25', ['<C-d>'] = '\4', ['<C-u>'] = '\21' }

---@return string[] all keys that are sent to the text unless they answer, as in a mapping
local function all_keys()
  local found = { '<Space>', '<CR>', '<BS>', '<Tab>', '<S-Tab>', '<Esc>', '<Del>', '<Insert>' }
  vim.list_extend(found, { '<Left>', '<Right>', '<Up>', '<Down>', '<Home>', '<End>' })
  local named = { ['<'] = '<lt>', ['|'] = '<Bar>', ['\\'] = '<Bslash>' }
  for byte = 33, 126 do
    local char = string.char(byte)
    found[#found + 1] = named[char] or char
  end
  for byte = 97, 122 do
    found[#found + 1] = ('<C-%c>'):format(byte)
  end
  for number = 1, 12 do
    found[#found + 1] = ('<F%d>'):format(number)
  end
  return found
end

--- Keys for the window with this buffer; `focus` and `blur` say when it has the cursor.
---@param bufnr integer
---@param callbacks { actions: table, give_back: fun(), leave: fun(), on_armed: fun() }
---@return architect.ConfirmKeys
function M.map(bufnr, callbacks)
  local keys = setmetatable({ bufnr = bufnr, round = 0, typed = '' }, Keys)
  keys.armed, keys.armed_at = false, math.huge
  keys.actions, keys.give_back = callbacks.actions, callbacks.give_back
  keys.leave = callbacks.leave
  keys.on_armed = callbacks.on_armed
  local wanted = all_keys()
  vim.list_extend(wanted, vim.tbl_keys(keys.actions))
  for _, key in ipairs(wanted) do
    vim.keymap.set({ 'n', 'i' }, key, function()
      keys:press(key)
    end, { buffer = bufnr, nowait = true })
  end
  keys:send_other_characters()
  return keys
end

--- Characters that have no mapping, such as `ä`.
function Keys:send_other_characters()
  api.nvim_create_autocmd('InsertCharPre', {
    buffer = self.bufnr,
    callback = function()
      self.typed = self.typed .. vim.v.char
      vim.v.char = ''
      -- Windows cannot be changed here.
      vim.schedule(function()
        self:type_to_text('')
      end)
    end,
  })
end

--- The window has the cursor.
---@param reason architect.Reason
---@param guard_ms integer for this time no key answers
function Keys:focus(reason, guard_ms)
  self.reason, self.held = reason, nil
  self.round = self.round + 1
  local round = self.round
  local function arm()
    if self.round == round and api.nvim_buf_is_valid(self.bufnr) then
      self.armed = true
      -- Its own timer ends at the same time, and another key could come between the two.
      if self.held and self.held.ends_with_guard then
        self.held = nil
      end
      self.on_armed()
    end
  end
  self.armed, self.armed_at = guard_ms <= 0, vim.uv.hrtime() / 1e6 + guard_ms
  if not self.armed then
    -- A timer, not the time of the key: a key that waited in the queue of a busy editor comes
    -- before the timer, as it did for the user.
    vim.defer_fn(arm, guard_ms)
  end
end

--- The window no longer has the cursor.
function Keys:blur()
  self.round = self.round + 1
  self.armed, self.held, self.reason = false, nil, nil
end

---@param keys string as in a mapping
---@return string raw
local function raw(keys)
  return api.nvim_replace_termcodes(keys, true, true, true)
end

--- Give the cursor back, and type there what was typed here.
---@param key string as in a mapping
function Keys:type_to_text(key)
  local keys = self.typed .. raw((self.held and self.held.key or '') .. key)
  self.typed = ''
  if keys ~= '' then
    self.give_back()
    api.nvim_feedkeys(keys, 'imt', false)
  end
end

--- Scroll, if the window shows only a part.
---@param key string
---@return boolean done
function Keys:scroll(key)
  local motion = SCROLLING[key]
  if not motion or not self.armed or keyboard.is_inserting() then
    return false
  end
  local height = api.nvim_win_text_height(0, {}).all
  if height <= api.nvim_win_get_height(0) then
    return false
  end
  vim.cmd('normal! ' .. motion)
  return true
end

---@param key string as in a mapping
function Keys:press(key)
  local action = self.actions[key]
  if key == '<Esc>' and not keyboard.is_inserting() then
    return self.leave()
  end
  if not action then
    if self.held or not self:scroll(key) then
      self:type_to_text(key)
    end
    return
  end
  local takes_over = self.reason == 'idle'
  if self.held then
    -- The same key again is a second press, but for somebody who did not expect the window.
    if self.held.key ~= key or (takes_over and not self.held.armed) then
      self:type_to_text(key)
    end
    return
  end
  if takes_over and not self.armed and keyboard.is_inserting() then
    return self:type_to_text(key)
  end
  if self.armed and (self.reason == 'asked' or (action.at_once and not keyboard.is_inserting())) then
    return action.call()
  end
  self:hold(key, action)
end

--- Wait for what follows `key`; alone it answers, or came too early and is ignored.
---@param key string
---@param action { call: fun() }
function Keys:hold(key, action)
  local guard_ms = self.armed and 0 or self.armed_at - vim.uv.hrtime() / 1e6
  local held = { key = key, armed = self.armed, ends_with_guard = guard_ms >= M.HOLD_MS }
  self.held = held
  vim.defer_fn(function()
    if self.held == held then
      self.held = nil
      if held.armed then
        action.call()
      end
    end
  end, math.max(M.HOLD_MS, guard_ms))
end

return M
