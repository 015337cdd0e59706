--- `:Architect login`: keep the key of a provider, which is asked for in a terminal, unseen.

local config = require('architect.config')
local discovery = require('architect.discovery')
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

---@param call architect.Call
function M.command(call)
  local argv = program.argv(discovery.root(call.bufnr))
  if not argv then
    return
  end
  local command = with_subcommand(argv, vim.list_extend({ 'login' }, call.words))
  if not command then
    return notify.error('the option cmd has no `lsp`; run `architect login` in a shell')
  end
  vim.cmd('botright 10new')
  vim.wo.winbar = '%#ArchitectDim# Ctrl+C cancels; when it is over, any key closes this'
  local env = next(config.options.env) and config.options.env or nil
  if vim.fn.has('nvim-0.11') == 1 then
    vim.fn.jobstart(command, { term = true, env = env })
  else
    vim.fn.termopen(command, { env = env })
  end
  vim.cmd.startinsert()
end

return M
