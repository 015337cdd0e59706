--- What a confirmation window says: the keys, the request, the reason and a preview.

local config = require('architect.config')
local confirm_help = require('architect.confirm_help')
local t = require('architect.l10n').t
local log_events = require('architect.log_events')
local text = require('architect.text')

local M = {}

local SPACE = vim.api.nvim_create_namespace('architect.confirm')

M.CHOICES = { 'once', 'run', 'project', 'always', 'deny', 'stop' }

--- Of a line that stays as it is; a minified one would hide what changes beside it.
local MAX_CONTEXT_CHARS = 200

--- All that a server may offer, where it does not say; what lasts needs its offers.
local USUAL = { 'once', 'run', 'deny', 'stop' }

---@class architect.Line
---@field [1] string
---@field group? string

---@param value any
---@return string
local function words(value)
  return type(value) == 'string' and value or ''
end

---@param params table of architect/confirm
---@return table
local function preview_of(params)
  return type(params.preview) == 'table' and params.preview or {}
end

--- The choices that the server offers; the usual ones if it names none.
---@param params table of architect/confirm
---@return string[]
function M.choices(params)
  local offered = params.options
  if type(offered) ~= 'table' or #offered == 0 then
    return USUAL
  end
  return vim.tbl_filter(function(choice)
    return vim.list_contains(offered, choice)
  end, M.CHOICES)
end

--- Whether the title says nothing that the preview of a command does not say.
---@param title string
---@param command string
---@return boolean
local function repeats(title, command)
  local shown = title:match('^[^`]+`(.*)`%?$') or title
  shown = text.one_line(shown):gsub('%s*…$', ''):gsub('%s*%.%.%.$', '')
  return shown ~= '' and vim.startswith(text.one_line(command), shown)
end

--- A patch without the lines that name its file, if the title does: rows are few.
---@param patch string
---@param title string
---@return string
local function without_header(patch, title)
  local path, hunks = patch:match('^%-%-%- [^\n]*\n%+%+%+ b/([^\n\t]*)[^\n]*\n(@@ .*)$')
  local is_named = path ~= nil and title:find(path, 1, true) ~= nil
  return ((is_named and hunks or patch):gsub('\n$', ''))
end

