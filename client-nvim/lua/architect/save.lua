--- `architect/save`: writes buffers, and reports those that could not be written.

local text = require('architect.text')

local M = {}

local api = vim.api

---@class architect.Stamp
---@field sec integer
---@field nsec integer
---@field size integer

--- Stamp of each buffer's file when it was last read or written; false if there was no file.
local stamps = {} ---@type table<integer, architect.Stamp|false>

---@param bufnr integer
---@return architect.Stamp|false
local function stamp(bufnr)
  local found = vim.uv.fs_stat(api.nvim_buf_get_name(bufnr))
  return found and { sec = found.mtime.sec, nsec = found.mtime.nsec, size = found.size } or false
end

--- Record the stamp of a buffer's file.
---@param bufnr integer
function M.record(bufnr)
  stamps[bufnr] = stamp(bufnr)
end

--- Record the stamps of files whenever they are read or written.
---@param group integer
function M.watch(group)
  api.nvim_create_autocmd({ 'BufReadPost', 'BufWritePost', 'BufNewFile' }, {
    group = group,
    desc = 'architect: record the file stamp',
    callback = function(args)
      M.record(args.buf)
    end,
  })
  api.nvim_create_autocmd('BufWipeout', {
    group = group,
    desc = 'architect: drop the file stamp',
    callback = function(args)
      stamps[args.buf] = nil
    end,
  })
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_is_loaded(bufnr) then
      M.record(bufnr)
    end
  end
end

--- Whether the file was changed on disk since it was last read or written here.
---@param bufnr integer
---@return boolean
function M.changed_on_disk(bufnr)
  return stamps[bufnr] ~= nil and not vim.deep_equal(stamps[bufnr], stamp(bufnr))
end

---@param problem any
---@return string
local function reason(problem)
  return text.one_line((tostring(problem):gsub('^.-(E%d+:)', '%1')))
end

--- Write a buffer, with the user's autocommands but without 'confirm' prompts.
---@param bufnr integer
local function write(bufnr)
  local confirm = vim.o.confirm
  vim.o.confirm = false
  local ok, problem = pcall(api.nvim_buf_call, bufnr, function()
    vim.cmd('silent lockmarks write')
  end)
  vim.o.confirm = confirm
  if not ok then
    error(problem, 0)
  end
end

--- Write a buffer if it is modified; returns why it could not be written, or nil.
---@param bufnr integer
---@return string?
local function save(bufnr)
  if not api.nvim_buf_is_loaded(bufnr) then
    return 'not open in the editor'
  end
  if not vim.bo[bufnr].modified then
    return nil
  end
  if M.changed_on_disk(bufnr) then
    return 'the file has changed on disk since it was read'
  end
  local ok, problem = pcall(write, bufnr)
  if not ok then
    return reason(problem)
  end
  if vim.bo[bufnr].modified then
    return 'the buffer still has unsaved changes after :write'
  end
  return nil
end

---@param uri string
---@return integer? bufnr of an existing buffer
local function open_buffer(uri)
  local name = vim.uri_to_fname(uri)
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_get_name(bufnr) == name then
      return bufnr
    end
  end
end

---@param _ any
---@param params { uris: string[] }
function M.on_request(_, params)
  local saved, failed = {}, {}
  for _, uri in ipairs(type(params.uris) == 'table' and params.uris or {}) do
    local ok, bufnr = pcall(open_buffer, uri)
    local why = 'not open in the editor'
    if ok and bufnr then
      why = save(bufnr) --[[@as string]]
    end
    if why then
      failed[#failed + 1] = { uri = uri, reason = why }
    else
      saved[#saved + 1] = uri
    end
  end
  return { saved = saved, failed = failed }
end

return M
