--- `:checkhealth architect`

local announcement = require('architect.announcement')
local client = require('architect.client')
local config = require('architect.config')
local discovery = require('architect.discovery')
local text = require('architect.text')

local M = {}

local health = vim.health

local function check_neovim()
  health.start('architect: Neovim')
  if vim.fn.has('nvim-0.10') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.error('Neovim 0.10 or newer is needed')
  end
end

---@param argv string[]
local function check_version(argv)
  local asked = { argv[1], '--version' }
  -- Only our own program is known to answer that; a custom command might start a server.
  if vim.fs.basename(argv[1]):gsub('%.exe$', '') ~= 'architect' then
    return health.info('its version is not asked for, since it is not named architect')
  end
  local ok, running = pcall(vim.system, asked, { text = true, timeout = 10000 })
  local done = ok and running:wait()
  if done and done.code == 0 then
    health.ok('it answers: ' .. text.one_line(done.stdout, 80))
  else
    local why = done and text.one_line(done.stderr, 200) or tostring(running)
    health.error(('%s --version failed: %s'):format(argv[1], why), { 'Install architect again.' })
  end
end

local function check_server()
  health.start('architect: server')
  local root = discovery.root(0)
  health.info('workspace: ' .. text.one_line(root))
  local command = discovery.command(root)
  if command.untrusted then
    health.warn(('%s is not started unasked'):format(command.untrusted), {
      'Run :Architect trust in a file of this workspace if you trust it.',
    })
  end
  if not command.argv then
    return health.error('there is no server', {
      'Install it: pip install architect-lsp, and see that `architect` is on PATH,',
      "or name it: require('architect').setup({ cmd = { '/path/to/architect', 'lsp' } })",
    })
  end
  if vim.fn.executable(command.argv[1]) ~= 1 then
    return health.error(('%q is not a program'):format(command.argv[1]), {
      'Correct the option cmd.',
    })
  end
  local line = text.one_line(table.concat(command.argv, ' '))
  health.ok(('%s (from %s)'):format(line, command.source))
  check_version(command.argv)
end

---@param connection vim.lsp.Client
local function check_connection(connection)
  local root = text.one_line(connection.config.root_dir or '')
  if not connection.initialized then
    return health.warn(('the server for %s is still starting'):format(root))
  end
  local rich = vim.tbl_get(connection.server_capabilities, 'experimental', 'architect')
  if type(rich) ~= 'table' then
    return health.warn(('the server for %s offers nothing beyond plain LSP'):format(root))
  end
  if rich.protocol ~= announcement.PROTOCOL then
    local message = 'the server for %s speaks protocol %s, this plugin %d'
    health.warn(message:format(root, tostring(rich.protocol), announcement.PROTOCOL), {
      'Update the older of the two.',
    })
  else
    local buffers = text.counted(vim.tbl_count(connection.attached_buffers), 'file')
    health.ok(('connected for %s: %s'):format(root, buffers))
  end
  for _, name in ipairs({ 'run', 'review', 'fix', 'cancel', 'undo', 'diff', 'sessions' }) do
    if not client.has_command(connection, 'architect.' .. name) then
      health.info(('it has no command architect.%s'):format(name))
    end
  end
end

local function check_connections()
  health.start('architect: connections')
  local all = client.all()
  if #all == 0 then
    local by_itself = config.options.autostart
    local how = by_itself and 'open a file of a workspace' or 'run :Architect restart'
    return health.info('no server is running; ' .. how)
  end
  for _, connection in ipairs(all) do
    check_connection(connection)
  end
end

function M.check()
  check_neovim()
  check_server()
  check_connections()
end

return M
