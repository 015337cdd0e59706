--- The connection to `architect lsp`: one server for each workspace.

local announcement = require('architect.announcement')
local config = require('architect.config')
local discovery = require('architect.discovery')
local messages = require('architect.messages')
local rpc = require('architect.rpc')

local M = {}

M.NAME = 'architect'

--- Deaths within this time count towards the option `restarts`.
local WINDOW_MS = 5 * 60 * 1000

---@type table<string, integer[]> when the servers of a root died, in ms
local deaths = {}
---@type table<integer, string> roots of the clients started here
local roots = {}
---@type table<integer, boolean> clients that were told to stop
local stopped = {}
---@type table<integer, fun(client: vim.lsp.Client)[]>
local waiting = {}
---@type table<string, boolean> things that were said once
local said = {}

---@param key string
---@param message string
local function warn_once(key, message)
  if not said[key] then
    said[key] = true
    messages.warn(message)
  end
end

---@return table<string, function>
local function handlers()
  return {
    ['architect/event'] = require('architect.events').on_event,
    ['architect/confirm'] = require('architect.confirm').on_request,
    ['architect/confirm/resolved'] = require('architect.confirm').on_resolved,
    ['architect/hunks/changed'] = require('architect.hunks').on_changed,
    ['architect/save'] = require('architect.save').on_request,
    ['architect/input'] = require('architect.input').on_request,
    ['architect/openDiff'] = require('architect.diff').on_request,
    ['workspace/applyEdit'] = require('architect.apply_edit').on_request,
    ['workspace/codeLens/refresh'] = require('architect.lenses').on_refresh,
    ['window/showMessage'] = require('architect.events').on_message,
  }
end

---@param client vim.lsp.Client
local function on_init(client)
  local calls = waiting[client.id] or {}
  waiting[client.id] = nil
  for _, call in ipairs(calls) do
    call(client)
  end
  require('architect.reconnect').show_interrupted(client)
  require('architect.hunks').on_start(client)
end

