--- Folded parts of a log or a chat: a line that says what it is, and below it what is folded away.
---
--- One extmark covers a part from its title to its last line; it moves with what is written above.

local text = require('architect.text')

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.folds')
--- Of the lines of a body. No line of a body begins a block of Markdown by what it says.
M.MARGIN = '  │ '
--- Columns of what a tool is called with that are shown however narrow the window is.
local LEAST = 8
local CARRY_OUT = vim.keycode("<Cmd>lua require('architect.folds').carry_out()<CR>")

--- How many lines the body of each part has, by buffer and extmark. Neovim asks for the levels of
--- lines while they are put in, when no mark covers them yet.
local sizes = {} ---@type table<integer, table<integer, integer>>

--- Buffers whose parts changed where Neovim folds nothing anew.
local unfolded = {} ---@type table<integer, true>

api.nvim_create_autocmd('InsertLeave', {
  group = api.nvim_create_augroup('architect.folds', {}),
  callback = function()
    for bufnr in pairs(unfolded) do
      for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
        -- It folds what is new, and leaves open what the user has opened.
        vim.wo[win][0].foldmethod = vim.wo[win].foldmethod
      end
    end
    unfolded = {}
  end,
})

local waiting ---@type fun()? what is to be done within a command of Normal mode

--- `write`, where Neovim folds what it changes: in Insert mode it does so only within a command of
--- Normal mode. The user stays where they are, and nothing of that is seen.
---
--- While completions are offered nothing is folded, so that they stay; that follows.
---@generic F: function
---@param write F
---@return F
local function where_it_folds(write)
  return function(...)
    local mode = api.nvim_get_mode().mode
    if mode ~= 'i' or vim.fn.pumvisible() == 1 then
      return write(...)
    end
    local arguments, results = { ... }, nil
    waiting = function()
      results = { write(unpack(arguments)) }
    end
    local win, cursor = api.nvim_get_current_win(), api.nvim_win_get_cursor(0)
    pcall(vim.cmd.normal, { CARRY_OUT, bang = true })
    waiting = nil
    -- Behind the last letter there is no place for the cursor in Normal mode.
    if api.nvim_get_current_win() == win then
      pcall(api.nvim_win_set_cursor, win, cursor)
    end
    if results then
      return unpack(results)
    end
    return write(...)
  end
end

--- Do what waits for that.
function M.carry_out()
  if waiting then
    waiting()
  end
end

---@param bufnr integer
---@param first integer
---@param last integer
---@param id? integer
---@return integer id
local function mark(bufnr, first, last, id)
  if not waiting and api.nvim_get_mode().mode:find('^[iR]') then
    unfolded[bufnr] = true
  end
  local line = api.nvim_buf_get_lines(bufnr, last, last + 1, false)[1] or ''
  return api.nvim_buf_set_extmark(bufnr, SPACE, first, 0, {
    id = id,
    end_row = last,
    end_col = #line,
    hl_group = 'ArchitectDim',
    hl_eol = true,
    -- Below the colours of a patch.
    priority = 50,
    right_gravity = false,
  })
end

--- The rows of a part; nil if it is no longer there.
---@param bufnr integer
---@param id integer
---@return integer? first
---@return integer? last
function M.rows(bufnr, id)
  local first = api.nvim_buf_get_extmark_by_id(bufnr, SPACE, id, {})[1]
  if first then
    return first, first + sizes[bufnr][id]
  end
end

