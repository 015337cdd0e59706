--- What the plugin announces in `initialize`: capabilities, settings, supported features.

local config = require('architect.config')

local M = {}

M.PROTOCOL = 1

--- LSP client capabilities.
---@return table
function M.client()
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

--- How messages of the server call settings: where they are set here.
---@type table<string, string>
local SETTING_NAMES = {}
for _, name in ipairs({ 'model', 'api_base', 'api_key_env', 'provider', 'reasoning_effort', 'timeout', 'extra_headers' }) do
  SETTING_NAMES['llm.' .. name] = 'config.llm.' .. name
end

--- The option `config`; an empty Lua table would be encoded as a list.
---@return table
function M.settings()
  local given = config.options.config
  if config.options.language ~= 'auto' and not given.language then
    given = vim.tbl_extend('force', given, { language = config.options.language })
  end
  return next(given) and given or vim.empty_dict()
end

--- `initializationOptions.architect`: features beyond LSP, and settings.
---@return table
function M.initialization_options()
  return {
    protocol = M.PROTOCOL,
    features = {
      events = true,
      confirm = true,
      save = true,
      problems = true,
      language = true,
      input = true,
      diff = true,
      hunks = true,
      partial = true,
      renamed = true,
      workflows = true,
    },
    optOut = config.options.opt_out,
    config = M.settings(),
    settingNames = SETTING_NAMES,
  }
end

return M
