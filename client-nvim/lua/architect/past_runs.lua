--- Sessions and runs on record in this workspace, as the server lists them.

local requests = require('architect.requests')

local M = {}

--- Whether an id is that of a session; that of a run has a dot and its number behind it.
---@param id string
---@return boolean
function M.is_session(id)
  return not id:find('.', 1, true)
end

---@param result any of architect.sessions
---@return table[] newest first
function M.rows(result)
  return type(result) == 'table' and type(result.sessions) == 'table' and result.sessions or {}
end

--- Call `use` with the sessions, newest first.
---@param connection vim.lsp.Client
---@param use fun(sessions: table[])
---@param on_error? fun(err: table)
function M.fetch(connection, use, on_error)
  requests.execute(connection, 'architect.sessions', {}, function(result)
    use(M.rows(result))
  end, on_error)
end

--- The runs of a session, newest first.
---@param session table
---@return string[]
function M.runs_of(session)
  local found = {}
  for _, id in ipairs(type(session.runs) == 'table' and session.runs or {}) do
    table.insert(found, 1, id)
  end
  return found
end

--- The runs of sessions that changed files, newest first.
---@param sessions table[]
---@return string[]
function M.with_changes(sessions)
  local found = {}
  for _, session in ipairs(sessions) do
    if type(session.filesChanged) == 'table' and #session.filesChanged > 0 then
      vim.list_extend(found, M.runs_of(session))
    end
  end
  return found
end

--- Ids for completion: of sessions, of their runs. Waits for the server, but not long.
---@return string[] sessions
---@return string[] runs
function M.ids()
  local sessions, runs = {}, {}
  for _, session in ipairs(M.rows(requests.query('architect.sessions', {}))) do
    sessions[#sessions + 1] = session.sessionId
    vim.list_extend(runs, M.runs_of(session))
  end
  return sessions, runs
end

return M
