--- Places in files that a text names: `src/a.py:12`.

local t = require('architect.l10n').t
local text = require('architect.text')

local M = {}

local api = vim.api

---@class architect.Place
---@field path string
---@field line integer?
---@field is_outside boolean whether the file is none of the workspace

--- Whether a file is outside of a folder, wherever links lead.
---@param path string
---@param root string
---@return boolean
local function is_outside(path, root)
  local real, real_root = vim.uv.fs_realpath(path), vim.uv.fs_realpath(root)
  return not real or not real_root or not vim.startswith(real, (real_root:gsub('/$', '')) .. '/')
end

--- The place in a word; nil if no file of that name is there.
---@param word string
---@param root string that paths are relative to
---@return architect.Place?
function M.parse(word, root)
  word = word:gsub('^[`\'"(<%[*@]+', ''):match('^.*[^`\'")>%]*,;.]') or ''
  local path, line = word:match('^(.-):(%d+)[:%d-]*$')
  path = path or word
  if path == '' or path:find('%c') or path:find('^%a[%w+.-]+:/') then
    return nil
  end
  local full = vim.startswith(path, '/') and path or vim.fs.joinpath(root, path)
  local stat = vim.uv.fs_stat(full)
  if not stat or stat.type ~= 'file' then
    return nil
  end
  return { path = full, line = tonumber(line), is_outside = is_outside(full, root) }
end

--- The place under the cursor.
---@param root string
---@return architect.Place?
function M.at_cursor(root)
  return M.parse(vim.fn.expand('<cWORD>'), root)
end

---@param place architect.Place
local function show(place)
  local bufnr = vim.fn.bufadd(place.path)
  vim.bo[bufnr].buflisted = true
  require('architect.code_windows').show(bufnr)
  if place.line then
    local last = api.nvim_buf_line_count(bufnr)
    api.nvim_win_set_cursor(0, { math.min(math.max(place.line, 1), last), 0 })
    vim.cmd('normal! zv')
  end
end

--- Open a place in a window with a file; outside of the workspace only if the user says so.
---@param place architect.Place
function M.open(place)
  if not place.is_outside then
    return show(place)
  end
  local prompt = t('%s is outside the workspace:'):format(text.one_line(vim.fs.normalize(place.path)))
  vim.ui.select({ t('Open it'), t('Cancel') }, { prompt = prompt, kind = 'architect.outside' }, function(_, index)
    if index == 1 then
      show(place)
    end
  end)
end

return M
