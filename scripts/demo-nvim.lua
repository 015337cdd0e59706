-- The editor side of the demo: the plugin with a recorded model, and a guide.

local server, plugin = vim.env.DEMO_SERVER, vim.env.DEMO_PLUGIN

vim.opt.runtimepath:prepend(plugin)
vim.cmd('runtime plugin/architect.lua')
vim.opt.laststatus = 2
vim.opt.statusline = "%f %m%=%{v:lua.require'architect'.statusline()} "

require('architect').setup({
  cmd = { server, 'lsp' },
  config = { llm = { model = 'recorded/demo' }, edits = { review = 'confirm' } },
})

local GUIDE = {
  'architect for Neovim: demo',
  '',
  'This is a copy of a small project with a bug and failing tests. The replies of the model',
  'are recorded: no API key is needed, and nothing leaves this machine. Everything else is',
  'real: the server, the edits, the test runs.',
  '',
  '  <Space>r   find and fix the bug; the log opens at the bottom',
  '             architect asks before each edit and before it runs the tests. Go to the',
  '             confirmation with <Space>a, then:',
  '               y allow once   r allow for this run   n deny   N deny with a reason',
  '               a stop the run   q decide later',
  '  <Space>d   show the changes as a patch (q closes it)',
  '  <Space>u   undo the changes',
  '  <Space>c   cancel the run',
  '',
  '  :help architect    :checkhealth architect    :qa! quits and deletes the copy',
}

local PROMPT = 'The tests fail: bills are not split to the cent. Find the bug and fix it.'

local function map(key, command)
  vim.keymap.set('n', '<Space>' .. key, '<Cmd>' .. command .. '<CR>')
end

map('r', 'Architect run ' .. PROMPT)
map('a', 'Architect answer')
map('d', 'Architect diff')
map('u', 'Architect undo')
map('c', 'Architect cancel')

vim.cmd('edit ledger/split.py')
local guide = vim.api.nvim_create_buf(false, true)
vim.api.nvim_buf_set_lines(guide, 0, -1, false, GUIDE)
vim.bo[guide].modifiable = false
vim.api.nvim_open_win(guide, false, { split = 'above', win = 0, height = #GUIDE, style = 'minimal' })
