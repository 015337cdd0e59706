--- The runs this editor knows, folded from what the server tells.

local text = require('architect.text')

local M = {}

---@class architect.Run
---@field id string
---@field client_id integer
---@field root string? of its workspace
---@field number integer counts up; the newest run has the highest
---@field state 'queued'|'running'|'waiting'|'cancelling'|'done'|'lost'
---@field outcome string?
---@field position integer?
---@field waits_for string?
---@field title string?
---@field agent string?
---@field step integer
---@field tool string?
---@field files string[]
---@field proposed string[] files for which it only proposes changes
---@field findings integer reported by it
---@field undone boolean? taken back, all of it
---@field seq integer

local runs = {} ---@type table<string, architect.Run>
local count = 0

local function changed()
  require('architect.status').changed()
end

---@param id string
---@param client_id integer
---@return architect.Run
function M.ensure(id, client_id)
  local run = runs[id]
  if not run then
    count = count + 1
    run = { id = id, client_id = client_id, number = count, state = 'queued', step = 0 }
    run.files, run.proposed, run.seq, run.findings = {}, {}, 0, 0
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

--- All runs, the newest first.
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
function M.is_open(run)
  return run.state ~= 'done' and run.state ~= 'lost'
end

--- Runs that are not over, the newest first.
---@return architect.Run[]
function M.open()
  return vim.tbl_filter(M.is_open, M.all())
end

--- The run that a command without an id is about: the newest that passes `filter`.
---@param filter? fun(run: architect.Run): boolean
---@return architect.Run?
function M.newest(filter)
  for _, run in ipairs(M.all()) do
    if not filter or filter(run) then
      return run
    end
  end
end

--- Take over the fields of a RunInfo, of the answer to a command, or of an event `run.state`.
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
  run.position = type(info.position) == 'number' and info.position or run.position
  run.title = type(info.title) == 'string' and info.title or run.title
  run.agent = type(info.agent) == 'string' and info.agent or run.agent
  if type(info.filesChanged) == 'table' then
    run.files = info.filesChanged
  end
  if type(info.filesProposed) == 'table' then
    run.proposed = info.filesProposed
  end
  changed()
end

---@param paths string[]
---@param path any
local function remember(paths, path)
  if type(path) == 'string' and not vim.list_contains(paths, path) then
    table.insert(paths, path)
  end
end

local FOLD = {
  ['run.state'] = M.update,
  ['run.started'] = function(run, event)
    run.title = run.title or (type(event.task) == 'string' and event.task or nil)
    run.agent = type(event.agent) == 'string' and event.agent or run.agent
  end,
  ['step.started'] = function(run, event)
    run.step = type(event.step) == 'number' and event.step or run.step
    run.tool = nil
  end,
  ['tool.decided'] = function(run, event)
    run.tool = event.allowed and text.word(event.name) or run.tool
  end,
  ['tool.finished'] = function(run)
    run.tool = nil
  end,
  ['finding.reported'] = function(run)
    run.findings = run.findings + 1
  end,
  ['file.changed'] = function(run, event)
    remember(run.files, event.path)
  end,
  ['file.proposed'] = function(run, event)
    remember(run.proposed, event.path)
  end,
}

--- Fold one event; says whether it is new.
---@param run architect.Run
---@param event table
---@return boolean
function M.fold(run, event)
  local shown_only = event.type == 'model.delta' or event.type == 'tool.output'
  if type(event.seq) == 'number' and not shown_only then
    if event.seq <= run.seq then
      return false
    end
    run.seq = event.seq
  end
  local fold = FOLD[event.type]
  if fold then
    fold(run, event)
    changed()
  end
  return true
end

--- The server of these runs is gone; what it knew is in its journal.
---@param client_id integer
function M.lost(client_id)
  for _, run in pairs(runs) do
    if run.client_id == client_id and M.is_open(run) then
      run.state = 'lost'
      require('architect.log').note(run, 'the server ended; the run was interrupted')
    end
  end
  changed()
end

return M
