--- Options of `setup`, and their defaults.

local M = {}

---@class architect.Options
M.defaults = {
  --- Server command with arguments; nil looks for `architect` in the workspace's .venv and on PATH.
  cmd = nil, ---@type string[]?
  --- Environment variables for the server.
  env = {}, ---@type table<string, string>
  --- Start with the first file of a workspace; otherwise :Architect starts the server.
  autostart = true,
  --- Names that mark the root of a workspace; earlier lists take precedence.
  root_markers = {
    { '.git', '.architect', '.architect.yaml' },
    { 'pyproject.toml', 'package.json', 'Cargo.toml', 'go.mod', 'Makefile' },
  },
  --- Server settings, with the keys of config.yaml: { llm = { model = ... } }.
  config = {}, ---@type table<string, any>
  --- Server features to disable.
  opt_out = {}, ---@type string[]
  --- How often a crashed server is restarted within five minutes.
  restarts = 3,
  --- Show code lenses above findings.
  code_lens = true,
  --- Hunks in buffers: signs, and virtual lines for removed and proposed text.
  hunks = { signs = true, virtual_lines = true },
  log = {
    --- Open the log window when a run starts.
    open = true,
    height = 12,
  },
  confirm = {
    --- Whether a confirmation takes the focus: true (at once), false, or 'idle' (no key for a second).
    focus = 'idle', ---@type boolean|'idle'
    border = 'rounded',
    keys = {
      once = 'y',
      run = 'r',
      project = 'p',
      always = 'e',
      deny = 'n',
      note = 'N',
      stop = 'a',
      leave = 'q',
    },
  },
}

--- Types of options that default to nil or allow more than one type.
local TYPES = { cmd = { 'table' }, focus = { 'boolean', 'string' } }
--- Options whose contents are not validated here.
local FREE_FORM = { env = true, config = true, cmd = true, opt_out = true, root_markers = true }

M.options = vim.deepcopy(M.defaults) ---@type architect.Options

---@param given table
---@param known table
---@param where string
local function validate(given, known, where)
  for name, value in pairs(given) do
    local types = TYPES[name] or (known[name] ~= nil and { type(known[name]) })
    if not types then
      local names = vim.tbl_keys(known)
      table.sort(names)
      local list = table.concat(names, ', ')
      local text = 'architect: unknown option %q in %s; available: %s'
      error(text:format(tostring(name), where, list), 0)
    end
    if not vim.list_contains(types, type(value)) then
      local wanted = table.concat(types, ' or ')
      local text = 'architect: option %q in %s must be a %s, not a %s'
      error(text:format(name, where, wanted, type(value)), 0)
    end
    if type(value) == 'table' and not FREE_FORM[name] then
      validate(value, known[name], where .. '.' .. name)
    end
  end
end

--- Merge the user's options into the defaults.
---
--- Raises an error that names an unknown option, or one of the wrong type.
---@param given? table
function M.set(given)
  given = given or {}
  validate(given, M.defaults, 'setup')
  M.options = vim.tbl_deep_extend('force', vim.deepcopy(M.defaults), given)
  -- Lists are replaced, not merged.
  for _, name in ipairs({ 'cmd', 'root_markers', 'opt_out' }) do
    if given[name] ~= nil then
      M.options[name] = vim.deepcopy(given[name])
    end
  end
end

return M
