--- `:Architect model`: one of the models that can be listed, one whose name is typed, or one at an address.

local choices = require('architect.choices')
local client = require('architect.client')
local t = require('architect.l10n').t
local model_address = require('architect.model_address')
local notify = require('architect.notify')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

local known = {} ---@type string[]

--- Names of models in the answer of `architect.models`, and a line for each.
---@param result any
---@return string[] names
---@return table<string, string> lines
local function models_of(result)
  local names, lines = {}, {}
  for _, provider in ipairs(type(result) == 'table' and type(result.providers) == 'table' and result.providers or {}) do
    for _, model in ipairs(type(provider.models) == 'table' and provider.models or {}) do
      if type(model.name) == 'string' and not lines[model.name] then
        names[#names + 1] = model.name
        local window = tonumber(model.maxInputTokens)
        local size = window and t('  %d k tokens'):format(math.floor(window / 1000)) or ''
        local problem = type(provider.problem) == 'string' and provider.problem ~= '' and '  ' .. provider.problem or ''
        lines[model.name] = text.one_line(('%s  (%s)%s%s'):format(model.name, provider.provider or '', size, problem))
      end
    end
  end
  return names, lines
end

--- Models for completion: those that were listed before, or that the server lists soon.
---@return string[]
function M.models()
  if #known == 0 then
    local found = models_of(requests.query('architect.models', {}))
    known = found
  end
  if #known == 0 then
    local info = requests.query('architect.info', {})
    local model = type(info) == 'table' and vim.tbl_get(info, 'config', 'llm', 'model')
    return type(model) == 'string' and { model } or {}
  end
  return known
end

---@param prompt string
---@param use fun(name: string)
local function ask_name(prompt, use)
  vim.ui.input({ prompt = prompt }, function(typed)
    local name = vim.trim(typed or '')
    if name:find('%s') then
      return notify.warn(t('a model name cannot contain spaces'))
    elseif name ~= '' then
      use(name)
    end
  end)
end

local function choose(name)
  choices.set('model', name)
end

--- Choose among the models at an OpenAI-compatible address, or type the name of one.
---@param connection vim.lsp.Client
local function ask_address(connection)
  model_address.ask(function(address)
    requests.execute(connection, 'architect.models', { apiBase = address }, function(result)
      local names = models_of(result)
      local function use(name)
        model_address.use(address, name)
      end
      if #names == 0 then
        local provider = vim.tbl_get(result, 'providers', 1) or {}
        local problem = type(provider.problem) == 'string' and provider.problem or t('it lists no models')
        -- A message would be covered by the question.
        return ask_name(t('Model there (%s): '):format(text.one_line(problem, vim.o.columns - 26)), use)
      end
      local options = { prompt = t('Select a model'), kind = 'architect.model' }
      options.format_item = function(name)
        return text.one_line(name)
      end
      vim.ui.select(names, options, function(name)
        if name then
          use(name)
        end
      end)
    end)
  end)
end

---@param connection vim.lsp.Client
---@param result any of `architect.models`
local function pick(connection, result)
  local names, lines = models_of(result)
  known = names
  local items = {
    {
      line = t('as configured'),
      act = function()
        choose(choices.DEFAULT)
      end,
    },
  }
  for _, name in ipairs(names) do
    items[#items + 1] = {
      line = lines[name],
      act = function()
        choose(name)
      end,
    }
  end
  items[#items + 1] = {
    line = t('type a name...'),
    act = function()
      ask_name(t('Model, such as ollama/qwen3: '), choose)
    end,
  }
  items[#items + 1] = {
    line = t('at an OpenAI-compatible address...'),
    act = function()
      ask_address(connection)
    end,
  }
  local prompt = #names == 0 and t('Select: model (none listed; see :Architect login)') or t('Select: model')
  local options = { prompt = prompt, kind = 'architect.model' }
  options.format_item = function(item)
    return item.line
  end
  vim.ui.select(items, options, function(item)
    if item then
      item.act()
    end
  end)
end

--- Choose the model that is named; without a name, from a list.
---@param call architect.Call
function M.model(call)
  if call.words[1] then
    return choose(call.words[1])
  end
  client.with_client(call.bufnr, function(connection)
    requests.execute(connection, 'architect.models', {}, function(result)
      pick(connection, result)
    end)
  end)
end

return M
