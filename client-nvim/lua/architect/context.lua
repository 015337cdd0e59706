--- The subcommand `context`: what a run would tell the model, part by part.

local client = require('architect.client')
local patches = require('architect.diff')
local t = require('architect.l10n').t
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

--- The table of the parts, then their texts.
---@param context table the result of `architect.context`
---@return string[]
local function lines_of(context)
  local parts = type(context.parts) == 'table' and context.parts or {}
  local width = 12
  for _, part in ipairs(parts) do
    width = math.max(width, vim.fn.strdisplaywidth(tostring(part.name)))
  end
  local function row(name, tokens, source, left_out)
    local blanks = (' '):rep(width - vim.fn.strdisplaywidth(tostring(name)))
    return ('%s%s %8s  %s%s'):format(name, blanks, tokens, source, left_out)
  end
  local lines = {}
  for _, part in ipairs(parts) do
    local left_out = part.leftOut ~= '' and t(' (%s left out)'):format(part.leftOut) or ''
    vim.list_extend(lines, text.lines(row(part.name, part.tokens, part.source, left_out)))
  end
  lines[#lines + 1] = row(t('total'), context.tokens, t('of %s tokens'):format(context.window), '')
  for _, part in ipairs(parts) do
    vim.list_extend(lines, { '', ('== %s =='):format(part.name) })
    vim.list_extend(lines, text.lines(part.text))
  end
  return lines
end

--- Show it in a new tab page for the prompt behind the subcommand, which may be empty.
---@param call architect.Call
function M.show(call)
  local uri = vim.uri_from_bufnr(call.bufnr)
  local uris = vim.startswith(uri, 'file:///') and { uri } or {}
  client.with_client(call.bufnr, function(connection)
    local argument = { prompt = call.rest, uris = uris }
    requests.execute(connection, 'architect.context', argument, function(result)
      if type(result) == 'table' then
        patches.show_page('context', lines_of(result))
      end
    end)
  end)
end

return M
