--- `workspace/applyEdit`: everything is checked first; then all of it is applied, or nothing.
---
--- Neovim's own handler skips a stale edit and answers that it was applied, checks only the first
--- part, and truncates files that it should create.

local file_operations = require('architect.file_operations')
local text = require('architect.text')
local text_edits = require('architect.text_edits')

local M = {}

local api = vim.api

---@param uri string
---@return integer? bufnr that is loaded
local function loaded(uri)
  local name = vim.uri_to_fname(uri)
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_is_loaded(bufnr) and api.nvim_buf_get_name(bufnr) == name then
      return bufnr
    end
  end
end

--- Buffers that the edit at hand has opened; closed again if it is refused.
local opened = {} ---@type integer[]

--- Open a file in a buffer that is not shown.
---@param uri string
---@return integer? bufnr
---@return string?
local function open(uri)
  local path = vim.uri_to_fname(uri)
  local stat = vim.uv.fs_stat(path)
  if not stat or stat.type ~= 'file' then
    return nil, 'it is not open, and there is no such file'
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
    return nil, swap and 'another Neovim is editing it' or tostring(problem)
  end
  opened[#opened + 1] = bufnr
  return bufnr
end

--- Why the buffer must not be changed on the word of the server; nil if it may be.
---@param bufnr integer
---@param version any
---@param client vim.lsp.Client
---@return string?
local function refusal(bufnr, version, client)
  local options = vim.bo[bufnr]
  if not options.modifiable then
    return "it is not 'modifiable'"
  end
  if options.readonly then
    return "it is 'readonly'"
  end
  local attached = vim.lsp.buf_is_attached(bufnr, client.id)
  if type(version) == 'number' then
    local current = attached and vim.lsp.util.buf_versions[bufnr]
    if not current then
      return 'it was closed in the meantime'
    end
    if current ~= version then
      return ('it is at version %d, the edit is for version %d'):format(current, version)
    end
  elseif options.modified then
    return 'it has unsaved changes, and the edit names no version'
  end
  return nil
end

--- List a changed buffer, and let the server follow it.
---@param bufnr integer
---@param client vim.lsp.Client
local function keep(bufnr, client)
  vim.bo[bufnr].buflisted = true
  if not vim.lsp.buf_is_attached(bufnr, client.id) then
    vim.lsp.buf_attach_client(bufnr, client.id)
  end
end

---@param change table a TextDocumentEdit
---@param client vim.lsp.Client
---@return architect.Step?
---@return string?
local function edit_step(change, client)
  local document = change.textDocument
  local bufnr, why = loaded(document.uri), nil
  if not bufnr and type(document.version) == 'number' then
    return nil, 'it was closed in the meantime'
  end
  if not bufnr then
    bufnr, why = open(document.uri)
  end
  why = why or refusal(bufnr --[[@as integer]], document.version, client)
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
      keep(bufnr, client)
    end,
    undo = function()
      if original then
        api.nvim_buf_set_lines(bufnr, 0, -1, false, original)
      end
    end,
  }
end

--- Put the text of a new file into its buffer.
---@param bufnr integer
---@param content string
local function fill(bufnr, content)
  local unix, breaks = content:gsub('\r\n', '\n')
  if breaks > 0 and breaks == select(2, content:gsub('\n', '')) then
    vim.bo[bufnr].fileformat = 'dos'
    content = unix
  end
  local lines = vim.split(content, '\n', { plain = true })
  -- The buffer's own last line break stands for an empty line at the end.
  if lines[#lines] == '' then
    lines[#lines] = nil
  end
  api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
end

--- The text of a file that is created by the same edit.
---@param change table a TextDocumentEdit
---@param client vim.lsp.Client
---@return architect.Step
local function new_text_step(change, client)
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
      keep(bufnr, client)
    end,
    -- Taking back the creation takes the buffer along.
    undo = function() end,
  }
end

--- The parts of an edit, in order.
---@param edit any
---@return table[]
local function parts(edit)
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

---@param part table
---@param created table<string, boolean>
---@param client vim.lsp.Client
---@return architect.Step?
---@return string?
local function step_of(part, created, client)
  if part.kind then
    return file_operations.check(part)
  end
  local document = part.textDocument
  if type(document) ~= 'table' or type(document.uri) ~= 'string' then
    return nil, 'a part names no document'
  end
  if created[document.uri] and type(document.version) ~= 'number' then
    return new_text_step(part, client)
  end
  local step, why = edit_step(part, client)
  return step, why and ('%s: %s'):format(vim.uri_to_fname(document.uri), why)
end

--- The steps of an edit; nil and the reason if one of them must not be made.
---@param edit any
---@param client vim.lsp.Client
---@return architect.Step[]?
---@return string?
local function plan(edit, client)
  local steps, final = {}, {}
  local created, touched = {}, {}
  for _, part in ipairs(parts(edit)) do
    local step, why = step_of(part, created, client)
    if not step then
      return nil, why
    end
    table.insert(step.last and final or steps, step)
    local uris = part.kind and file_operations.touched(part) or { part.textDocument.uri }
    for _, uri in ipairs(uris) do
      if touched[uri] and not (created[uri] and not part.kind) then
        local twice = '%s exists already, or stands in two parts of the edit'
        return nil, twice:format(vim.uri_to_fname(uri))
      end
      touched[uri] = true
    end
    if part.kind == 'create' and #uris > 0 and not vim.uv.fs_stat(vim.uri_to_fname(part.uri)) then
      created[part.uri] = true
    end
  end
  return vim.list_extend(steps, final)
end

local function close_opened()
  for _, bufnr in ipairs(opened) do
    if api.nvim_buf_is_valid(bufnr) and not vim.bo[bufnr].modified then
      api.nvim_buf_delete(bufnr, {})
    end
  end
end

---@param steps architect.Step[]
---@return string? why it failed; everything was taken back then
local function perform(steps)
  for index, step in ipairs(steps) do
    local ok, problem = pcall(step.apply)
    if not ok then
      for done = index, 1, -1 do
        pcall(steps[done].undo)
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
  local ok, steps, why = pcall(plan, type(params) == 'table' and params.edit, client)
  if not ok then
    steps, why = nil, text.one_line(steps)
  end
  if steps then
    why = perform(steps)
  end
  if why then
    close_opened()
  end
  opened = {}
  -- The server hears of the changes, ours and the user's, before it hears of the answer.
  require('architect.client').tell_focus(client, api.nvim_get_current_buf())
  return { applied = why == nil, failureReason = why }
end

return M
