--- Completion as the server knows it: of `@` (files, folders, symbols, problems), of `/` at the beginning (tasks, skills, prompts).

local positions = require('architect.positions')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

local api = vim.api
local COMMAND = 'architect.mentions'
local LIMIT = 30
--- Plugins that complete by themselves, by 'omnifunc' if they are told to.
local COMPLETERS = { 'cmp', 'blink.cmp' }

local KINDS = { file = 'f', folder = 'd', symbol = 's', problems = 'p', diff = 'v', terminal = 't', server = 'm', task = 'c', skill = 'k', prompt = 'r' }

---@return string? uri of the file that the user works on
local function code_uri()
  local code = require('architect.code_windows').buffer()
  return code and vim.uri_from_bufnr(code) or nil
end

--- The message up to the cursor, and how many UTF-16 units come before the line of the cursor.
---@return string message
---@return integer before
---@return string line up to the cursor
local function typed_so_far()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  local lines = api.nvim_buf_get_lines(0, 0, row, false)
  lines[row] = lines[row]:sub(1, col)
  local before = 0
  for index = 1, row - 1 do
    before = before + positions.character_of(lines[index], #lines[index], 'utf-16') + 1
  end
  return table.concat(lines, '\n'), before, lines[row]
end

--- Items of a completion; a word with a control character is none, since it would be typed.
---@param result any of the server
---@return table[]
function M.items(result)
  local items = {}
  local found = type(result) == 'table' and type(result.mentions) == 'table' and result.mentions or {}
  for _, mention in ipairs(found) do
    local word = tostring(mention.insert or '')
    if word ~= '' and text.escape_controls(word) == word and not word:find('[\n\t]') then
      items[#items + 1] = {
        word = word,
        abbr = text.one_line(mention.label or word, 60),
        kind = KINDS[mention.kind] or '',
        menu = text.one_line(mention.detail or '', 60),
        icase = 1,
        dup = 1,
      }
    end
  end
  return items
end

--- The byte of the line where the mention begins that is completed.
---@param result any
---@param before integer
---@param line string
---@return integer
local function start_of(result, before, line)
  local from = type(result) == 'table' and tonumber(result.from) or nil
  return from and positions.byte_of(line, math.max(from - before, 0), 'utf-16') or #line
end

--- The last answer, which 'omnifunc' is asked for twice.
local pending = { from = 0, items = {} }

--- 'omnifunc' of the input.
---@param find_start 0|1
---@return integer|table[]
function M.omnifunc(find_start)
  if find_start == 0 then
    return pending.items
  end
  local message, before, line = typed_so_far()
  local chat = require('architect.chats').of_buffer(api.nvim_get_current_buf())
  local client = chat and require('architect.chats').client_of(chat)
  if not client or not client.initialized or not requests.has_command(client, COMMAND) then
    return -3
  end
  local argument = { text = message, uri = code_uri(), limit = LIMIT }
  local result = requests.query_of(client, COMMAND, argument, 1000)
  pending = { from = start_of(result, before, line), items = M.items(result) }
  return #pending.items > 0 and pending.from or -3
end

--- Mentions for the command line: what comes in place of `word`.
---@param word string begins with @
---@return string[]
function M.for_command_line(word)
  local result = requests.query(COMMAND, { text = word, uri = code_uri(), limit = LIMIT })
  return vim.tbl_map(function(item)
    return item.word
  end, M.items(result))
end

--- Whether nobody else completes in this editor.
---@return boolean
local function is_alone()
  for _, name in ipairs(COMPLETERS) do
    if package.loaded[name] then
      return false
    end
  end
  return true
end

--- Offer mentions as soon as one is typed.
---@param chat architect.Chat
local function offer(chat)
  local message, before, line = typed_so_far()
  local client = require('architect.chats').client_of(chat)
  if not (line:find('@%S*$') or message:find('^/[%w_:-]*$')) or not client or not client.initialized then
    return
  end
  if not requests.has_command(client, COMMAND) then
    return
  end
  local bufnr = api.nvim_get_current_buf()
  local argument = { text = message, uri = code_uri(), limit = LIMIT }
  requests.execute(client, COMMAND, argument, function(result)
    local is_here = api.nvim_get_current_buf() == bufnr and api.nvim_get_mode().mode:find('^i')
    if not is_here or typed_so_far() ~= message then
      return
    end
    local items = M.items(result)
    if #items > 0 then
      vim.fn.complete(start_of(result, before, line) + 1, items)
    end
  end, function() end)
end

--- Close the list of completions: what they were offered for is replaced.
---@param bufnr integer of an input
function M.withdraw(bufnr)
  if api.nvim_get_current_buf() == bufnr and vim.fn.pumvisible() == 1 then
    vim.fn.complete(vim.fn.col('.'), {})
  end
end

--- Complete in an input: by 'omnifunc', and without another completer by itself.
---@param chat architect.Chat
---@param bufnr integer
function M.attach(chat, bufnr)
  vim.bo[bufnr].omnifunc = "v:lua.require'architect.mentions'.omnifunc"
  local before ---@type string?
  local function on(events, callback)
    api.nvim_create_autocmd(events, { buffer = bufnr, callback = callback })
  end
  on('InsertEnter', function()
    if is_alone() and not before then
      -- Nothing is put into the text that nobody chose.
      before = vim.o.completeopt
      vim.o.completeopt = 'menuone,noinsert,noselect'
    end
  end)
  on({ 'InsertLeave', 'BufLeave' }, function()
    if before then
      vim.o.completeopt, before = before, nil
    end
  end)
  on({ 'TextChangedI', 'TextChangedP' }, function()
    if is_alone() then
      offer(chat)
    end
  end)
end

return M
