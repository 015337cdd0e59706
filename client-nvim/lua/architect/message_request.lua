--- `window/showMessageRequest`: the server asks, and the user selects one of its answers.

local await = require('architect.await')
local text = require('architect.text')

local M = {}

--- The response is the answer that was selected, null if none was.
---@param _ any
---@param params { message?: string, actions?: { title: string }[] }
function M.on_request(_, params)
  local actions = type(params.actions) == 'table' and params.actions or {}
  local selected = await(function(answer)
    vim.ui.select(actions, {
      kind = 'lsp_message',
      -- Neovim's own handler puts a colon behind it, whatever it ends with.
      prompt = text.escape_controls(params.message or 'architect'),
      -- A picker may hand it more than the answer.
      format_item = function(action)
        return text.one_line(action.title)
      end,
    }, answer)
  end)
  return selected == nil and vim.NIL or selected
end

return M
