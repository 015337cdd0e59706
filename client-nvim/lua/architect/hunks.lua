--- `:Architect hunks`: list pending hunks, keep or undo them, and jump between them.

local client = require('architect.client')
local config = require('architect.config')
local conflicts = require('architect.conflicts')
local hunk_list = require('architect.hunk_list')
local marks = require('architect.hunk_marks')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

M.ACTIONS = { 'keep', 'undo', 'note', 'next', 'previous', 'clear' }
M.SCOPES = { 'file', 'all' }

--- Show hunks of this run only; nil for those of all runs.
local run_id ---@type string?

---@param connection vim.lsp.Client
---@param bufnr integer? nil for all files
---@param use fun(hunks: table[], conflicts: table[])
local function fetch(connection, bufnr, use)
  local uri = bufnr and vim.uri_from_bufnr(bufnr) or nil
  requests.execute(connection, 'architect.hunks', { runId = run_id, uri = uri }, function(result)
    result = type(result) == 'table' and result or {}
    local hunks = type(result.hunks) == 'table' and result.hunks or {}
    use(hunks, type(result.conflicts) == 'table' and result.conflicts or {})
  end)
end

---@param connection vim.lsp.Client
---@param bufnr integer
local function mark(connection, bufnr)
  fetch(connection, bufnr, function(hunks)
    if vim.api.nvim_buf_is_loaded(bufnr) then
      marks.show(bufnr, hunks)
    end
  end)
end

---@param connection vim.lsp.Client
local function list(connection)
  fetch(connection, nil, function(hunks, left)
    if #hunks + #left == 0 then
      return notify.info(t('no pending hunks'))
    end
    hunk_list.show(hunks, left)
  end)
end

---@param result table
---@param verb string
---@param noun string
---@param count integer
---@param more? string
local function report(result, verb, noun, count, more)
  local run = type(result.runId) == 'string' and result.runId or nil
  local revert = run and t('; to revert: :Architect undo %s'):format(run) or ''
  local left = type(result.conflicts) == 'table' and result.conflicts or {}
  local done = ('%s %s%s'):format(verb, text.count(count, noun), more or '')
  if #left == 0 then
    return notify.info(done .. revert)
  end
  notify.warn(t('%s; skipped %s%s'):format(done, conflicts.words(left), revert))
end

--- Hunks by run id; those of a run are either all applied or all proposed.
---@param hunks table[]
---@return table<string, { ids: string[], proposed: boolean }>
local function by_run(hunks)
  local groups = {}
  for _, hunk in ipairs(hunks) do
    groups[hunk.runId] = groups[hunk.runId] or { ids = {}, proposed = hunk.kind == 'proposed' }
    table.insert(groups[hunk.runId].ids, hunk.hunkId)
  end
  return groups
end

---@param connection vim.lsp.Client
---@param hunks table[]
---@param note? string
local function undo(connection, hunks, note)
  for run, group in pairs(by_run(hunks)) do
    local argument = { runId = run, hunkIds = group.ids, note = note }
    requests.execute(connection, 'architect.undo', argument, function(result)
      local count = type(result.hunks) == 'table' and #result.hunks or 0
      local session = run:match('^[^.]+')
      local told = t('; the agent reads the note with your next message: :Architect chat ++session=%s')
      local more = note and told:format(session) or nil
      if group.proposed then
        report(result, 'discarded', 'proposal', count, more)
      else
        report(result, 'undid', 'hunk', count, more)
      end
    end)
  end
end

---@param connection vim.lsp.Client
---@param hunks table[]
local function keep(connection, hunks)
  for run, group in pairs(by_run(hunks)) do
    local argument = { runId = run, hunkIds = group.ids }
    requests.execute(connection, 'architect.keep', argument, function(result)
      local count = type(result.kept) == 'table' and #result.kept or 0
      if group.proposed then
        report(result, 'applied', 'proposal', count)
      else
        report(result, 'kept', 'hunk', count)
      end
    end)
  end
end

---@param connection vim.lsp.Client
---@param hunks table[]
local function undo_with_note(connection, hunks)
  vim.ui.input({ prompt = t('Note for the agent, sent with your next message: ') }, function(note)
    if note then
      undo(connection, hunks, note)
    end
  end)
end

