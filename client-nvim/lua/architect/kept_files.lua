--- Files of the user's that outlive this Neovim: each belongs to a Neovim, and is up for whoever comes
--- once that is gone.

local M = {}

local OWN_FOLDER, OWN_FILE = tonumber('700', 8), tonumber('600', 8)
local MOST_AGE_S = 30 * 24 * 3600
local started = vim.uv.hrtime()

---@class architect.KeptFile
---@field path string
---@field told table what is told of it in JSON, with the `owner`
---@field rest string the text behind that

---@return string
local function folder()
  return vim.fs.joinpath(vim.fn.stdpath('state') --[[@as string]], 'architect', 'unsent')
end

--- What the names of all files of this Neovim begin with.
---@return string
local function own_prefix()
  return ('%d-%x-'):format(vim.fn.getpid(), started)
end

--- Where a file of this Neovim is.
---@param number integer
---@return string
function M.path(number)
  return vim.fs.joinpath(folder(), own_prefix() .. number)
end

--- The first line of a file of this Neovim.
---@param told table
---@return string
function M.head(told)
  return vim.json.encode(vim.tbl_extend('force', told, { owner = vim.v.servername })) .. '\n'
end

--- Write a file as a whole or not at all, for nobody else to read. Raises an error if it cannot be.
---@param path string
---@param content string
function M.write(path, content)
  vim.fn.mkdir(folder(), 'p', OWN_FOLDER)
  local file = assert(vim.uv.fs_open(path .. '~', 'w', OWN_FILE))
  local written, problem = vim.uv.fs_write(file, content)
  vim.uv.fs_close(file)
  assert(written == #content, problem or 'ENOSPC: no space left on device')
  assert(vim.uv.fs_rename(path .. '~', path))
end

---@param path string
function M.remove(path)
  vim.uv.fs_unlink(path)
end

--- Whether the Neovim of a file is still there: its process, and behind its address not another one.
---@param file architect.KeptFile
---@return boolean
local function has_owner(file)
  local process = tonumber(vim.fs.basename(file.path):match('^%d+'))
  local address = file.told.owner
  if not process or not vim.uv.kill(process, 0) or address == vim.v.servername then
    return false
  end
  local is_connected, channel = pcall(vim.fn.sockconnect, 'pipe', address)
  if is_connected then
    vim.fn.chanclose(channel)
  end
  return is_connected
end

---@param path string
---@return architect.KeptFile?
local function read(path)
  local file = io.open(path, 'rb')
  local content = file and file:read('*a') or ''
  if file then
    file:close()
  end
  local head, rest = content:match('^([^\n]*)\n(.*)$')
  local is_read, told = pcall(vim.json.decode, head or '')
  return is_read and type(told) == 'table' and { path = path, told = told, rest = rest } or nil
end

--- The files whose Neovim is gone, the oldest first; what nobody has come for in a month is removed.
---@return architect.KeptFile[]
function M.left_behind()
  local found, ages = {}, {}
  for name in vim.fs.dir(folder()) do
    local path = vim.fs.joinpath(folder(), name)
    local stat = vim.uv.fs_stat(path)
    if stat and os.time() - stat.mtime.sec > MOST_AGE_S then
      M.remove(path)
    elseif stat and not vim.endswith(name, '~') and not vim.startswith(name, own_prefix()) then
      found[#found + 1] = read(path)
      ages[path] = stat.mtime.sec
    end
  end
  table.sort(found, function(one, other)
    return ages[one.path] < ages[other.path]
  end)
  return vim.tbl_filter(function(file)
    return not has_owner(file)
  end, found)
end

return M
