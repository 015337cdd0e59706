--- `architect/problems`: what the language servers of this editor report.

local await = require('architect.await')
local hidden_buffers = require('architect.hidden_buffers')

local M = {}

local api = vim.api

local SEVERITIES = { 'error', 'warning', 'info', 'hint' }
local MOST = 1000
--- Language servers report in several parts: a report is whole when no other follows in this time.
local SETTLED_MS = 300
local PROBE = 'textDocument/documentSymbol'

local reports = 0 -- so far, by all language servers
local last_report = {} ---@type table<integer, integer> by buffer: which of them was about it
local reporters = {} ---@type table<integer, true> by client: attached when something was reported
--- File types of which nothing was reported although somebody waited for it.
local silent = {} ---@type table<string, true>

--- Language servers of a buffer, and our own left out.
---@param bufnr integer
---@return vim.lsp.Client[]
local function servers_of(bufnr)
  return vim.tbl_filter(function(client)
    return client.name ~= 'architect'
  end, vim.lsp.get_clients({ bufnr = bufnr, _uninitialized = true }))
end

api.nvim_create_autocmd('DiagnosticChanged', {
  group = api.nvim_create_augroup('architect.problems', { clear = true }),
  desc = 'architect: count what language servers report',
  callback = function(args)
    local first = args.data and args.data.diagnostics[1]
    if first and first.source == 'architect' then
      return
    end
    reports = reports + 1
    last_report[args.buf] = reports
    for _, client in ipairs(servers_of(args.buf)) do
      reporters[client.id] = true
    end
  end,
})

--- Some report only when something has changed, others take long after their start: whoever knows
--- the language is waited for each time, others (formatters, spell checkers) until they are silent.
---@param bufnr integer
---@return boolean whether a report on the buffer is to be expected
local function is_watched(bufnr)
  local servers = api.nvim_buf_is_valid(bufnr) and servers_of(bufnr) or {}
  return vim.iter(servers):any(function(client)
    return reporters[client.id]
      or (client.server_capabilities or {}).definitionProvider
      or not silent[vim.bo[bufnr].filetype]
  end)
end

---@param bufnr integer of a file that has just been opened
---@return boolean whether it is known what is found in it
local function is_known(bufnr)
  return last_report[bufnr] ~= nil
    or vim.iter(servers_of(bufnr)):any(function(client)
      return reporters[client.id]
    end)
end

--- The buffers of files.
---@class architect.Looked
---@field all table<integer, true> loaded ones
---@field hidden table<integer, string> URIs of those that are loaded only for this

---@param uris string[]
---@return architect.Looked
local function look_at(uris)
  local all, hidden = {}, {}
  for _, uri in ipairs(uris) do
    local path = vim.uri_to_fname(uri)
    -- `bufnr()` would take the name for a pattern, and find another file.
    local bufnr = vim.fn.bufexists(path) == 1 and vim.fn.bufadd(path) or 0
    local is_open = bufnr > 0 and api.nvim_buf_is_loaded(bufnr)
    if not is_open or hidden_buffers.is_hidden(bufnr) then
      bufnr = hidden_buffers.open(path) or 0
      hidden[bufnr] = bufnr > 0 and uri or nil
    end
    if bufnr > 0 then
      all[bufnr] = true
    end
  end
  return { all = all, hidden = hidden }
end

--- Problems of loaded buffers below the root; those of this plugin are the server's own.
---@param root string
---@param only table<integer, true>? buffers
---@return table
local function answer_of(root, only)
  local problems = {}
  for _, each in ipairs(vim.diagnostic.get(nil)) do
    local bufnr = each.bufnr
    local wanted = bufnr and api.nvim_buf_is_valid(bufnr) and (not only or only[bufnr])
    local name = wanted and api.nvim_buf_get_name(bufnr) or ''
    local inside = name ~= '' and (name == root or vim.startswith(name, root .. '/'))
    if inside and each.source ~= 'architect' and #problems < MOST then
      problems[#problems + 1] = {
        uri = vim.uri_from_fname(name),
        line = each.lnum + 1,
        severity = SEVERITIES[each.severity] or 'error',
        message = each.message,
        source = each.source or '',
      }
    end
  end
  return { problems = problems, mark = reports }
end

--- Ask the language servers of the buffers for something else, and count those that have not
--- answered. A server that reports in parts, as the one of TypeScript, does one thing after the other:
--- what it was looking at when the first part came is reported before it answers, however long that
--- takes.
---@param buffers integer[]
---@param answered fun()
---@return integer asked
local function ask_servers(buffers, answered)
  local asked = 0
  for _, bufnr in ipairs(buffers) do
    for _, client in ipairs(api.nvim_buf_is_valid(bufnr) and servers_of(bufnr) or {}) do
      local params = { textDocument = { uri = vim.uri_from_bufnr(bufnr) } }
      if client:supports_method(PROBE, bufnr) and client:request(PROBE, params, answered, bufnr) then
        asked = asked + 1
      end
    end
  end
  return asked
end

--- Call `done` once something was reported of each buffer behind `since`, and nothing follows it;
--- at the latest when the time is over, and at once if nobody looks at them.
---@param buffers integer[]
---@param since integer
---@param wait_ms number
---@param done fun()
local function when_reported(buffers, since, wait_ms, done)
  local ends_at = vim.uv.now() + wait_ms
  local settled_at
  local newest = 0
  local unanswered ---@type integer?
  local function is_missing(bufnr)
    return is_watched(bufnr) and (last_report[bufnr] or 0) <= since
  end
  local function look()
    local now = vim.uv.now()
    local missing = vim.tbl_filter(is_missing, buffers)
    for _, bufnr in ipairs(buffers) do
      local report = last_report[bufnr] or 0
      if report > since and report > newest then
        newest, settled_at = report, now + SETTLED_MS
      end
    end
    if now >= ends_at then
      for _, bufnr in ipairs(missing) do
        silent[vim.bo[bufnr].filetype] = true
      end
      return done()
    end
    if #missing == 0 and not settled_at then
      return done()
    end
    if #missing == 0 and not unanswered then
      unanswered = ask_servers(buffers, function()
        unanswered = unanswered - 1
        settled_at = vim.uv.now() + SETTLED_MS
      end)
    end
    if unanswered == 0 and now >= settled_at then
      return done()
    end
    vim.defer_fn(look, 50)
  end
  look()
end

--- What is reported of some files. Those that are not open are opened for as long as that takes.
---@param root string
---@param params { uris: string[], since?: integer, waitMs?: number }
---@return table
local function reported(root, params)
  local looked = look_at(params.uris)
  local since = type(params.since) == 'number' and params.since or nil
  -- What is open was looked at before, so without `since` there is nothing to wait for.
  local waited_for = vim.tbl_keys(since and looked.all or looked.hidden)
  await(function(answer)
    when_reported(waited_for, since or reports, tonumber(params.waitMs) or 0, function()
      answer(true)
    end)
  end)
  local answer = answer_of(root, looked.all)
  answer.unknown = {}
  for bufnr, uri in pairs(looked.hidden) do
    if not is_known(bufnr) then
      table.insert(answer.unknown, uri)
    end
    last_report[bufnr] = nil
    hidden_buffers.release(bufnr)
  end
  return answer
end

---@param _err any
---@param params { root: string, uris?: string[], since?: integer, waitMs?: number }
---@return table
function M.on_request(_err, params)
  local root = vim.uri_to_fname(params.root)
  if type(params.uris) == 'table' then
    return reported(root, params)
  end
  return answer_of(root, nil)
end

return M
