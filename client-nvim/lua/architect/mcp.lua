--- `:Architect mcp`: the MCP servers that runs use.

local client = require('architect.client')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local patches = require('architect.diff')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

--- What can be done with a server.
M.ACTIONS = { 'restart', 'stop', 'log' }

---@param server table
---@return string[]
local function server_lines(server)
  local tools = type(server.tools) == 'table' and server.tools or {}
  local why = server.problem ~= '' and text.one_line(server.problem, 300) or text.count(#tools, 'tool')
  local place = text.one_line(server.place or '', 200)
  local head = ('%s: %s, %s'):format(text.one_line(server.name, 60), text.identifier(server.state), why)
  local lines = { place == '' and head or ('%s (%s)'):format(head, place) }
  for _, tool in ipairs(tools) do
    lines[#lines + 1] = ('  %s: %s'):format(text.one_line(tool.name, 80), text.one_line(tool.description, 200))
  end
  return lines
end

---@param result any
---@return table[]
local function servers_of(result)
  return type(result) == 'table' and type(result.servers) == 'table' and result.servers or {}
end

---@param servers table[]
local function list(servers)
  if #servers == 0 then
    return notify.info(t('no MCP servers are configured; `architect mcp add` adds one'))
  end
  local lines = {}
  for _, server in ipairs(servers) do
    vim.list_extend(lines, server_lines(server))
  end
  patches.show_page('mcp', lines)
end

---@param servers table[]
---@param name string
local function log(servers, name)
  for _, server in ipairs(servers) do
    if server.name == name then
      local said = vim.tbl_map(function(line)
        return text.one_line(line, 500)
      end, type(server.log) == 'table' and server.log or {})
      return patches.show_page('mcp/' .. text.identifier(name), #said > 0 and said or { t('(it has said nothing)') })
    end
  end
  notify.warn(t('no MCP server %q'):format(name))
end

--- Names of the servers, for completion.
---@return string[]
function M.names()
  return vim.tbl_map(function(server)
    return server.name
  end, servers_of(requests.query('architect.mcp', {})))
end

--- List the servers, or restart or stop one, or show what it has said.
---@param call architect.Call
function M.command(call)
  local action, name = call.words[1], call.words[2]
  if action and not (vim.list_contains(M.ACTIONS, action) and name) then
    return notify.error(t(':Architect mcp [%s] [server]'):format(table.concat(M.ACTIONS, '|')))
  end
  client.with_client(call.bufnr, function(connection)
    local argument = vim.empty_dict()
    if action == 'restart' or action == 'stop' then
      argument = { action = action, server = name }
    end
    requests.execute(connection, 'architect.mcp', argument, function(result)
      if action == 'log' then
        log(servers_of(result), name)
      else
        list(servers_of(result))
      end
    end)
  end)
end

return M
