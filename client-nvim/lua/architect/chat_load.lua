--- Reads the conversation of a session into its chat, run by run.

local chats = require('architect.chats')
local chat_events = require('architect.chat_events')
local endings = require('architect.log_endings')
local requests = require('architect.requests')
local runs = require('architect.runs')
local tail = require('architect.chat_tail')
local write = require('architect.log_writer')

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
    if info.state == 'done' and type(info.ending) == 'table' and type(info.ending.words) == 'string' and not run.ending then
      if chat.log.ended then
        write.remove_last_line(chat.log)
      end
      run.ending = info.ending
      endings.show(chat.log, info.ending)
    end
    done()
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
end

--- Read runs, one after the other.
---@param chat architect.Chat
---@param connection vim.lsp.Client
---@param ids string[] the oldest first
---@param done? fun()
function M.read(chat, connection, ids, done)
  chat.backlog = chat.backlog or {}
  tail.update(chat)
  local function go_on(index)
    local id = ids[index]
    if not id then
      catch_up(chat)
      return done and done()
    end
    read_run(chat, connection, id, function()
      read_ending(chat, connection, id, function()
        go_on(index + 1)
      end)
    end)
  end
  go_on(1)
end

--- Those among `ids` that are runs of a conversation: what the user undid or kept is none.
---@param session string
---@param ids any
---@return string[] the oldest first
function M.of_conversation(session, ids)
  return vim.tbl_filter(function(id)
    return type(id) == 'string' and id:sub(#session + 1):match('^%.%d+$') ~= nil
  end, type(ids) == 'table' and ids or {})
end

return M
