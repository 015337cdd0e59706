--- What goes along with a message: lines, files, problems, the output of a terminal.

local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local positions = require('architect.positions')
local text = require('architect.text')

local M = {}

local api = vim.api

local MOST = 20
local MOST_TEXT, MOST_IMAGE = 1000000, 5000000
local TERMINAL_LINES = 200
local IMAGES = {
  png = 'image/png',
  jpg = 'image/jpeg',
  jpeg = 'image/jpeg',
  gif = 'image/gif',
  webp = 'image/webp',
}

M.KINDS = { 'selection', 'file', 'problems', 'quickfix', 'terminal', 'image' }

---@class architect.Attachment as the protocol has it
---@field kind string
---@field name string
---@field text string?
---@field uri string?
---@field range table?
---@field mediaType string?
---@field data string?

---@param bufnr integer
---@return string
local function name_of(bufnr)
  return vim.fn.fnamemodify(api.nvim_buf_get_name(bufnr), ':.')
end

--- `selection one.py:2-3 (2 lines, 12 bytes)`
---@param one architect.Attachment
---@return string
function M.words(one)
  local size = ''
  if one.text then
    local lines = select(2, one.text:gsub('\n', '\n')) + (one.text:sub(-1) == '\n' and 0 or 1)
    size = (' (%s, %s)'):format(text.count(lines, 'line'), text.count(#one.text, 'byte'))
  elseif one.data then
    local padding = #one.data:match('=*$')
    size = (' (%s)'):format(text.count(#one.data / 4 * 3 - padding, 'byte'))
  end
  return text.one_line(('%s %s%s'):format(one.kind, one.name, size))
end

--- Lines of a buffer.
---@param bufnr integer
---@param first integer
---@param last integer
---@param encoding string
---@return architect.Attachment
function M.selection(bufnr, first, last, encoding)
  local lines = api.nvim_buf_get_lines(bufnr, first - 1, last, false)
  local place = first == last and tostring(first) or ('%d-%d'):format(first, last)
  local is_file = discovery.is_file(bufnr)
  return {
    kind = is_file and 'selection' or 'text',
    name = is_file and ('%s:%s'):format(name_of(bufnr), place) or text.count(#lines, 'line'),
    text = table.concat(lines, '\n') .. '\n',
    uri = is_file and vim.uri_from_bufnr(bufnr) or nil,
    range = is_file and positions.lines_range(bufnr, first, last, encoding) or nil,
  }
end

local SEVERITIES = { 'error', 'warning', 'info', 'hint' }

--- What is reported of a buffer, or of those lines of it.
---@param bufnr integer
---@param first integer?
---@param last integer?
---@return architect.Attachment?
local function problems(bufnr, first, last)
  local lines = {}
  for _, found in ipairs(vim.diagnostic.get(bufnr)) do
    local line = found.lnum + 1
    if not first or (line >= first and line <= last) then
      local severity = SEVERITIES[found.severity] or 'error'
      lines[#lines + 1] = ('%s:%d: %s: %s'):format(name_of(bufnr), line, severity, found.message)
    end
  end
  if #lines == 0 then
    return nil
  end
  local name = ('%s of %s'):format(text.count(#lines, 'problem'), name_of(bufnr))
  return { kind = 'problem', name = name, text = table.concat(lines, '\n') .. '\n', uri = vim.uri_from_bufnr(bufnr) }
end

---@return architect.Attachment?
local function quickfix()
  local list = vim.fn.getqflist({ items = 0, title = 0 })
  local lines = vim.tbl_map(function(item)
    local file = item.bufnr > 0 and name_of(item.bufnr) or ''
    return file ~= '' and ('%s:%d: %s'):format(file, item.lnum, item.text) or item.text
  end, list.items)
  if #lines == 0 then
    return nil
  end
  return { kind = 'text', name = 'quickfix: ' .. text.one_line(list.title, 60), text = table.concat(lines, '\n') .. '\n' }
end

--- What its program calls a terminal, else the program: `term://~/src//23500:/bin/bash` is `bash`.
---@param bufnr integer
---@return string
local function terminal_name(bufnr)
  local title = vim.b[bufnr].term_title or ''
  if title == '' or vim.startswith(title, 'term://') then
    title = vim.fs.basename(api.nvim_buf_get_name(bufnr):match('^term://.*//%d+:(%S+)') or 'terminal')
  end
  return text.one_line(title, 60)
end

--- The last lines of the terminal here, or of the one that was used last.
---@return architect.Attachment?
local function terminal()
  local found
  for _, info in ipairs(vim.fn.getbufinfo()) do
    if vim.bo[info.bufnr].buftype == 'terminal' then
      local is_here = info.bufnr == api.nvim_get_current_buf()
      if is_here or not found or (found.bufnr ~= api.nvim_get_current_buf() and info.lastused > found.lastused) then
        found = info
      end
    end
  end
  if not found then
    return nil
  end
  local lines = api.nvim_buf_get_lines(found.bufnr, 0, -1, false)
  while #lines > 0 and vim.trim(lines[#lines]) == '' do
    table.remove(lines)
  end
  lines = vim.list_slice(lines, math.max(#lines - TERMINAL_LINES + 1, 1), #lines)
  return { kind = 'terminal', name = terminal_name(found.bufnr), text = table.concat(lines, '\n') .. '\n' }
end

---@param path string
---@return string? nil if its name is not that of an image
local function image_type(path)
  return IMAGES[(path:match('%.(%w+)$') or ''):lower()]
end

---@param path string
---@return architect.Attachment?
---@return string? problem
local function image(path)
  local kind = image_type(path)
  local stat = vim.uv.fs_stat(vim.fn.fnamemodify(path, ':p'))
  if not kind or not stat or stat.type ~= 'file' then
    return nil, t('%q is not an image (png, jpg, gif, webp)'):format(path)
  elseif stat.size > MOST_IMAGE then
    return nil, t('%q is larger than 5 MB'):format(path)
  end
  local file = assert(io.open(vim.fn.fnamemodify(path, ':p'), 'rb'))
  local data = vim.base64.encode(file:read('*a'))
  file:close()
  return { kind = 'image', name = vim.fs.basename(path), mediaType = kind, data = data }
end

---@param path string
---@return architect.Attachment?
---@return string? problem
local function file_of(path)
  local full = vim.fn.fnamemodify(path, ':p')
  if vim.fn.filereadable(full) ~= 1 then
    return nil, t('cannot read %q'):format(path)
  end
  return { kind = 'file', name = vim.fn.fnamemodify(full, ':.'), uri = vim.uri_from_fname(full) }
end

--- What `:Architect attach` names.
---@param call architect.Call its buffer is that of the code
---@param encoding string
---@return architect.Attachment?
---@return string? problem
function M.named(call, encoding)
  local what = call.words[1] or (call.first and 'selection' or 'file')
  local argument = vim.trim(call.rest:sub(#what + 1))
  if what == 'selection' then
    if not call.first then
      return nil, t('no lines are selected; use :LINE,LINEArchitect attach')
    end
    return M.selection(call.bufnr, call.first, call.last, encoding)
  elseif what == 'problems' then
    return problems(call.bufnr, call.first, call.last), t('nothing is reported of this file')
  elseif what == 'quickfix' then
    return quickfix(), t('the quickfix list is empty')
  elseif what == 'terminal' then
    return terminal(), t('there is no terminal')
  elseif what == 'image' then
    return image(argument)
  elseif what == 'file' and argument == '' then
    if not discovery.is_file(call.bufnr) then
      return nil, t('this buffer is no file')
    end
    return file_of(api.nvim_buf_get_name(call.bufnr))
  end
  local path = what == 'file' and argument or call.rest
  if what ~= 'file' and image_type(path) then
    return image(path)
  end
  return file_of(path)
end

--- What the words of a message name that only this editor knows: `@terminal`.
---@param message string
---@param attached architect.Attachment[]
---@return architect.Attachment[] with it
function M.with_named(message, attached)
  local is_named = (' ' .. message):find('%s@terminal%f[^%w_]') ~= nil
  local has_one = vim.iter(attached):any(function(one)
    return one.kind == 'terminal'
  end)
  local found = is_named and not has_one and #attached < MOST and terminal() or nil
  return found and vim.list_extend(vim.list_slice(attached), { found }) or attached
end

--- Add one to the next message of a chat.
---@param chat architect.Chat
---@param one architect.Attachment
---@return boolean added
function M.add(chat, one)
  if #chat.attachments >= MOST then
    notify.warn(t('a message has at most %d attachments'):format(MOST))
    return false
  elseif one.text and #one.text > MOST_TEXT then
    notify.warn(t('%s is larger than 1 MB'):format(text.one_line(one.name)))
    return false
  end
  chat.attachments[#chat.attachments + 1] = one
  require('architect.chat_input').update(chat)
  return true
end

return M
