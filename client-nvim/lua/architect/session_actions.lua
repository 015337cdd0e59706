--- What can be done with a session: open, rename, fork, export, delete, see and undo its changes.

local chat_open = require('architect.chat_open')
local chats = require('architect.chats')
local client = require('architect.client')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local past_runs = require('architect.past_runs')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

---@param session table
---@return string
local function name_of(session)
  return text.one_line(session.title or session.task or session.sessionId, 60)
end

---@param connection vim.lsp.Client
---@param session table
---@param title string empty: back to its own
local function set_title(connection, session, title)
  local argument = { sessionId = session.sessionId, title = title ~= '' and title or nil }
  requests.execute(connection, 'architect.renameSession', argument, function(result)
    local shown = chats.of_session(session.sessionId)
    local name = type(result) == 'table' and type(result.title) == 'string' and result.title or title
    if shown then
      shown.title = text.one_line(name, 80)
      require('architect.chat_windows').update(shown)
    end
    notify.info(t('the session is now called %q'):format(text.one_line(name, 60)))
  end)
end

---@param connection vim.lsp.Client
---@param session table
---@param title? string
function M.rename(connection, session, title)
  if title and title ~= '' then
    return set_title(connection, session, title)
  end
  vim.ui.input({ prompt = t('New title (empty: its own): '), default = name_of(session) }, function(typed)
    if typed then
      set_title(connection, session, vim.trim(typed))
    end
  end)
end

---@param connection vim.lsp.Client
---@param session table
function M.delete(connection, session)
  local choices = { t('Delete it for good'), t('Keep it') }
  local prompt = t('Delete "%s"? What it changed in files stays.'):format(name_of(session))
  vim.ui.select(choices, { prompt = prompt, kind = 'architect.delete' }, function(_, index)
    if index ~= 1 then
      return
    end
    requests.execute(connection, 'architect.deleteSession', { sessionId = session.sessionId }, function()
      local shown = chats.of_session(session.sessionId)
      if shown then
        require('architect.chat_windows').close(shown)
        pcall(vim.api.nvim_buf_delete, shown.log.bufnr, { force = true })
        if shown.input then
          pcall(vim.api.nvim_buf_delete, shown.input, { force = true })
        end
      end
      notify.info(t('deleted "%s"'):format(name_of(session)))
    end)
  end)
end

---@param path string
---@param content string
local function write_file(path, content)
  local file, problem = io.open(path, 'w')
  if not file then
    return notify.error(text.one_line(problem))
  end
  file:write(content)
  file:close()
  notify.info(t('exported to %s'):format(text.one_line(vim.fn.fnamemodify(path, ':~:.'))))
end

--- Write a session into a file: Markdown, or JSON if the name of the file says so.
---@param connection vim.lsp.Client
---@param session table
---@param path? string nil asks
function M.export(connection, session, path)
  local function export_to(target)
    local full = vim.fn.fnamemodify(target, ':p')
    local format = full:match('%.json$') and 'json' or 'markdown'
    local argument = { sessionId = session.sessionId, format = format }
    requests.execute(connection, 'architect.exportSession', argument, function(result)
      local content = type(result) == 'table' and result.text
      if type(content) == 'string' then
        write_file(full, content)
      end
    end)
  end
  if path and path ~= '' then
    return export_to(path)
  end
  local default = text.identifier(session.sessionId) .. '.md'
  vim.ui.input({ prompt = t('Export to: '), default = default, completion = 'file' }, function(typed)
    if typed and vim.trim(typed) ~= '' then
      export_to(vim.trim(typed))
    end
  end)
end

---@param connection vim.lsp.Client
---@param session table
function M.fork(connection, session)
  requests.execute(connection, 'architect.forkSession', { sessionId = session.sessionId }, function(result)
    if type(result) ~= 'table' or type(result.sessionId) ~= 'string' then
      return notify.error(t('the session was not forked'))
    end
    requests.execute(connection, 'architect.sessions', { limit = 20 }, function(found)
      local row = vim.iter(past_runs.rows(found)):find(function(each)
        return each.sessionId == result.sessionId
      end)
      chat_open.open_session(connection, row or { sessionId = result.sessionId, runs = {} })
    end)
  end)
end

--- Call `use` with the session of the chat that is used.
---@param call architect.Call
---@param use fun(connection: vim.lsp.Client, session: table)
local function with_current(call, use)
  local shown = chats.current()
  if not shown or not shown.session then
    return notify.warn(t('no session here; see :Architect sessions'))
  end
  client.with_root(shown.root, function(connection)
    use(connection, { sessionId = shown.session, title = shown.title })
  end)
end

---@param call architect.Call
function M.rename_current(call)
  with_current(call, function(connection, session)
    M.rename(connection, session, call.rest)
  end)
end

---@param call architect.Call
function M.delete_current(call)
  with_current(call, M.delete)
end

---@param call architect.Call
function M.export_current(call)
  with_current(call, function(connection, session)
    M.export(connection, session, call.rest)
  end)
end

return M
