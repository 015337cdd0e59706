--- `architect/language`: what the language servers of this editor know of symbols.

local await = require('architect.await')
local positions = require('architect.positions')
local rpc = require('architect.rpc')

local M = {}

local METHODS = {
  definition = 'textDocument/definition',
  references = 'textDocument/references',
  hover = 'textDocument/hover',
  rename = 'textDocument/rename',
  format = 'textDocument/formatting',
}
local FILE_OPERATIONS = 'this rename moves or creates files as well, which is not supported; '
  .. 'edit the files instead'
local WAIT_MS = 10000
local MOST = 1000

--- A loaded buffer of the file, with its language servers attached as if it were opened.
---@param uri string
---@return integer
local function buffer_of(uri)
  local bufnr = vim.uri_to_bufnr(uri)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    vim.fn.bufload(bufnr)
  end
  if vim.bo[bufnr].filetype == '' then
    local filetype = vim.filetype.match({ buf = bufnr })
    if filetype then
      vim.bo[bufnr].filetype = filetype
    end
  end
  return bufnr
end

--- A line of a file: of its buffer if it is loaded, or else of the disk.
---@param uri string
---@param row integer from 0
---@return string
local function line_of(uri, row)
  local bufnr = vim.uri_to_bufnr(uri)
  if vim.api.nvim_buf_is_loaded(bufnr) then
    return vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
  end
  local ok, lines = pcall(vim.fn.readfile, vim.uri_to_fname(uri), '', row + 1)
  return ok and lines[row + 1] or ''
end

--- The same place in another encoding.
---@param uri string
---@param position table
---@param from string
---@param to string
---@return table
local function converted(uri, position, from, to)
  if from == to then
    return { line = position.line, character = position.character }
  end
  local line = line_of(uri, position.line)
  local byte = positions.byte_of(line, position.character, from)
  return { line = position.line, character = positions.character_of(line, byte, to) }
end

---@param found table[]
---@param result any of a definition or references
---@param encoding string
local function add_locations(found, result, encoding)
  local all = vim.islist(result) and result or { result }
  for _, each in ipairs(all) do
    local uri = each.uri or each.targetUri
    local range = each.range or each.targetSelectionRange
    if uri and range and #found < MOST then
      local position = converted(uri, range.start, encoding, 'utf-16')
      found[#found + 1] = { uri = uri, position = position }
    end
  end
end

---@param contents any of a hover
---@return string
local function hover_text(contents)
  return table.concat(vim.lsp.util.convert_input_to_markdown_lines(contents), '\n')
end

--- The edits of a file as the daemon takes them.
---@param uri string
---@param edits table[]
---@param encoding string
---@return table
local function file_edits(uri, edits, encoding)
  local bufnr = vim.uri_to_bufnr(uri)
  local attached = #vim.lsp.get_clients({ bufnr = bufnr, name = 'architect' }) > 0
  return {
    uri = uri,
    version = attached and vim.lsp.util.buf_versions[bufnr] or vim.NIL,
    edits = vim.tbl_map(function(edit)
      local range = edit.range
      return {
        range = {
          start = converted(uri, range.start, encoding, 'utf-16'),
          ['end'] = converted(uri, range['end'], encoding, 'utf-16'),
        },
        newText = edit.newText,
      }
    end, edits),
  }
end

--- What the daemon is told of a WorkspaceEdit.
---@param edit table
---@param encoding string
---@return table answer
local function edits_of(edit, encoding)
  local files = {}
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.kind then
      return { refused = FILE_OPERATIONS }
    end
    files[#files + 1] = file_edits(change.textDocument.uri, change.edits, encoding)
  end
  if not edit.documentChanges then
    for uri, edits in pairs(edit.changes or {}) do
      files[#files + 1] = file_edits(uri, edits, encoding)
    end
  end
  return { edits = files }
end

---@param params table
---@param bufnr integer
---@param encoding string of the language server
---@return table argument of its request
local function argument_of(params, bufnr, encoding)
  local argument = { textDocument = { uri = params.uri } }
  if params.feature == 'format' then
    argument.options = {
      tabSize = vim.lsp.util.get_effective_tabstop(bufnr),
      insertSpaces = vim.bo[bufnr].expandtab,
    }
    return argument
  end
  argument.position = converted(params.uri, params.position, 'utf-16', encoding)
  if params.feature == 'references' then
    argument.context = { includeDeclaration = true }
  elseif params.feature == 'rename' then
    argument.newName = params.newName
  end
  return argument
end

--- Language servers that can answer, and our own left out.
---@param feature string
---@param bufnr integer
---@return vim.lsp.Client[]
local function servers_for(feature, bufnr)
  return vim.tbl_filter(function(client)
    return client.name ~= 'architect'
  end, vim.lsp.get_clients({ bufnr = bufnr, method = METHODS[feature] }))
end

--- Ask the first language server for edits, which are not made here.
---@param params table
---@param bufnr integer
---@param done fun(answer: table)
local function ask_for_edits(params, bufnr, done)
  local server = servers_for(params.feature, bufnr)[1]
  if not server then
    return done({ edits = {} })
  end
  local ticks = {}
  for _, each in ipairs(vim.api.nvim_list_bufs()) do
    ticks[each] = vim.api.nvim_buf_get_changedtick(each)
  end
  local encoding = server.offset_encoding
  local argument = argument_of(params, bufnr, encoding)
  rpc.request(server, METHODS[params.feature], argument, function(err, result)
    if err then
      return done({ refused = err.message or tostring(err) })
    end
    local answer
    if not result or result == vim.NIL then
      answer = { edits = {} }
    elseif params.feature == 'format' then
      answer = { edits = { file_edits(params.uri, result, encoding) } }
    else
      answer = edits_of(result, encoding)
    end
    for _, file in ipairs(answer.edits or {}) do
      local edited = vim.uri_to_bufnr(file.uri)
      local tick = ticks[edited]
      if tick and tick ~= vim.api.nvim_buf_get_changedtick(edited) then
        answer = { refused = vim.fn.fnamemodify(vim.uri_to_fname(file.uri), ':.')
          .. ' was changed meanwhile; try again' }
        break
      end
    end
    done(answer)
  end)
end

---@param params table
---@param bufnr integer
---@param done fun(answer: table)
local function ask_all(params, bufnr, done)
  local servers = servers_for(params.feature, bufnr)
  local locations, texts, left = {}, {}, #servers
  if left == 0 then
    return done({ locations = {}, text = '' })
  end
  for _, server in ipairs(servers) do
    local argument = argument_of(params, bufnr, server.offset_encoding)
    rpc.request(server, METHODS[params.feature], argument, function(_, result)
      if result and params.feature == 'hover' then
        texts[#texts + 1] = hover_text(result.contents)
      elseif result then
        add_locations(locations, result, server.offset_encoding)
      end
      left = left - 1
      if left == 0 then
        done({ locations = locations, text = table.concat(texts, '\n\n') })
      end
    end)
  end
end

local EDITING = { rename = true, format = true }

---@param _err any
---@param params { feature: string, uri: string, position: table, newName: string? }
---@return table
function M.on_request(_err, params)
  return await(function(answer)
    vim.defer_fn(function()
      answer({ locations = {}, text = '' })
    end, WAIT_MS)
    local ask = EDITING[params.feature] and ask_for_edits or ask_all
    ask(params, buffer_of(params.uri), answer)
  end)
end

return M
