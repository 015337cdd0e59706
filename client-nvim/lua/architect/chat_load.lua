--- Reads the conversation of a session into its chat, run by run.

local chats = require('architect.chats')
local chat_events = require('architect.chat_events')
local endings = require('architect.log_endings')
local requests = require('architect.requests')
local runs = require('architect.runs')
local tail = require('architect.chat_tail')

local M = {}

local PAGE = 500

--- Show the events of one run behind those that are shown.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param id string
---@param done fun()
local function read_run(chat, connection, id, done)
  local run = chats.run_of(chat, id)
  local function page(after)
    local argument = { runId = id, after = after, limit = PAGE }
    requests.execute(connection, 'architect.events', argument, function(result)
      result = type(result) == 'table' and result or {}
      local list = type(result.events) == 'table' and result.events or {}
      for _, event in ipairs(list) do
        chat_events.show(chat, event)
      end
      local next_one = tonumber(result.next) or after
      if #list > 0 and next_one > after then
        return page(next_one)
      end
      done()
    end, done)
  end
  page(run.seq)
end

--- Say how a run of the past ended in the words of the server, which are no event.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param id string
---@param done fun()
local function read_ending(chat, connection, id, done)
  local run = chat.runs[id]
  requests.execute(connection, 'architect.runs', { runId = id }, function(result)
    local info = type(result) == 'table' and type(result.runs) == 'table' and result.runs[1] or {}
    if type(info) ~= 'table' then
      return done()
    end
    if info.runId == id and info.state and info.state ~= 'done' then
      chat.active = id
      runs.update(runs.get_or_create(id, connection.id), info)
    elseif chat.active == id then
      chat.active = nil
    end
    local is_told = info.state == 'done' and type(info.ending) == 'table' and type(info.ending.words) == 'string'
    if not is_told or run.ending then
      return done()
    end
    -- It may have ended behind what was read.
    read_run(chat, connection, id, function()
      run.ending = info.ending
      endings.show(chat.log, info.ending, run)
      done()
    end)
  end, done)
end

--- Show what came while the conversation was read.
---@param chat architect.Chat
local function catch_up(chat)
  local backlog = chat.backlog or {}
  chat.backlog = nil
  for _, event in ipairs(backlog) do
    chat_events.on_event(event)
  end
  tail.update(chat)
  if chat.looks_again then
    chat.looks_again = nil
    M.look_behind(chat)
  end
end

--- Read a run that has begun for this editor, and what came while it was read.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param id string
function M.read(chat, connection, id)
  chat.backlog = chat.backlog or {}
  tail.update(chat)
  read_run(chat, connection, id, function()
    read_ending(chat, connection, id, function()
      catch_up(chat)
    end)
  end)
end

--- Show the run with an id, and all behind it that the chat does not show, if there are such.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param number integer of the run in its session
---@param known integer up to which there are runs
---@param done fun()
local function read_from(chat, connection, number, known, done)
  local id = ('%s.%d'):format(chat.session, number)
  local function go_on(is_there)
    if not is_there and number >= known then
      return done()
    end
    read_from(chat, connection, number + 1, known, done)
  end
  if chat.runs[id] then
    return go_on(true)
  end
  requests.execute(connection, 'architect.events', { runId = id, after = 0, limit = 1 }, function(result)
    local list = type(result) == 'table' and type(result.events) == 'table' and result.events or {}
    if type(list[1]) ~= 'table' or list[1].runId ~= id then
      return go_on(false)
    end
    read_run(chat, connection, id, function()
      if runs.is_decision(chat.runs[id]) then
        return go_on(true)
      end
      read_ending(chat, connection, id, function()
        go_on(true)
      end)
    end)
  end, function()
    go_on(false)
  end)
end

---@param ids string[] of runs
---@return integer
local function highest(ids)
  return vim.iter(ids):fold(0, function(number, id)
    return math.max(number, chats.run_number(id))
  end)
end

--- Read the conversation of a session: its runs, and what the user undid or kept between them.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param ids any of its runs, as far as they are known
function M.read_session(chat, connection, ids)
  local named = vim.tbl_filter(function(id)
    return type(id) == 'string'
  end, type(ids) == 'table' and ids or {})
  chat.backlog = chat.backlog or {}
  tail.update(chat)
  read_from(chat, connection, 1, highest(named), function()
    catch_up(chat)
    require('architect.chat_kept').give_back(chat)
  end)
end

--- Read what has no events for this editor: what the user undid or kept.
---
--- Not while a run works, whose reply it would stand in.
---@param chat architect.Chat
function M.look_behind(chat)
  if not chat.session or chat.active or chat.sending then
    return
  elseif chat.backlog then
    -- What is read now may be without what this is about.
    chat.looks_again = true
    return
  end
  local connection = chats.client_of(chat)
  if not connection then
    return
  end
  chat.backlog = {}
  read_from(chat, connection, 1, highest(chat.order), function()
    catch_up(chat)
  end)
end

--- The same for all chats of a server that can be seen.
---@param connection vim.lsp.Client
function M.look_behind_all(connection)
  for _, chat in ipairs(chats.all()) do
    if chat.root == connection.config.root_dir and vim.fn.bufwinid(chat.log.bufnr) ~= -1 then
      M.look_behind(chat)
    end
  end
end

return M
