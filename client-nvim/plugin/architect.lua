if vim.g.loaded_architect then
  return
end
vim.g.loaded_architect = true

vim.api.nvim_create_user_command('Architect', function(typed)
  require('architect').command(typed)
end, {
  nargs = '*',
  range = true,
  desc = 'Run and control the architect coding agent',
  complete = function(lead, line)
    return require('architect').complete(lead, line)
  end,
})

for _, name in ipairs({ 'run', 'review', 'fix' }) do
  local plug, desc = ('<Plug>(architect-%s)'):format(name), 'architect: ' .. name
  vim.keymap.set('n', plug, ('<Cmd>Architect %s<CR>'):format(name), { desc = desc })
  vim.keymap.set('x', plug, (':Architect %s<CR>'):format(name), { desc = desc })
end
for _, name in ipairs({ 'keep', 'undo', 'note', 'next', 'previous' }) do
  local plug, desc = ('<Plug>(architect-hunk-%s)'):format(name), 'architect: hunk ' .. name
  vim.keymap.set('n', plug, ('<Cmd>Architect hunks %s<CR>'):format(name), { desc = desc })
  vim.keymap.set('x', plug, (':Architect hunks %s<CR>'):format(name), { desc = desc })
end
for _, name in ipairs({ 'answer', 'cancel', 'diff', 'log', 'sessions', 'undo' }) do
  local plug, desc = ('<Plug>(architect-%s)'):format(name), 'architect: ' .. name
  vim.keymap.set('n', plug, ('<Cmd>Architect %s<CR>'):format(name), { desc = desc })
end
for _, name in ipairs({ 'chat', 'new', 'attach' }) do
  local plug, desc = ('<Plug>(architect-%s)'):format(name), 'architect: ' .. name
  vim.keymap.set('n', plug, ('<Cmd>Architect %s<CR>'):format(name), { desc = desc })
  vim.keymap.set('x', plug, (':Architect %s<CR>'):format(name), { desc = desc })
end
for _, name in ipairs({ 'model', 'agent', 'mode', 'reasoning', 'do', 'rename', 'export', 'fork', 'retry', 'hunks' }) do
  local plug, desc = ('<Plug>(architect-%s)'):format(name), 'architect: ' .. name
  vim.keymap.set('n', plug, ('<Cmd>Architect %s<CR>'):format(name), { desc = desc })
end
local KEYS = { 'write', 'send', 'interrupt', 'stop', 'edit', 'restore', 'fork', 'diff', 'undo', 'withdraw', 'next', 'previous', 'close', 'help' }
for _, name in ipairs(KEYS) do
  vim.keymap.set('n', ('<Plug>(architect-chat-%s)'):format(name), function()
    require('architect.chat_keys').press(name)
  end, { desc = 'architect: chat, ' .. name })
end
