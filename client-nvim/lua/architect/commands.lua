--- `:Architect`: what can be typed.

local about_runs = require('architect.about_runs')
local answering = require('architect.answering')
local client = require('architect.client')
local confirm = require('architect.confirm')
local discovery = require('architect.discovery')
local findings = require('architect.findings')
local hunks = require('architect.hunks')
local messages = require('architect.messages')
local runs = require('architect.runs')
local sessions = require('architect.sessions')
local starting = require('architect.starting')

local M = {}

---@class architect.Call
---@field words string[] what stands behind the name
---@field rest string the same, as typed
---@field bufnr integer
---@field first integer?
---@field last integer?

---@class architect.Subcommand
---@field desc string
---@field call fun(call: architect.Call)
---@field complete? fun(words: string[]): string[]

---@param call architect.Call
local function trust(call)
  local root = discovery.root(call.bufnr)
  local server = discovery.own_server(root)
  if not server then
    return messages.warn(('%s has no server of its own in .venv'):format(root))
  end
  discovery.trust(server)
  messages.say(('%s is trusted from now on'):format(server))
  client.restart()
end

---@param name string
---@param lines string[]
local function show_lines(name, lines)
  vim.cmd('botright 10split')
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  pcall(vim.api.nvim_buf_set_name, bufnr, 'architect://' .. name)
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
end

---@return string[]
local function run_ids()
  return vim.tbl_map(function(found)
    return found.id
  end, runs.all())
end

---@return string[]
local function open_ids()
  return vim.tbl_map(function(found)
    return found.id
  end, runs.open())
end

---@param values string[]
---@return fun(words: string[]): string[]
local function first_word(values)
  return function(words)
    return #words <= 1 and values or {}
  end
end

---@param values fun(): string[]
---@return fun(words: string[]): string[]
local function first_word_of(values)
  return function(words)
    return #words <= 1 and values() or {}
  end
end

---@type table<string, architect.Subcommand>
M.commands = {
  run = {
    desc = 'do what the prompt says; with a range, on those lines',
    call = starting.run,
    complete = function(words)
      if vim.startswith(words[#words] or '', '++') then
        return {
          '++agent=',
          '++dry',
          '++mode=yolo',
          '++mode=confirm-sensitive',
          '++mode=confirm-all',
          '++model=',
          '++review=confirm',
          '++review=after',
          '++review=propose',
          '++session=',
        }
      end
      return {}
    end,
  },
  review = {
    desc = 'look for mistakes; with a range, in those lines',
    call = starting.review,
    complete = first_word(starting.SCOPES),
  },
  fix = { desc = 'fix the diagnostics of the line or range', call = starting.fix },
  cancel = { desc = 'stop a run', call = about_runs.cancel, complete = first_word_of(open_ids) },
  undo = {
    desc = 'take back what a run changed; with "kept", what you kept of it as well',
    call = about_runs.undo,
    complete = function(words)
      return #words <= 1 and run_ids() or { about_runs.KEPT }
    end,
  },
  diff = {
    desc = 'show what a run changed',
    call = about_runs.diff,
    complete = first_word_of(run_ids),
  },
  log = { desc = 'show what a run does', call = about_runs.log, complete = first_word_of(run_ids) },
  sessions = { desc = 'look at an earlier session, or go on with it', call = sessions.choose },
  answer = {
    desc = 'go to the open question, or answer it',
    call = answering.answer,
    complete = first_word(confirm.CHOICES),
  },
  findings = {
    desc = 'list what reviews found',
    call = findings.list,
    complete = first_word({ 'clear' }),
  },
  hunks = {
    desc = 'list open hunks; keep, undo, note, next, previous, clear',
    call = hunks.command,
    complete = function(words)
      if #words <= 1 then
        return vim.list_extend(vim.list_slice(hunks.ACTIONS), run_ids())
      end
      return #words == 2 and hunks.REACHES or {}
    end,
  },
  messages = {
    desc = 'show the messages so far',
    call = function()
      show_lines('messages', messages.all())
    end,
  },
  trust = { desc = "let the workspace's own server start", call = trust },
  restart = { desc = 'start the servers again', call = client.restart },
  stop = {
    desc = 'stop the servers',
    call = function()
      client.stop()
    end,
  },
}

---@return string[]
local function names()
  local found = vim.tbl_keys(M.commands)
  table.sort(found)
  return found
end

--- Run what was typed behind `:Architect`.
---@param typed table of nvim_create_user_command
function M.dispatch(typed)
  local name, rest = typed.args:match('^(%S*)%s*(.*)$')
  local command = M.commands[name]
  if not command then
    local known = table.concat(names(), ', ')
    local problem = name == '' and 'what shall it do?' or ('there is no command %q;'):format(name)
    return messages.fail(('%s there are %s'):format(problem, known))
  end
  rest = vim.trim(rest)
  command.call({
    words = vim.split(rest, '%s+', { trimempty = true }),
    rest = rest,
    bufnr = vim.api.nvim_get_current_buf(),
    first = typed.range > 0 and typed.line1 or nil,
    last = typed.range > 0 and typed.line2 or nil,
  })
end

--- What may stand at the cursor of a command line.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local typed = line:match('Architect!?%s+(.*)$') or ''
  local name, rest = typed:match('^(%S+)%s+(.*)$')
  local found
  if not name then
    found = names()
  else
    local command = M.commands[name]
    local words = vim.split(rest, '%s+', { trimempty = false })
    found = command and command.complete and command.complete(words) or {}
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, found)
end

return M