---@param root string
---@return integer deaths within the window, this one included
local function count_death(root)
  local now = vim.uv.now()
  local recent = vim.tbl_filter(function(at)
    return now - at < WINDOW_MS
  end, deaths[root] or {})
  recent[#recent + 1] = now
  deaths[root] = recent
  return #recent
end

---@param root string
---@param bufnrs integer[]
---@param how string
local function start_again(root, bufnrs, how)
  local count = count_death(root)
  if count > config.options.restarts then
    local times = count == 1 and '' or (' %d times'):format(count)
    local template = 'the server ended%s (%s); :Architect restart starts it again'
    return messages.fail(template:format(times, how))
  end
  local template = 'the server ended (%s); starting it again (%d of %d)'
  messages.warn(template:format(how, count, config.options.restarts))
  for _, bufnr in ipairs(bufnrs) do
    if discovery.is_file(bufnr) then
      M.start(bufnr, { root = root })
    end
  end
  if #bufnrs == 0 then
    M.start(nil, { root = root })
  end
end

---@param code integer
---@param signal integer
---@param id integer
local function on_exit(code, signal, id)
  local how = signal ~= 0 and ('signal %d'):format(signal) or ('exit code %d'):format(code)
  vim.schedule(function()
    local root = roots[id]
    roots[id] = nil
    waiting[id] = nil
    require('architect.confirm').forget(id)
    require('architect.runs').lost(id)
    -- Neovim is ending, or somebody stopped it.
    if vim.v.exiting ~= vim.NIL or stopped[id] or not root then
      stopped[id] = nil
      return
    end
    local bufnrs = M.buffers_of(root)
    -- Neovim takes the client off its list in the same turn.
    vim.schedule(function()
      start_again(root, bufnrs, how)
    end)
  end)
end

--- The file buffers that a server at `root` takes care of.
---@param root string
---@return integer[]
function M.buffers_of(root)
  return vim.tbl_filter(function(bufnr)
    return discovery.is_file(bufnr) and discovery.root(bufnr) == root
  end, vim.api.nvim_list_bufs())
end

---@param root string
---@return string[]?
local function argv(root)
  local command = discovery.command(root)
  if command.untrusted then
    warn_once(
      command.untrusted,
      ('%s is not started unasked; :Architect trust allows it'):format(command.untrusted)
    )
  end
  if not command.argv then
    if not command.untrusted then
      warn_once('no server', 'there is no server; see :checkhealth architect')
    end
    return nil
  end
  if vim.fn.executable(command.argv[1]) ~= 1 then
    local template = '%q is not a program; see :checkhealth architect'
    warn_once(command.argv[1], template:format(command.argv[1]))
    return nil
  end
  return command.argv
end

--- Start the server of a buffer's workspace, or attach the buffer to the one that runs.
---@param bufnr? integer nil attaches no buffer
---@param options? { root?: string }
---@return integer? client_id
function M.start(bufnr, options)
  local root = options and options.root or discovery.root(bufnr or 0)
  local cmd = argv(root)
  if not cmd then
    return nil
  end
  local id = rpc.start({
    name = M.NAME,
    cmd = cmd,
    cmd_env = config.options.env,
    cmd_cwd = root,
    root_dir = root,
    capabilities = announcement.capabilities(),
    init_options = { architect = announcement.options() },
    settings = { architect = announcement.settings() },
    handlers = handlers(),
    on_init = on_init,
    on_exit = on_exit,
    on_attach = function(client, attached)
      require('architect.lenses').attach(client, attached)
    end,
  }, bufnr, function(client)
    return client.name == M.NAME and client.config.root_dir == root and not rpc.is_stopped(client)
  end)
  if id then
    roots[id] = root
  end
  return id
end

--- Attach a buffer if it is a file of a workspace.
---@param bufnr integer
function M.attach(bufnr)
  if discovery.is_file(bufnr) and discovery.marked_root(bufnr) then
    M.start(bufnr)
  end
end

--- All clients that are connected or starting.
---@return vim.lsp.Client[]
function M.all()
  local found = {}
  for id in pairs(roots) do
    found[#found + 1] = vim.lsp.get_client_by_id(id)
  end
  return vim.tbl_filter(function(client)
    return not rpc.is_stopped(client)
  end, found)
end

--- The client of a buffer; for one that is no file, that of the current folder or the only one.
---@param bufnr integer
---@return vim.lsp.Client?
function M.of(bufnr)
  local clients = M.all()
  local root = discovery.root(bufnr)
  for _, client in ipairs(clients) do
    if client.config.root_dir == root then
      return client
    end
  end
  if not discovery.is_file(bufnr) and #clients == 1 then
    return clients[1]
  end
end

---@param client vim.lsp.Client
---@param call fun(client: vim.lsp.Client)
local function when_ready(client, call)
  if client.initialized then
    call(client)
  else
    waiting[client.id] = waiting[client.id] or {}
    table.insert(waiting[client.id], call)
  end
end

--- Call `call` with the client of a buffer once it is ready; the server is started if need be.
---@param bufnr integer
---@param call fun(client: vim.lsp.Client)
function M.with(bufnr, call)
  local client = M.of(bufnr)
  if not client then
    local file = discovery.is_file(bufnr) and bufnr or nil
    local id = M.start(file, { root = discovery.root(bufnr) })
    client = id and vim.lsp.get_client_by_id(id)
  end
  if not client then
    messages.fail('there is no server for this file; see :checkhealth architect')
    return
  end
  when_ready(client, call)
end

---@param client vim.lsp.Client
---@param name string
---@return boolean
function M.has_command(client, name)
  local provider = client.server_capabilities.executeCommandProvider or {}
  local own = vim.tbl_get(client.server_capabilities, 'experimental', 'architect', 'commands')
  return vim.list_contains(provider.commands or {}, name)
    or vim.list_contains(type(own) == 'table' and own or {}, name)
end

--- Run a command of the server; a failure is shown in one line.
---@param client vim.lsp.Client
---@param name string
---@param argument table
---@param on_result? fun(result: any)
---@param on_error? fun(err: table) instead of showing it
function M.execute(client, name, argument, on_result, on_error)
  if not M.has_command(client, name) then
    messages.fail(('this server has no command %s'):format(name))
    return
  end
  local arguments = { next(argument) and argument or vim.empty_dict() }
  local params = { command = name, arguments = arguments }
  local sent = rpc.request(client, 'workspace/executeCommand', params, function(err, result)
    if err and on_error then
      on_error(err)
    elseif err then
      local data = type(err.data) == 'table' and err.data or {}
      messages.fail(type(data.detail) == 'string' and data.detail or err.message or 'it failed')
    elseif on_result then
      on_result(result)
    end
  end)
  if not sent then
    messages.fail('the server is gone; :Architect restart starts it again')
  end
end

--- Tell the server what the user looks at. This also sends off changes that Neovim still holds
--- back, which it does before every notification.
---@param client vim.lsp.Client
---@param bufnr integer
function M.tell_focus(client, bufnr)
  if not vim.tbl_get(client.server_capabilities, 'experimental', 'architect') then
    return
  end
  local row = vim.api.nvim_win_get_cursor(0)[1]
  local range = require('architect.positions').lines_range(0, row, row, client.offset_encoding)
  local focused = vim.api.nvim_get_current_buf() == bufnr
  rpc.notify(client, 'architect/didFocus', {
    uri = vim.uri_from_bufnr(bufnr),
    selection = focused and range or nil,
  })
end

--- Stop all servers, and `done` when they are gone.
---@param done? fun()
function M.stop(done)
  local clients = M.all()
  for _, client in ipairs(clients) do
    stopped[client.id] = true
    rpc.stop(client)
  end
  if not done then
    return
  end
  local tries = 0
  local function look()
    tries = tries + 1
    local left = vim.tbl_filter(function(client)
      return roots[client.id] ~= nil
    end, clients)
    if #left == 0 then
      return vim.schedule(done)
    end
    -- The protocol gives a server five seconds to shut down.
    if tries == 60 then
      for _, client in ipairs(left) do
        rpc.stop(client, true)
      end
    end
    vim.defer_fn(look, 100)
  end
  look()
end

--- Stop all servers and start them again; what died before is forgotten.
function M.restart()
  local again = {}
  for _, client in ipairs(M.all()) do
    again[client.config.root_dir] = true
  end
  again[discovery.root(0)] = true
  deaths, said = {}, {}
  M.stop(function()
    for root in pairs(again) do
      local bufnrs = M.buffers_of(root)
      for _, bufnr in ipairs(bufnrs) do
        M.start(bufnr, { root = root })
      end
      if #bufnrs == 0 then
        M.start(nil, { root = root })
      end
    end
  end)
end

return M
