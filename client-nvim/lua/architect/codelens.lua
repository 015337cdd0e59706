--- Code lenses of findings and hunks.

local config = require('architect.config')
local t = require('architect.l10n').t

local M = {}

---@param bufnr integer
local function refresh_buffer(bufnr)
  if vim.api.nvim_buf_is_loaded(bufnr) and #vim.fn.win_findbuf(bufnr) > 0 then
    pcall(vim.lsp.codelens.refresh, { bufnr = bufnr })
  end
end

--- Refresh the lenses of visible buffers.
---@param client vim.lsp.Client
function M.refresh(client)
  if not config.options.code_lens or not client.server_capabilities.codeLensProvider then
    return
  end
  for bufnr in pairs(client.attached_buffers) do
    refresh_buffer(bufnr)
  end
end

--- Refresh the lenses of a buffer whenever it is entered or changed.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  if not config.options.code_lens or not client.server_capabilities.codeLensProvider then
    return
  end
  local group = vim.api.nvim_create_augroup('architect.codelens', { clear = false })
  vim.api.nvim_clear_autocmds({ group = group, buffer = bufnr })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave' }, {
    group = group,
    buffer = bufnr,
    desc = t('architect: refresh code lenses'),
    callback = function(args)
      refresh_buffer(args.buf)
    end,
  })
  refresh_buffer(bufnr)
end

---@param _ any
---@param _params any
---@param ctx { client_id: integer }
function M.on_refresh(_, _params, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  if client then
    M.refresh(client)
  end
  return vim.NIL
end

return M
