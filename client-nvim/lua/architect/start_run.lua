--- Subcommands that start a run: `run`, `review`, `fix`.

local client = require('architect.client')
local code_windows = require('architect.code_windows')
local config = require('architect.config')
local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local log = require('architect.log')
local notify = require('architect.notify')
local positions = require('architect.positions')
local requests = require('architect.requests')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

---@param call architect.Call
---@param encoding string
---@return table? scope
local function scope(call, encoding)
  if not discovery.is_file(call.bufnr) then
    return nil
  end
  local found = { uris = { vim.uri_from_bufnr(call.bufnr) } }
  if call.first then
    found.range = positions.lines_range(call.bufnr, call.first, call.last, encoding)
  end
  return found
end

--- The lines that a run is about, in words; nil if it is not about some lines.
---@param call architect.Call
---@return string?
function M.place_of(call)
  if not call.first or not discovery.is_file(call.bufnr) then
    return nil
  end
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(call.bufnr), ':.')
  local lines = call.first == call.last and t('line %d'):format(call.first)
    or t('lines %d-%d'):format(call.first, call.last)
  return t('on %s, %s'):format(text.one_line(name), lines)
end

--- A result handler that registers the started run and opens its log.
---@param connection vim.lsp.Client
---@param title string
---@param place? string what the run is about, for the log
---@return fun(result: any)
function M.on_started(connection, title, place)
  return function(result)
    if type(result) ~= 'table' or type(result.runId) ~= 'string' then
      return notify.error(t('the server did not start a run'))
    end
    local run = runs.get_or_create(result.runId, connection.id)
    -- Events may have arrived before this response.
    run.title = run.title or result.title or title
    run.place, run.accepted = place, true
    if run.problem then
      return notify.error(run.problem)
    end
    if run.seq > 0 then
      log.show_place(run)
    end
    if run.seq == 0 then
      runs.update(run, result)
    end
    if config.options.log.open then
      log.open(run)
    end
    if result.state == 'queued' then
      notify.info(t('run queued at position %s'):format(tostring(result.position or '?')))
    end
  end
end

local RUN_OPTIONS = { 'agent', 'mode', 'model', 'reasoning', 'session', 'review' }

--- Split `++agent=plan ++dry prompt` into options and prompt.
---@param rest string
---@return table argument
---@return string prompt
---@return string? problem
local function parse_options(rest)
  local argument = {}
  while true do
    local option, after = rest:match('^%+%+(%S+)%s*(.*)$')
    if not option then
      return argument, rest
    end
    local name, value = option:match('^(%w+)=(.+)$')
    if option == 'dry' then
      argument.dryRun = true
    elseif option == 'auto-review' then
      argument.autoReview = true
    elseif vim.list_contains(RUN_OPTIONS, name) then
      argument[name] = value
    else
      return argument, rest, t('unknown option ++%s'):format(option)
    end
    rest = after
  end
end

--- Call `use` with the prompt; asks for one if it is empty.
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
function M.run(call)
  local argument, prompt, problem = parse_options(call.rest)
  if problem then
    return notify.error(problem)
  end
  local place = M.place_of(call)
  with_prompt(prompt, t('Describe a task: '), function(task)
    client.with_client(call.bufnr, function(connection)
      argument.prompt = task
      argument.scope = scope(call, connection.offset_encoding)
      local on_started = M.on_started(connection, task, place)
      requests.execute(connection, 'architect.run', argument, on_started)
    end)
  end)
end

M.NOW = '++now'

--- Tell the newest run that works what else there is, with the current file or the lines of the range.
---@param call architect.Call
function M.say(call)
  local run = runs.newest(runs.is_active)
  local connection = run and vim.lsp.get_client_by_id(run.client_id)
  if not run or not connection then
    return notify.warn(t('no active run; resume one with :Architect sessions'))
  end
  local is_now = call.words[1] == M.NOW
  local words = is_now and vim.trim(call.rest:sub(#M.NOW + 1)) or call.rest
  with_prompt(words, is_now and t('Interrupt with: ') or t('After this step: '), function(message)
    local argument = { runId = run.id, text = message, interrupt = is_now }
    argument.scope = call.first and scope(call, connection.offset_encoding) or nil
    requests.execute(connection, 'architect.say', argument, function(result)
      if type(result) ~= 'table' or not result.accepted then
        return notify.warn(t('the run is over; resume it with :Architect run ++session=%s'):format(run.id:match('^[^.]+')))
      end
      notify.info(is_now and t('interrupting the step') or t('the agent reads it after this step'))
    end)
  end)
end

M.SCOPES = { 'selection', 'file', 'changes', 'workspace' }

---@param call architect.Call
function M.review(call)
  local wanted = call.words[1] or (call.first and 'selection' or 'file')
  if not vim.list_contains(M.SCOPES, wanted) then
    local known = table.concat(M.SCOPES, ', ')
    return notify.error(t('unknown review scope %q; available: %s'):format(wanted, known))
  end
  -- In a chat, the file beside it is meant.
  local bufnr = discovery.is_file(call.bufnr) and call.bufnr or code_windows.buffer()
  if wanted == 'selection' and not (call.first and bufnr == call.bufnr) then
    return notify.warn(t("select lines of a file, then :'<,'>Architect review"))
  elseif wanted == 'file' and not bufnr then
    return notify.warn(t('no file to review; open one, or :Architect review workspace'))
  end
  call = vim.tbl_extend('force', call, { bufnr = bufnr or call.bufnr })
  client.with_client(call.bufnr, function(connection)
    local place = scope(call, connection.offset_encoding) or {}
    local argument = { scope = wanted, uri = place.uris and place.uris[1], base = call.words[2] }
    argument.range = wanted == 'selection' and place.range or nil
    local about = wanted == 'selection' and M.place_of(call) or nil
    local on_started = M.on_started(connection, t('Review'), about)
    requests.execute(connection, 'architect.review', argument, on_started)
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
local function fix_diagnostics(call, found)
  client.with_client(call.bufnr, function(connection)
    local id = #found == 1 and finding_id(found[1])
    local argument = id and { findingId = id }
      or {
        uri = vim.uri_from_bufnr(call.bufnr),
        diagnostics = vim.tbl_map(function(diagnostic)
          return to_protocol(diagnostic, call.bufnr, connection.offset_encoding)
        end, found),
      }
    requests.execute(connection, 'architect.fix', argument, M.on_started(connection, t('Fix')))
  end)
end

---@param call architect.Call
function M.fix(call)
  local found = diagnostics_of(call)
  if #found == 0 then
    return notify.warn(t('no diagnostic on this line'))
  end
  if #found == 1 or call.first then
    return fix_diagnostics(call, found)
  end
  vim.ui.select(found, {
    prompt = t('Select a diagnostic to fix'),
    format_item = function(diagnostic)
      return text.one_line(diagnostic.message, 100)
    end,
  }, function(chosen)
    if chosen then
      fix_diagnostics(call, { chosen })
    end
  end)
end

return M
