--- State of the runs known to this editor, updated from the server's events.

local t = require('architect.l10n').t
local text = require('architect.text')

local M = {}

---@class architect.Run
---@field id string
---@field client_id integer
---@field root string? root of its workspace
---@field number integer ascending; the newest run has the highest
---@field state 'queued'|'running'|'waiting'|'cancelling'|'done'|'lost'
---@field outcome string?
---@field ending { words: string, tone: string }? how it ended, as the server puts it
---@field position integer?
---@field waits_for string?
---@field title string?
---@field place string? the lines it is about, if it was started here on some
---@field agent string?
---@field started boolean? whether it began
---@field accepted boolean? whether the request for it was granted
---@field problem string? why it could not begin
---@field step integer
---@field tool string?
---@field files string[]
---@field proposed string[] files with proposed changes
---@field context integer percent of the context that the last request took
---@field findings integer how many it reported
---@field background table<string, string> its commands in the background, by their handles
---@field children table<string, string> the runs that its calls opened and that are not over: agents by ids
---@field kept table<string, true> those that go on after the run
---@field models string[] those that replied, the last one at the end
---@field usage { input: integer, cached: integer, output: integer, usd: number? } usd nil if unknown
---@field decision architect.Decision? what the user decided in it about changes
---@field seq integer

local runs = {} ---@type table<string, architect.Run>
local count = 0

local function changed()
  require('architect.status').changed()
end

--- A run that is none of this editor's: only what somebody reads of it is in it.
---@param id string
---@param client_id integer
---@return architect.Run
function M.detached(id, client_id)
  local run = { id = id, client_id = client_id, number = 0, state = 'queued', step = 0 }
  run.files, run.proposed, run.models = {}, {}, {}
  run.background, run.kept, run.children = {}, {}, {}
  run.seq, run.findings, run.context = 0, 0, 0
  run.usage = { input = 0, cached = 0, output = 0, usd = 0 }
  return run
end

---@param id string
---@param client_id integer
---@return architect.Run
function M.get_or_create(id, client_id)
  local run = runs[id]
  if not run then
    count = count + 1
    run = M.detached(id, client_id)
    run.number = count
    local client = vim.lsp.get_client_by_id(client_id)
    run.root = client and client.config.root_dir
    runs[id] = run
  end
  return run
end

---@param id string
---@return architect.Run?
function M.get(id)
  return runs[id]
end

--- All runs, newest first.
---@return architect.Run[]
function M.all()
  local found = vim.tbl_values(runs)
  table.sort(found, function(a, b)
    return a.number > b.number
  end)
  return found
end

---@param run architect.Run
---@return boolean
function M.is_active(run)
  return run.state ~= 'done' and run.state ~= 'lost'
end

--- Whether it is no run of an agent: the user undid or kept changes in it.
---@param run architect.Run
---@return boolean
function M.is_decision(run)
  return run.agent == 'undo' or run.agent == 'keep'
end

--- Active runs, newest first.
---@return architect.Run[]
function M.active()
  return vim.tbl_filter(M.is_active, M.all())
end

--- The active run of which a call has opened the run `id`.
---@param id string
---@return architect.Run?
function M.having_child(id)
  return M.newest(function(run)
    return M.is_active(run) and run.children[id] ~= nil
  end)
end

--- The default run of a command: the newest that passes `filter`.
---@param filter? fun(run: architect.Run): boolean
---@return architect.Run?
function M.newest(filter)
  for _, run in ipairs(M.all()) do
    if not filter or filter(run) then
      return run
    end
  end
end

--- Update a run from a RunInfo, a command result, or a `run.state` event.
---@param run architect.Run
---@param info table
function M.update(run, info)
  if type(info.state) == 'string' then
    run.state = info.state
    run.waits_for = type(info.waitsFor) == 'string' and info.waitsFor or nil
  end
  if type(info.outcome) == 'string' then
    run.outcome = info.outcome
  end
  if type(info.ending) == 'table' and type(info.ending.words) == 'string' then
    run.ending = info.ending
  end
  run.position = type(info.position) == 'number' and info.position or run.position
  run.title = type(info.title) == 'string' and info.title or run.title
  run.agent = type(info.agent) == 'string' and info.agent or run.agent
  if type(info.filesChanged) == 'table' then
    run.files = info.filesChanged
  end
  if type(info.models) == 'table' then
    run.models = info.models
  end
  if type(info.filesProposed) == 'table' then
    run.proposed = info.filesProposed
  end
  changed()
