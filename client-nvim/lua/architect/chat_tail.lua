--- What stands at the end of a chat for now: messages that the model has not read, what is waited for.

local t = require('architect.l10n').t
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

--- The lines, and the highlight groups of some of them.
---@param chat architect.Chat
---@return string[] lines
---@return table<integer, string> groups
function M.lines(chat)
  local lines, groups = {}, {}
  local function add(line, group)
    lines[#lines + 1] = line
    groups[#lines] = group
  end
  local function add_notice(line)
    add('')
    for _, part in ipairs(text.with_whole_commands(text.one_line(line))) do
      add(part, 'ArchitectWarning')
    end
  end
  local function add_message(title, words, attached)
    add('')
    add(title, 'ArchitectDim')
    for _, line in ipairs(text.lines(words)) do
      add(line)
    end
    for _, line in ipairs(attached) do
      add(t('attached: %s'):format(text.one_line(line)), 'ArchitectDim')
    end
  end
  if chat.sent then
    add_message('## ' .. t('You · sent'), chat.sent.text, chat.sent.attached)
  end
  for _, message in ipairs(chat.queue) do
    local when = message.is_next and t('it begins the next run') or t('the model reads it after this step')
    add_message('## ' .. t('You · queued: %s'):format(when), message.text, message.attached)
  end
  for _, held in ipairs(chat.held) do
    add_message('## ' .. t('You · queued'), held.message, {})
  end
  if chat.waits then
    add_notice(chat.waits)
  end
  if chat.backlog and not chat.active then
    add('')
    add(t('reading the conversation…'), 'ArchitectDim')
  end
  if chat.problem and not chat.active then
    add_notice(chat.problem)
  end
  return lines, groups
end

---@param chat architect.Chat
function M.update(chat)
  if not vim.api.nvim_buf_is_valid(chat.log.bufnr) then
    return
  end
  local lines, groups = M.lines(chat)
  -- Never without a line: Neovim leaves the last line of a buffer out of the fold above it.
  write.tail(chat.log, #lines > 0 and lines or { '' }, groups)
  require('architect.chat_windows').update(chat)
  require('architect.chat_kept').keep(chat)
end

return M
