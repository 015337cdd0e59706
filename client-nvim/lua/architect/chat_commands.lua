--- Subcommands of `:Architect` about the chat.

local attachments = require('architect.attachments')
local chat = require('architect.chat')
local chat_forks = require('architect.chat_forks')
local chat_input = require('architect.chat_input')
local chat_kept = require('architect.chat_kept')
local chat_open = require('architect.chat_open')
local chat_queue = require('architect.chat_queue')
local chat_retry = require('architect.chat_retry')
local chats = require('architect.chats')
local choices = require('architect.choices')
local client = require('architect.client')
local completion = require('architect.completion')
local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local model_choice = require('architect.model_choice')
local notify = require('architect.notify')
local past_runs = require('architect.past_runs')
local runs = require('architect.runs')
local session_actions = require('architect.session_actions')
local windows = require('architect.chat_windows')

local M = {}

local CHOICES = { 'model', 'agent', 'mode', 'reasoning' }

--- Split `++place=float ++model=NAME message`.
---@param rest string
---@return table options
---@return string message
---@return string? problem
local function parse(rest)
  local options = {}
  while true do
    local name, value, after = rest:match('^%+%+(%w+)=(%S+)%s*(.*)$')
    if not name then
      local unknown = rest:match('^%+%+%S*')
      return options, rest, unknown and t('unknown option %s'):format(unknown)
    end
    local is_known = name == 'place' or name == 'session' or vim.list_contains(CHOICES, name)
    if not is_known then
      return options, rest, t('unknown option ++%s'):format(name)
    end
    options[name], rest = value, after
  end
end

--- What the server counts characters of a line in; the usual before it runs.
---@param root string
---@return string
local function encoding_at(root)
  local connection = vim.iter(client.all()):find(function(each)
    return each.config.root_dir == root
  end)
  return connection and connection.offset_encoding or 'utf-16'
end

--- Open a chat, with what was selected and what was typed.
---@param shown architect.Chat
---@param call architect.Call
---@param options table
---@param message string
local function open(shown, call, options, message)
  for _, name in ipairs(CHOICES) do
    shown.choices[name] = options[name] or shown.choices[name]
  end
  local selection = call.first and attachments.selection(call.bufnr, call.first, call.last, encoding_at(shown.root))
  windows.open(shown, options.place)
  if message == '' and not (shown.session or shown.sending) then
    chat_kept.take(shown)
    chat_kept.give_back(shown)
  end
  if selection then
    attachments.add(shown, selection)
  end
  if message ~= '' then
    return chat.post(shown, message)
  end
  vim.cmd.startinsert({ bang = true })
end

---@param call architect.Call
---@param id string
---@param use fun(shown: architect.Chat)
local function with_session(call, id, use)
  client.with_client(call.bufnr, function(connection)
    past_runs.fetch(connection, function(sessions)
      local found = vim.iter(sessions):find(function(session)
        return session.sessionId == id
      end)
      if not found then
        return notify.error(t('there is no session %q; see :Architect sessions'):format(id))
      end
      use(chat_open.open_session(connection, found))
    end)
  end)
end

--- The chat of the session of a run that was started without one.
---@param connection vim.lsp.Client
---@param newest architect.Run
---@return architect.Chat
local function open_run(connection, newest)
  local session = chats.session_of(newest.id)
  local ids = {}
  for _, run in ipairs(runs.all()) do
    if chats.session_of(run.id) == session then
      table.insert(ids, 1, run.id)
    end
  end
  return chat_open.open_session(connection, { sessionId = session, title = newest.title, runs = ids })
end

---@param call architect.Call
---@param is_new boolean
local function begin(call, is_new)
  local options, message, problem = parse(call.rest)
  if options.place and not vim.list_contains(windows.PLACES, options.place) then
    problem = t('unknown place %q; available: %s'):format(options.place, table.concat(windows.PLACES, ', '))
  end
  if problem then
    return notify.error(problem)
  end
  if options.session then
    return with_session(call, options.session, function(shown)
      open(shown, call, options, message)
    end)
  end
  local newest = not is_new and not chats.current() and runs.newest() or nil
  local connection = newest and vim.lsp.get_client_by_id(newest.client_id)
  if newest and connection then
    return open(open_run(connection, newest), call, options, message)
  end
  local shown = not is_new and chats.current() or chat_open.create(call.bufnr)
  open(shown, call, options, message)