end

---@param paths string[]
---@param path any
local function add_path(paths, path)
  if type(path) == 'string' and not vim.list_contains(paths, path) then
    table.insert(paths, path)
  end
end

---@param run architect.Run
---@param event table a reply of the model, here or in a run that a call opened
local function add_usage(run, event)
  local usage = run.usage
  if type(event.usage) == 'table' then
    usage.input = usage.input + (tonumber(event.usage.inputTokens) or 0)
    usage.cached = usage.cached + (tonumber(event.usage.cachedTokens) or 0)
    usage.output = usage.output + (tonumber(event.usage.outputTokens) or 0)
    usage.usd = usage.usd and type(event.costUsd) == 'number' and usage.usd + event.costUsd or nil
  end
end

---@param run architect.Run
---@param event table a reply of the model
local function add_reply(run, event)
  if type(event.model) == 'string' and event.model ~= '' then
    run.models = vim.list_extend(
      vim.tbl_filter(function(model)
        return model ~= event.model
      end, run.models),
      { event.model }
    )
  end
  add_usage(run, event)
end

local REDUCERS = {
  ['model.replied'] = add_reply,
  ['model.requested'] = function(run, event)
    run.context = tonumber(event.contextPercent) or run.context
  end,
  ['run.state'] = M.update,
  ['run.started'] = function(run, event)
    run.started = true
    run.title = run.title or (type(event.task) == 'string' and event.task or nil)
    run.agent = type(event.agent) == 'string' and event.agent or run.agent
  end,
  ['step.started'] = function(run, event)
    run.step = type(event.step) == 'number' and event.step or run.step
    run.tool = nil
  end,
  ['tool.decided'] = function(run, event)
    run.tool = event.allowed and text.identifier(event.name) or run.tool
  end,
  ['tool.finished'] = function(run)
    run.tool = nil
  end,
  ['child.started'] = function(run, event)
    run.children[tostring(event.childId)] = text.identifier(event.agent)
  end,
  ['child.replied'] = add_usage,
  ['child.finished'] = function(run, event)
    run.children[tostring(event.childId)] = nil
  end,
  ['background.started'] = function(run, event)
    run.background[tostring(event.handle)] = tostring(event.command)
  end,
  ['background.ended'] = function(run, event)
    run.background[tostring(event.handle)] = nil
    run.kept[tostring(event.handle)] = nil
  end,
  ['background.kept'] = function(run, event)
    run.kept[tostring(event.handle)] = true
  end,
  ['finding.reported'] = function(run)
    run.findings = run.findings + 1
  end,
  ['file.changed'] = function(run, event)
    add_path(run.files, event.path)
  end,
  ['file.proposed'] = function(run, event)
    add_path(run.proposed, event.path)
  end,
}

--- Carry the number of the event before them.
local TRANSIENT = {
  ['model.delta'] = true,
  ['model.reasoning'] = true,
  ['tool.output'] = true,
  ['gate.started'] = true,
}

--- Apply an event to its run; false if it was seen before.
---@param run architect.Run
---@param event table
---@return boolean
function M.apply_event(run, event)
  if type(event.seq) == 'number' and not TRANSIENT[event.type] then
    if event.seq <= run.seq then
      return false
    end
    run.seq = event.seq
  elseif type(event.seq) == 'number' and event.seq < run.seq then
    -- A piece of what is known as a whole by now.
    return false
  end
  local reduce = REDUCERS[event.type]
  if reduce then
    reduce(run, event)
    changed()
  end
  return true
end

--- Mark the active runs of a client as lost: its server exited.
---@param client_id integer
function M.mark_lost(client_id)
  for _, run in pairs(runs) do
    if run.client_id == client_id then
      run.kept = {}
    end
    if run.client_id == client_id and M.is_active(run) then
      run.state = 'lost'
      require('architect.log').append_warning(run, t('server exited, run interrupted'))
    end
  end
  changed()
end

return M
