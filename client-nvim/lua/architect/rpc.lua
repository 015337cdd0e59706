--- Client methods that differ between Neovim 0.10 and 0.11.

local M = {}

local METHODS = vim.fn.has('nvim-0.11') == 1

--- Start a client, or reuse a running one, and attach the buffer if given.
---@param config vim.lsp.ClientConfig
---@param bufnr integer?
---@param reuse_client fun(client: vim.lsp.Client): boolean
---@return integer? client_id
function M.start(config, bufnr, reuse_client)
  if not bufnr and not METHODS then
    -- Before 0.11, `vim.lsp.start` always attaches a buffer.
    return vim.lsp.start_client(config)
  end
  local options = { bufnr = bufnr, attach = bufnr ~= nil, reuse_client = reuse_client }
  return vim.lsp.start(config, options)
end

---@param client vim.lsp.Client
---@param method string
---@param params any
---@param handler fun(err: table?, result: any)
---@return boolean sent
function M.request(client, method, params, handler)
  if METHODS then
    return (client:request(method, params, handler))
  end
  return (client.request(method, params, handler))
end

---@param client vim.lsp.Client
---@param method string
---@param params any
function M.notify(client, method, params)
  if METHODS then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

---@param client vim.lsp.Client
---@param force? boolean
function M.stop(client, force)
  if METHODS then
    client:stop(force)
  else
    client.stop(force)
  end
end

---@param client vim.lsp.Client
---@return boolean
function M.is_stopped(client)
  if METHODS then
    return client:is_stopped()
  end
  return client.is_stopped()
end

return M
