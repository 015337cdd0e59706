--- Places in files that a text names: `src/a.py:12`.

local M = {}

local api = vim.api

---@class architect.Place
---@field path string
---@field line integer?

--- The place in a word; nil if no file of that name is there.
---@param word string
---@param root string that paths are relative to
---@return architect.Place?
function M.parse(word, root)
  word = word:gsub('^[`\'"(<%[*@]+', ''):gsub('[`\'")>%]*,;.]+$', '')
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
  return { path = full, line = tonumber(line) }
end

--- The place under the cursor.
---@param root string
---@return architect.Place?
function M.at_cursor(root)
  return M.parse(vim.fn.expand('<cWORD>'), root)
end

--- Open a place in a window with a file.
---@param place architect.Place
function M.open(place)
  local win = require('architect.chat_windows').code_window()
  if win then
    api.nvim_set_current_win(win)
  else
    vim.cmd('leftabove vsplit')
  end
  local bufnr = vim.fn.bufadd(place.path)
  vim.bo[bufnr].buflisted = true
  api.nvim_win_set_buf(0, bufnr)
  if place.line then
    local last = api.nvim_buf_line_count(bufnr)
    api.nvim_win_set_cursor(0, { math.min(math.max(place.line, 1), last), 0 })
    vim.cmd('normal! zv')
  end
end

return M
