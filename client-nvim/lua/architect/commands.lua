--- `:Architect`: what can be typed, and what the server is asked then.

local client = require('architect.client')
local config = require('architect.config')
local confirm = require('architect.confirm')
local diff = require('architect.diff')
local log = require('architect.log')
local messages = require('architect.messages')
local positions = require('architect.positions')
local runs = require('architect.runs')
local text = require('architect.text')

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
---@param encoding string
---@return table? scope
local function scope(call, encoding)
  if not require('architect.discovery').is_file(call.bufnr) then
    return nil
  end
  local found = { uris = { vim.uri_from_bufnr(call.bufnr) } }
  if call.first then
    found.range = positions.lines_range(call.bufnr, call.first, call.last, encoding)
  end
  return found
end

--- Take over a run that the server accepted.
---@param connection vim.lsp.Client
---@param title string
---@return fun(result: any)
local function started(connection, title)
  return function(result)
    if type(result) ~= 'table' or type(result.runId) ~= 'string' then
      return messages.fail('the server started no run')
    end
    local run = runs.ensure(result.runId, connection.id)
    -- Events may have told more by now.
    run.title = run.title or title
    if run.seq == 0 then
      runs.update(run, result)
    end
    if config.options.log.open then
      log.open(run)
    end
    if result.state == 'queued' then
      messages.say(('queued at place %s'):format(tostring(result.position or '?')))
    end
  end
end

local RUN_OPTIONS = { 'agent', 'mode', 'model', 'session', 'review' }

--- `++agent=plan ++dry what to do`: the options in front of a prompt, and the prompt.
---@param rest string
---@return table argument
---@return string prompt
---@return string? problem
local function run_options(rest)
  local argument = {}
  while true do
    local option, after = rest:match('^%+%+(%S+)%s*(.*)$')
    if not option then
      return argument, rest
    end
    local name, value = option:match('^(%w+)=(.+)$')
    if option == 'dry' then
      argument.dryRun = true
    elseif vim.list_contains(RUN_OPTIONS, name) then
      argument[name] = value
    else
      return argument, rest, ('there is no option ++%s'):format(option)
    end
    rest = after
  end
end

--- Call `use` with the prompt, asked for if none was typed.
---@param prompt string
---@param label string
---@param use fun(prompt: string)
local function with_prompt(prompt, label, use)
  if prompt ~= '' then
    return use(prompt)
  end
  vim.ui.input({ prompt = label }, function(typed)
    if typed and vim.trim(typed) ~= '' then
      use(typed)
    end
  end)
end

---@param call architect.Call
local function run(call)
  local argument, prompt, problem = run_options(call.rest)
  if problem then
    return messages.fail(problem)
  end
  with_prompt(prompt, 'What shall be done? ', function(wanted)
    client.with(call.bufnr, function(connection)
      argument.prompt = wanted
      argument.scope = scope(call, connection.offset_encoding)
      client.execute(connection, 'architect.run', argument, started(connection, wanted))
    end)
  end)
end

local SCOPES = { 'selection', 'file', 'changes', 'workspace' }

---@param call architect.Call
local function review(call)
  local wanted = call.words[1] or (call.first and 'selection' or 'file')
  if not vim.list_contains(SCOPES, wanted) then
    local known = table.concat(SCOPES, ', ')
    return messages.fail(('%q cannot be reviewed; there are %s'):format(wanted, known))
  end
  client.with(call.bufnr, function(connection)
    local place = scope(call, connection.offset_encoding) or {}
    local argument = { scope = wanted, uri = place.uris and place.uris[1], base = call.words[2] }
    argument.range = wanted == 'selection' and place.range or nil
    client.execute(connection, 'architect.review', argument, started(connection, 'review'))
  end)
end

---@param diagnostic vim.Diagnostic
---@param bufnr integer
---@param encoding string
---@return table
local function to_protocol(diagnostic, bufnr, encoding)
  local function position(row, byte)
    local line = vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
    return { line = row, character = positions.character_of(line, byte, encoding) }
  end
  local first = position(diagnostic.lnum, diagnostic.col)
  local last = first
  if diagnostic.end_lnum then
    last = position(diagnostic.end_lnum, diagnostic.end_col or 0)
  end
  return {
    range = { start = first, ['end'] = last },
    severity = diagnostic.severity,
    code = diagnostic.code,
    source = diagnostic.source,
    message = diagnostic.message,
  }
end

---@param diagnostic vim.Diagnostic
---@return string?
local function finding_id(diagnostic)
  local lsp = vim.tbl_get(diagnostic, 'user_data', 'lsp')
  local data = type(lsp) == 'table' and lsp.data
  return type(data) == 'table' and data.findingId or nil
end

