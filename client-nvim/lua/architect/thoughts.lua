--- What the model thinks, in the log of its run: a line that says so, and folded below it the rest.

local text = require('architect.text')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.thoughts')
local MARGIN = '  │ '

--- Mark a row as one of a thought; the mark of its first row stands for all of it.
---@param bufnr integer
---@param row integer
---@param id? integer
---@return integer
local function mark(bufnr, row, id)
  return api.nvim_buf_set_extmark(bufnr, SPACE, row, 0, {
    id = id,
    line_hl_group = 'ArchitectDim',
    -- Text that takes its place takes the mark along.
    right_gravity = false,
  })
end

---@param bufnr integer
---@param row integer
---@return boolean
local function is_marked(bufnr, row)
  return #api.nvim_buf_get_extmarks(bufnr, SPACE, { row, 0 }, { row, -1 }, { limit = 1 }) > 0
end

---@param bufnr integer
---@param thought integer
---@return integer first, integer last rows of the thought
local function rows(bufnr, thought)
  local first = api.nvim_buf_get_extmark_by_id(bufnr, SPACE, thought, {})[1] or 0
  local last = first
  while last + 1 < api.nvim_buf_line_count(bufnr) and is_marked(bufnr, last + 1) do
    last = last + 1
  end
  return first, last
end

---@param bufnr integer
---@param thought integer
---@param title string
function M.set_title(bufnr, thought, title)
  local row = rows(bufnr, thought)
  local before = api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1]
  api.nvim_buf_set_text(bufnr, row, 0, row, #before, { title })
  mark(bufnr, row, thought)
end

--- Begin a thought at `row`, where it takes the place of what is there up to row `to`.
---@param bufnr integer
---@param row integer
---@param to integer
---@return integer thought
function M.begin(bufnr, row, to)
  api.nvim_buf_set_lines(bufnr, row, to, false, { 'thinking…', MARGIN })
  mark(bufnr, row + 1)
  return mark(bufnr, row)
end

--- Add a piece to a thought.
---@param bufnr integer
---@param thought integer
---@param piece string
---@return integer added how many lines
function M.extend(bufnr, thought, piece)
  local _, last = rows(bufnr, thought)
  local lines = text.lines(piece)
  for index = 2, #lines do
    lines[index] = MARGIN .. lines[index]
  end
  local line = api.nvim_buf_get_lines(bufnr, last, last + 1, false)[1]
  api.nvim_buf_set_text(bufnr, last, #line, last, #line, lines)
  for row = last + 1, last + #lines - 1 do
    mark(bufnr, row)
  end
  return #lines - 1
end

--- Let a thought be `whole`: pieces of it may have been dropped.
---@param bufnr integer
---@param thought integer
---@param whole string
---@param seconds number?
---@return integer added how many lines
function M.complete(bufnr, thought, whole, seconds)
  local first, last = rows(bufnr, thought)
  api.nvim_buf_clear_namespace(bufnr, SPACE, first + 1, last + 1)
  local lines = vim.tbl_map(function(line)
    return MARGIN .. line
  end, text.lines(vim.trim(whole)))
  api.nvim_buf_set_lines(bufnr, first + 1, last + 1, false, lines)
  for row = first + 1, first + #lines do
    mark(bufnr, row)
  end
  local took = seconds and (' for %.1f s'):format(seconds) or ''
  M.set_title(bufnr, thought, ('thought%s, %s'):format(took, text.count(#lines, 'line')))
  return #lines - (last - first)
end

--- The level of a line's fold (|fold-expr|).
---@param lnum integer
---@return string
function M.fold_level(lnum)
  local bufnr = api.nvim_get_current_buf()
  if not is_marked(bufnr, lnum - 1) then
    return '0'
  end
  local is_first = lnum == 1 or not is_marked(bufnr, lnum - 2)
  return is_first and '>1' or '1'
end

--- Fold thoughts in a window.
---@param win integer
function M.fold_in(win)
  local options = vim.wo[win]
  options.foldmethod = 'expr'
  options.foldexpr = "v:lua.require'architect.thoughts'.fold_level(v:lnum)"
  options.foldlevel = 0
  options.foldenable = true
  options.foldminlines = 1
  -- The first line, as it is.
  options.foldtext = ''
  options.fillchars = 'fold: '
end

return M
