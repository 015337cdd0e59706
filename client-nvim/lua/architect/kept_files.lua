--- Files of the user's that outlive this Neovim: each belongs to a Neovim, and is up for whoever comes
--- once that is gone.

local M = {}

local OWN_FOLDER, OWN_FILE = tonumber('700', 8), tonumber('600', 8)
local MOST_AGE_S = 30 * 24 * 3600
local started = vim.uv.hrtime()
local own_birth ---@type string?

---@class architect.KeptFile
---@field path string
---@field told table what is told of it in JSON, with the `birth` of its Neovim
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

--- When a process began, in the words of its system, so that another one of the same number is told from
--- it: field 22 of proc(5), and elsewhere `lstart` of ps(1). Empty where nothing tells.
---@param process integer
---@return string
local function birth_of(process)
  local file = io.open(('/proc/%d/stat'):format(process))
  if file then
    local fields = file:read('*a'):match('.*%) (.*)') or ''
    file:close()
    local state, began = fields:match('^(%S)'), vim.split(fields, ' ')[20] or ''
    return state == 'Z' and 'ended' or began
  end
  local argv = { 'ps', '-o', 'lstart=', '-p', tostring(process) }
  local is_run, job = pcall(vim.system, argv, { env = { LC_ALL = 'C' }, text = true })
  return is_run and vim.trim(job:wait(1000).stdout or '') or ''
end

--- The first line of a file of this Neovim.
---@param told table
---@return string
function M.head(told)
  own_birth = own_birth or birth_of(vim.fn.getpid())
  return vim.json.encode(vim.tbl_extend('force', told, { birth = own_birth })) .. '\n'
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

--- Whether the Neovim of a file is still there: its process, and not another one of the same number.
---@param file architect.KeptFile
---@return boolean
local function has_owner(file)
  local process = tonumber(vim.fs.basename(file.path):match('^%d+'))
  if not process or not vim.uv.kill(process, 0) then
    return false
  end
  local birth, told = birth_of(process), file.told.birth or ''
  return birth == '' or told == '' or birth == told
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
