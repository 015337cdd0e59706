--- Which workspace a buffer belongs to, and which server it gets.

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

--- The root of the workspace that `bufnr` is in; nil without a marker.
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

--- Where a server for `bufnr` is started on request: its root, else the current folder if the
--- file is in it, else the folder of the file.
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

--- The server that the workspace itself brings along.
---@param root string
---@return string?
function M.own_server(root)
  for _, path in ipairs({ '.venv/bin/architect', '.venv/Scripts/architect.exe' }) do
    local server = vim.fs.joinpath(root, path)
    if vim.fn.executable(server) == 1 then
      return server
    end
  end
end

--- Whether the workspace's own server may be started: its environment is active, or the user said
--- so once. Without that, opening a file of a stranger's project would run what lies in it.
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

--- Remember that `server` may be started.
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

---@class architect.Command
---@field argv string[]? nil if there is no server
---@field source string where it was found
---@field untrusted string? a server of the workspace that was passed over

--- The server for the workspace at `root`: the option `cmd`, the workspace's own if it is trusted,
--- the one on PATH.
---@param root string
---@return architect.Command
function M.command(root)
  if config.options.cmd then
    return { argv = config.options.cmd, source = 'the option cmd' }
  end
  local own = M.own_server(root)
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
