--- The window of one confirmation: it shows whether it has the cursor, and stays off the cursor's line.

local config = require('architect.config')
local confirm_keys = require('architect.confirm_keys')
local confirm_place = require('architect.confirm_place')
local confirm_text = require('architect.confirm_text')
local confirm_title = require('architect.confirm_title')
local keyboard = require('architect.keyboard')
local t = require('architect.l10n').t

local M = {}

local api = vim.api
--- How often a window without the cursor looks whether the user is idle.
local LOOK_MS = 100

---@class architect.ConfirmWindow
---@field win integer
---@field bufnr integer
---@field from integer the window that gets the cursor back
---@field at { cursor: integer[], inserting: boolean }? the place in `from` that it was taken from
---@field keys architect.ConfirmKeys
---@field params table of architect/confirm
---@field count fun(): integer pending confirmations
---@field on_tab_left fun() called when the user is in another tab page
---@field explained boolean whether it says what each key does
---@field left boolean whether the user decides later
---@field opened_at number ms
---@field lines architect.Line[]? as they are shown
---@field settings table? of the window, as they were set
---@field way_in string? how the user comes here
local Window = {}
Window.__index = Window

---@return integer cells on both sides together
local function border_cells()
  local border = config.options.confirm.border
  return (border == 'none' or border == '') and 0 or 2
end

---@return boolean
function Window:is_valid()
  return api.nvim_win_is_valid(self.win)
end

--- Whether it is in the tab page that the user sees.
---@return boolean
function Window:is_here()
  return self:is_valid()
    and api.nvim_win_get_tabpage(self.win) == api.nvim_get_current_tabpage()
end

---@return boolean
function Window:has_cursor()
  return self:is_valid() and api.nvim_get_current_win() == self.win
end

---@param room integer columns
---@return string
function Window:title(room)
  self.way_in = self.way_in or confirm_title.way_in()
  return confirm_title.line(self.params, self.count(), not self:has_cursor() and self.way_in or nil, room)
end

