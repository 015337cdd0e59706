--- Writing buffers when the server asks for it, and saying which ones could not be written.

local text = require('architect.text')

local M = {}

local api = vim.api

---@class architect.Stamp
---@field sec integer
---@field nsec integer
---@field size integer

--- What the file of a buffer looked like when the buffer last agreed with it; false for no file.
local stamps = {} ---@type table<integer, architect.Stamp|false>

---@param bufnr integer
---@return architect.Stamp|false
local function stamp(bufnr)
  local found = vim.uv.fs_stat(api.nvim_buf_get_name(bufnr))
  return found and { sec = found.mtime.sec, nsec = found.mtime.nsec, size = found.size } or false
end

--- Note that the buffer and its file agree.
---@param bufnr integer
function M.agree(bufnr)
  stamps[bufnr] = stamp(bufnr)
end

--- Watch which buffers agree with their files.
---@param group integer
function M.watch(group)
  api.nvim_create_autocmd({ 'BufReadPost', 'BufWritePost', 'BufNewFile' }, {
    group = group,
    desc = 'architect: what the file looks like',
    callback = function(args)
      M.agree(args.buf)
    end,
  })
  api.nvim_create_autocmd('BufWipeout', {
    group = group,
    desc = 'architect: forget the file',
    callback = function(args)
      stamps[args.buf] = nil
    end,
  })
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_is_loaded(bufnr) then
      M.agree(bufnr)
    end
  end
end

--- Whether another program changed the file since the buffer agreed with it.
---@param bufnr integer
---@return boolean
function M.changed_elsewhere(bufnr)
  return stamps[bufnr] ~= nil and not vim.deep_equal(stamps[bufnr], stamp(bufnr))
end

---@param problem any
---@return string
local function reason(problem)
  return text.one_line((tostring(problem):gsub('^.-(E%d+:)', '%1')))
end

--- Write a buffer, with the user's autocommands, and without asking anything.
---@param bufnr integer
local function write(bufnr)
  local asks = vim.o.confirm
  vim.o.confirm = false
  local ok, problem = pcall(api.nvim_buf_call, bufnr, function()
    vim.cmd('silent lockmarks write')
  end)
  vim.o.confirm = asks
  if not ok then
    error(problem, 0)
  end
end

--- Why the buffer could not be written; nil if it is on disk now.
---@param bufnr integer
---@return string?
local function save(bufnr)
  if not api.nvim_buf_is_loaded(bufnr) then
    return 'it is not open in this editor'
  end
  if not vim.bo[bufnr].modified then
    return nil
  end
  if M.changed_elsewhere(bufnr) then
    return 'another program changed the file since it was read'
  end
  local ok, problem = pcall(write, bufnr)
  if not ok then
    return reason(problem)
  end
  if vim.bo[bufnr].modified then
    return 'it still has unsaved changes after :write'
  end
  return nil
end

---@param uri string
---@return integer? bufnr without making one
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
    local why = 'it is not open in this editor'
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
