--- Warnings about runs that were interrupted when their server exited.

local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

local MOST_TOLD = 100

local reported = {} ---@type table<string, boolean> by session id

---@param session_id string
---@param title any
---@param files integer
local function warn_once(session_id, title, files)
  if reported[session_id] then
    return
  end
  reported[session_id] = true
  local template = t('run "%s" was interrupted, %s changed; see :Architect sessions')
  local changed = text.count(files, 'file')
  notify.warn(template:format(text.one_line(title or session_id, 40), changed))
end

--- Where the sessions are listed that an earlier Neovim told of.
---@return string
local function told_file()
  return vim.fs.joinpath(vim.fn.stdpath('state') --[[@as string]], 'architect', 'interrupted')
end

---@param session_id string
---@return boolean
local function was_told(session_id)
  local file = told_file()
  return vim.fn.filereadable(file) == 1 and vim.list_contains(vim.fn.readfile(file, '', -MOST_TOLD), session_id)
end

---@param session_id string
local function remember(session_id)
  -- Where nothing can be written, the user is told again.
  pcall(vim.fn.mkdir, vim.fs.dirname(told_file()), 'p', tonumber('700', 8))
  pcall(vim.fn.writefile, { session_id }, told_file(), 'a')
end

--- Look up how a run ended that was active when its server exited.
---@param client vim.lsp.Client
---@param run architect.Run
local function look_up(client, run)
  requests.execute(client, 'architect.runs', { runId = run.id }, function(result)
    local info = type(result) == 'table' and type(result.runs) == 'table' and result.runs[1]
    if type(info) ~= 'table' then
      return
    end
    run.client_id = client.id
    runs.update(run, info)
    if info.outcome == 'interrupted' then
      warn_once(tostring(info.sessionId or run.id), info.title or run.title, #run.files)
    end
  end, function()
    -- The server exited before the run was recorded.
  end)
end

---@param session table
local function tell_once(session)
  local id = text.identifier(session.sessionId)
  local files = type(session.filesChanged) == 'table' and #session.filesChanged or 0
  if not was_told(id) then
    warn_once(id, session.title or session.task, files)
    remember(id)
  end
end

--- Report the newest session, once, if it was interrupted before this editor started.
---@param client vim.lsp.Client
local function check_newest_session(client)
  require('architect.past_runs').fetch(client, function(sessions)
    local newest = sessions[1]
    if type(newest) == 'table' and newest.status == 'interrupted' then
      tell_once(newest)
    end
  end, function() end)
end

--- Report interrupted runs, once each.
---@param client vim.lsp.Client
function M.report(client)
  local lost = vim.tbl_filter(function(run)
    return run.state == 'lost' and run.root == client.config.root_dir
  end, runs.all())
  if #lost > 0 then
    for _, run in ipairs(lost) do
      if requests.has_command(client, 'architect.runs') then
        look_up(client, run)
      end
    end
  elseif requests.has_command(client, 'architect.sessions') then
    check_newest_session(client)
  end
end

return M
