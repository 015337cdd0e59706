--- `:Architect workflows`: many runs as one, and what becomes of them.

local client = require('architect.client')
local endings = require('architect.endings')
local t = require('architect.l10n').t
local lines_of = require('architect.workflow_lines')
local notify = require('architect.notify')
local patches = require('architect.diff')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

local api = vim.api

local HELP = t('<CR> transcript  d changes  b check out branch  a approve  c cancel  r resume  R refresh  q close')

---@type { bufnr: integer, connection: vim.lsp.Client, workflows: table[], places: architect.WorkflowPlace[] }?
local view

---@return boolean
local function is_open()
  return view ~= nil and api.nvim_buf_is_valid(view.bufnr)
end

local function draw()
  if not (view and is_open()) then
    return
  end
  local lines, places = lines_of.tree(view.workflows)
  view.places = places
  if #lines == 0 then
    lines = text.with_whole_commands(t('no workflows in this workspace yet; :Architect loop or :Architect parallel begins one'))
  end
  vim.bo[view.bufnr].modifiable = true
  api.nvim_buf_set_lines(view.bufnr, 0, -1, false, vim.list_extend({ HELP, '' }, lines))
  vim.bo[view.bufnr].modifiable = false
  vim.bo[view.bufnr].modified = false
end

---@return architect.WorkflowPlace?
local function place()
  local row = api.nvim_win_get_cursor(0)[1] - 2
  return view and view.places[row]
end

local function refresh()
  if not (view and is_open()) then
    return
  end
  requests.execute(view.connection, 'architect.workflows', { units = true }, function(result)
    if view and type(result) == 'table' and type(result.workflows) == 'table' then
      view.workflows = result.workflows
      draw()
    end
  end)
end

--- Do something with the unit under the cursor.
---@param act fun(connection: vim.lsp.Client, workflow: table, unit: table)
---@return fun()
local function on_unit(act)
  return function()
    local here = place()
    if not (view and here and here.unit) then
      return notify.info(t('no unit on this line'))
    end
    act(view.connection, here.workflow, here.unit)
  end
end

local transcript = on_unit(function(connection, _, unit)
  if type(unit.runId) ~= 'string' then
    return notify.info(t('this unit has not run yet'))
  end
  requests.execute(connection, 'architect.transcript', { runId = unit.runId }, function(page)
    local bufnr = patches.show_page('transcript/' .. text.identifier(unit.runId), text.lines(page.text))
    vim.bo[bufnr].filetype = 'markdown'
  end)
end)

local changes = on_unit(function(connection, workflow, unit)
  if unit.place == 'workspace' and type(unit.runId) == 'string' then
    return requests.execute(connection, 'architect.diff', { runId = unit.runId }, function(page)
      patches.show_patch(unit.unitId, page.patch)
    end)
  end
  local argument = { workflowId = workflow.workflowId, unitId = unit.unitId }
  requests.execute(connection, 'architect.workflowDiff', argument, function(page)
    patches.show_patch(unit.unitId, page.patch)
  end)
end)

local check_out = on_unit(function(_, workflow, unit)
  if type(unit.branch) ~= 'string' then
    return notify.info(t('this unit has no branch'))
  end
  vim.system({ 'git', 'switch', unit.branch }, { cwd = workflow.root, text = true }, function(done)
    vim.schedule(function()
      if done.code ~= 0 then
        return notify.error(text.one_line(done.stderr, 400))
      end
      notify.info(t('on the branch %s'):format(unit.branch))
      require('architect.reload').unmodified()
    end)
  end)
end)

--- End the unit under the cursor, or the workflow.
local function cancel()
  local here = place()
  if not (view and here) then
    return notify.info(t('no workflow on this line'))
  end
  local argument = { workflowId = here.workflow.workflowId, unitId = here.unit and here.unit.unitId or nil }
  requests.execute(view.connection, 'architect.cancelWorkflow', argument, function(result)
    if not result.cancelled then
      notify.info(t('it is not running'))
    end
  end)
end

local function resume()
  local here = place()
  if not (view and here) then
    return notify.info(t('no workflow on this line'))
  end
  local argument = { workflowId = here.workflow.workflowId }
  requests.execute(view.connection, 'architect.resumeWorkflow', argument, refresh)
end

