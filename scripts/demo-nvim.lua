-- The editor side of the demo: the plugin with a recorded model, and a guide.

local server, plugin = vim.env.DEMO_SERVER, vim.env.DEMO_PLUGIN

-- Opening a Python file would start every python3 on PATH first, in search of a provider.
vim.g.loaded_python3_provider = 0
vim.opt.runtimepath:prepend(plugin)
vim.opt.runtimepath:append(vim.env.DEMO_HELP)
vim.cmd.helptags(vim.env.DEMO_HELP .. '/doc')
vim.cmd('runtime plugin/architect.lua')
vim.opt.laststatus = 2
vim.opt.statusline = "%f %m%=%{v:lua.require'architect'.statusline()} "

require('architect').setup({
  cmd = { server, 'lsp' },
  config = { llm = { model = 'recorded/demo' }, edits = { review = 'confirm' } },
  confirm = { focus = 'idle' },
})

local GUIDE = {
  'architect for Neovim: demo',
  '  <Space>r  find and fix the bug; the log opens below',
  '  A confirmation takes the cursor when you pause. When its',
  '  keys light up: y allow  n deny  a stop the run  q later',
  '  (<Space>a goes back to it). Afterwards:',
  '  <Space>d  show the changes    <Space>u  undo them',
  '  <Space>c  cancel the run      :qa!  quit; deletes the copy',
  '',
  'A copy of a small project with a bug and failing tests. The',
  'replies of the model are recorded: no API key is needed, and',
  'nothing leaves this machine. Everything else is real: the',
  'server, the edits, the test runs.',
  'See :help architect and :checkhealth architect.',
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
-- On a small screen the keys are enough.
local height = vim.o.lines < 40 and 7 or #GUIDE
vim.api.nvim_open_win(guide, false, { split = 'above', win = 0, height = height, style = 'minimal' })
