--- The public interface: `setup`, `:Architect`, completion and the status line.

local M = {}

local is_set_up = false

---@param group integer
local function attach_on_read(group)
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost', 'BufWritePost' }, {
    group = group,
    desc = 'architect: attach to files in a workspace',
    callback = function(args)
      -- File type and name are final only after all autocommands have run.
      vim.schedule(function()
        if vim.api.nvim_buf_is_valid(args.buf) then
          require('architect.client').attach(args.buf)
        end
      end)
    end,
  })
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    require('architect.client').attach(bufnr)
  end
end

---@param group integer
local function track_focus(group)
  vim.api.nvim_create_autocmd('BufEnter', {
    group = group,
    desc = 'architect: notify the server of the focused buffer',
    callback = function(args)
      for _, client in ipairs(require('architect.client').all()) do
        if client.initialized and vim.lsp.buf_is_attached(args.buf, client.id) then
          require('architect.focus').notify(client, args.buf)
        end
      end
    end,
  })
end

---@param group integer
local function read_virtual_documents(group)
  vim.api.nvim_create_autocmd('BufReadCmd', {
    group = group,
    pattern = 'architect:/*',
    desc = 'architect: read virtual documents from the server',
    callback = function(args)
      local name = vim.api.nvim_buf_get_name(args.buf)
      if not name:find('^architect://') then
        require('architect.diff').load(args.buf, name)
      end
    end,
  })
end

--- Configure the plugin and start the server for files in a workspace.
---
--- Raises an error that names the option if one is invalid.
---@param options? table see |architect-options|
function M.setup(options)
  if vim.fn.has('nvim-0.10') == 0 then
    local t = require('architect.l10n').t
    error(t('architect requires Neovim 0.10 or newer'), 0)
  end
  require('architect.config').set(options)
  local group = vim.api.nvim_create_augroup('architect', { clear = true })
  require('architect.colours').follow(group)
  require('architect.save').watch(group)
  require('architect.leaving').watch(group)
  track_focus(group)
  read_virtual_documents(group)
  is_set_up = true
  if require('architect.config').options.autostart then
    attach_on_read(group)
  end
end

--- Run `:Architect`; calls `setup` with the defaults if the user has not.
---@param typed table of nvim_create_user_command
function M.command(typed)
  if not is_set_up then
    M.setup({ autostart = false })
  end
  require('architect.commands').dispatch(typed)
end

--- Command-line completion of `:Architect`.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  return require('architect.commands').complete(lead, line)
end

--- The current activity for a status line; empty if no run is active.
---@return string
function M.statusline()
  return require('architect.status').statusline()
end

--- A component for a status line: model, mode, state, cost and context, or the parts that are named.
---@param parts? string[] of model, agent, mode, state, cost, context
---@return string
function M.component(parts)
  return require('architect.status').component(parts)
end

return M
