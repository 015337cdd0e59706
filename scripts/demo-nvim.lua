-- The editor side of the demo: the plugin with the recorded model, and what to type.

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
  'architect in Neovim: a demo',
  '',
  'This is a copy of a small project with a bug, and its tests fail. The replies of the',
  'model are RECORDED, so no key is needed and nothing leaves this machine. All the rest',
  'is real: the server, the edits, the test runs.',
  '',
  '  <Space>r   let architect find and mend the bug; the log opens below',
  '             It asks before it edits and before it runs the tests:',
  '               y once   r for this run   n no   N no, because   a stop   q later',
  '  <Space>a   go to the open question',
  '  <Space>d   what the run changed, as a patch (q closes it)',
  '  <Space>u   take back what the run changed',
  '  <Space>c   stop the run',
  '',
  '  :help architect    :checkhealth architect    :qa! leaves and throws the copy away',
}

local PROMPT = 'The tests fail: bills are not split to the cent. Find the bug and mend it.'

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
