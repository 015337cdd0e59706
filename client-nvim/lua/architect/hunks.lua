--- The changes of runs, looked at hunk by hunk: kept, or taken back.

local client = require('architect.client')
local config = require('architect.config')
local marks = require('architect.hunk_marks')
local messages = require('architect.messages')
local text = require('architect.text')

local M = {}

M.ACTIONS = { 'keep', 'undo', 'note', 'next', 'previous', 'clear' }
M.REACHES = { 'file', 'all' }

--- The run that was asked for by its id; hunks of all runs of the server without one.
local run_id ---@type string?

---@param connection vim.lsp.Client
---@param bufnr integer? nil for all files
---@param use fun(hunks: table[], conflicts: table[])
local function fetch(connection, bufnr, use)
  local uri = bufnr and vim.uri_from_bufnr(bufnr) or nil
  client.execute(connection, 'architect.hunks', { runId = run_id, uri = uri }, function(result)
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

---@param hunk table
---@return string
local function hunk_line(hunk)
  local before, after = text.one_line(hunk.before, 60), text.one_line(hunk.after, 60)
  local kind = hunk.kind == 'proposed' and 'proposed: ' or ''
  if hunk.change ~= 'modified' then
    return ('%sthe file is %s'):format(kind, text.word(hunk.change))
  end
  if after == '' then
    return ('%swithout: %s'):format(kind, before)
  end
  return before == '' and kind .. after or ('%s%s (was: %s)'):format(kind, after, before)
end

---@param hunk table
---@return table
local function hunk_item(hunk)
  local start = hunk.range.start
  local item = { lnum = start.line + 1, col = start.character + 1, text = hunk_line(hunk) }
  item.filename, item.type = vim.uri_to_fname(hunk.uri), 'I'
  return item
end

---@param conflict table
---@return table
local function conflict_item(conflict)
  local first = type(conflict.lines) == 'table' and conflict.lines[1] or { 1 }
  return {
    filename = vim.uri_to_fname(conflict.uri),
    lnum = first[1],
    text = text.one_line(conflict.reason),
    type = 'W',
  }
end

---@param connection vim.lsp.Client
local function list(connection)
  fetch(connection, nil, function(hunks, conflicts)
    if #hunks + #conflicts == 0 then
      return messages.say('there are no open hunks')
    end
    local items = vim.tbl_map(hunk_item, hunks)
    vim.list_extend(items, vim.tbl_map(conflict_item, conflicts))
    vim.fn.setqflist({}, ' ', { title = 'architect hunks', items = items })
    vim.cmd('botright copen')
  end)
end

---@param result table
---@param verb string
---@param count integer
local function tell(result, verb, count)
  local again = type(result.runId) == 'string' and result.runId or nil
  local back = again and ('; :Architect undo %s takes that back'):format(again) or ''
  local conflict = type(result.conflicts) == 'table' and result.conflicts[1]
  local done = ('%s %s'):format(verb, text.counted(count, 'hunk'))
  if not conflict then
    return messages.say(done .. back)
  end
  local left = text.one_line(('%s (%s)'):format(conflict.path, conflict.reason), 100)
  messages.warn(('%s%s; left alone: %s'):format(done, back, left))
end

--- Hunks by their runs.
---@param hunks table[]
---@return table<string, string[]>
local function by_run(hunks)
  local ids = {}
  for _, hunk in ipairs(hunks) do
    ids[hunk.runId] = ids[hunk.runId] or {}
    table.insert(ids[hunk.runId], hunk.hunkId)
  end
  return ids
end

---@param connection vim.lsp.Client
---@param hunks table[]
---@param note? string
local function undo(connection, hunks, note)
  for run, ids in pairs(by_run(hunks)) do
    local argument = { runId = run, hunkIds = ids, note = note }
    client.execute(connection, 'architect.undo', argument, function(result)
      tell(result, 'undone', type(result.hunks) == 'table' and #result.hunks or 0)
    end)
  end
end

---@param connection vim.lsp.Client
---@param hunks table[]
local function keep(connection, hunks)
  for run, ids in pairs(by_run(hunks)) do
    client.execute(connection, 'architect.keep', { runId = run, hunkIds = ids }, function(result)
      tell(result, 'kept', type(result.kept) == 'table' and #result.kept or 0)
    end)
  end
end

---@param connection vim.lsp.Client
---@param hunks table[]
local function undo_with_note(connection, hunks)
  vim.ui.input({ prompt = 'Why not? ' }, function(note)
    if note then
      undo(connection, hunks, note)
    end
  end)
end

---@param call architect.Call
---@param hunks table[] of the buffer, or of all files
---@return table[]
local function meant(call, hunks)
  if call.words[2] then
    return hunks
  end
  local first = call.first or vim.api.nvim_win_get_cursor(0)[1]
  return vim.tbl_filter(function(hunk)
    return marks.touches(call.bufnr, hunk, first, call.last or first)
  end, hunks)
end

--- Do something with the hunks of the cursor's line or the range, of the file, or all.
---@param call architect.Call
---@param act fun(connection: vim.lsp.Client, hunks: table[])
local function with_hunks(call, act)
  local reach = call.words[2]
  if reach and not vim.list_contains(M.REACHES, reach) then
    local known = table.concat(M.REACHES, ', ')
    return messages.fail(('%q is not known here; there are %s'):format(reach, known))
  end
  client.with(call.bufnr, function(connection)
    fetch(connection, reach ~= 'all' and call.bufnr or nil, function(hunks)
      local found = meant(call, hunks)
      if #found == 0 then
        return messages.warn('there is no open hunk here')
      end
      act(connection, found)
    end)
  end)
end

--- Go to the hunk behind the cursor or before it, and from the last one to the first.
---@param call architect.Call
---@param step 1|-1
local function go(call, step)
  client.with(call.bufnr, function(connection)
    fetch(connection, call.bufnr, function(hunks)
      if #hunks == 0 then
        return messages.warn('there is no open hunk in this file')
      end
      local here = vim.api.nvim_win_get_cursor(0)[1]
      local places = vim.tbl_map(function(hunk)
        return { marks.place(call.bufnr, hunk, connection.offset_encoding) }
      end, hunks)
      table.sort(places, function(a, b)
        return a[1] * step < b[1] * step
      end)
      local target = places[1]
      for index = #places, 1, -1 do
        if (places[index][1] - here) * step > 0 then
          target = places[index]
        end
      end
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(0, target)
    end)
  end)
end

local ACT = {
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
    go(call, 1)
  end,
  previous = function(call)
    go(call, -1)
  end,
  clear = function(call)
    marks.clear(call.bufnr)
  end,
}

--- `:Architect hunks`: list them, of one run or of all, or do something with some.
---@param call architect.Call
function M.command(call)
  local word = call.words[1]
  if word and ACT[word] then
    return ACT[word](call)
  end
  run_id = word
  client.with(call.bufnr, function(connection)
    list(connection)
    mark(connection, call.bufnr)
  end)
end

--- After a start: the server looks for what earlier runs left to be decided, and tells where it is.
---@param connection vim.lsp.Client
function M.on_start(connection)
  if config.options.hunks.signs and client.has_command(connection, 'architect.hunks') then
    client.execute(connection, 'architect.hunks', {}, nil, function() end)
  end
end

--- `architect/hunks/changed`: show what is open now, where one can see it.
---@param _ any
---@param params { uris?: string[] }
---@param ctx { client_id: integer }
function M.on_changed(_, params, ctx)
  local connection = vim.lsp.get_client_by_id(ctx.client_id)
  if not connection or not config.options.hunks.signs or type(params.uris) ~= 'table' then
    return
  end
  for _, uri in ipairs(params.uris) do
    local bufnr = vim.uri_to_bufnr(uri)
    if vim.api.nvim_buf_is_loaded(bufnr) then
      mark(connection, bufnr)
    end
  end
end

return M
