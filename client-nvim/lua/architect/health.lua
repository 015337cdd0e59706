--- `:checkhealth architect`

local capabilities = require('architect.capabilities')
local client = require('architect.client')
local config = require('architect.config')
local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

local health = vim.health

--- The first look at a model may import a large library.
local INFO_MS = 60000
--- Some of its checks start programs.
local DOCTOR_MS = 60000

local function check_neovim()
  health.start('architect: Neovim')
  if vim.fn.has('nvim-0.10') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.error(t('Neovim 0.10 or newer is required'))
  end
end

--- A plugin of a release knows its version; one of a clone is as new as its commit.
---@param program string
local function check_plugin_version(program)
  local known, version = pcall(require, 'architect.version')
  if known and program ~= 'architect ' .. version then
    health.warn(t('the plugin is of version %s'):format(version), {
      t('Update the plugin and the program to the same version.'),
    })
  end
end

---@param argv string[]
local function check_version(argv)
  local version_command = { argv[1], '--version' }
  -- A wrapper of another name might ignore the option and start a server.
  if vim.fs.basename(argv[1]):gsub('%.exe$', '') ~= 'architect' then
    return health.info(t('version not checked: the program is not named `architect`'))
  end
  local ok, running = pcall(vim.system, version_command, { text = true, timeout = 10000 })
  local done = ok and running:wait()
  if done and done.code == 0 then
    local program = vim.trim(text.one_line(done.stdout, 80))
    health.ok(t('version: %s'):format(program))
    check_plugin_version(program)
  else
    local why = done and text.one_line(done.stderr, 200) or tostring(running)
    health.error(t('%s --version failed: %s'):format(argv[1], why), { t('Reinstall architect.') })
  end
end

local function check_server()
  health.start(t('architect: server'))
  local root = discovery.root(0)
  health.info(t('workspace: %s'):format(text.one_line(root)))
  local command = discovery.server_command(root)
  if command.untrusted then
    health.warn(t('%s is not trusted and will not be started'):format(command.untrusted), {
      t('If you trust this workspace, run :Architect trust in one of its files.'),
    })
  end
  if not command.argv then
    return health.error(t('server not found'), {
      t('Run `pip install .` in a clone of the repository and make sure `architect` is on PATH,'),
      "or set its path: require('architect').setup({ cmd = { '/path/to/architect', 'lsp' } })",
    })
  end
  if vim.fn.executable(command.argv[1]) ~= 1 then
    return health.error(t('%q is not executable'):format(command.argv[1]), {
      t('Check the option `cmd`.'),
    })
  end
  local line = text.one_line(table.concat(command.argv, ' '))
  health.ok(t('%s (from %s)'):format(line, command.source))
  check_version(command.argv)
end

---@param connection vim.lsp.Client
local function check_connection(connection)
  local root = text.one_line(connection.config.root_dir or '')
  if not connection.initialized then
    return health.warn(t('the server for %s is still starting'):format(root))
  end
  local announced = vim.tbl_get(connection.server_capabilities, 'experimental', 'architect')
  if type(announced) ~= 'table' then
    return health.warn(t('the server for %s supports plain LSP only'):format(root))
  end
  if announced.protocol ~= capabilities.PROTOCOL then
    local message = t('the server for %s uses protocol version %s, the plugin version %d')
    health.warn(message:format(root, tostring(announced.protocol), capabilities.PROTOCOL), {
      t('Update the older of the two.'),
    })
  else
    local buffers = text.count(vim.tbl_count(connection.attached_buffers), 'file')
    health.ok(t('connected to %s (%s)'):format(root, buffers))
  end
  for _, name in ipairs({ 'run', 'review', 'fix', 'cancel', 'undo', 'diff', 'sessions' }) do
    if not requests.has_command(connection, 'architect.' .. name) then
      health.info(t('the server does not support architect.%s'):format(name))
    end
  end
end

local function check_connections()
  health.start(t('architect: connections'))
  local all = client.all()
  if #all == 0 then
    local how = config.options.autostart and t('open a file in a workspace') or t(':Architect restart')
    return health.info(t('no server is running; to start one: %s'):format(how))
  end
  for _, connection in ipairs(all) do
    check_connection(connection)
  end
end

--- What runs would fail by: settings that the server rejects, a model without its key.
---@param connection vim.lsp.Client
---@param info table of architect.info
local function check_settings(connection, info)
  local root = connection.config.root_dir
  local found = vim.tbl_filter(function(each)
    return each.root == root
  end, type(info.roots) == 'table' and info.roots or {})[1] or info
  local problems = type(found.problems) == 'table' and found.problems or {}
  for _, problem in ipairs(problems) do
    health.error(text.one_line(problem), { t('Correct this setting.') })
  end
  if type(found.modelProblem) == 'string' then
    health.warn(t('runs will fail: %s'):format(text.one_line(found.modelProblem)))
  elseif #problems == 0 then
    local model = vim.tbl_get(found, 'config', 'llm', 'model')
    health.ok(t('settings valid, model %s'):format(text.one_line(model or t('unknown'))))
  end
end

--- Show what each server that has a command answers to it.
---@param command string
---@param title string in front of its workspace
---@param timeout_ms integer
---@param argument fun(root: string?): table
---@param show fun(connection: vim.lsp.Client, result: table)
local function ask_each(command, title, timeout_ms, argument, show)
  for _, connection in ipairs(client.all()) do
    if connection.initialized and requests.has_command(connection, command) then
      local root = connection.config.root_dir
      health.start(('architect: %s %s'):format(title, text.one_line(root or '')))
      local result, problem = requests.query_of(connection, command, argument(root), timeout_ms)
      if type(result) == 'table' then
        show(connection, result)
      else
        health.warn(problem or t('the server does not answer'))
      end
    end
  end
end

local function check_all_settings()
  ask_each('architect.info', t('settings of'), INFO_MS, function()
    return {}
  end, check_settings)
end

local REPORTS = { ok = 'ok', warning = 'warn', error = 'error' }
--- Checks of the server that ask whether there is a plugin for this editor.
local ABOUT_EDITORS = { Neovim = true, ['VS Code'] = true }

--- A command to copy; one that the plugin has, too, as it is called here.
---@param command any
---@return string?
local function advice(command)
  if type(command) ~= 'string' or command == '' then
    return nil
  end
  return (text.one_line(command):gsub('^architect login', ':Architect login'))
end

--- What `architect doctor` finds, as the server tells it.
---@param checks table[]
local function report_checks(checks)
  for _, check in ipairs(checks) do
    local report = REPORTS[check.state] or 'info'
    local command = report ~= 'ok' and advice(check.command) or nil
    if not ABOUT_EDITORS[check.name] then
      health[report](text.one_line(('%s: %s'):format(check.name or '', check.message or '')), command and { command })
    end
  end
end

--- Ask each server what `architect doctor` asks, without the network.
local function check_with_doctor()
  ask_each('architect.doctor', t('doctor in'), DOCTOR_MS, function(root)
    return { uri = root and vim.uri_from_fname(root) or nil, offline = true }
  end, function(_, result)
    report_checks(type(result.checks) == 'table' and result.checks or {})
  end)
end

function M.check()
  check_neovim()
  check_server()
  check_connections()
  check_all_settings()
  check_with_doctor()
end

return M