---@param call architect.Call
---@return vim.Diagnostic[]
local function diagnostics_of(call)
  local first = call.first or vim.api.nvim_win_get_cursor(0)[1]
  local last = call.last or first
  return vim.tbl_filter(function(diagnostic)
    local from, to = diagnostic.lnum + 1, (diagnostic.end_lnum or diagnostic.lnum) + 1
    return from <= last and to >= first
  end, vim.diagnostic.get(call.bufnr))
end

---@param call architect.Call
---@param found vim.Diagnostic[]
local function fix_these(call, found)
  client.with(call.bufnr, function(connection)
    local id = #found == 1 and finding_id(found[1])
    local argument = id and { findingId = id }
      or {
        uri = vim.uri_from_bufnr(call.bufnr),
        diagnostics = vim.tbl_map(function(diagnostic)
          return to_protocol(diagnostic, call.bufnr, connection.offset_encoding)
        end, found),
      }
    client.execute(connection, 'architect.fix', argument, started(connection, 'fix'))
  end)
end

---@param call architect.Call
local function fix(call)
  local found = diagnostics_of(call)
  if #found == 0 then
    return messages.warn('there is no diagnostic here to fix')
  end
  if #found == 1 or call.first then
    return fix_these(call, found)
  end
  vim.ui.select(found, {
    prompt = 'Fix which one?',
    format_item = function(diagnostic)
      return text.one_line(diagnostic.message, 100)
    end,
  }, function(chosen)
    if chosen then
      fix_these(call, { chosen })
    end
  end)
end

--- The run of that id, or the newest that passes the filter; a message if there is none.
---@param call architect.Call
---@param filter fun(run: architect.Run): boolean
---@return string? id
local function run_id(call, filter)
  local id = call.words[1]
  local found = not id and runs.newest(filter)
  if not id and not found then
    messages.warn('there is no such run')
  end
  return id or (found and found.id or nil)
end

local function any()
  return true
end

---@param id string
---@param bufnr integer
---@param use fun(connection: vim.lsp.Client)
local function with_run(id, bufnr, use)
  local known = runs.get(id)
  local connection = known and vim.lsp.get_client_by_id(known.client_id)
  if connection then
    return use(connection)
  end
  client.with(bufnr, use)
end

---@param call architect.Call
local function cancel(call)
  local id = run_id(call, runs.is_open)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    local argument = { runId = id, reason = 'the user cancelled it' }
    client.execute(connection, 'architect.cancel', argument, function(result)
      if type(result) == 'table' and result.state then
        runs.update(runs.ensure(id, connection.id), { state = result.state })
      end
    end)
  end)
end

---@param conflict any
---@return string
local function conflict_line(conflict)
  if type(conflict) ~= 'table' then
    return text.one_line(conflict, 80)
  end
  local name = conflict.path or conflict.uri or '?'
  return text.one_line(conflict.reason and ('%s (%s)'):format(name, conflict.reason) or name, 80)
end

