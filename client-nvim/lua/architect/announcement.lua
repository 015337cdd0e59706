--- What the server is told about this editor when it starts.

local config = require('architect.config')

local M = {}

M.PROTOCOL = 1

--- What this editor can do, in the words of LSP.
---@return table
function M.capabilities()
  local found = vim.lsp.protocol.make_client_capabilities()
  return vim.tbl_deep_extend('force', found, {
    workspace = {
      applyEdit = true,
      workspaceEdit = {
        documentChanges = true,
        resourceOperations = { 'create', 'rename', 'delete' },
        failureHandling = 'transactional',
      },
      codeLens = { refreshSupport = true },
      textDocumentContent = { dynamicRegistration = false },
    },
  })
end

--- The user's settings; an empty table would be sent as a list.
---@return table
function M.settings()
  local given = config.options.config
  return next(given) and given or vim.empty_dict()
end

--- What this editor can do beyond that.
---@return table
function M.options()
  return {
    protocol = M.PROTOCOL,
    features = {
      events = true,
      confirm = true,
      save = true,
      input = true,
      diff = true,
      hunks = true,
    },
    optOut = config.options.opt_out,
    config = M.settings(),
  }
end

return M
