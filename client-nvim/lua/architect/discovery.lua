--- The workspace of a buffer, and the server executable for it.

local config = require('architect.config')

local M = {}

local TRUST_FILE = 'architect/trusted'

---@param bufnr integer
---@return boolean
function M.is_file(bufnr)
  if not vim.api.nvim_buf_is_loaded(bufnr) or vim.bo[bufnr].buftype ~= '' then
    return false
  end
  local name = vim.api.nvim_buf_get_name(bufnr)
  -- Names like fugitive:///... and architect:/... belong to other plugins.
  return name ~= '' and not name:find('^%a[%w+.-]+:/')
end

--- The root of the buffer's workspace; nil if no marker is found.
---@param bufnr integer
---@return string?
function M.marked_root(bufnr)
  for _, markers in ipairs(config.options.root_markers) do
    local root = vim.fs.root(bufnr, markers)
    if root then
      return root
    end
  end
end

--- The root for a server started on request: the marked root, else the current directory if it
--- contains the file, else the directory of the file.
---@param bufnr integer
---@return string
function M.root(bufnr)
  local current = vim.fs.normalize(vim.fn.getcwd())
  if not M.is_file(bufnr) then
    return vim.fs.root(current, config.options.root_markers[1] or {}) or current
  end
  local marked = M.marked_root(bufnr)
  if marked then
    return marked
  end
  local name = vim.fs.normalize(vim.api.nvim_buf_get_name(bufnr))
  local inside = vim.startswith(name, current:gsub('/$', '') .. '/')
  return inside and current or vim.fs.dirname(name)
end

---@return string
local function trust_file()
  return vim.fs.joinpath(vim.fn.stdpath('state') --[[@as string]], TRUST_FILE)
end

---@return table<string, boolean>
local function trusted()
  local found = {}
  local file = io.open(trust_file(), 'r')
  if file then
    for line in file:lines() do
      found[line] = true
    end
    file:close()
  end
  return found
end

--- The server executable in the workspace's .venv.
---@param root string
---@return string?
function M.workspace_server(root)
  for _, path in ipairs({ '.venv/bin/architect', '.venv/Scripts/architect.exe' }) do
    local server = vim.fs.joinpath(root, path)
    if vim.fn.executable(server) == 1 then
      return server
    end
  end
end

--- Whether the workspace's server may be started: its environment is active, or the user trusts
--- it. Otherwise, opening a file of an untrusted project would run a program from it.
---@param root string
---@param server string
---@return boolean
function M.is_trusted(root, server)
  local active = vim.env.VIRTUAL_ENV
  local own = vim.uv.fs_realpath(vim.fs.joinpath(root, '.venv'))
  if active and own and vim.uv.fs_realpath(active) == own then
    return true
  end
  return trusted()[server] or false
end

--- Remember that the user trusts `server`.
---@param server string
function M.trust(server)
  if trusted()[server] then
    return
  end
  vim.fn.mkdir(vim.fs.dirname(trust_file()), 'p', tonumber('700', 8))
  local file = assert(io.open(trust_file(), 'a'))
  file:write(server, '\n')
  file:close()
end

---@class architect.ServerCommand
---@field argv string[]? nil if there is no server
---@field source string where it was found
---@field untrusted string? the workspace's server, if it was ignored as untrusted

--- The server for the workspace at `root`: the option `cmd`, the one in the workspace's .venv if it
--- is trusted, or the one on PATH.
---@param root string
---@return architect.ServerCommand
function M.server_command(root)
  if config.options.cmd then
    return { argv = config.options.cmd, source = 'option `cmd`' }
  end
  local own = M.workspace_server(root)
  if own and M.is_trusted(root, own) then
    return { argv = { own, 'lsp' }, source = "the workspace's .venv" }
  end
  local on_path = vim.fn.exepath('architect')
  if on_path ~= '' then
    return { argv = { on_path, 'lsp' }, source = 'PATH', untrusted = own }
  end
  return { source = 'nowhere', untrusted = own }
end

return M