---@param params table of architect/confirm
---@return architect.Line[]
local function body(params)
  local lines = {} ---@type architect.Line[]
  local function add(content, group)
    for _, line in ipairs(text.lines(content)) do
      lines[#lines + 1] = { line, group = group }
    end
  end
  local preview = preview_of(params)
  local command = words(preview.command)
  local title = words(params.title)
  if command ~= '' and repeats(title, command) then
    title = t('Run this command?')
  end
  add(title ~= '' and title or t('Allow this action?'), 'ArchitectTitle')
  if words(params.detail) ~= '' then
    add(params.detail, 'ArchitectWarning')
  end
  if command ~= '' then
    add('')
    if words(preview.cwd) ~= '' and preview.cwd ~= '.' then
      add('in ' .. text.one_line(preview.cwd), 'ArchitectDim')
    end
    add(command)
  end
  if type(preview.patch) == 'string' then
    add('')
    for _, line in ipairs(text.lines(without_header(preview.patch, title))) do
      local stays = line:sub(1, 1) == ' '
      local shown = stays and vim.fn.strcharpart(line, 0, MAX_CONTEXT_CHARS) or line
      lines[#lines + 1] = { shown == line and line or shown .. '…', group = log_events.diff_group(line) }
    end
  end
  return lines
end

--- `parts` side by side, on as many lines as they need.
---@param parts string[]
---@param width integer
---@return string[]
local function packed(parts, width)
  local lines = {}
  for _, part in ipairs(parts) do
    local longer = #lines > 0 and lines[#lines] .. '  ' .. part
    if longer and vim.fn.strdisplaywidth(longer) <= width then
      lines[#lines] = longer
    else
      lines[#lines + 1] = part
    end
  end
  return lines
end

--- Whether the model asks something, and wants words.
---@param params table of architect/confirm
---@return boolean
function M.wants_words(params)
  return params.kind == 'question'
end

--- What such a question suggests; as many as there are keys for it.
---@param params table of architect/confirm
---@return string[]
function M.suggestions(params)
  local answers = type(params.answers) == 'table' and params.answers or {}
  return vim.list_slice(vim.tbl_map(tostring, answers), 1, 9)
end

--- The keys of a question of the model, and its suggestions.
---@param params table of architect/confirm
---@param width integer
---@param ready boolean
---@return architect.Line[]
local function word_lines(params, width, ready)
  local keys = config.options.confirm.keys
  local group = ready and 'ArchitectTitle' or 'ArchitectDim'
  local parts = {
    t('[%s] Answer in your words'):format(keys.note),
    t('[%s] Let the agent decide'):format(keys.deny),
    t('[%s] Stop run'):format(keys.stop),
    t('[%s] Decide later'):format(keys.leave),
  }
  local lines = {}
  for number, answer in ipairs(M.suggestions(params)) do
    lines[#lines + 1] = { ('[%d] %s'):format(number, text.one_line(answer)), group = group }
  end
  for _, line in ipairs(packed(parts, width)) do
    lines[#lines + 1] = { line, group = group }
  end
  lines[#lines + 1] = { '' }
  return lines
end

---@param params table of architect/confirm
---@param width integer
---@param ready boolean
---@return architect.Line[]
local function key_lines(params, width, ready)
  local keys = config.options.confirm.keys
  local labels = {
    once = { keys.once, t('Allow once') },
    run = { keys.run, t('Allow for this run') },
    -- Offered together.
    project = { keys.project .. '/' .. keys.always, t('Always: project/everywhere') },
    deny = { keys.deny .. '/' .. keys.note, t('Deny (with reason)') },
    stop = { keys.stop, t('Stop run') },
  }
  if params.kind == 'approval' then
    labels.once[2], labels.deny, labels.stop[2] = t('Approve'), { keys.deny, t('Refuse') }, t('Leave it open')
  end
  local parts = {}
  local offered = M.choices(params)
  for _, choice in ipairs(offered) do
    if labels[choice] then
      parts[#parts + 1] = ('[%s] %s'):format(unpack(labels[choice]))
    end
  end
  parts[#parts + 1] = t('[%s] Decide later'):format(keys.leave)
  local group = ready and 'ArchitectTitle' or 'ArchitectDim'
  local lines = vim.tbl_map(function(line)
    return { line, group = group }
  end, packed(parts, width))
  local grant = words(params.grant)
  local is_new = grant ~= '' and grant ~= words(preview_of(params).command)
  if vim.list_contains(offered, 'run') and is_new then
    local line = t('"Allow for this run" covers: %s'):format(text.one_line(grant))
    lines[#lines + 1] = { line, group = 'ArchitectDim' }
  end
  lines[#lines + 1] = { '' }
  return lines
end

---@param params table of architect/confirm
---@return architect.Line[]
local function help_lines(params)
  local lines = vim.tbl_map(function(line)
    return { line, group = 'ArchitectTitle' }
  end, confirm_help.lines(params.kind, M.choices(params)))
  lines[#lines + 1] = { '' }
  return lines
end

--- The lines of a confirmation, each with its highlight group.
---@param params table of architect/confirm
---@param width integer of the widest line of keys
---@param ready boolean whether the keys answer now
---@param explained boolean whether a line says of each key what it does
---@return architect.Line[]
function M.lines(params, width, ready, explained)
  if explained then
    return vim.list_extend(help_lines(params), body(params))
  end
  local keys = M.wants_words(params) and word_lines or key_lines
  return vim.list_extend(keys(params, width, ready), body(params))
end

--- Put the lines into the buffer of a window.
---@param bufnr integer
---@param lines architect.Line[]
function M.fill(bufnr, lines)
  local plain = vim.tbl_map(function(line)
    return line[1]
  end, lines)
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, plain)
  vim.bo[bufnr].modifiable = false
  vim.api.nvim_buf_clear_namespace(bufnr, SPACE, 0, -1)
  for index, line in ipairs(lines) do
    if line.group and #line[1] > 0 then
      local mark = { end_col = #line[1], hl_group = line.group }
      vim.api.nvim_buf_set_extmark(bufnr, SPACE, index - 1, 0, mark)
    end
  end
end

return M
