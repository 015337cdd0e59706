--- Resource operations of `workspace/applyEdit`; never overwrites a file or unsaved changes.

local M = {}

local api = vim.api

---@class architect.Operation
---@field apply fun() raises on failure
---@field undo fun() rolls it back
---@field last boolean? cannot be rolled back, so it is applied after all others

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

local NO_OP = { apply = function() end, undo = function() end }

---@param path string
local function write_new(path)
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  -- Exclusive: another program may have created it by now.
  local file = assert(vim.uv.fs_open(path, 'wx', tonumber('644', 8)))
  vim.uv.fs_close(file)
end

---@param path string
local function delete_buffer(path)
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
      return NO_OP
    end
    return nil, ('%s already exists'):format(path)
  end
  if loaded(path) then
    -- A new, unsaved file of the user's, which :write will create.
    return NO_OP
  end
  return {
    apply = function()
      write_new(path)
    end,
    undo = function()
      delete_buffer(path)
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
      return NO_OP
    end
    return nil, ('%s already exists'):format(to)
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
      return NO_OP
    end
    return nil, ('%s does not exist'):format(path)
  end
  if stat.type == 'directory' then
    return nil, ('%s is a directory'):format(path)
  end
  if is_modified(path) then
    return nil, ('%s has unsaved changes'):format(path)
  end
  return {
    last = true,
    apply = function()
      assert(vim.uv.fs_unlink(path))
      delete_buffer(path)
    end,
    undo = function() end,
  }
end

local KINDS = { create = create, rename = rename, delete = delete }

--- A resource operation of a WorkspaceEdit; nil and the reason if it must be rejected.
---@param change table
---@return architect.Operation?
---@return string?
function M.check(change)
  local check = KINDS[change.kind]
  if not check then
    return nil, ('unknown resource operation %q'):format(tostring(change.kind))
  end
  local ok, operation, why = pcall(check, change)
  if not ok then
    return nil, tostring(operation)
  end
  return operation, why
end

--- The files a resource operation affects.
---@param change table
---@return string[] uris
function M.touched(change)
  return { change.uri or change.oldUri, change.newUri }
end

return M
