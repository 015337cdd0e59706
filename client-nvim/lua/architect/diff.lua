--- Patches and diffs in a new tab page, and virtual documents of the server.

local t = require('architect.l10n').t
local notify = require('architect.notify')
local rpc = require('architect.rpc')
local text = require('architect.text')

local M = {}

local api = vim.api

---@param name string
---@return integer bufnr
local function scratch(name)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  pcall(api.nvim_buf_set_name, bufnr, 'architect://' .. name)
  vim.keymap.set('n', 'q', '<Cmd>tabclose<CR>', { buffer = bufnr, desc = 'Close' })
  return bufnr
end

---@param bufnr integer
---@param lines string[]
local function fill(bufnr, lines)
  api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
end

--- Show lines in a new tab page, to be read.
---@param name string
---@param lines string[]
---@return integer bufnr
function M.show_page(name, lines)
  local bufnr = scratch(name)
  vim.cmd('tab split')
  api.nvim_win_set_buf(0, bufnr)
  fill(bufnr, lines)
  return bufnr
end

--- Show a patch in a new tab page.
---@param name string
---@param patch string
function M.show_patch(name, patch)
  local bufnr = M.show_page('diff/' .. text.identifier(name), text.lines((patch:gsub('\n$', ''))))
  vim.bo[bufnr].syntax = 'diff'
end

--- Load a virtual document of the server into a buffer.
---@param bufnr integer
---@param uri string
---@param done? fun()
function M.load(bufnr, uri, done)
  local clients = require('architect.client')
  local client = clients.for_buffer(bufnr) or clients.all()[1]
  if not client then
    return notify.error(t('no server for %s'):format(uri))
  end
  vim.bo[bufnr].buftype = 'nofile'
  rpc.request(client, 'workspace/textDocumentContent', { uri = uri }, function(err, result)
    if err or type(result) ~= 'table' or type(result.text) ~= 'string' then
      return notify.error(err and err.message or t('not found: %s'):format(uri))
    end
    if api.nvim_buf_is_valid(bufnr) then
      vim.bo[bufnr].modifiable = true
      fill(bufnr, text.lines((result.text:gsub('\n$', ''))))
      if done then
        done()
      end
    end
  end)
end

---@param side string|{ uri?: string, text?: string }
---@param name string
---@return integer bufnr
local function buffer(side, name)
  local content = type(side) == 'table' and side.text or nil
  local uri = type(side) == 'table' and side.uri or side
  if type(content) == 'string' then
    local bufnr = scratch('diff/' .. name)
    fill(bufnr, text.lines((content:gsub('\n$', ''))))
    return bufnr
  end
  assert(type(uri) == 'string', 'each side of a diff needs a URI or a text')
  if vim.startswith(uri, 'file:') then
    local bufnr = vim.uri_to_bufnr(uri)
    vim.fn.bufload(bufnr)
    return bufnr
  end
  local bufnr = scratch('diff/' .. name)
  M.load(bufnr, uri, function()
    vim.cmd('diffupdate')
  end)
  return bufnr
end

---@param _ any
---@param params { left: any, right: any, title?: string }
function M.on_request(_, params)
  local ok, left, right = pcall(function()
    return buffer(params.left, 'left'), buffer(params.right, 'right')
  end)
  if not ok then
    return nil, { code = -32602, message = text.one_line(left) }
  end
  vim.cmd('tab split')
  api.nvim_win_set_buf(0, left)
  vim.cmd('diffthis')
  vim.cmd('rightbelow vsplit')
  api.nvim_win_set_buf(0, right)
  vim.cmd('diffthis')
  if params.title then
    notify.info(tostring(params.title))
  end
  return vim.empty_dict()
end

return M
