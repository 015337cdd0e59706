--- Runs that an earlier server did not bring to an end.

local messages = require('architect.messages')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

local told = {} ---@type table<string, boolean> sessions

---@param session_id string
---@param title any
---@param files integer
local function tell(session_id, title, files)
  if told[session_id] then
    return
  end
  told[session_id] = true
  local template = 'the run "%s" was interrupted, %s changed; :Architect sessions shows it'
  local changed = text.counted(files, 'file')
  messages.warn(template:format(text.one_line(title or session_id, 40), changed))
end

--- Ask how a run ended that went on when its server died.
---@param client vim.lsp.Client
---@param run architect.Run
local function look_up(client, run)
  require('architect.client').execute(client, 'architect.runs', { runId = run.id }, function(result)
    local info = type(result) == 'table' and type(result.runs) == 'table' and result.runs[1]
    if type(info) ~= 'table' then
      return
    end
    run.client_id = client.id
    runs.update(run, info)
    if info.outcome == 'interrupted' then
      tell(tostring(info.sessionId or run.id), info.title or run.title, #run.files)
    end
  end, function()
    -- It died before it had begun.
  end)
end

--- The newest session, if it was interrupted when this editor was not there.
---@param client vim.lsp.Client
local function look_at_sessions(client)
  require('architect.client').execute(client, 'architect.sessions', {}, function(result)
    local list = type(result) == 'table' and type(result.sessions) == 'table' and result.sessions
    local newest = list and list[1]
    if type(newest) == 'table' and newest.status == 'interrupted' then
      local files = type(newest.filesChanged) == 'table' and #newest.filesChanged or 0
      tell(tostring(newest.sessionId), newest.task, files)
    end
  end, function() end)
end

--- Tell of interrupted runs, once each.
---@param client vim.lsp.Client
function M.show_interrupted(client)
  local connection = require('architect.client')
  local lost = vim.tbl_filter(function(run)
    return run.state == 'lost' and run.root == client.config.root_dir
  end, runs.all())
  if #lost > 0 then
    for _, run in ipairs(lost) do
      if connection.has_command(client, 'architect.runs') then
        look_up(client, run)
      end
    end
  elseif connection.has_command(client, 'architect.sessions') then
    look_at_sessions(client)
  end
end

return M
