--- `architect/problems`: what the language servers of this editor report.

local M = {}

local SEVERITIES = { 'error', 'warning', 'info', 'hint' }
local MOST = 1000

--- Problems of loaded buffers below the root; those of this plugin are the server's own.
---@param _err any
---@param params { root: string }
---@return table
function M.on_request(_err, params)
  local root = vim.uri_to_fname(params.root)
  local problems = {}
  for _, each in ipairs(vim.diagnostic.get(nil)) do
    local name = each.bufnr and vim.api.nvim_buf_is_valid(each.bufnr) and vim.api.nvim_buf_get_name(each.bufnr) or ''
    local inside = name == root or vim.startswith(name, root .. '/')
    if inside and each.source ~= 'architect' and #problems < MOST then
      problems[#problems + 1] = {
        uri = vim.uri_from_fname(name),
        line = each.lnum + 1,
        severity = SEVERITIES[each.severity] or 'error',
        message = each.message,
        source = each.source or '',
      }
    end
  end
  return { problems = problems }
end

return M
