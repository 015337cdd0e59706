--- `workspace/applyEdit`: checks the whole edit first, then applies all of it or nothing.
---
--- Neovim's own handler skips a stale edit but reports it as applied, checks the version of the
--- first document only, and truncates existing files on `create`.

local file_operations = require('architect.file_operations')
local text = require('architect.text')
local text_edits = require('architect.text_edits')

local M = {}

local api = vim.api

---@param uri string
---@return integer? bufnr if it is loaded
local function loaded(uri)
  local name = vim.uri_to_fname(uri)
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_is_loaded(bufnr) and api.nvim_buf_get_name(bufnr) == name then
      return bufnr
    end
  end
end

--- Buffers opened for the current edit; closed again if it is rejected.
local opened = {} ---@type integer[]

--- Open a file in a hidden buffer.
---@param uri string
---@return integer? bufnr
---@return string?
local function open(uri)
  local path = vim.uri_to_fname(uri)
  local stat = vim.uv.fs_stat(path)
  if not stat or stat.type ~= 'file' then
    return nil, 'no such file'
  end
  local swap
  local guard = api.nvim_create_autocmd('SwapExists', {
    callback = function()
      swap = true
      vim.v.swapchoice = 'o'
    end,
  })
  local bufnr = vim.fn.bufadd(path)
  local ok, problem = pcall(vim.fn.bufload, bufnr)
  api.nvim_del_autocmd(guard)
  if not ok or swap then
    pcall(api.nvim_buf_delete, bufnr, { force = true })
    return nil, swap and 'a swap file exists: it may be open in another Neovim' or tostring(problem)
  end
  opened[#opened + 1] = bufnr
  return bufnr
end

--- Why an edit of the buffer must be rejected; nil if it may be applied.
---@param bufnr integer
---@param version any
---@param client vim.lsp.Client
---@return string?
local function rejection(bufnr, version, client)
  local options = vim.bo[bufnr]
  if not options.modifiable then
    return "the buffer is not 'modifiable'"
  end
  if options.readonly then
    return "the buffer is 'readonly'"
  end
  local attached = vim.lsp.buf_is_attached(bufnr, client.id)
  if type(version) == 'number' then
    local current = attached and vim.lsp.util.buf_versions[bufnr]
    if not current then
      return 'the buffer has been closed'
    end
    if current ~= version then
      return ('the buffer is at version %d, the edit is for version %d'):format(current, version)
    end
  elseif options.modified then
    return 'the buffer has unsaved changes, and the edit has no version'
  end
  return nil
end

--- List an edited buffer and attach the client to it.
---@param bufnr integer
---@param client vim.lsp.Client
local function list_and_attach(bufnr, client)
  vim.bo[bufnr].buflisted = true
  if not vim.lsp.buf_is_attached(bufnr, client.id) then
    vim.lsp.buf_attach_client(bufnr, client.id)
  end
end

---@param change table a TextDocumentEdit
---@param client vim.lsp.Client
---@return architect.Operation?
---@return string?
local function edit_operation(change, client)
  local document = change.textDocument
  local bufnr, why = loaded(document.uri), nil
  if not bufnr and type(document.version) == 'number' then
    return nil, 'the buffer has been closed'
  end
  if not bufnr then
    bufnr, why = open(document.uri)
  end
  why = why or rejection(bufnr --[[@as integer]], document.version, client)
  if why then
    return nil, why
  end
  ---@cast bufnr integer
  local replacements
  replacements, why = text_edits.check(bufnr, change.edits or {}, client.offset_encoding)
  if not replacements then
    return nil, why
  end
  local original
  return {
    bufnr = bufnr,
    apply = function()
      original = api.nvim_buf_get_lines(bufnr, 0, -1, false)
      text_edits.apply(bufnr, replacements)
      list_and_attach(bufnr, client)
    end,
    undo = function()
      if original then
        api.nvim_buf_set_lines(bufnr, 0, -1, false, original)
      end
    end,
  }
end

--- Set the text of a new file's buffer.
---@param bufnr integer
---@param content string
local function fill(bufnr, content)
  local unix, breaks = content:gsub('\r\n', '\n')
  if breaks > 0 and breaks == select(2, content:gsub('\n', '')) then
    vim.bo[bufnr].fileformat = 'dos'
    content = unix
  end
  local lines = vim.split(content, '\n', { plain = true })
  -- 'endofline' stands for the last line break.
  if lines[#lines] == '' then
    lines[#lines] = nil
  end
  api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
end

--- Set the text of a file that is created by the same edit.
---@param change table a TextDocumentEdit
---@param client vim.lsp.Client
---@return architect.Operation
local function new_text_operation(change, client)
  return {
    apply = function()
      local bufnr, why = loaded(change.textDocument.uri), nil
      if not bufnr then
        bufnr, why = open(change.textDocument.uri)
      end
      assert(bufnr, why)
      local pieces = {}
      for index, edit in ipairs(change.edits or {}) do
        pieces[index] = edit.newText
      end
      fill(bufnr, table.concat(pieces))
      list_and_attach(bufnr, client)
    end,
    -- Undoing the creation deletes the buffer.
    undo = function() end,
  }
end

--- The document changes of a WorkspaceEdit, in order.
---@param edit any
---@return table[]
local function document_changes(edit)
  if type(edit) ~= 'table' then
    return {}
  end
  if type(edit.documentChanges) == 'table' then
    return edit.documentChanges
  end
  local found = {}
  for uri, edits in pairs(type(edit.changes) == 'table' and edit.changes or {}) do
    found[#found + 1] = { textDocument = { uri = uri }, edits = edits }
  end
  return found
end

---@param change table
---@param created table<string, boolean>
---@param client vim.lsp.Client
---@return architect.Operation?
---@return string?
local function operation(change, created, client)
  if change.kind then
    return file_operations.check(change)
  end
  local document = change.textDocument
  if type(document) ~= 'table' or type(document.uri) ~= 'string' then
    return nil, 'a document change has no document'
  end
  if created[document.uri] and type(document.version) ~= 'number' then
    return new_text_operation(change, client)
  end
  local found, why = edit_operation(change, client)
  return found, why and ('%s: %s'):format(vim.uri_to_fname(document.uri), why)
end

--- The operations of an edit; nil and the reason if it must be rejected.
---@param edit any
---@param client vim.lsp.Client
---@return architect.Operation[]?
---@return string?
local function plan(edit, client)
  local operations, final = {}, {}
  local created, touched = {}, {}
  for _, change in ipairs(document_changes(edit)) do
    local found, why = operation(change, created, client)
    if not found then
      return nil, why
    end
    table.insert(found.last and final or operations, found)
    local uris = change.kind and file_operations.touched(change) or { change.textDocument.uri }
    for _, uri in ipairs(uris) do
      if touched[uri] and not (created[uri] and not change.kind) then
        local twice = '%s already exists, or occurs twice in the edit'
        return nil, twice:format(vim.uri_to_fname(uri))
      end
      touched[uri] = true
    end
    local creates = change.kind == 'create' and #uris > 0
    if creates and not vim.uv.fs_stat(vim.uri_to_fname(change.uri)) then
      created[change.uri] = true
    end
  end
  return vim.list_extend(operations, final)
end

local function close_opened()
  for _, bufnr in ipairs(opened) do
    if api.nvim_buf_is_valid(bufnr) and not vim.bo[bufnr].modified then
      api.nvim_buf_delete(bufnr, {})
    end
  end
end

---@param operations architect.Operation[]
---@return string? why it failed, after everything has been rolled back
local function apply(operations)
  for index, one in ipairs(operations) do
    local ok, problem = pcall(one.apply)
    if not ok then
      for done = index, 1, -1 do
        pcall(operations[done].undo)
      end
      return text.one_line(problem)
    end
  end
end

---@param _ any
---@param params { edit: table, label?: string }
---@param ctx { client_id: integer }
function M.on_request(_, params, ctx)
  local client = assert(vim.lsp.get_client_by_id(ctx.client_id))
  local ok, operations, why = pcall(plan, type(params) == 'table' and params.edit, client)
  if not ok then
    operations, why = nil, text.one_line(operations)
  end
  if operations then
    why = apply(operations)
  end
  if why then
    close_opened()
  end
  opened = {}
  -- Flushes `didChange`, so that the server gets all changes before this response.
  require('architect.focus').notify(client, api.nvim_get_current_buf())
  return { applied = why == nil, failureReason = why }
end

return M
