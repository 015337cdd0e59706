--- `architect/problems`: what the language servers of this editor report.

local await = require('architect.await')

local M = {}

local api = vim.api

local SEVERITIES = { 'error', 'warning', 'info', 'hint' }
local MOST = 1000
--- Language servers report in several parts: a report is whole when no other follows in this time.
local SETTLED_MS = 300

local reports = 0 -- so far, by all language servers
local last_report = {} ---@type table<integer, integer> by buffer: which of them was about it
--- Buffers of which nothing was reported although somebody waited for it.
local silent = {} ---@type table<integer, true>

api.nvim_create_autocmd('DiagnosticChanged', {
  group = api.nvim_create_augroup('architect.problems', { clear = true }),
  desc = 'architect: count what language servers report',
  callback = function(args)
    reports = reports + 1
    last_report[args.buf] = reports
    silent[args.buf] = nil
  end,
})

---@param bufnr integer
---@return boolean whether a language server other than ours reports on the buffer
local function is_watched(bufnr)
  return not silent[bufnr]
    and vim.iter(vim.lsp.get_clients({ bufnr = bufnr })):any(function(client)
      return client.name ~= 'architect'
    end)
end

--- Loaded buffers of these files.
---@param uris string[]
---@return table<integer, true>
local function buffers_of(uris)
  local found = {}
  for _, uri in ipairs(uris) do
    local bufnr = vim.fn.bufnr(vim.uri_to_fname(uri))
    if bufnr > 0 and api.nvim_buf_is_loaded(bufnr) then
      found[bufnr] = true
    end
  end
  return found
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

--- Call `done` once something was reported of the buffers behind `since`, and nothing follows it;
--- at the latest when the time is over, and at once if nobody looks at them.
---@param buffers table<integer, true>
---@param since integer
---@param wait_ms number
---@param done fun()
local function when_reported(buffers, since, wait_ms, done)
  local watched = vim.tbl_filter(is_watched, vim.tbl_keys(buffers))
  local ends_at = vim.uv.now() + wait_ms
  local seen, seen_at
  local function look()
    local now = vim.uv.now()
    local newest = 0
    for _, bufnr in ipairs(watched) do
      newest = math.max(newest, last_report[bufnr] or 0)
    end
    if newest > since and newest ~= seen then
      seen, seen_at = newest, now
    end
    if not seen and now >= ends_at then
      for _, bufnr in ipairs(watched) do
        silent[bufnr] = true
      end
    end
    if #watched == 0 or now >= ends_at or (seen_at and now - seen_at >= SETTLED_MS) then
      return done()
    end
    vim.defer_fn(look, 50)
  end
  look()
end

---@param _err any
---@param params { root: string, uris?: string[], since?: integer, waitMs?: number }
---@return table
function M.on_request(_err, params)
  local root = vim.uri_to_fname(params.root)
  local only = type(params.uris) == 'table' and buffers_of(params.uris) or nil
  if only and type(params.since) == 'number' then
    await(function(answer)
      when_reported(only, params.since, tonumber(params.waitMs) or 0, function()
        answer(true)
      end)
    end)
  end
  return answer_of(root, only)
end

return M