---@param call architect.Call
---@param hunks table[] of the buffer, or of all files
---@return table[]
local function in_range(call, hunks)
  if call.words[2] then
    return hunks
  end
  local first = call.first or vim.api.nvim_win_get_cursor(0)[1]
  local ids = hunk_list.ids_at(call.bufnr, first, call.last or first)
  return vim.tbl_filter(function(hunk)
    if ids then
      return ids[hunk.hunkId] == true
    end
    return marks.touches(call.bufnr, hunk, first, call.last or first)
  end, hunks)
end

--- Call `act` with the hunks at the cursor or in the range, in the file, or all.
---@param call architect.Call
---@param act fun(connection: vim.lsp.Client, hunks: table[])
local function with_hunks(call, act)
  local scope = call.words[2]
  if scope and not vim.list_contains(M.SCOPES, scope) then
    local known = table.concat(M.SCOPES, ', ')
    return notify.error(t('unknown scope %q; available: %s'):format(scope, known))
  end
  client.with_client(call.bufnr, function(connection)
    local is_list = vim.bo[call.bufnr].buftype == 'quickfix'
    fetch(connection, scope ~= 'all' and not is_list and call.bufnr or nil, function(hunks)
      local found = in_range(call, hunks)
      if #found == 0 then
        return notify.warn(scope == 'all' and t('no pending hunks') or t('no pending hunk here'))
      end
      act(connection, found)
    end)
  end)
end

--- Jump to the next (`step` 1) or previous (-1) hunk; wraps around.
---@param call architect.Call
---@param step 1|-1
local function jump(call, step)
  client.with_client(call.bufnr, function(connection)
    fetch(connection, call.bufnr, function(hunks)
      if #hunks == 0 then
        return notify.warn(t('no pending hunks in this file'))
      end
      local here = vim.api.nvim_win_get_cursor(0)[1]
      local positions = vim.tbl_map(function(hunk)
        return { marks.position(call.bufnr, hunk, connection.offset_encoding) }
      end, hunks)
      table.sort(positions, function(a, b)
        return a[1] * step < b[1] * step
      end)
      local target = positions[1]
      for index = #positions, 1, -1 do
        if (positions[index][1] - here) * step > 0 then
          target = positions[index]
        end
      end
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(0, target)
    end)
  end)
end

local ACTIONS = {
  keep = function(call)
    with_hunks(call, keep)
  end,
  undo = function(call)
    with_hunks(call, undo)
  end,
  note = function(call)
    with_hunks(call, undo_with_note)
  end,
  next = function(call)
    jump(call, 1)
  end,
  previous = function(call)
    jump(call, -1)
  end,
  clear = function(call)
    marks.clear(call.bufnr)
  end,
}

--- `:Architect hunks`: an action, or the list of the hunks of one run or of all.
---@param call architect.Call
function M.command(call)
  local word = call.words[1]
  if word and ACTIONS[word] then
    return ACTIONS[word](call)
  end
  run_id = word
  client.with_client(call.bufnr, function(connection)
    list(connection)
    mark(connection, call.bufnr)
  end)
end

--- After a start, make the server look for pending hunks of earlier runs; it notifies of them.
---@param connection vim.lsp.Client
function M.on_start(connection)
  if config.options.hunks.signs and requests.has_command(connection, 'architect.hunks') then
    requests.execute(connection, 'architect.hunks', {}, nil, function() end)
  end
end

--- `architect/hunks/changed`: update the marks of loaded buffers, and the quickfix list.
---@param _ any
---@param params { uris?: string[] }
---@param ctx { client_id: integer }
function M.on_changed(_, params, ctx)
  local connection = vim.lsp.get_client_by_id(ctx.client_id)
  if not connection or type(params.uris) ~= 'table' then
    return
  end
  if hunk_list.is_there() then
    fetch(connection, nil, hunk_list.update)
  end
  if package.loaded['architect.chat_load'] then
    require('architect.chat_load').look_behind_all(connection)
  end
  for _, uri in ipairs(config.options.hunks.signs and params.uris or {}) do
    local bufnr = vim.uri_to_bufnr(uri)
    if vim.api.nvim_buf_is_loaded(bufnr) then
      mark(connection, bufnr)
    end
  end
end

return M
