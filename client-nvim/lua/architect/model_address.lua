--- A model at an OpenAI-compatible address that is chosen for as long as Neovim is open.

local capabilities = require('architect.capabilities')
local client = require('architect.client')
local config = require('architect.config')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local rpc = require('architect.rpc')
local text = require('architect.text')

local M = {}

--- By this prefix the server sends no key but HOSTED_VLLM_API_KEY, wherever the address leads.
M.PREFIX = 'hosted_vllm/'

--- The option `config` as it was given, while another address is used.
local given ---@type table?

---@param settings table
local function apply(settings)
  config.options.config = settings
  for _, connection in ipairs(client.all()) do
    -- The server asks for them when it has been told.
    connection.settings = { architect = capabilities.settings() }
    rpc.notify(connection, 'workspace/didChangeConfiguration', { settings = connection.settings })
  end
end

--- Ask for an address.
---@param use fun(address: string)
function M.ask(use)
  local llm = config.options.config.llm
  local default = type(llm) == 'table' and llm.api_base or 'http://localhost:1234/v1'
  vim.ui.input({ prompt = t('Address: '), default = default }, function(typed)
    local address = vim.trim(typed or '')
    if address == '' then
      return
    elseif not address:find('^https?://[^%s/]+[^%s]*$') then
      return notify.warn(t('an address is a URL such as http://localhost:1234/v1'))
    end
    use(address)
  end)
end

--- Use a model at an address from the next message on.
---@param address string
---@param name string with or without its prefix
function M.use(address, name)
  local model = vim.startswith(name, M.PREFIX) and name or M.PREFIX .. name
  given = given or config.options.config
  apply(vim.tbl_deep_extend('force', given, { llm = { model = model, api_base = address } }))
  require('architect.choices').set('model', model)
  local words = t('model: %s at %s, until you leave Neovim; config.llm.model and config.llm.api_base of setup keep it')
  notify.info(words:format(text.one_line(model), text.one_line(address)))
end

--- Models elsewhere have the settings that were given.
---@param model string? that is chosen; nil as configured
function M.leave_for(model)
  if given and not (model and vim.startswith(model, M.PREFIX)) then
    local before = given
    given = nil
    apply(before)
  end
end

return M
