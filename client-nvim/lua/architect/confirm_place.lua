--- Where a confirmation window is shown: never over the line that the cursor is on.

local M = {}

local api = vim.api

--- With less room than this beside a wrapped line, only the row of the cursor stays free.
local MIN_ROWS = 8

---@param win integer
---@return integer first, integer last rows of the screen that the cursor's line takes, from 1
local function cursor_rows(win)
  local lnum, col = unpack(api.nvim_win_get_cursor(win))
  local line = api.nvim_buf_get_lines(api.nvim_win_get_buf(win), lnum - 1, lnum, false)[1] or ''
  local row = vim.fn.screenpos(win, lnum, math.min(col + 1, math.max(#line, 1))).row
  if row == 0 then
    row = api.nvim_win_get_position(win)[1] + vim.fn.winline()
  end
  local first = vim.fn.screenpos(win, lnum, 1).row
  local last = vim.fn.screenpos(win, lnum, math.max(#line, 1)).row
  first, last = first > 0 and first or row, last > 0 and last or row
  local free = math.max(first - 1, vim.o.lines - last)
  if free < MIN_ROWS then
    return row, row
  end
  return math.min(first, row), math.max(last, row)
end

---@return integer top, integer bottom rows of the screen that can be covered, from 1
local function screen()
  local tabs = vim.o.showtabline
  local top = (tabs == 2 or (tabs == 1 and #api.nvim_list_tabpages() > 1)) and 2 or 1
  local status = vim.o.laststatus > 0 and 1 or 0
  return top, math.max(vim.o.lines - vim.o.cmdheight - status, top)
end

--- Row and height, in rows of the screen with the border, of a window that wants `height` rows.
---@param win integer whose cursor's line stays free
---@param height integer with the border
---@return integer row from 0
---@return integer height at most as wanted
function M.rows(win, height)
  local top, bottom = screen()
  local first, last = cursor_rows(win)
  local above, below = first - top, bottom - last
  local centre = math.floor((top + bottom - 1 - height) / 2)
  local fits_above, fits_below = above >= height, below >= height
  local go_below = below >= above
  if fits_above ~= fits_below then
    go_below = fits_below
  end
  if go_below then
    height = math.min(height, below)
    return math.max(math.min(centre, bottom - height), last), height
  end
  height = math.min(height, above)
  return math.max(math.min(centre, first - 1 - height), top - 1), height
end

--- The widest text that a window with a border of `border` cells can show.
---@param border integer on both sides together
---@return integer
function M.width(border)
  local columns = vim.o.columns - border
  return math.max(columns >= 100 and math.floor(columns * 0.9) or columns, 1)
end

return M
