--- The subcommands of `:Architect`, and their completion.

local background = require('architect.background')
local t = require('architect.l10n').t
local run_actions = require('architect.run_actions')
local runs = require('architect.runs')
local servers = require('architect.servers')
local answer = require('architect.answer')
local chat_commands = require('architect.chat_commands')
local completion = require('architect.completion')
local confirm = require('architect.confirm')
local discovery = require('architect.discovery')
local findings = require('architect.findings')
local hunks = require('architect.hunks')
local mcp = require('architect.mcp')
local notify = require('architect.notify')
local rollback = require('architect.rollback')
local selection_tasks = require('architect.selection_tasks')
local sessions = require('architect.sessions')
local start_run = require('architect.start_run')
local text = require('architect.text')
local undo = require('architect.undo')

local M = {}

---@class architect.Call
---@field words string[] the arguments of the subcommand
---@field rest string the arguments as typed
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
  local server = discovery.workspace_server(root)
  if not server then
    return notify.warn(t('no server found in the .venv of %s'):format(root))
  end
  discovery.trust(server)
  servers.restart(t('%s is now trusted; restarting'):format(server))
end

---@param name string
---@param lines string[]
local function show_lines(name, lines)
  vim.cmd('botright 10split')
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  pcall(vim.api.nvim_buf_set_name, bufnr, 'architect://' .. name)
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.wo.wrap, vim.wo.linebreak = true, true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
end

--- Most who type it with a run under way mean the run.
local function stop()
  if #runs.active() > 0 then
    return notify.warn(t(':Architect cancel ends the run that is under way, :Architect stop-server all servers'))
  end
  servers.stop_all({
    stopped = t('no run is under way; stopped %s'),
    none = t('no run is under way, and no server runs'),
  })
end

---@type table<string, architect.Subcommand>
M.commands = {
  run = {
    desc = t('start a run; with a range, on those lines'),
    call = start_run.run,
    complete = completion.run_words,
  },
  say = {
    desc = t('tell the active run something; with ++now, interrupt its step'),
    call = start_run.say,
    complete = completion.first_word({ start_run.NOW }),
  },
  review = {
    desc = t('review a file, selection, changes or the workspace'),
    call = start_run.review,
    complete = completion.first_word(start_run.SCOPES),
  },
  fix = { desc = t('fix the diagnostics on the line or in the range'), call = start_run.fix },
  explain = { desc = t('explain the lines of the range, or the file'), call = selection_tasks.starter('explain') },
  tests = { desc = t('write tests for the lines of the range, or for the file'), call = selection_tasks.starter('tests') },
  document = { desc = t('document the lines of the range, or the file'), call = selection_tasks.starter('document') },
  cancel = {
    desc = t('cancel a run, or a sub-agent alone'),
    call = run_actions.cancel,
    complete = completion.first_word(completion.active_runs),
  },
  background = {
    desc = t('stop a command that a run has in the background; with "keep", keep it after the run'),
    call = background.command,
    complete = completion.first_word(background.words),
  },
  undo = {
    desc = t('undo the changes of runs or sessions; with "kept", kept hunks as well'),
    call = undo.command,
    complete = function(words)
      return vim.list_extend(#words > 1 and { undo.KEPT } or {}, completion.runs_and_sessions())
    end,
  },
  rollback = {
    desc = t('restore the files as they were behind a step; with "exactly", without later edits'),
    call = rollback.rollback,
    complete = function(words)
      return #words <= 1 and completion.runs() or { rollback.EXACTLY }
    end,
  },
  diff = {
    desc = t('show the changes of a run or session as a patch'),
    call = run_actions.diff,
    complete = completion.first_word(completion.runs_and_sessions),
  },
  context = {
    desc = t('show what a run would tell the model'),
    call = function(call)
      require('architect.context').show(call)
    end,
  },
  compact = { desc = t('sum up the oldest steps of the conversation'), call = sessions.compact },
  log = {
    desc = t('open the log of a run'),
    call = run_actions.log,
    complete = completion.first_word(completion.runs),
  },
  sessions = {
    desc = t('choose a session, of those with the words: open, rename, fork, export, delete'),
    call = sessions.choose,
  },
  answer = {
    desc = t('focus the pending confirmation, or answer it'),
    call = answer.answer,
    complete = completion.first_word(confirm.choices),
  },
  findings = {
    desc = t('list review findings'),
    call = findings.list,
    complete = completion.first_word({ 'clear' }),
  },
  hunks = {
    desc = t('list pending hunks; keep, undo, note, next, previous, clear'),
    call = hunks.command,
    complete = function(words)
      if #words <= 1 then
        return vim.list_extend(vim.list_slice(hunks.ACTIONS), completion.runs())
      end
      return #words == 2 and hunks.SCOPES or {}
    end,
  },
  mcp = {
    desc = t('list MCP servers; restart or stop one, or show its log'),
    call = mcp.command,
    complete = function(words)
      if #words <= 1 then
        return mcp.ACTIONS
      end
      return #words == 2 and mcp.names() or {}
    end,
  },
  workflows = {
    desc = t('list workflows with their units; cancel, resume, compare'),
    call = function(call)
      require('architect.workflows').list(call)
    end,
  },
  loop = {
    desc = t('repeat a task until its checks pass; with "++copy", on a copy of the files'),
    call = function(call)
      require('architect.start_workflow').loop(call)
    end,
    complete = completion.first_word({ '++copy' }),
  },
  parallel = {
    desc = t('run several tasks at the same time, each on a branch of its own'),
    call = function(call)
      require('architect.start_workflow').parallel(call)
    end,
  },
  pipeline = {
    desc = t('run the steps that a file describes; asks which, and for values'),
    call = function(call)
      require('architect.pipelines').run(call)
    end,
    complete = function(words)
      return #words <= 1 and vim.fn.getcompletion(words[1] or '', 'file') or {}
    end,
  },
  messages = {
    desc = t('show the message history'),
    call = function()
      local lines = {}
      for _, message in ipairs(notify.history()) do
        vim.list_extend(lines, text.with_whole_commands(message, vim.o.columns))
      end
      show_lines('messages', lines)
    end,
  },
  login = {
    desc = t('keep the key of a provider in the keyring of the system'),
    call = function(call)
      require('architect.login').command(call)
    end,
  },
  trust = { desc = t("trust the server in the workspace's .venv"), call = trust },
  restart = {
    desc = t('restart the servers, which ends all runs'),
    call = function()
      servers.restart()
    end,
  },
  ['stop-server'] = {
    desc = t('stop the servers, which ends all runs'),
    call = function()
      servers.stop_all()
    end,
  },
  stop = { desc = t('stop the servers, unless a run is under way'), call = stop },
}

for name, command in pairs(chat_commands.commands) do
  M.commands[name] = command
end

---@return string[]
local function names()
  local found = vim.tbl_keys(M.commands)
  table.sort(found)
  return found
end

--- Run the subcommand that was typed.
---@param typed table of nvim_create_user_command
function M.dispatch(typed)
  local name, rest = typed.args:match('^(%S*)%s*(.*)$')
  local command = M.commands[name]
  if not command then
    local problem = name == '' and t('missing subcommand') or t('unknown subcommand %q'):format(name)
    local known = table.concat(names(), ', ')
    -- The list is cut off where lines are short.
    return notify.error(t('%s; :Architect <Tab> lists them: %s'):format(problem, known))
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

--- Completion candidates for a command line.
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
