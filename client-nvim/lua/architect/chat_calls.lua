--- Calls in a chat: one line each, with the last line of what it says, and below it folded the rest.

local t = require('architect.l10n').t
local log_events = require('architect.log_events')
local results = require('architect.log_results')
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

--- Lines of a body: the first and the last ones of a longer one.
local FIRST, LAST = 40, 160
--- How often the line of a call that says much is written anew.
local TICK_MS = 100
local MAX_SAID = 100
--- The plan says what this call does.
local OF_A_PLAN = 'update_plan'

---@class architect.ShownCall
---@field id integer its folded part
---@field title string
---@field said string? its last line so far
---@field is_told boolean? whether that will be shown
---@field has_body boolean? whether its changes are shown

---@param run architect.Run
---@param event table
---@return string
local function key(run, event)
  return ('%s %s'):format(run.id, tostring(event.callId or ''))
end

--- At most as many lines as are worth a look.
---@param lines string[]
---@return string[]
function M.bounded(lines)
  if #lines <= FIRST + LAST + 1 then
    return lines
  end
  local shown = vim.list_slice(lines, 1, FIRST)
  shown[#shown + 1] = t('… %d lines left out …'):format(#lines - FIRST - LAST)
  return vim.list_extend(shown, lines, #lines - LAST + 1, #lines)
end

---@param log architect.ChatLog
---@param event table
---@param run architect.Run
function M.decided(log, event, run)
  if not event.allowed then
    log.denied[event.callId or ''] = true
    return write.line(log, '• ' .. results.denial(event), 'ArchitectWarning')
  end
  if event.name == OF_A_PLAN then
    return
  end
  local title = text.one_line(('%s %s'):format(text.identifier(event.name), event.summary or ''))
  local id = write.fold(log, '• ' .. title)
  log.calls[key(run, event)] = { id = id, title = '• ' .. title }
end

--- What a command says while it runs: only its last line is kept.
---@param log architect.ChatLog
---@param event table
---@param run architect.Run
function M.output(log, event, run)
  local call = log.calls[key(run, event)]
  local line = text.last_line(event.text or '')
  if not call or not line then
    return
  end
  call.said = results.said(line)
  if call.is_told then
    return
  end
  call.is_told = true
  vim.defer_fn(function()
    call.is_told = nil
    if log.calls[key(run, event)] == call and vim.api.nvim_buf_is_valid(log.bufnr) then
      write.fold_title(log, call.id, ('%s · %s'):format(call.title, call.said))
    end
  end, TICK_MS)
end

---@param log architect.ChatLog
---@param event table
---@param run architect.Run
function M.changed(log, event, run)
  local call = log.calls[key(run, event)]
  local patch = text.lines((tostring(event.diff or ''):gsub('\n$', '')))
  local added, removed = tonumber(event.linesAdded) or 0, tonumber(event.linesRemoved) or 0
  local size = ('+%d -%d'):format(added, removed)
  if not call or call.has_body then
    local title = ('%s %s'):format(text.identifier(event.kind), text.one_line(event.path or ''))
    title = event.byCommand and t('%s by a command'):format(title) or title
    local id = write.fold(log, ('• %s · %s'):format(title, size))
    return write.fold_body(log, id, M.bounded(patch), log_events.diff_group)
  end
  call.has_body = true
  if not call.title:find(size, 1, true) then
    call.title = ('%s · %s'):format(call.title, size)
  end
  write.fold_title(log, call.id, call.title)
  write.fold_body(log, call.id, M.bounded(patch), log_events.diff_group)
end

---@param event table
---@return string
local function how_it_failed(event)
  local why = text.one_line(results.failure(event), MAX_SAID)
  return vim.startswith(why, 'not executed: ') and why or t('failed: %s'):format(why)
end

---@param log architect.ChatLog
---@param event table
---@param run architect.Run
function M.finished(log, event, run)
  local call = log.calls[key(run, event)]
  log.calls[key(run, event)] = nil
  if log.denied[event.callId] or (not call and event.success) then
    return
  elseif not call then
    -- Nobody decided about it: the model has called what there is not, or with wrong arguments.
    local title = '• ' .. text.identifier(event.name)
    call = { id = write.fold(log, title), title = title }
  end
  local said = text.trim_end(event.text or event.error or '')
  local lines = text.lines((said:gsub('^Error: ', '')))
  local what = event.success and results.success(event) or how_it_failed(event)
  write.fold_title(log, call.id, ('%s · %s'):format(call.title, what))
  if not call.has_body and said ~= '' then
    write.fold_body(log, call.id, M.bounded(lines))
  end
end

return M
