--- LSP clients of `architect lsp`: one server per workspace.

local capabilities = require('architect.capabilities')
local config = require('architect.config')
local crashes = require('architect.crashes')
local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local program = require('architect.program')
local rpc = require('architect.rpc')

local M = {}

M.NAME = 'architect'

---@type table<integer, string> root by client id
local roots = {}
---@type table<integer, boolean> clients that are being stopped on request
local stopping = {}
---@type table<integer, fun(client: vim.lsp.Client)[]> callbacks to run once a client is initialized
local on_ready = {}

---@return table<string, function>
local function handlers()
  return {
    ['architect/event'] = require('architect.events').on_event,
    ['architect/confirm'] = require('architect.confirm').on_request,
    ['architect/confirm/resolved'] = require('architect.confirm').on_resolved,
    ['architect/hunks/changed'] = require('architect.hunks').on_changed,
    ['architect/workflow/changed'] = require('architect.workflows').on_changed,
    ['architect/language'] = require('architect.language').on_request,
    ['architect/problems'] = require('architect.problems').on_request,
    ['architect/save'] = require('architect.save').on_request,
    ['architect/input'] = require('architect.input').on_request,
    ['architect/openDiff'] = require('architect.diff').on_request,
    ['workspace/applyEdit'] = require('architect.apply_edit').on_request,
    ['workspace/codeLens/refresh'] = require('architect.codelens').on_refresh,
    ['window/showMessage'] = require('architect.events').on_message,
    ['window/showMessageRequest'] = require('architect.message_request').on_request,
  }
end

---@param client vim.lsp.Client
local function on_init(client)
  local callbacks = on_ready[client.id] or {}
  on_ready[client.id] = nil
  for _, callback in ipairs(callbacks) do
    callback(client)
  end
  require('architect.interrupted_runs').report(client)
  require('architect.hunks').on_start(client)
end

--- Start the server of a workspace for its buffers, if there are some.
---@param root string
---@param bufnrs integer[]
function M.start_for(root, bufnrs)
  for _, bufnr in ipairs(bufnrs) do
    if discovery.is_file(bufnr) then
      M.start(bufnr, { root = root })
    end
  end
  if #bufnrs == 0 then
    M.start(nil, { root = root })
  end
end

---@param root string
---@param bufnrs integer[]
---@param how string
local function restart_crashed(root, bufnrs, how)
  local count = crashes.count(root)
  if count > config.options.restarts then
    local once = t('server exited unexpectedly (%s); use :Architect restart')
    local often = t('server exited unexpectedly %d times (%s); use :Architect restart')
    return notify.error(count == 1 and once:format(how) or often:format(count, how))
  end
  local template = t('server exited unexpectedly (%s); restarting (%d of %d)')
  notify.warn(template:format(how, count, config.options.restarts))
  M.start_for(root, bufnrs)
end

---@param code integer
---@param signal integer
---@param id integer
local function on_exit(code, signal, id)
  local how = signal ~= 0 and t('signal %d'):format(signal) or t('exit code %d'):format(code)
  vim.schedule(function()
    local root = roots[id]
    roots[id] = nil
    on_ready[id] = nil
    require('architect.confirm').discard_client(id)
    require('architect.runs').mark_lost(id)
    if package.loaded['architect.chat_queue'] then
      require('architect.chat_queue').on_lost(root)
    end
    -- Neovim is exiting, or the server was stopped on request.
    if vim.v.exiting ~= vim.NIL or stopping[id] or not root then
      stopping[id] = nil
      return
    end
    local bufnrs = M.buffers_of(root)
    -- Neovim removes the client from its list in the same tick.
    vim.schedule(function()
      restart_crashed(root, bufnrs, how)
    end)
  end)
end

--- The file buffers that belong to the workspace at `root`.
---@param root string
---@return integer[]
function M.buffers_of(root)
  return vim.tbl_filter(function(bufnr)
    return discovery.is_file(bufnr) and discovery.root(bufnr) == root
  end, vim.api.nvim_list_bufs())
end

