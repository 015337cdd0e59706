--- The chat at hand, new chats, and chats of sessions that are opened.

local chat_load = require('architect.chat_load')
local chats = require('architect.chats')
local client = require('architect.client')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local tail = require('architect.chat_tail')
local text = require('architect.text')
local windows = require('architect.chat_windows')

local M = {}

---@return architect.Chat?
function M.current()
  local chat = chats.current()
  if not chat then
    notify.warn(t('no conversation yet; :Architect chat begins one'))
  end
  return chat
end

---@param chat architect.Chat
---@param use fun(connection: vim.lsp.Client)
---@param on_none? fun(problem: string) called instead of saying that there is no server
function M.with_server(chat, use, on_none)
  client.with_root(chat.root, use, on_none)
end

--- Why runs of a chat would fail: a setting that the server rejects, else the configured model if none was
--- chosen.
---@param chat architect.Chat
---@param settings table of its workspace
---@return string?
local function problem_of(chat, settings)
  local rejected = type(settings.problems) == 'table' and settings.problems[1]
  if type(rejected) == 'string' then
    return t('%s (:checkhealth architect)'):format(rejected)
  elseif type(settings.modelProblem) == 'string' and not chat.choices.model then
    local is_chosen = chat.model and chat.model ~= 'auto'
    local line = is_chosen and t('%s (:Architect model chooses another)') or t('%s (:Architect model chooses one)')
    return line:format(settings.modelProblem)
  end
end

--- Learn what runs would be asked of, and whether they would fail.
---@param chat architect.Chat
local function look_at_settings(chat)
  M.with_server(chat, function(connection)
    requests.execute(connection, 'architect.info', {}, function(info)
      info = type(info) == 'table' and info or {}
      local own = vim.iter(type(info.roots) == 'table' and info.roots or {}):find(function(each)
        return each.root == chat.root
      end) or info
      local model = vim.tbl_get(own, 'config', 'llm', 'model')
      chat.model = type(model) == 'string' and model or nil
      chat.install_litellm = type(info.installLitellm) == 'string' and info.installLitellm or nil
      -- What a run with another model has met meanwhile stays.
      chat.problem = problem_of(chat, own) or (chat.choices.model and chat.problem)
      tail.update(chat)
    end, function() end)
  end, function(problem)
    chat.problem = problem
    tail.update(chat)
  end)
end

--- Learn anew what may have changed for all chats whose server runs.
function M.look_again()
  for _, chat in ipairs(chats.all()) do
    if chats.client_of(chat) then
      look_at_settings(chat)
    end
  end
end

--- What was wrong with the model before is no longer so.
---@param chat architect.Chat? whose model was chosen
function M.use_other_model(chat)
  if chat then
    chat.problem = nil
    look_at_settings(chat)
  end
end

--- A new chat on the workspace of a buffer.
---@param bufnr integer
---@return architect.Chat
function M.create(bufnr)
  local discovery = require('architect.discovery')
  local here = chats.of_buffer(bufnr)
  local code = require('architect.code_windows').buffer()
  local chat = chats.create(here and here.root or discovery.root(code or bufnr))
  look_at_settings(chat)
  return chat
end

--- Go on behind what a Neovim that is gone has left in the input, if anything.
---@param chat architect.Chat whose input has the cursor
local function go_on_writing(chat)
  local input = require('architect.chat_input')
  if input.text(chat) ~= '' then
    input.go_to_end(chat)
    vim.cmd.startinsert({ bang = true })
  end
end

--- Show a session in its chat, with its whole conversation, and put the cursor into the input.
---@param connection vim.lsp.Client
---@param session table row of architect.sessions
---@param place? string
function M.open_session(connection, session, place)
  local chat = chats.of_session(session.sessionId)
  local is_new = not chat
  if not chat then
    chat = chats.create(connection.config.root_dir)
    chat.session = session.sessionId
    chat.title = text.one_line(session.title or session.task or session.sessionId, 80)
    require('architect.chat_kept').take(chat)
    look_at_settings(chat)
    chat_load.read_session(chat, connection, session.runs)
  else
    chat_load.look_behind(chat)
  end
  windows.open(chat, place)
  if is_new then
    go_on_writing(chat)
  end
  return chat
end

--- A new chat beside another one, with its choices.
---@param chat architect.Chat
---@param title string?
---@return architect.Chat
function M.create_beside(chat, title)
  local beside = chats.create(chat.root)
  beside.choices = vim.deepcopy(chat.choices)
  beside.title = title
  look_at_settings(beside)
  windows.open(beside)
  return beside
end

return M
