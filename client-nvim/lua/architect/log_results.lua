--- What the log says of the result of a call, which is written for the model.

local t = require('architect.l10n').t
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

local MAX_ERROR_LINES = 15
local MAX_ERROR_CHARS = 400
local MAX_SAID = 100
local COMMAND = 'run_command'

--- Lines of the form of a result, and not of the output of its command.
local FRAME = { ['[stdout]'] = true, ['[stderr]'] = true, ['(no output)'] = true }

---@param line string
---@return boolean whether it is of the output of the command
local function is_output(line)
  return not FRAME[line] and not vim.startswith(line, 'exit code: ')
end

--- `denied by you: run_command rm x: not that`; what was denied by a rule is followed by its reason.
---@param event table of a call that was not made
---@return string
function M.denial(event)
  local call = vim.trim(('%s %s'):format(text.identifier(event.name), text.one_line(event.summary or '')))
  local reason = tostring(event.reason or '')
  local said = event.userNote
  if type(said) == 'string' then
    return t('denied by you: %s%s'):format(call, said ~= '' and ': ' .. said or '')
  end
  reason = reason:gsub('^the user does not allow', 'you do not allow'):gsub('^the user ', 'you ')
  return t('denied: %s: %s'):format(call, reason)
end

--- A line of what a command says, behind its call: what aligns columns in a terminal takes no room there.
---@param line string
---@return string
function M.said(line)
  return text.one_line((line:gsub('%s%s+', ' ')), MAX_SAID)
end

--- The last line that is not empty on standard output, or else on standard error.
---@param result string
---@return string
local function last_line(result)
  local output, errors = unpack(vim.split(result, '\n[stderr]\n', { plain = true }))
  for _, part in ipairs({ output, errors }) do
    local lines = vim.tbl_filter(function(line)
      return is_output(line) and vim.trim(line) ~= ''
    end, text.lines(part))
    if #lines > 0 then
      return M.said(lines[#lines])
    end
  end
  return ''
end

--- `ok · 0.58 s · 2 passed` of a command, and of any other tool the first word alone.
---@param event table
---@return string
function M.success(event)
  local parts = { 'ok' }
  if event.name == COMMAND then
    if type(event.durationS) == 'number' then
      parts[#parts + 1] = ('%.2f s'):format(event.durationS)
    end
    parts[#parts + 1] = last_line(tostring(event.text or ''))
  end
  return (table.concat(parts, ' · '):gsub(' · $', ''))
end

--- Why a call failed; of a command the last line that it said.
---@param event table
---@return string
function M.failure(event)
  local why = tostring(event.text or event.error or 'failed')
  local said = event.name == COMMAND and last_line((why:gsub('^Error: [^\n]*\n?', ''))) or ''
  local code = why:match('exit code: (%-?%d+)')
  if said ~= '' then
    return code and t('exit code %s · %s'):format(code, said) or said
  end
  return (text.lines(why)[1]:gsub('^Error: ', ''))
end

---@param log architect.Log
---@param event table
function M.show(log, event)
  if log.denied[event.callId] then
    -- The rest is meant for the model.
    return
  end
  if event.success then
    return write.line(log, ('    %s %s'):format(text.identifier(event.name), M.success(event)), 'ArchitectDim')
  end
  local why = text.trim_end(event.text or event.error or 'failed')
  local lines = text.lines((why:gsub('^Error: ', '')))
  local first = table.remove(lines, 1)
  write.line(log, ('    %s: %s'):format(text.identifier(event.name), first), 'ArchitectBad')
  if event.name == COMMAND then
    lines = vim.tbl_filter(is_output, lines)
  end
  for index = math.max(#lines - MAX_ERROR_LINES + 1, 1), #lines do
    local cut = vim.fn.strcharpart(lines[index], 0, MAX_ERROR_CHARS)
    local line = cut == lines[index] and cut or cut .. '…'
    write.lines(log, { '    | ' .. line }, 'ArchitectDim')
  end
end

return M
