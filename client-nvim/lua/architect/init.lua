--- The plugin as a user's configuration sees it.

local M = {}

local HIGHLIGHTS = {
  ArchitectTitle = 'Title',
  ArchitectDim = 'Comment',
  ArchitectAdded = 'Added',
  ArchitectRemoved = 'Removed',
  ArchitectGood = 'DiagnosticOk',
  ArchitectBad = 'DiagnosticError',
  ArchitectWarning = 'DiagnosticWarn',
}

local ready = false

---@param group integer
local function watch_files(group)
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost', 'BufWritePost' }, {
    group = group,
    desc = 'architect: attach files of a workspace',
    callback = function(args)
      -- The file type is known, and the name final, when the autocommands are through.
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
local function watch_focus(group)
  vim.api.nvim_create_autocmd('BufEnter', {
    group = group,
    desc = 'architect: tell the server what is looked at',
    callback = function(args)
      for _, client in ipairs(require('architect.client').all()) do
        if client.initialized and vim.lsp.buf_is_attached(args.buf, client.id) then
          require('architect.client').tell_focus(client, args.buf)
        end
      end
    end,
  })
end

---@param group integer
local function read_documents(group)
  vim.api.nvim_create_autocmd('BufReadCmd', {
    group = group,
    pattern = 'architect:/*',
    desc = 'architect: documents of the server',
    callback = function(args)
      local name = vim.api.nvim_buf_get_name(args.buf)
      if not name:find('^architect://log/') and not name:find('^architect://diff/') then
        require('architect.diff').load(args.buf, name)
      end
    end,
  })
end

--- Start architect in the files of a workspace.
---
--- Raises an error that names the option if one is wrong.
---@param options? table see |architect-options|
function M.setup(options)
  if vim.fn.has('nvim-0.10') == 0 then
    error('architect needs Neovim 0.10 or newer', 0)
  end
  require('architect.config').set(options)
  for name, link in pairs(HIGHLIGHTS) do
    vim.api.nvim_set_hl(0, name, { link = link, default = true })
  end
  local group = vim.api.nvim_create_augroup('architect', { clear = true })
  require('architect.save').watch(group)
  watch_focus(group)
  read_documents(group)
  ready = true
  if require('architect.config').options.autostart then
    watch_files(group)
  end
end

--- What `:Architect` does; sets the plugin up if nobody did.
---@param typed table
function M.command(typed)
  if not ready then
    M.setup({ autostart = false })
  end
  require('architect.commands').dispatch(typed)
end

--- What may stand at the cursor of a `:Architect` line.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  return require('architect.commands').complete(lead, line)
end

--- What architect is doing, for a status line; empty if nothing.
---@return string
function M.statusline()
  return require('architect.status').statusline()
end

return M
