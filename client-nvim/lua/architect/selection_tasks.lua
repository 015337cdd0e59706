--- What is often done with lines of a file; the server has the words, in its code actions.

local client = require('architect.client')
local code_windows = require('architect.code_windows')
local discovery = require('architect.discovery')
local notify = require('architect.notify')
local positions = require('architect.positions')
local requests = require('architect.requests')
local rpc = require('architect.rpc')
local start_run = require('architect.start_run')
local t = require('architect.l10n').t

local M = {}

--- The kinds of the code actions.
local KINDS = {
  explain = 'architect.explain',
  tests = 'architect.tests',
  document = 'refactor.rewrite.architect.document',
}

--- The argument of `architect.run` in the first of some code actions.
---@param actions any
---@return table?
local function argument_of(actions)
  local found = vim.tbl_get(type(actions) == 'table' and actions or {}, 1, 'command', 'arguments', 1)
  return type(found) == 'table' and found or nil
end

--- Ask for the task on lines of a file, and start it.
---@param connection vim.lsp.Client
---@param name 'explain'|'tests'|'document'
---@param about architect.Call with the file and its lines
local function ask(connection, name, about)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(about.bufnr) },
    range = positions.lines_range(about.bufnr, about.first, about.last, connection.offset_encoding),
    context = { diagnostics = {}, only = { KINDS[name] } },
  }
  rpc.request(connection, 'textDocument/codeAction', params, function(err, actions)
    local argument = argument_of(actions)
    if err or not argument then
      return notify.warn(err and requests.problem(err) or t('no code here that this could be about'))
    end
    local on_started = start_run.on_started(connection, argument.title, start_run.place_of(about))
    requests.execute(connection, 'architect.run', argument, on_started)
  end)
end

--- Start a task on the lines of the range, or on the whole file.
---@param name 'explain'|'tests'|'document'
---@param call architect.Call
local function start(name, call)
  -- In a chat, the file beside it is meant.
  local bufnr = discovery.is_file(call.bufnr) and call.bufnr or code_windows.buffer()
  if not bufnr then
    return notify.warn(t('this is no file; open one'))
  end
  local first, last = 1, vim.api.nvim_buf_line_count(bufnr)
  if call.first and bufnr == call.bufnr then
    first, last = call.first, call.last
  end
  local about = vim.tbl_extend('force', call, { bufnr = bufnr, first = first, last = last })
  client.with_client(bufnr, function(connection)
    -- A server that is just ready is told the texts that are open behind this.
    vim.schedule(function()
      ask(connection, name, about)
    end)
  end)
end

---@param name 'explain'|'tests'|'document'
---@return fun(call: architect.Call)
function M.starter(name)
  return function(call)
    start(name, call)
  end
end

return M