--- Let the user decide about a step that waits for it.
---@param workflow table
---@param waiting table one of `waitingFor`
local function decide(workflow, waiting)
  local prompt = ('%s? %s'):format(text.one_line(waiting.approval, 60), text.one_line(waiting.text, 200))
  vim.ui.select({ t('Approve'), t('Refuse') }, { prompt = prompt }, function(said)
    if not (said and view) then
      return
    end
    local argument = {
      workflowId = workflow.workflowId,
      approval = waiting.approval,
      approved = said == t('Approve'),
    }
    requests.execute(view.connection, 'architect.approve', argument, refresh)
  end)
end

--- Answer what the unit under the cursor waits for, or the workflow.
local function approve()
  local here = place()
  local waiting = here and here.workflow.waitingFor or {}
  if here and here.unit then
    waiting = vim.tbl_filter(function(each)
      return vim.list_contains(each.unitIds, here.unit.unitId)
    end, waiting)
  end
  if not here or #waiting == 0 then
    return notify.info(t('nothing waits for an approval on this line'))
  end
  if #waiting == 1 then
    return decide(here.workflow, waiting[1])
  end
  local function named(each)
    return text.one_line(each.approval, 60)
  end
  vim.ui.select(waiting, { prompt = t('Which step:'), format_item = named }, function(chosen)
    if chosen then
      decide(here.workflow, chosen)
    end
  end)
end

local KEYS = {
  { '<CR>', transcript, t('Show the transcript') },
  { 'd', changes, t('Show the changes') },
  { 'b', check_out, t('Check out the branch') },
  { 'a', approve, t('Approve, or refuse') },
  { 'c', cancel, t('Cancel') },
  { 'r', resume, t('Resume') },
  { 'R', refresh, t('Refresh') },
  { 'q', '<Cmd>close<CR>', t('Close') },
}

---@param connection vim.lsp.Client
local function open(connection)
  if not (view and is_open()) then
    local bufnr = api.nvim_create_buf(false, true)
    vim.bo[bufnr].bufhidden = 'wipe'
    pcall(api.nvim_buf_set_name, bufnr, 'architect://workflows')
    for _, key in ipairs(KEYS) do
      vim.keymap.set('n', key[1], key[2], { buffer = bufnr, desc = key[3] })
    end
    view = { bufnr = bufnr, connection = connection, workflows = {}, places = {} }
  end
  view.connection = connection
  local window = vim.fn.bufwinid(view.bufnr)
  if window == -1 then
    vim.cmd('botright 12split')
    api.nvim_win_set_buf(0, view.bufnr)
    vim.wo.wrap, vim.wo.linebreak, vim.wo.breakindent = true, true, true
    vim.wo.breakindentopt = 'shift:6'
    vim.wo.number, vim.wo.cursorline = false, true
  else
    api.nvim_set_current_win(window)
  end
  draw()
  refresh()
end

--- List the workflows of the workspace.
---@param call architect.Call
function M.list(call)
  client.with_client(call.bufnr, open)
end

--- Begin a workflow by the command `name`, and show it.
---@param call architect.Call
---@param name string
---@param argument table
function M.begin(call, name, argument)
  client.with_client(call.bufnr, function(connection)
    requests.execute(connection, name, argument, function()
      open(connection)
    end)
  end)
end

---@param known table[]
---@param changed table[]
---@return table[]
local function with_changes(known, changed)
  local found = vim.list_slice(known)
  for _, unit in ipairs(changed) do
    local at = #found + 1
    for index, other in ipairs(found) do
      at = other.unitId == unit.unitId and index or at
    end
    found[at] = unit
  end
  return found
end

--- A workflow goes on, or has ended.
---@param _ any
---@param params { workflow: table, units: table[] }
function M.on_changed(_, params)
  local workflow = type(params) == 'table' and params.workflow
  if type(workflow) ~= 'table' then
    return
  end
  if workflow.status ~= 'running' then
    local tell = workflow.status == 'success' and notify.info or notify.warn
    local words = ('%s %s: %s'):format(workflow.kind, endings.words(workflow.status), workflow.reason)
    tell(t('%s; see :Architect workflows'):format(text.one_line(words, 300)))
  end
  if not (view and is_open()) then
    return
  end
  for index, known in ipairs(view.workflows) do
    if known.workflowId == workflow.workflowId then
      workflow.units = with_changes(known.units or {}, params.units)
      view.workflows[index] = workflow
      return draw()
    end
  end
  refresh()
end

return M
