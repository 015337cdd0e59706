--- Patches and pairs of texts, shown in a tab page of their own.

local messages = require('architect.messages')
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

--- Show a patch.
---@param name string
---@param patch string
function M.show_patch(name, patch)
  local bufnr = scratch('diff/' .. text.word(name))
  vim.cmd('tab split')
  api.nvim_win_set_buf(0, bufnr)
  fill(bufnr, text.lines((patch:gsub('\n$', ''))))
  vim.bo[bufnr].syntax = 'diff'
end

--- Read a document of the server into a buffer named by its address.
---@param bufnr integer
---@param uri string
---@param done? fun()
function M.load(bufnr, uri, done)
  local client = require('architect.client').of(bufnr) or require('architect.client').all()[1]
  if not client then
    return messages.fail('there is no server that knows ' .. uri)
  end
  vim.bo[bufnr].buftype = 'nofile'
  rpc.request(client, 'workspace/textDocumentContent', { uri = uri }, function(err, result)
    if err or type(result) ~= 'table' or type(result.text) ~= 'string' then
      return messages.fail(err and err.message or ('there is nothing at ' .. uri))
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
  assert(type(uri) == 'string', 'a side of a diff is a URI, or has a text')
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
    messages.say(tostring(params.title))
  end
  return vim.empty_dict()
end

return M
