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

--- Map a command in Normal mode, and one that takes lines in Visual mode, too.
---@param name string of the mapping
---@param command string
---@param modes string[]
local function plug(name, command, modes)
  local lhs, desc = ('<Plug>(architect-%s)'):format(name), 'architect: ' .. command
  for _, mode in ipairs(modes) do
    local rhs = mode == 'x' and ':Architect %s<CR>' or '<Cmd>Architect %s<CR>'
    vim.keymap.set(mode, lhs, rhs:format(command), { desc = desc })
  end
end

for _, name in ipairs({ 'chat', 'new', 'attach', 'run', 'say', 'review', 'fix', 'explain', 'tests', 'document' }) do
  plug(name, name, { 'n', 'x' })
end
for _, name in ipairs({ 'keep', 'undo', 'note', 'next', 'previous' }) do
  plug('hunk-' .. name, 'hunks ' .. name, { 'n', 'x' })
end
local PLAIN = {
  { 'answer', 'cancel', 'background', 'undo', 'rollback', 'diff', 'context', 'compact', 'log', 'sessions' },
  { 'model', 'agent', 'mode', 'reasoning', 'do', 'retry', 'edit', 'restore', 'fork', 'withdraw', 'detach' },
  { 'rename', 'export', 'delete', 'findings', 'hunks', 'mcp', 'workflows', 'loop', 'parallel', 'pipeline' },
  { 'messages', 'login', 'trust', 'restart', 'stop', 'stop-server' },
}
for _, names in ipairs(PLAIN) do
  for _, name in ipairs(names) do
    plug(name, name, { 'n' })
  end
end
local KEYS = { 'write', 'send', 'interrupt', 'stop', 'edit', 'restore', 'fork', 'diff', 'undo', 'withdraw', 'next', 'previous', 'close', 'help' }
for _, name in ipairs(KEYS) do
  vim.keymap.set('n', ('<Plug>(architect-chat-%s)'):format(name), function()
    require('architect.chat_keys').press(name)
  end, { desc = 'architect: chat, ' .. name })
end
