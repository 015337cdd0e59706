--- Creating, renaming and deleting files for the server, without ever destroying one unasked.

local M = {}

local api = vim.api

---@class architect.Step
---@field apply fun() raises if it cannot be done
---@field undo fun() takes it back

---@param path string
---@return integer? bufnr
local function loaded(path)
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_is_loaded(bufnr) and api.nvim_buf_get_name(bufnr) == path then
      return bufnr
    end
  end
end

---@param path string
---@return boolean
local function is_modified(path)
  local bufnr = loaded(path)
  return bufnr ~= nil and vim.bo[bufnr].modified
end

---@param path string
---@return boolean
local function exists(path)
  return vim.uv.fs_lstat(path) ~= nil
end

local NOTHING = { apply = function() end, undo = function() end }

---@param path string
local function write_new(path)
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  -- Exclusive: another program may have made it in the meantime.
  local file = assert(vim.uv.fs_open(path, 'wx', tonumber('644', 8)))
  vim.uv.fs_close(file)
end

---@param path string
local function forget_buffer(path)
  local bufnr = loaded(path)
  if bufnr then
    api.nvim_buf_delete(bufnr, { force = true })
  end
end

---@param change table
---@return architect.Step?
---@return string?
local function create(change)
  local path = vim.uri_to_fname(change.uri)
  local options = type(change.options) == 'table' and change.options or {}
  if exists(path) or is_modified(path) then
    if options.ignoreIfExists and not options.overwrite then
      return NOTHING
    end
    return nil, ('%s exists already'):format(path)
  end
  if loaded(path) then
    -- A new file of the user's, which :write will make.
    return NOTHING
  end
  return {
    apply = function()
      write_new(path)
    end,
    undo = function()
      forget_buffer(path)
      vim.uv.fs_unlink(path)
    end,
  }
end

---@param change table
---@return architect.Step?
---@return string?
local function rename(change)
  local from, to = vim.uri_to_fname(change.oldUri), vim.uri_to_fname(change.newUri)
  local options = type(change.options) == 'table' and change.options or {}
  if not exists(from) then
    return nil, ('%s does not exist'):format(from)
  end
  if exists(to) or loaded(to) then
    if options.ignoreIfExists and not options.overwrite then
      return NOTHING
    end
    return nil, ('%s exists already'):format(to)
  end
  if is_modified(from) then
    return nil, ('%s has unsaved changes'):format(from)
  end
  return {
    apply = function()
      vim.lsp.util.rename(from, to, {})
      assert(not exists(from) and exists(to), ('%s could not be renamed'):format(from))
    end,
    undo = function()
      vim.lsp.util.rename(to, from, {})
    end,
  }
end

---@param change table
---@return architect.Step?
---@return string?
local function delete(change)
  local path = vim.uri_to_fname(change.uri)
  local options = type(change.options) == 'table' and change.options or {}
  local stat = vim.uv.fs_lstat(path)
  if not stat then
    if options.ignoreIfNotExists then
      return NOTHING
    end
    return nil, ('%s does not exist'):format(path)
  end
  if stat.type == 'directory' then
    return nil, ('%s is a folder'):format(path)
  end
  if is_modified(path) then
    return nil, ('%s has unsaved changes'):format(path)
  end
  return {
    last = true,
    apply = function()
      assert(vim.uv.fs_unlink(path))
      forget_buffer(path)
    end,
    undo = function() end,
  }
end

local KINDS = { create = create, rename = rename, delete = delete }

--- What a resource operation of the protocol would do; nil and the reason if it must not be done.
---
--- `last` marks what cannot be taken back, and so comes when all else is done.
---@param change table
---@return architect.Step?
---@return string?
function M.check(change)
  local check = KINDS[change.kind]
  if not check then
    return nil, ('an operation %q is not known here'):format(tostring(change.kind))
  end
  local ok, step, why = pcall(check, change)
  if not ok then
    return nil, tostring(step)
  end
  return step, why
end

--- The files that a resource operation touches.
---@param change table
---@return string[] uris
function M.touched(change)
  return { change.uri or change.oldUri, change.newUri }
end

return M
