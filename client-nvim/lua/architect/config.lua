--- Options of `setup`, and their defaults.

local t = require('architect.l10n').t

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
  --- What the plugin speaks: en, es, or auto for the language of the locale.
  language = 'auto', ---@type 'auto'|'en'|'es'
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
  chat = {
    --- Where chats open: right, below, float, tab, or auto (right where there is room).
    place = 'auto', ---@type 'auto'|'right'|'below'|'float'|'tab'
    --- Shares of the editor, if it is at the right or below.
    width = 0.45,
    height = 0.55,
    --- Keys of the conversation and of its input; false for none.
    keys = {
      write = 'i',
      edit = 'c',
      restore = 'r',
      fork = 's',
      diff = 'd',
      undo = 'u',
      stop = '<C-c>',
      withdraw = 'x',
      open = '<CR>',
      next = ']]',
      previous = '[[',
      close = 'q',
      help = 'g?',
      send = '<CR>',
      send_inserting = '<C-s>',
      interrupt = 'g<CR>',
    },
  },
  confirm = {
    --- Whether a confirmation takes the cursor: false (only on purpose), true (at once), or 'idle'
    --- (no key for a second).
    focus = false, ---@type boolean|'idle'
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
      help = '?',
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
      local text = t('architect: unknown option %q in %s; available: %s')
      error(text:format(tostring(name), where, list), 0)
    end
    local is_no_key = value == false and where:find('%.keys$') ~= nil
    if not is_no_key and not vim.list_contains(types, type(value)) then
      local wanted = table.concat(types, '|')
      local text = t('architect: option %q in %s must be of type %s, not %s')
      error(text:format(name, where, wanted, type(value)), 0)
    end
    if type(value) == 'table' and not FREE_FORM[name] and known[name] then
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
  if type(given.language) == 'string' then
    M.options.language = given.language
    require('architect.l10n').reset()
  end
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