end

--- Add something to the next message of the chat that is used.
---@param call architect.Call
local function attach(call)
  local code = require('architect.code_windows').buffer()
  local is_chat = chats.of_buffer(call.bufnr) ~= nil
  local wanted = vim.tbl_extend('force', call, { bufnr = is_chat and code or call.bufnr })
  local one, problem = attachments.named(wanted, encoding_at(discovery.root(wanted.bufnr)))
  if not one then
    return notify.warn(problem or t('nothing to attach'))
  end
  local shown = chats.current() or chat_open.create(call.bufnr)
  if attachments.add(shown, one) then
    notify.info(t('attached to the next message: %s'):format(attachments.words(one)))
  end
end

--- Take the attachments of the next message away.
local function detach()
  local shown = chats.current()
  if shown then
    shown.attachments = {}
    chat_input.update(shown)
  end
  notify.info(t('nothing is attached to the next message'))
end

---@param name 'model'|'agent'|'mode'|'reasoning'
---@param values fun(): string[]
---@param call? fun(call: architect.Call)
---@return architect.Subcommand
local function choice(name, values, call)
  return {
    desc = t('choose the %s of the next messages'):format(name),
    call = call or choices[name],
    complete = function(words)
      return #words <= 1 and vim.list_extend({ choices.DEFAULT }, values()) or {}
    end,
  }
end

---@type table<string, architect.Subcommand>
M.commands = {
  chat = {
    desc = t('open the chat; with words, send them; with a range, attach its lines'),
    call = function(call)
      begin(call, false)
    end,
    complete = completion.chat_words,
  },
  new = {
    desc = t('begin a new conversation'),
    call = function(call)
      begin(call, true)
    end,
    complete = completion.chat_words,
  },
  attach = {
    desc = t('attach to the next message: lines, a file, problems, quickfix, a terminal, an image'),
    call = attach,
    complete = function(words)
      if #words <= 1 then
        return vim.list_extend(vim.list_slice(attachments.KINDS), vim.fn.getcompletion(words[1] or '', 'file'))
      end
      local takes_file = words[1] == 'file' or words[1] == 'image'
      return takes_file and vim.fn.getcompletion(words[#words], 'file') or {}
    end,
  },
  detach = { desc = t('take the attachments of the next message away'), call = detach },
  model = choice('model', model_choice.models, model_choice.model),
  agent = choice('agent', choices.agents),
  mode = choice('mode', function()
    return choices.MODES
  end),
  reasoning = choice('reasoning', function()
    return choices.EFFORTS
  end),
  edit = { desc = t('edit the message at the cursor of the chat and send it again'), call = chat_forks.edit },
  restore = {
    desc = t('restore files, conversation or both to before the message at the cursor'),
    call = function(call)
      chat_forks.restore(call.words[1])
    end,
    complete = function(words)
      return #words <= 1 and chat_forks.RESTORABLE or {}
    end,
  },
  fork = { desc = t('fork the session behind the message at the cursor'), call = chat_forks.fork },
  withdraw = { desc = t('withdraw the last message that is queued'), call = chat_queue.withdraw },
  retry = { desc = t('send the last message again'), call = chat_retry.retry },
  ['do'] = { desc = t('have the plan carried out'), call = chat.carry_out },
  rename = { desc = t('rename the session of the chat'), call = session_actions.rename_current },
  delete = { desc = t('delete the session of the chat'), call = session_actions.delete_current },
  export = {
    desc = t('export the session of the chat, as Markdown or JSON'),
    call = session_actions.export_current,
    complete = function(words)
      return #words <= 1 and vim.fn.getcompletion(words[1] or '', 'file') or {}
    end,
  },
}

return M