---@param bufnr integer
---@param id integer
---@param title string
local function set_title(bufnr, id, title)
  local first, last = M.rows(bufnr, id)
  if first and last then
    local before = api.nvim_buf_get_lines(bufnr, first, first + 1, false)[1]
    api.nvim_buf_set_text(bufnr, first, 0, first, #before, { title })
    if last > first then
      -- Neovim takes the last line out of a fold whose first one changes, until that changes, too: its margin
      -- alone, since what is replaced loses its colours.
      api.nvim_buf_set_text(bufnr, last, 0, last, 1, { M.MARGIN:sub(1, 1) })
    end
    mark(bufnr, first, last, id)
  end
end

M.set_title = where_it_folds(set_title)

--- Put lines in place of the body, from its line `from` on.
---@param bufnr integer
---@param id integer
---@param from integer
---@param body string[] with the margin
local function replace(bufnr, id, from, body)
  local first, last = M.rows(bufnr, id)
  if not first or not last then
    return
  end
  sizes[bufnr][id] = from + #body
  api.nvim_buf_set_lines(bufnr, first + 1 + from, last + 1, false, body)
  mark(bufnr, first, first + from + #body, id)
end

--- Begin a part at `row`, where it takes the place of what is there up to row `to`.
---@param bufnr integer
---@param row integer
---@param to integer
---@param lines string[] its title, and its body with the margin
---@return integer id
M.begin = where_it_folds(function(bufnr, row, to, lines)
  api.nvim_buf_set_lines(bufnr, row, to, false, { lines[1] })
  local id = mark(bufnr, row, row)
  if not sizes[bufnr] then
    sizes[bufnr] = {}
    api.nvim_create_autocmd('BufWipeout', {
      buffer = bufnr,
      callback = function()
        sizes[bufnr] = nil
      end,
    })
  end
  sizes[bufnr][id] = 0
  set_title(bufnr, id, lines[1])
  if #lines > 1 then
    replace(bufnr, id, 0, vim.list_slice(lines, 2))
  end
  return id
end)

--- Add a piece to the body.
---@param bufnr integer
---@param id integer
---@param piece string
---@return integer added how many lines
M.extend = where_it_folds(function(bufnr, id, piece)
  local first, last = M.rows(bufnr, id)
  if not first or not last then
    return 0
  end
  local lines = text.lines(piece)
  for index = 2, #lines do
    lines[index] = M.MARGIN .. lines[index]
  end
  lines[1] = api.nvim_buf_get_lines(bufnr, last, last + 1, false)[1] .. lines[1]
  replace(bufnr, id, last - first - 1, lines)
  return #lines - 1
end)

--- Put lines in place of the body.
---@param bufnr integer
---@param id integer
---@param lines string[] without the margin
---@return integer added how many lines
---@return integer? first row of the body
M.set_body = where_it_folds(function(bufnr, id, lines)
  local first, last = M.rows(bufnr, id)
  if not first or not last then
    return 0
  end
  replace(bufnr, id, 0, vim.tbl_map(function(line)
    return M.MARGIN .. line
  end, lines))
  return #lines - (last - first), first + 1
end)

--- The level of a line's fold (|fold-expr|).
---@param lnum integer
---@return string
function M.fold_level(lnum)
  local bufnr, row = api.nvim_get_current_buf(), lnum - 1
  local above = api.nvim_buf_get_extmarks(bufnr, SPACE, { row, -1 }, 0, { limit = 1 })[1]
  if not above then
    return '0'
  elseif above[2] == row then
    return '>1'
  end
  return row - above[2] <= (sizes[bufnr] and sizes[bufnr][above[1]] or 0) and '1' or '0'
end

--- `line` in at most `width` columns, without its middle.
---@param line string
---@param width integer
---@return string
local function without_middle(line, width)
  local length = vim.fn.strchars(line)
  local kept = length
  local shown = line
  while vim.fn.strdisplaywidth(shown) > width and kept > 1 do
    kept = kept - math.max(math.floor((vim.fn.strdisplaywidth(shown) - width) / 2), 1)
    local head = math.floor(kept * 0.45)
    local tail = vim.fn.strcharpart(line, length - (kept - head), kept - head)
    shown = vim.fn.strcharpart(line, 0, head) .. '…' .. tail
  end
  return shown
end

--- `words` in at most `width` columns, without their end.
---@param words string
---@param width integer
---@return string
local function without_end(words, width)
  local kept = vim.fn.strchars(words)
  local shown = words
  while vim.fn.strdisplaywidth(shown) > width and kept > 0 do
    kept = kept - 1
    shown = vim.fn.strcharpart(words, 0, kept) .. '…'
  end
  return shown
end

--- A call in at most `width` columns, but always its tool and a little of what it is called with.
---@param call string
---@param width integer
---@return string
local function fitting_call(call, width)
  local tool, rest = call:match('^(• %S+ ?)(.*)$')
  if not tool then
    return without_middle(call, math.max(width, LEAST))
  end
  return tool .. without_middle(rest, math.max(width - vim.fn.strdisplaywidth(tool), LEAST))
end

--- `line` in at most `width` columns: what a tool is called with is cut first, then the end of what came of it.
---@param line string
---@param width integer
---@return string
function M.fitting(line, width)
  if vim.fn.strdisplaywidth(line) <= width then
    return line
  end
  local call, result = line:match('^(.-)( · .*)$')
  local shown = fitting_call(call or line, width - vim.fn.strdisplaywidth(result or ''))
  return result and shown .. without_end(result, width - vim.fn.strdisplaywidth(shown)) or shown
end

--- The line of a closed fold in the window that is drawn (|fold-foldtext|).
---@return [string, string][]
function M.fold_text()
  local line = api.nvim_buf_get_lines(0, vim.v.foldstart - 1, vim.v.foldstart, false)[1] or ''
  local width = api.nvim_win_get_width(0) - vim.fn.getwininfo(api.nvim_get_current_win())[1].textoff
  return { { M.fitting(line, width), 'ArchitectDim' } }
end

--- Fold the parts in a window.
---@param win integer
function M.fold_in(win)
  local options = vim.wo[win][0]
  options.foldmethod = 'expr'
  options.foldexpr = "v:lua.require'architect.folds'.fold_level(v:lnum)"
  options.foldlevel = 0
  options.foldenable = true
  options.foldminlines = 1
  options.foldtext = "v:lua.require'architect.folds'.fold_text()"
  options.fillchars = 'fold: '
end

return M