---@param call architect.Call
local function undo(call)
  local id = run_id(call, function(found)
    return #found.files > 0
  end)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    client.execute(connection, 'architect.undo', { runId = id }, function(result)
      result = type(result) == 'table' and result or {}
      local reverted, conflicts = result.reverted or {}, result.conflicts or {}
      if #conflicts == 0 then
        return messages.say(('undone in %s'):format(text.counted(#reverted, 'file')))
      end
      local lines = table.concat(vim.tbl_map(conflict_line, conflicts), ', ')
      local done = text.counted(#reverted, 'file')
      messages.warn(('undone in %s; left alone, changed since: %s'):format(done, lines))
    end)
  end)
end

---@param call architect.Call
local function show_diff(call)
  local id = run_id(call, any)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    client.execute(connection, 'architect.diff', { runId = id }, function(result)
      local patch = type(result) == 'table' and result.patch
      if type(patch) ~= 'string' or patch == '' then
        return messages.say('the run changed nothing')
      end
      diff.show_patch(id, patch)
    end)
  end)
end

--- Read the events of a run that this editor has not seen.
---@param found architect.Run
---@param connection vim.lsp.Client
local function catch_up(found, connection)
  local events = require('architect.events')
  if not client.has_command(connection, 'architect.events') then
    return
  end
  local function page(after)
    local argument = { runId = found.id, after = after, limit = 500 }
    client.execute(connection, 'architect.events', argument, function(result)
      local list = type(result) == 'table' and type(result.events) == 'table' and result.events or {}
      for _, event in ipairs(list) do
        events.take(event, connection.id)
      end
      local next_one = type(result) == 'table' and tonumber(result.next) or after
      if #list > 0 and next_one > after then
        page(next_one)
      end
    end)
  end
  page(found.seq)
end

---@param call architect.Call
local function show_log(call)
  local id = run_id(call, any)
  if not id then
    return
  end
  with_run(id, call.bufnr, function(connection)
    local found = runs.ensure(id, connection.id)
    log.open(found, true)
    catch_up(found, connection)
  end)
end

---@param session table
---@return string
local function session_line(session)
  local files = session.filesChanged
  local count = type(files) == 'table' and #files or tonumber(files) or 0
  local started_at = tostring(session.startedAt or ''):gsub('T', ' '):sub(1, 16)
  return text.one_line(
    ('%s  %-11s  %s  %s'):format(
      started_at,
      text.word(session.status),
      text.counted(count, 'file'),
      text.one_line(session.task or session.sessionId, 60)
    )
  )
end

---@param call architect.Call
local function sessions(call)
  client.with(call.bufnr, function(connection)
    client.execute(connection, 'architect.sessions', {}, function(result)
      local found = type(result) == 'table' and result.sessions or {}
      if #found == 0 then
        return messages.say('there are no sessions here')
      end
      vim.ui.select(found, { prompt = 'Go on with', format_item = session_line }, function(chosen)
        if not chosen then
          return
        end
        vim.ui.input({ prompt = 'What next? (empty: go on) ' }, function(prompt)
          if not prompt then
            return
          end
          local argument = { sessionId = chosen.sessionId, prompt = prompt ~= '' and prompt or nil }
          local title = text.one_line(chosen.task or 'resumed')
          client.execute(connection, 'architect.resume', argument, started(connection, title))
        end)
      end)
    end)
  end)
end

---@param id string
---@param choice string
---@param note string
local function answer_pending(id, choice, note)
  local found = assert(runs.get(id))
  local connection = vim.lsp.get_client_by_id(found.client_id)
  if not connection then
    return messages.fail('the server of that run is gone')
  end
  client.execute(connection, 'architect.runs', { runId = id }, function(result)
    local info = type(result) == 'table' and (result.runs or {})[1] or {}
    if type(info.pending) ~= 'table' then
      return messages.warn('nothing is asked')
    end
    local argument = { runId = id, requestId = info.pending.requestId, choice = choice }
    argument.text = note ~= '' and note or nil
    client.execute(connection, 'architect.answer', argument, function(taken)
      if type(taken) ~= 'table' or not taken.accepted then
        messages.warn('the answer came too late')
      end
    end)
  end)
end

---@param call architect.Call
local function answer(call)
  local choice = call.words[1]
  if not choice then
    if not confirm.focus() then
      messages.warn('nothing is asked')
    end
    return
  end
  if not vim.list_contains(confirm.CHOICES, choice) then
    local known = table.concat(confirm.CHOICES, ', ')
    return messages.fail(('%q is no answer; there are %s'):format(choice, known))
  end
  local note = vim.trim(call.rest:sub(#choice + 1))
  if confirm.answer(choice, note) then
    return
  end
  local waiting = runs.newest(function(found)
    return found.state == 'waiting'
  end)
  if not waiting then
    return messages.warn('nothing is asked')
  end
  answer_pending(waiting.id, choice, note)
end

local QUICKFIX_TYPES = { error = 'E', warning = 'W', info = 'I' }
--- Severities of the protocol's diagnostics, should the server send those.
local SEVERITIES = { 'error', 'warning', 'info', 'info' }

---@param call architect.Call
local function findings(call)
  client.with(call.bufnr, function(connection)
    local argument = call.words[1] == 'clear' and { clear = true } or {}
    client.execute(connection, 'architect.findings', argument, function(result)
      local found = type(result) == 'table' and result.findings or {}
      if #found == 0 then
        return messages.say('there are no findings')
      end
      local items = vim.tbl_map(function(finding)
        local start = finding.range.start
        local severity = SEVERITIES[finding.severity] or finding.severity
        return {
          filename = vim.uri_to_fname(finding.uri),
          lnum = start.line + 1,
          col = start.character + 1,
          text = text.one_line(finding.title),
          type = QUICKFIX_TYPES[severity] or 'I',
        }
      end, found)
      vim.fn.setqflist({}, ' ', { title = 'architect', items = items })
      vim.cmd('botright copen')
    end)
  end)
end

---@param call architect.Call
local function trust(call)
  local discovery = require('architect.discovery')
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
    call = run,
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
          '++session=',
        }
      end
      return {}
    end,
  },
  review = {
    desc = 'look for mistakes; with a range, in those lines',
    call = review,
    complete = first_word(SCOPES),
  },
  fix = { desc = 'fix the diagnostics of the line or range', call = fix },
  cancel = { desc = 'stop a run', call = cancel, complete = first_word_of(open_ids) },
  undo = { desc = 'take back what a run changed', call = undo, complete = first_word_of(run_ids) },
  diff = { desc = 'show what a run changed', call = show_diff, complete = first_word_of(run_ids) },
  log = { desc = 'show what a run does', call = show_log, complete = first_word_of(run_ids) },
  sessions = { desc = 'go on with an earlier session', call = sessions },
  answer = {
    desc = 'go to the open question, or answer it',
    call = answer,
    complete = first_word(confirm.CHOICES),
  },
  findings = {
    desc = 'list what reviews found',
    call = findings,
    complete = first_word({ 'clear' }),
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
