--- What the user set, on top of the defaults.

local M = {}

---@class architect.Options
M.defaults = {
  --- The server and its arguments; nil looks for `architect` in the workspace's .venv and on PATH.
  cmd = nil, ---@type string[]?
  --- Environment variables for the server.
  env = {}, ---@type table<string, string>
  --- Start in every file of a workspace; else :Architect starts it.
  autostart = true,
  --- Names that mark a workspace's root; an earlier list goes before a later one.
  root_markers = {
    { '.git', '.architect', '.architect.yaml' },
    { 'pyproject.toml', 'package.json', 'Cargo.toml', 'go.mod', 'Makefile' },
  },
  --- Settings with the names of config.yaml: { llm = { model = ... } }.
  config = {}, ---@type table<string, any>
  --- Features of the server that this editor does without.
  opt_out = {}, ---@type string[]
  --- How often a server that died is started again within five minutes.
  restarts = 3,
  --- Show code lenses above findings.
  code_lens = true,
  --- Hunks of a run in its files: signs, and lines that it took away or proposes.
  hunks = { signs = true, virtual_lines = true },
  log = {
    --- Open the log window when a run is started here.
    open = true,
    height = 12,
  },
  confirm = {
    --- Put the cursor into a question: true, false, or 'idle' (normal mode, no key for a second).
    focus = 'idle', ---@type boolean|'idle'
    border = 'rounded',
    keys = { once = 'y', run = 'r', deny = 'n', note = 'N', stop = 'a', leave = 'q' },
  },
}

--- Options that are nil by default, and those that hold more than one type.
local TYPES = { cmd = { 'table' }, focus = { 'boolean', 'string' } }
--- Options whose keys are the user's own.
local OPEN = { env = true, config = true, cmd = true, opt_out = true, root_markers = true }

M.options = vim.deepcopy(M.defaults) ---@type architect.Options

---@param given table
---@param known table
---@param where string
local function check(given, known, where)
  for name, value in pairs(given) do
    local types = TYPES[name] or (known[name] ~= nil and { type(known[name]) })
    if not types then
      local names = vim.tbl_keys(known)
      table.sort(names)
      local list = table.concat(names, ', ')
      error(('architect: %s has no option %q; it has %s'):format(where, tostring(name), list), 0)
    end
    if not vim.list_contains(types, type(value)) then
      local wanted = table.concat(types, ' or ')
      local text = 'architect: the option %q of %s is a %s, not a %s'
      error(text:format(name, where, type(value), wanted), 0)
    end
    if type(value) == 'table' and not OPEN[name] then
      check(value, known[name], where .. '.' .. name)
    end
  end
end

--- Take over what the user set.
---
--- Raises an error that names the option if there is none of that name or type.
---@param given? table
function M.set(given)
  given = given or {}
  check(given, M.defaults, 'setup')
  M.options = vim.tbl_deep_extend('force', vim.deepcopy(M.defaults), given)
  -- Lists are replaced, not merged.
  for _, name in ipairs({ 'cmd', 'root_markers', 'opt_out' }) do
    if given[name] ~= nil then
      M.options[name] = vim.deepcopy(given[name])
    end
  end
end

return M
