--- `architect/language`: what the language servers of this editor know of symbols.

local await = require('architect.await')
local rpc = require('architect.rpc')

local M = {}

local METHODS = {
  definition = 'textDocument/definition',
  references = 'textDocument/references',
  hover = 'textDocument/hover',
}
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

---@param found table[]
---@param result any of a definition or references
local function add_locations(found, result)
  local all = vim.islist(result) and result or { result }
  for _, each in ipairs(all) do
    local uri = each.uri or each.targetUri
    local range = each.range or each.targetSelectionRange
    if uri and range and #found < MOST then
      found[#found + 1] = { uri = uri, position = range.start }
    end
  end
end

---@param contents any of a hover
---@return string
local function hover_text(contents)
  return table.concat(vim.lsp.util.convert_input_to_markdown_lines(contents), '\n')
end

---@param params { feature: string, uri: string, position: table }
---@param done fun(answer: table)
local function ask(params, done)
  local bufnr = buffer_of(params.uri)
  local method = METHODS[params.feature]
  local servers = vim.tbl_filter(function(client)
    return client.name ~= 'architect'
  end, vim.lsp.get_clients({ bufnr = bufnr, method = method }))
  local locations, texts, left = {}, {}, #servers
  if left == 0 then
    return done({ locations = {}, text = '' })
  end
  local argument = { textDocument = { uri = params.uri }, position = params.position }
  if params.feature == 'references' then
    argument.context = { includeDeclaration = true }
  end
  for _, server in ipairs(servers) do
    rpc.request(server, method, argument, function(_, result)
      if result and params.feature == 'hover' then
        texts[#texts + 1] = hover_text(result.contents)
      elseif result then
        add_locations(locations, result)
      end
      left = left - 1
      if left == 0 then
        done({ locations = locations, text = table.concat(texts, '\n\n') })
      end
    end)
  end
end

---@param _err any
---@param params { feature: string, uri: string, position: table }
---@return table
function M.on_request(_err, params)
  return await(function(answer)
    vim.defer_fn(function()
      answer({ locations = {}, text = '' })
    end, WAIT_MS)
    ask(params, answer)
  end)
end

return M
