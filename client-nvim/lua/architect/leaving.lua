--- Leaving Neovim while a run is under way: refused like leaving with unsaved changes, so that `!` does it.

local t = require('architect.l10n').t
local notify = require('architect.notify')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

local api = vim.api
local NAME = 'architect://a run is under way'

---@param active architect.Run[]
---@return string
local function words(active)
  local title = active[1].title and (' (%s)'):format(text.one_line(active[1].title, 40)) or ''
  local what = #active == 1 and t('a run is under way%s'):format(title) or t('%d runs are under way'):format(#active)
  local template = t('%s; :qa! leaves and interrupts it, :Architect sessions continues it later')
  return template:format(what)
end

--- What Neovim takes for unsaved changes, for as long as it decides whether it leaves.
local function hold_back()
  local active = runs.active()
  if #active == 0 then
    return
  end
  local win, shown = api.nvim_get_current_win(), api.nvim_get_current_buf()
  local bufnr = api.nvim_create_buf(false, false)
  api.nvim_buf_set_name(bufnr, NAME)
  vim.bo[bufnr].buftype = 'acwrite'
  vim.bo[bufnr].modified = true
  vim.schedule(function()
    -- It went to what it takes for unsaved.
    if api.nvim_win_is_valid(win) and api.nvim_buf_is_valid(shown) and api.nvim_win_get_buf(win) == bufnr then
      api.nvim_win_set_buf(win, shown)
    end
    api.nvim_buf_delete(bufnr, { force = true })
    notify.warn(words(active))
  end)
end

---@param group integer
function M.watch(group)
  api.nvim_create_autocmd('ExitPre', {
    group = group,
    desc = t('architect: leave no run behind unawares'),
    callback = hold_back,
  })
end

return M
