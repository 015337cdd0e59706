--- Files that are not open, loaded for as long as language servers look at them.

local M = {}

local api = vim.api

--- Bytes: reading a larger file holds up the user.
local LARGEST = 1000000

local users = {} ---@type table<integer, integer> by buffer: how many look at it

--- A loaded buffer of a file that no user has opened, as language servers see opened files.
---
--- Our own server does not learn of it: it changes such a file on the disk.
---@param path string
---@return integer? bufnr nil if there is no such file, or if it had better not be opened
function M.open(path)
  local stat = vim.uv.fs_stat(path)
  if not stat or stat.type ~= 'file' or stat.size > LARGEST then
    return nil
  end
  local bufnr = vim.fn.bufadd(path)
  if users[bufnr] then
    users[bufnr] = users[bufnr] + 1
    return bufnr
  end
  users[bufnr] = 1
  -- It is not edited; and a swap file of another editor is no reason to ask.
  vim.bo[bufnr].swapfile = false
  if not pcall(vim.fn.bufload, bufnr) then
    M.release(bufnr)
    return nil
  end
  if vim.bo[bufnr].filetype == '' then
    local filetype = vim.filetype.match({ buf = bufnr })
    if filetype then
      vim.bo[bufnr].filetype = filetype
    end
  end
  return bufnr
end

---@param bufnr integer
---@return boolean whether the buffer is there only to be looked at
function M.is_hidden(bufnr)
  return users[bufnr] ~= nil
end

--- Forget the file again, unless the user has opened it meanwhile.
---@param bufnr integer
function M.release(bufnr)
  users[bufnr] = users[bufnr] - 1
  if users[bufnr] > 0 then
    return
  end
  users[bufnr] = nil
  if not api.nvim_buf_is_valid(bufnr) then
    return
  end
  local options = vim.bo[bufnr]
  if options.buflisted or options.modified or #vim.fn.win_findbuf(bufnr) > 0 then
    options.swapfile = vim.go.swapfile
    require('architect.client').attach(bufnr)
  else
    pcall(api.nvim_buf_delete, bufnr, { force = true })
  end
end

return M
