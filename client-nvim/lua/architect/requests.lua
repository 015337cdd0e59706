--- Commands of the server, executed for the user or for completion.

local clients = require('architect.client')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local rpc = require('architect.rpc')
local runs = require('architect.runs')

local M = {}

--- How long completion waits for the server.
local QUERY_MS = 1000

---@param client vim.lsp.Client
---@param name string
---@return boolean
function M.has_command(client, name)
  local provider = client.server_capabilities.executeCommandProvider or {}
  local own = vim.tbl_get(client.server_capabilities, 'experimental', 'architect', 'commands')
  return vim.list_contains(provider.commands or {}, name)
    or vim.list_contains(type(own) == 'table' and own or {}, name)
end

--- What an error of the server says.
---@param err table
---@return string
function M.problem(err)
  local data = type(err.data) == 'table' and err.data or {}
  return type(data.detail) == 'string' and data.detail or err.message or t('request failed')
end

---@param err table
local function show_error(err)
  notify.error(M.problem(err))
end

--- Execute a server command; an error is shown on one line, also that it could not be sent.
---@param client vim.lsp.Client
---@param name string
---@param argument table
---@param on_result? fun(result: any)
---@param on_error? fun(err: table) called instead of showing the error
function M.execute(client, name, argument, on_result, on_error)
  on_error = on_error or show_error
  if not M.has_command(client, name) then
    return on_error({ message = t('the server does not support %s'):format(name) })
  end
  local arguments = { next(argument) and argument or vim.empty_dict() }
  local params = { command = name, arguments = arguments }
  local sent = rpc.request(client, 'workspace/executeCommand', params, function(err, result)
    if err then
      on_error(err)
    elseif on_result then
      on_result(result)
    end
  end)
  if not sent then
    on_error({ message = t('the server is not running; use :Architect restart') })
  end
end

--- Call `use` with the client of a run; one that this editor does not know belongs to the workspace
--- of the buffer.
---@param id string
---@param bufnr integer
---@param use fun(connection: vim.lsp.Client)
function M.with_run(id, bufnr, use)
  local known = runs.get(id)
  local connection = known and vim.lsp.get_client_by_id(known.client_id)
  if connection and not rpc.is_stopped(connection) then
    return use(connection)
  end
  clients.with_client(bufnr, use)
end

--- The result of a server command that answers soon; nil without one in time.
---@param client vim.lsp.Client
---@param name string
---@param argument table
---@param timeout_ms integer
---@return any result
---@return string? problem
function M.query_of(client, name, argument, timeout_ms)
  local answer, problem, answered
  M.execute(client, name, argument, function(result)
    answer, answered = result, true
  end, function(err)
    problem, answered = err.message or t('request failed'), true
  end)
  vim.wait(timeout_ms, function()
    return answered
  end, 5)
  return answer, problem
end

--- The same of the server for the current buffer, if it has that command.
---@param name string
---@param argument table
---@return any
function M.query(name, argument)
  local client = clients.for_buffer(vim.api.nvim_get_current_buf())
  if client and client.initialized and M.has_command(client, name) then
    return (M.query_of(client, name, argument, QUERY_MS))
  end
end

return M
