--- Contents of a confirmation window: the keys, the request, the reason and a preview.

local config = require('architect.config')
local log = require('architect.log')
local text = require('architect.text')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.confirm')

M.CHOICES = { 'once', 'run', 'deny', 'stop' }

---@class architect.Line
---@field [1] string
---@field group? string

---@param params table of architect/confirm
---@return architect.Line[]
local function body(params)
  local lines = {} ---@type architect.Line[]
  local function add(content, group)
    for _, line in ipairs(text.lines(content)) do
      lines[#lines + 1] = { line, group = group }
    end
  end
  add(params.title or 'Allow this action?', 'ArchitectTitle')
  if type(params.detail) == 'string' and params.detail ~= '' then
    add(params.detail, 'ArchitectWarning')
  end
  local preview = type(params.preview) == 'table' and params.preview or {}
  if type(preview.command) == 'string' then
    add('')
    if type(preview.cwd) == 'string' and preview.cwd ~= '' and preview.cwd ~= '.' then
      add('in ' .. text.one_line(preview.cwd), 'ArchitectDim')
    end
    add(preview.command)
  end
  if type(preview.patch) == 'string' then
    add('')
    for _, line in ipairs(text.lines((preview.patch:gsub('\n$', '')))) do
      lines[#lines + 1] = { line, group = log.diff_group(line) }
    end
  end
  return lines
end

--- The choices that the server offers; all if it names none.
---@param params table of architect/confirm
---@return string[]
function M.choices(params)
  local offered = params.options
  if type(offered) ~= 'table' or #offered == 0 then
    return M.CHOICES
  end
  return vim.tbl_filter(function(choice)
    return vim.list_contains(offered, choice)
  end, M.CHOICES)
end

---@param params table of architect/confirm
---@return architect.Line[]
local function key_lines(params)
  local keys = config.options.confirm.keys
  local grant = params.grant
  local labels = {
    once = { keys.once, 'Allow once' },
    run = { keys.run, 'Allow for this run' },
    deny = { keys.deny .. '/' .. keys.note, 'Deny (with reason)' },
    stop = { keys.stop, 'Stop run' },
  }
  local parts = {}
  local offered = M.choices(params)
  for _, choice in ipairs(offered) do
    parts[#parts + 1] = ('[%s] %s'):format(unpack(labels[choice]))
  end
  parts[#parts + 1] = ('[%s] Decide later'):format(keys.leave)
  local lines = { { table.concat(parts, '  '), group = 'ArchitectTitle' } }
  if vim.list_contains(offered, 'run') and type(grant) == 'string' and grant ~= '' then
    local line = ('"Allow for this run" covers: %s'):format(text.one_line(grant))
    lines[#lines + 1] = { line, group = 'ArchitectDim' }
  end
  lines[#lines + 1] = { '' }
  return lines
end

--- Window configuration for these lines, when `count` confirmations are pending.
---@param lines architect.Line[]
---@param count integer
---@return table
function M.placement(lines, count)
  local border = 2
  local columns, rows = vim.o.columns - border, vim.o.lines - vim.o.cmdheight - border - 1
  local width = 40
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line[1]))
  end
  width = math.max(math.min(width, math.floor(columns * 0.9)), 1)
  local height = 0
  for _, line in ipairs(lines) do
    height = height + math.max(math.ceil(vim.fn.strdisplaywidth(line[1]) / width), 1)
  end
  height = math.max(math.min(height, math.floor(rows * 0.8)), 1)
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.max(math.floor((rows - height) / 2), 0),
    col = math.max(math.floor((columns - width) / 2), 0),
    style = 'minimal',
    border = config.options.confirm.border,
    title = count > 1 and (' Confirm (1 of %d) '):format(count) or ' Confirm ',
    title_pos = 'center',
    zindex = 60,
  }
end

--- The lines of a confirmation, each with its highlight group.
---@param params table of architect/confirm
---@return architect.Line[]
function M.lines(params)
  return vim.list_extend(key_lines(params), body(params))
end

--- A scratch buffer with the lines.
---@param lines architect.Line[]
---@return integer bufnr
function M.buffer(lines)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  local plain = vim.tbl_map(function(line)
    return line[1]
  end, lines)
  api.nvim_buf_set_lines(bufnr, 0, -1, false, plain)
  for index, line in ipairs(lines) do
    if line.group and #line[1] > 0 then
      local mark = { end_col = #line[1], hl_group = line.group }
      api.nvim_buf_set_extmark(bufnr, SPACE, index - 1, 0, mark)
    end
  end
  vim.bo[bufnr].modifiable = false
  return bufnr
end

return M
