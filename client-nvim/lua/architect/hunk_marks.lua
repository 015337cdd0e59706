--- Extmarks for hunks: signs, and virtual lines for removed or proposed text.

local config = require('architect.config')
local positions = require('architect.positions')
local text = require('architect.text')

local M = {}

local namespace = vim.api.nvim_create_namespace('architect.hunks')
local MAX_LINES = 30

--- The rows of a hunk, 0-based, end-exclusive; `first` equals `last` if it has no lines.
---@param bufnr integer
---@param range table of the protocol
---@return integer first
---@return integer last
local function rows(bufnr, range)
  local count = vim.api.nvim_buf_line_count(bufnr)
  local first = math.min(range.start.line, count)
  local last = range['end'].line + (range['end'].character > 0 and 1 or 0)
  return first, math.min(math.max(last, first), count)
end

--- `content` as virtual lines, at most `MAX_LINES`.
---@param content string
---@param sign '-'|'+' in front of each: they are told from those of the buffer without colours, too
---@param highlight string
---@return table[]
local function virtual_lines(content, sign, highlight)
  if content == '' then
    return {}
  end
  local lines = text.lines((content:gsub('\r?\n$', '')))
  local omitted = #lines - MAX_LINES
  local shown = {}
  for _, line in ipairs(vim.list_slice(lines, 1, MAX_LINES)) do
    shown[#shown + 1] = { { ('%s %s '):format(sign, (line:gsub('\t', '  '))), highlight } }
  end
  if omitted > 0 then
    shown[#shown + 1] = { { ('... %s'):format(text.count(omitted, 'more line')), 'ArchitectDim' } }
  end
  return shown
end

--- Mark one hunk: removed lines are shown above it, proposed ones below.
---@param bufnr integer
---@param hunk table
local function mark(bufnr, hunk)
  local first, last = rows(bufnr, hunk.range)
  local proposed = hunk.kind == 'proposed'
  local highlight = (proposed or first == last) and 'ArchitectRemoved' or 'ArchitectAdded'
  for row = first, last - 1 do
    vim.api.nvim_buf_set_extmark(bufnr, namespace, row, 0, {
      sign_text = proposed and '?' or (hunk.before == '' and '+' or '~'),
      sign_hl_group = highlight,
    })
  end
  local count = vim.api.nvim_buf_line_count(bufnr)
  local above = not proposed and first < count
  local anchor = proposed and math.max(last - 1, 0) or math.min(first, count - 1)
  local options = {
    virt_lines = config.options.hunks.virtual_lines and virtual_lines(
      proposed and hunk.after or hunk.before,
      proposed and '+' or '-',
      proposed and 'ArchitectAdded' or 'ArchitectRemoved'
    ) or nil,
    virt_lines_above = above,
  }
  if first == last then
    options.sign_text, options.sign_hl_group = proposed and '?' or '_', highlight
  end
  vim.api.nvim_buf_set_extmark(bufnr, namespace, anchor, 0, options)
end

---@param bufnr integer
function M.clear(bufnr)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
end

--- Replace the marks of a buffer by those of `hunks`.
---@param bufnr integer
---@param hunks table[]
function M.show(bufnr, hunks)
  M.clear(bufnr)
  for _, hunk in ipairs(hunks) do
    mark(bufnr, hunk)
  end
end

--- Whether a hunk overlaps the lines, 1-based; a hunk without lines counts as on the next one.
---@param bufnr integer
---@param hunk table
---@param first integer
---@param last integer
---@return boolean
function M.touches(bufnr, hunk, first, last)
  local from, to = rows(bufnr, hunk.range)
  if from == to then
    from = math.min(from, vim.api.nvim_buf_line_count(bufnr) - 1)
    to = from + 1
  end
  return from < last and first <= to
end

--- Cursor position of a hunk: line, 1-based, and byte.
---@param bufnr integer
---@param hunk table
---@param encoding string
---@return integer line
---@return integer byte
function M.position(bufnr, hunk, encoding)
  local start = hunk.range.start
  local row = math.min(start.line, vim.api.nvim_buf_line_count(bufnr) - 1)
  local line = vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
  return row + 1, positions.byte_of(line, start.character, encoding)
end

return M
