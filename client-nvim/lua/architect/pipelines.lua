--- `:Architect pipeline`: the steps that a file describes.

local client = require('architect.client')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

--- Ask for the values that are missing, one after the other.
---@param names string[]
---@param use fun(variables: table<string, string>)
local function with_values(names, use)
  local found = vim.empty_dict()
  local function ask(index)
    local name = names[index]
    if not name then
      return use(found)
    end
    vim.ui.input({ prompt = t('Value of %s: '):format(text.one_line(name, 60)) }, function(value)
      -- Escape runs nothing.
      if value then
        found[name] = value
        ask(index + 1)
      end
    end)
  end
  ask(1)
end

---@param call architect.Call
---@param connection vim.lsp.Client
---@param uri string
local function run(call, connection, uri)
  requests.execute(connection, 'architect.pipelinePlan', { uri = uri }, function(plan)
    with_values(plan.missing, function(variables)
      local argument = { uri = uri, variables = variables }
      require('architect.workflows').begin(call, 'architect.pipeline', argument)
    end)
  end)
end

--- The files of the open folders, that of the buffer first.
---@param call architect.Call
---@param connection vim.lsp.Client
local function pick(call, connection)
  requests.execute(connection, 'architect.pipelines', vim.empty_dict(), function(result)
    local here = vim.uri_from_bufnr(call.bufnr)
    local found = vim.tbl_filter(function(each)
      return type(each.problem) ~= 'string'
    end, result.pipelines)
    if #found == 0 then
      return notify.info(t('there is no pipeline in the open folders; see docs/workflows.md'))
    end
    for index, each in ipairs(found) do
      if each.uri == here then
        table.insert(found, 1, table.remove(found, index))
        break
      end
    end
    local function shown(each)
      local line = ('%s  (%s)'):format(text.one_line(each.name, 60), text.one_line(each.path, 80))
      return each.description == '' and line or ('%s  %s'):format(line, text.one_line(each.description, 80))
    end
    vim.ui.select(found, { prompt = t('Pipeline to run:'), format_item = shown }, function(chosen)
      if chosen then
        run(call, connection, chosen.uri)
      end
    end)
  end)
end

--- Run a pipeline; asks which, and for the values of its variables.
---@param call architect.Call
function M.run(call)
  client.with_client(call.bufnr, function(connection)
    if call.rest == '' then
      return pick(call, connection)
    end
    local path = vim.fn.fnamemodify(vim.fn.expand(call.rest), ':p')
    run(call, connection, vim.uri_from_fname(path))
  end)
end

return M
