--- `architect/input`: asks the user for a value, one field at a time.

local await = require('architect.await')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local text = require('architect.text')

local M = {}

--- `typed` converted to the type of the schema; nil if it is invalid.
---@param typed string
---@param schema table
---@return any
local function parsed(typed, schema)
  if schema.type == 'integer' or schema.type == 'number' then
    local number = tonumber(typed)
    if number and (schema.type == 'number' or number % 1 == 0) then
      return number
    end
    return nil
  end
  return typed
end

---@param prompt string
---@param schema table
---@param done fun(value: any) nil if the user cancelled
local function ask(prompt, schema, done)
  local options = schema.enum or (schema.type == 'boolean' and { true, false })
  if options then
    vim.ui.select(options, {
      prompt = prompt,
      format_item = function(item)
        return text.one_line(item)
      end,
    }, done)
    return
  end
  local default = schema.default ~= nil and tostring(schema.default) or nil
  vim.ui.input({ prompt = prompt .. ': ', default = default }, function(typed)
    local value = typed and parsed(typed, schema)
    if typed and value == nil then
      notify.warn(t('%q is not a valid %s'):format(typed, schema.type))
      return ask(prompt, schema, done)
    end
    done(value)
  end)
end

---@param title string
---@param schema table an object with properties
---@param done fun(values: table?)
local function ask_fields(title, schema, done)
  local names = vim.tbl_keys(schema.properties)
  table.sort(names)
  local values = vim.empty_dict()
  local function next_field(index)
    local name = names[index]
    if not name then
      return done(values)
    end
    local field = schema.properties[name]
    local label = text.one_line(('%s: %s'):format(title, field.title or name))
    ask(label, field, function(value)
      if value == nil then
        return done(nil)
      end
      values[name] = value
      next_field(index + 1)
    end)
  end
  next_field(1)
end

--- The response is `{ value = ... }`, without a value if the user cancelled.
---@param _ any
---@param params { title?: string, schema?: table }
function M.on_request(_, params)
  local schema = type(params.schema) == 'table' and params.schema or { type = 'string' }
  local title = text.one_line(params.title or 'architect')
  local value = await(function(answer)
    if type(schema.properties) == 'table' then
      ask_fields(title, schema, answer)
    else
      ask(title, schema, answer)
    end
  end)
  return value == nil and vim.empty_dict() or { value = value }
end

return M
