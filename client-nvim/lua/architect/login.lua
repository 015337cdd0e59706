--- `:Architect login`: keep the key of a provider, which is asked for in a terminal, unseen.

local config = require('architect.config')
local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local program = require('architect.program')

local M = {}

--- The command line of the program with another subcommand; nil if it is not known how.
---@param argv string[] of the server
---@param words string[]
---@return string[]?
local function with_subcommand(argv, words)
  local at = vim.iter(ipairs(argv)):find(function(_, word)
    return word == 'lsp'
  end)
  return at and vim.list_extend(vim.list_slice(argv, 1, at - 1), words)
end

--- What is typed behind the end, such as a key that was not asked for, is no command to the code.
---@param bufnr integer of the terminal
---@param win integer
local function on_exit(bufnr, win)
  require('architect.chat_open').look_again()
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  end
  if vim.api.nvim_get_current_buf() == bufnr then
    vim.cmd.stopinsert()
  end
  if vim.api.nvim_win_is_valid(win) then
    vim.wo[win].winbar = '%#ArchitectDim# ' .. t('q closes this')
  end
  vim.keymap.set('n', 'q', '<Cmd>bwipeout!<CR>', { buffer = bufnr, nowait = true, desc = 'architect: close' })
end

--- Run a command in a terminal below.
---@param command string[]
local function open(command)
  vim.cmd('botright 10new')
  local bufnr, win = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  vim.wo.winbar = '%#ArchitectDim# ' .. t('Ctrl+C cancels')
  local options = {
    env = next(config.options.env) and config.options.env or nil,
    on_exit = function()
      on_exit(bufnr, win)
    end,
  }
  if vim.fn.has('nvim-0.11') == 1 then
    options.term = true
    vim.fn.jobstart(command, options)
  else
    vim.fn.termopen(command, options)
  end
  vim.cmd.startinsert()
end

---@param call architect.Call
function M.command(call)
  local argv = program.argv(discovery.root(call.bufnr))
  if not argv then
    return
  end
  local command = with_subcommand(argv, vim.list_extend({ 'login' }, call.words))
  if not command then
    return notify.error(t('the option cmd has no `lsp`; run `architect login` in a shell'))
  end
  open(command)
end

return M
