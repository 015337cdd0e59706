--- Windows of chats: beside the code, below it, in a float or in a tab page; the input stands below.

local bar = require('architect.chat_bar')
local chats = require('architect.chats')
local code_windows = require('architect.code_windows')
local config = require('architect.config')
local folds = require('architect.folds')

local M = {}

local api = vim.api

M.PLACES = { 'right', 'below', 'float', 'tab' }

--- With fewer columns a chat beside the code leaves neither enough.
local MIN_COLUMNS = 100
local INPUT_ROWS, MOST_INPUT_ROWS = 3, 12

---@param chat architect.Chat
---@return integer? window of the chat in this tab page
function M.window(chat)
  return vim.iter(api.nvim_tabpage_list_wins(0)):find(function(win)
    return api.nvim_win_get_buf(win) == chat.log.bufnr
  end)
end

---@param chat architect.Chat
---@return integer? window of its input in this tab page
function M.input_window(chat)
  return vim.iter(api.nvim_tabpage_list_wins(0)):find(function(win)
    return chat.input ~= nil and api.nvim_win_get_buf(win) == chat.input
  end)
end

---@param win integer
local function dress(win)
  local options = vim.wo[win][0]
  options.wrap, options.linebreak, options.breakindent = true, true, true
  options.number, options.relativenumber = false, false
  options.signcolumn, options.list, options.spell = 'no', false, false
  options.conceallevel = 0
  options.winhighlight = 'NormalFloat:Normal'
end

--- Show what is so now above the chat and above its input.
---@param chat architect.Chat
function M.update(chat)
  for _, win in ipairs(api.nvim_list_wins()) do
    local bufnr = api.nvim_win_get_buf(win)
    if bufnr == chat.log.bufnr then
      vim.wo[win][0].winbar = bar.of_chat(chat)
    elseif bufnr == chat.input then
      vim.wo[win][0].winbar = bar.of_input(chat, api.nvim_win_get_width(win))
    end
  end
end

local group = api.nvim_create_augroup('architect.chat_windows', {})

-- The bar of the input says how a run is stopped, which depends on the mode. `:normal` in another window is in
-- Normal mode meanwhile, so it is looked at once that is over.
api.nvim_create_autocmd('ModeChanged', {
  group = group,
  pattern = { 'i*:*', '*:i*' },
  callback = vim.schedule_wrap(function()
    local chat = chats.of_buffer(api.nvim_get_current_buf())
    if chat then
      M.update(chat)
    end
  end),
})

api.nvim_create_autocmd('WinResized', {
  group = group,
  callback = function()
    for _, chat in ipairs(chats.all()) do
      M.update(chat)
      require('architect.chat_input').update(chat)
    end
  end,
})

---@return string
local function usual_place()
  local place = config.options.chat.place
  if place == 'auto' then
    return vim.o.columns >= MIN_COLUMNS and 'right' or 'below'
  end
  return place
end

---@param size number share of the room
---@param room integer
---@param least integer
---@return integer
local function share(size, room, least)
  return math.min(math.max(math.floor(room * size), least), room)
end

---@param bufnr integer
---@return integer win
local function open_float(bufnr)
  local width = share(0.8, vim.o.columns - 2, 56)
  local height = share(0.8, vim.o.lines - vim.o.cmdheight - 4, 8) - INPUT_ROWS - 2
  return api.nvim_open_win(bufnr, true, {
    relative = 'editor',
    row = math.max(math.floor((vim.o.lines - height - INPUT_ROWS - 5) / 2), 0),
    col = math.floor((vim.o.columns - width - 2) / 2),
    width = width,
    height = math.max(height, 3),
    border = 'rounded',
    zindex = 40,
  })
end

---@param bufnr integer
---@param place string
---@return integer win
local function open_at(bufnr, place)
  if place == 'float' then
    return open_float(bufnr)
  elseif place == 'tab' then
    vim.cmd('tab split')
    api.nvim_win_set_buf(0, bufnr)
    return api.nvim_get_current_win()
  elseif place == 'below' then
    local height = share(config.options.chat.height, vim.o.lines - vim.o.cmdheight - 2, 8)
    return api.nvim_open_win(bufnr, true, { split = 'below', win = -1, height = height })
  end
  local width = share(config.options.chat.width, vim.o.columns, 40)
  return api.nvim_open_win(bufnr, true, { split = 'right', win = -1, width = width })
end

---@param chat architect.Chat
---@param win integer of the chat
local function open_input(chat, win)
  local around = api.nvim_win_get_config(win)
  local settings = { split = 'below', win = win, height = INPUT_ROWS + 1 }
  if around.relative ~= '' then
    settings = {
      relative = 'editor',
      row = around.row + around.height + 2,
      col = around.col,
      width = around.width,
      height = INPUT_ROWS + 1,
      border = 'rounded',
      zindex = 41,
    }
  end
  local input = api.nvim_open_win(require('architect.chat_input').buffer(chat), true, settings)
  code_windows.hold(input, chat.input)
  dress(input)
  vim.wo[input][0].winfixheight = true
  vim.wo[input][0].foldenable = false
end

--- The windows of another chat in this tab page, which this one can have.
---@param chat architect.Chat
---@return architect.Chat?
local function visible_other(chat)
  return vim.iter(chats.all()):find(function(other)
    return other ~= chat and M.window(other) ~= nil
  end)
end

--- Show a chat and put the cursor into its input.
---@param chat architect.Chat
---@param place? string where; nil takes the windows of the chat that is there, or the usual place
function M.open(chat, place)
  chats.use(chat)
  local win = M.window(chat)
  local other = not win and not place and visible_other(chat)
  if other then
    win = M.window(other) --[[@as integer]]
    local input = M.input_window(other)
    if input then
      code_windows.hold(input, require('architect.chat_input').buffer(chat))
    end
  elseif not win then
    win = open_at(chat.log.bufnr, place or usual_place())
  end
  code_windows.hold(win, chat.log.bufnr)
  dress(win)
  folds.fold_in(win)
  local input = M.input_window(chat)
  if input then
    api.nvim_set_current_win(input)
  else
    open_input(chat, win)
  end
  api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(chat.log.bufnr), 0 })
  require('architect.chat_input').update(chat)
  M.update(chat)
end

--- How many rows of text the input may have: half of what it shares with the conversation.
---@param chat architect.Chat
---@param win integer of the input
---@return integer
local function input_room(chat, win)
  local above = M.window(chat)
  local shared = above and api.nvim_win_get_height(above) + api.nvim_win_get_height(win) or vim.o.lines
  local most = math.min(MOST_INPUT_ROWS, math.floor(vim.o.lines / 3), math.floor(shared / 2) - 1)
  return math.max(most, INPUT_ROWS)
end

--- Make the window of the input as high as its text.
---@param chat architect.Chat
function M.fit_input(chat)
  local win = M.input_window(chat)
  if win then
    local rows = api.nvim_win_text_height(win, {}).all
    local room = input_room(chat, win)
    local height = math.min(math.max(rows, INPUT_ROWS), room) + 1
    if api.nvim_win_get_height(win) ~= height then
      api.nvim_win_set_height(win, height)
    end
  end
end

--- Close the windows of a chat; what runs goes on.
---@param chat architect.Chat
function M.close(chat)
  for _, win in ipairs({ M.input_window(chat) or false, M.window(chat) or false }) do
    if win and not pcall(api.nvim_win_close, win, true) then
      code_windows.release(win)
      vim.cmd.enew()
    end
  end
end

return M
