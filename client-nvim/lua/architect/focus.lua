--- Tells the server which buffer has the focus.

local rpc = require('architect.rpc')

local M = {}

--- Notify the server of the focused buffer. Like every notification, this also flushes pending
--- `didChange` notifications.
---@param client vim.lsp.Client
---@param bufnr integer
function M.notify(client, bufnr)
  if not vim.tbl_get(client.server_capabilities, 'experimental', 'architect') then
    return
  end
  local row = vim.api.nvim_win_get_cursor(0)[1]
  local range = require('architect.positions').lines_range(0, row, row, client.offset_encoding)
  local focused = vim.api.nvim_get_current_buf() == bufnr
  rpc.notify(client, 'architect/didFocus', {
    uri = vim.uri_from_bufnr(bufnr),
    selection = focused and range or nil,
  })
end

return M
