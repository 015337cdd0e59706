--- Buffers whose files were changed on disk by a command of the agent.

local save = require('architect.save')

local M = {}

local api = vim.api

--- Whether a buffer can be read again without a question and without losing anything.
---@param bufnr integer
---@return boolean
local function is_plain(bufnr)
  return api.nvim_buf_is_loaded(bufnr)
    and vim.bo[bufnr].buftype == ''
    and not vim.bo[bufnr].modified
    and vim.uv.fs_stat(api.nvim_buf_get_name(bufnr)) ~= nil
end

--- Read again what shows an older state of its file, where 'autoread' is on. Neovim by itself does
--- so only once it gets the focus.
function M.unmodified()
  if not vim.go.autoread then
    return
  end
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if is_plain(bufnr) and save.changed_on_disk(bufnr) then
      vim.cmd.checktime(bufnr)
    end
  end
end

return M