--- How to see the rest, if there is more than `height` rows show, and what the keys do.
---@param height integer
---@return string
function Window:footer(height)
  local more = api.nvim_win_text_height(self.win, {}).all > height
  local help = self:has_cursor() and not self.explained and config.options.confirm.keys.help
  local parts = { more and t('more: j/k, <PageDown>') or nil }
  parts[#parts + 1] = help and t('%s explains the keys'):format(help) or nil
  return #parts > 0 and (' %s '):format(table.concat(parts, ' · ')) or ''
end

--- Show what is so now: the place, the title, the colours.
function Window:update()
  if not self:is_valid() then
    return
  end
  local focused = self:has_cursor()
  if not focused and self:is_here() and api.nvim_win_get_config(0).relative == '' then
    self.from = api.nvim_get_current_win()
  end
  local group = focused and 'ArchitectFocus' or 'ArchitectDim'
  local colours = 'FloatBorder:%s,FloatTitle:%s,FloatFooter:ArchitectDim'
  -- Colour schemes choose colours for their usual background; without a border that of floats is the edge.
  local ground = border_cells() > 0 and ',NormalFloat:Normal' or ''
  vim.wo[self.win].winhighlight = colours:format(group, group) .. ground
  local ready = focused and self.keys.armed
  local cells = border_cells()
  local width = confirm_place.width(cells)
  local lines = confirm_text.lines(self.params, width, ready, focused and self.explained)
  if not vim.deep_equal(lines, self.lines) then
    self.lines = lines
    confirm_text.fill(self.bufnr, lines)
  end
  local settings = self:place(lines, width, cells)
  if cells > 0 then
    settings.title, settings.title_pos = self:title(settings.width), 'center'
    settings.footer, settings.footer_pos = self:footer(settings.height), 'center'
  end
  if not vim.deep_equal(settings, self.settings) then
    self.settings = settings
    api.nvim_win_set_config(self.win, settings)
  end
end

---@param lines architect.Line[]
---@param most integer
---@param cells integer of the border
---@return table window configuration
function Window:place(lines, most, cells)
  local width = math.min(44, most)
  for _, line in ipairs(lines) do
    width = math.max(width, math.min(vim.fn.strdisplaywidth(line[1]), most))
  end
  if api.nvim_win_get_width(self.win) ~= width then
    api.nvim_win_set_width(self.win, width)
  end
  local height = api.nvim_win_text_height(self.win, {}).all
  local from = api.nvim_win_is_valid(self.from) and self.from or api.nvim_get_current_win()
  local row, rows = confirm_place.rows(from, height + cells)
  local col = math.max(math.floor((vim.o.columns - cells - width) / 2), 0)
  local settings = { relative = 'editor', row = row, col = col, width = width }
  settings.height = math.max(rows - cells, 1)
  return settings
end

--- Take the cursor.
---@param reason architect.Reason
function Window:focus(reason)
  if not self:is_valid() then
    return
  end
  if self:has_cursor() then
    return self:on_focus(reason)
  end
  self.from = api.nvim_get_current_win()
  self.at = { cursor = api.nvim_win_get_cursor(0), inserting = keyboard.is_inserting() }
  self.left = false
  keyboard.switch_quietly(self.win)
  self:on_focus(reason)
end

---@param reason architect.Reason
function Window:on_focus(reason)
  local guard = confirm_keys.GUARD_MS
  if reason == 'asked' then
    guard = guard - (vim.uv.hrtime() / 1e6 - self.opened_at)
  end
  self.keys:focus(reason, guard)
  self:update()
end

--- Give the cursor back, exactly where and in the mode that it was taken.
function Window:give_back()
  if not self:has_cursor() then
    return
  end
  self.keys:blur()
  if not api.nvim_win_is_valid(self.from) then
    vim.cmd.stopinsert()
    return vim.cmd.wincmd('p')
  end
  keyboard.switch_quietly(self.from)
  local at = self.at
  if at and at.inserting and not keyboard.is_inserting() then
    -- A prompt that was opened from here has ended Insert mode.
    pcall(api.nvim_win_set_cursor, 0, at.cursor)
    vim.cmd(at.cursor[2] >= #api.nvim_get_current_line() and 'startinsert!' or 'startinsert')
  end
end

--- Give the cursor back until the user is idle.
function Window:return_cursor()
  self:give_back()
  self:update()
end

--- Say what each key does, or no longer.
function Window:explain()
  self.explained = not self.explained
  self:update()
end

--- The user decides later.
function Window:leave()
  self.left = true
  self:return_cursor()
end

--- Take the cursor as soon as the user is idle, unless they decide later.
function Window:await_idle()
  if not self:is_valid() or self.left then
    return
  end
  if not self:is_here() then
    return self.on_tab_left()
  end
  if not self:has_cursor() then
    if keyboard.idle_in() <= 0 and keyboard.can_be_interrupted() then
      self:focus('idle')
    else
      self:update()
    end
  end
  vim.defer_fn(function()
    self:await_idle()
  end, LOOK_MS)
end

function Window:close()
  self:give_back()
  if self:is_valid() then
    api.nvim_win_close(self.win, true)
  end
end

--- Follow what the user does with windows.
function Window:watch()
  local group = api.nvim_create_augroup('architect.confirm', { clear = true })
  local function on(events, callback, bufnr)
    api.nvim_create_autocmd(events, {
      group = group,
      buffer = bufnr,
      callback = function()
        -- A window cannot be configured while it is being entered.
        vim.schedule(function()
          if self:is_valid() then
            callback()
          end
        end)
      end,
    })
  end
  on({ 'CursorMoved', 'CursorMovedI', 'WinScrolled', 'WinResized', 'VimResized' }, function()
    if not self:has_cursor() then
      self:update()
    end
  end)
  on('WinEnter', function()
    if self:has_cursor() and not self.keys.reason then
      self:on_focus('asked')
    end
  end, self.bufnr)
  on('WinLeave', function()
    if not self:has_cursor() then
      self.left = true
      self.keys:blur()
      self:update()
    end
  end, self.bufnr)
end

--- Show a confirmation, without the cursor.
---@param params table of architect/confirm
---@param callbacks { actions: table, count: fun(): integer, on_tab_left: fun() }
---@return architect.ConfirmWindow
function M.open(params, callbacks)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  local from = api.nvim_get_current_win()
  local win = api.nvim_open_win(bufnr, false, {
    relative = 'editor',
    row = 0,
    col = 0,
    width = 1,
    height = 1,
    style = 'minimal',
    border = config.options.confirm.border,
    zindex = 60,
    noautocmd = true,
  })
  local window = setmetatable({ win = win, bufnr = bufnr, from = from, params = params }, Window)
  window.explained = false
  window.left, window.count, window.opened_at = false, callbacks.count, vim.uv.hrtime() / 1e6
  window.on_tab_left = callbacks.on_tab_left
  window.keys = confirm_keys.map(bufnr, {
    actions = callbacks.actions,
    give_back = function()
      window:return_cursor()
    end,
    leave = function()
      window:leave()
    end,
    on_armed = function()
      window:update()
    end,
  })
  vim.wo[win].wrap, vim.wo[win].linebreak, vim.wo[win].breakindent = true, true, true
  window:watch()
  window:update()
  return window
end

return M
