--- Messages to the server, in a way that Neovim 0.10 and newer understand.

local M = {}

local METHODS = vim.fn.has('nvim-0.11') == 1

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
