--- A small window for a message that does not fit on the command line. It never takes the focus,
--- and goes by itself.

local text = require('architect.text')

local M = {}

local api = vim.api
local MAX_WIDTH = 80
local SHOWN_MS = 6000
--- For reading, per byte.
local READING_MS = 40

local current ---@type integer? the window
local shown = 0 ---@type integer how many there were

--- Close the window, if it is there.
function M.close()
  if current and api.nvim_win_is_valid(current) then
    pcall(api.nvim_win_close, current, true)
  end
  current = nil
end

--- Where it covers no line near the cursor: at the top, or above the command line.
---@param width integer
---@param height integer
---@return table
local function place(width, height)
  -- `screenrow()` is where the cursor was drawn last.
  local cursor_row = api.nvim_win_get_position(0)[1] + vim.fn.winline()
  local is_low = cursor_row > vim.o.lines / 2
  local row = is_low and 1 or vim.o.lines - vim.o.cmdheight - 1
  return {
    relative = 'editor',
    anchor = is_low and 'NE' or 'SE',
    row = row,
    col = vim.o.columns,
    width = width,
    height = height,
    style = 'minimal',
    border = 'rounded',
    focusable = false,
    noautocmd = true,
    zindex = 60,
  }
end

--- The lines of a message, broken at spaces alone and not within a command.
---@param message string
---@param width integer
---@return string[]
local function broken(message, width)
  local lines = {}
  for _, part in ipairs(text.with_whole_commands(message, width)) do
    local line = ''
    for word in part:gmatch('%S+') do
      local longer = line == '' and word or line .. ' ' .. word
      if line ~= '' and vim.fn.strdisplaywidth(longer) > width then
        lines[#lines + 1], line = line, word
      else
        line = longer
      end
    end
    lines[#lines + 1] = line
  end
  return lines
end

--- The rows of a message of one or more lines; one that fits stays as it is.
---@param message string
---@param width integer
---@return string[]
local function rows(message, width)
  local found = {}
  for _, line in ipairs(text.lines(message)) do
    vim.list_extend(found, vim.fn.strdisplaywidth(line) <= width and { line } or broken(line, width))
  end
  return found
end

--- Show a message whole, in the place of the one before.
---@param message string of one or more lines
---@param group string highlight group of the border
function M.show(message, group)
  M.close()
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  local width = math.max(math.min(vim.o.columns - 4, MAX_WIDTH), 1)
  local lines = rows(message, width)
  api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  local most = math.max(vim.o.lines - 6, 1)
  local where = place(width, math.min(#lines, most))
  local opened, win = pcall(api.nvim_open_win, bufnr, false, where)
  if not opened then
    return
  end
  current, shown = win, shown + 1
  vim.wo[win].wrap = true
  vim.wo[win].winhighlight = 'NormalFloat:Normal,FloatBorder:' .. group
  api.nvim_win_set_height(win, math.min(api.nvim_win_text_height(win, {}).all, most))
  local number = shown
  vim.defer_fn(function()
    if shown == number then
      M.close()
    end
  end, SHOWN_MS + READING_MS * #message)
end

return M
