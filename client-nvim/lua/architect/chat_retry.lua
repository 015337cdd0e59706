--- Sending the last message of a chat once more, after what made it fail was put right.

local chat = require('architect.chat')
local chat_input = require('architect.chat_input')
local chat_open = require('architect.chat_open')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local text = require('architect.text')

local M = {}

--- What goes along again, from what a message on record shows of it: a file, or lines of one.
---@param part table of `attached`
---@param root string of the workspace
---@return architect.Attachment?
local function attached_again(part, root)
  local name = type(part.name) == 'string' and part.name or ''
  local path, first, last = name:match('^(.-):(%d+)%-?(%d*)$')
  if not path then
    -- As the server calls what it was not sent the text of.
    path, first, last = name:match('^(.-), lines? (%d+)%-?(%d*)$')
  end
  local full = vim.fs.joinpath(root, path or name)
  if not (part.kind == 'file' or part.kind == 'selection') or vim.fn.filereadable(full) ~= 1 then
    return nil
  end
  local found = { kind = part.kind, name = name, uri = vim.uri_from_fname(full) }
  if first then
    local last_line = tonumber(last) or tonumber(first)
    found.range = { start = { line = first - 1, character = 0 }, ['end'] = { line = last_line - 1, character = 1 } }
  end
  return found
end

--- The last message on record: it has what still can go along.
---@param shown architect.Chat
---@return architect.LastMessage?
---@return string[] missing what no longer can
local function on_record(shown)
  local told, missing = shown.told, {}
  if not told then
    return nil, missing
  end
  local attached = {}
  for _, part in ipairs(told.attached) do
    local name = tostring(part.name or '')
    -- Mentions are in the text, and files that were only named go along as the one at hand.
    local is_named = told.text:find('@' .. name, 1, true) or part.bytes == 0
    local again = not is_named and attached_again(part, shown.root)
    if again then
      attached[#attached + 1] = again
    elseif not is_named then
      missing[#missing + 1] = text.one_line(('%s %s'):format(part.kind or '', name), 60)
    end
  end
  return { text = told.text, attached = attached }, missing
end

--- Send the last message again with all that went along, to what is chosen now.
function M.retry()
  local shown = chat_open.current()
  if not shown then
    return
  elseif shown.active or shown.sending then
    return notify.warn(t('a run is under way; stop it first'))
  end
  local last, missing = shown.last, {}
  if not last then
    last, missing = on_record(shown)
  end
  if not last then
    return notify.warn(t('there is nothing to send again'))
  end
  if #missing > 0 then
    notify.warn(t('sent again without what is not kept: %s'):format(table.concat(missing, ', ')))
  end
  -- A message that could not be sent is in the input, with what goes along.
  local is_back = chat_input.text(shown) == last.text
  local waiting = is_back and {} or shown.attachments
  if is_back then
    chat_input.clear(shown)
  end
  shown.attachments = last.attached
  chat.post(shown, last.text, last.options)
  shown.attachments = vim.list_extend(shown.attachments, waiting)
  chat_input.update(shown)
end

return M