--- Start the server for a buffer's workspace, or attach the buffer to the running one.
---@param bufnr? integer nil attaches no buffer
---@param options? { root?: string, on_none?: fun(problem: string) }
---@return integer? client_id
function M.start(bufnr, options)
  local root = options and options.root or discovery.root(bufnr or 0)
  local cmd = program.argv(root, options and options.on_none)
  if not cmd then
    return nil
  end
  local id = rpc.start({
    name = M.NAME,
    cmd = cmd,
    cmd_env = config.options.env,
    cmd_cwd = root,
    root_dir = root,
    capabilities = capabilities.client(),
    init_options = { architect = capabilities.initialization_options() },
    settings = { architect = capabilities.settings() },
    handlers = handlers(),
    on_init = on_init,
    on_exit = on_exit,
    on_attach = function(client, attached)
      require('architect.codelens').attach(client, attached)
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
  local is_open = not require('architect.hidden_buffers').is_hidden(bufnr)
  if is_open and discovery.is_file(bufnr) and discovery.marked_root(bufnr) then
    M.start(bufnr)
  end
end

--- All clients that are running or starting.
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

--- The client for a buffer; without a file, the one for the current directory or the only one.
---@param bufnr integer
---@return vim.lsp.Client?
function M.for_buffer(bufnr)
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
---@param callback fun(client: vim.lsp.Client)
local function when_ready(client, callback)
  if client.initialized then
    callback(client)
  else
    on_ready[client.id] = on_ready[client.id] or {}
    table.insert(on_ready[client.id], callback)
  end
end

--- Call `callback` when the server of a workspace is ready, if it has been started.
---@param root string
---@param callback fun(client: vim.lsp.Client)
function M.when_started(root, callback)
  local client = vim.iter(M.all()):find(function(each)
    return each.config.root_dir == root
  end)
  if client then
    when_ready(client, callback)
  end
end

---@param client vim.lsp.Client
---@param callback fun(client: vim.lsp.Client)
local function use_when_ready(client, callback)
  if not client.initialized then
    notify.info(t('starting the server'))
  end
  when_ready(client, callback)
end

---@param bufnr integer? nil attaches no buffer
---@param root string
---@param callback fun(client: vim.lsp.Client)
---@param on_none? fun(problem: string) called instead of saying that there is no server
local function start_and_use(bufnr, root, callback, on_none)
  local why = t('no server for this file; see :checkhealth architect')
  local id = M.start(bufnr, {
    root = root,
    on_none = function(problem)
      why = problem
    end,
  })
  local client = id and vim.lsp.get_client_by_id(id)
  if client then
    -- What is not saved in the others counts as well.
    vim.iter(M.buffers_of(root)):each(M.attach)
    return use_when_ready(client, callback)
  end
  (on_none or notify.error)(why)
end

--- Call `callback` with the client for a buffer once it is ready; starts the server if needed.
---@param bufnr integer
---@param callback fun(client: vim.lsp.Client)
function M.with_client(bufnr, callback)
  local file = discovery.is_file(bufnr) and bufnr or nil
  local chat = require('architect.chats').of_buffer(bufnr)
  if chat then
    return M.with_root(chat.root, callback)
  end
  local client = M.for_buffer(bufnr)
  if client then
    return use_when_ready(client, callback)
  end
  start_and_use(file, discovery.root(bufnr), callback)
end

--- The same for the workspace at `root`.
---@param root string
---@param callback fun(client: vim.lsp.Client)
---@param on_none? fun(problem: string) called instead of saying that there is no server
function M.with_root(root, callback, on_none)
  local client = vim.iter(M.all()):find(function(each)
    return each.config.root_dir == root
  end)
  if client then
    return use_when_ready(client, callback)
  end
  start_and_use(nil, root, callback, on_none)
end

--- Say before a server is stopped that it will exit on request.
---@param id integer of its client
function M.expect_exit(id)
  stopping[id] = true
end

---@param id integer of a client
---@return boolean whether its server has exited
function M.has_exited(id)
  return roots[id] == nil
end

return M
