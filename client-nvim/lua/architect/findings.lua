--- `:Architect findings`: review findings in the quickfix list.

local client = require('architect.client')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local requests = require('architect.requests')
local text = require('architect.text')

local M = {}

local QUICKFIX_TYPES = { error = 'E', warning = 'W', info = 'I' }
--- Names of the LSP diagnostic severities, in case the server sends numbers.
local SEVERITIES = { 'error', 'warning', 'info', 'info' }

---@param call architect.Call
function M.list(call)
  client.with_client(call.bufnr, function(connection)
    local clear = call.words[1] == 'clear'
    local argument = clear and { clear = true } or {}
    requests.execute(connection, 'architect.findings', argument, function(result)
      local found = type(result) == 'table' and result.findings or {}
      if #found == 0 then
        return notify.info(clear and t('findings cleared') or t('no findings yet; run :Architect review'))
      end
      local items = vim.tbl_map(function(finding)
        local start = finding.range.start
        local severity = SEVERITIES[finding.severity] or finding.severity
        return {
          filename = vim.uri_to_fname(finding.uri),
          lnum = start.line + 1,
          col = start.character + 1,
          text = text.one_line(
            type(finding.suggestion) == 'string' and finding.suggestion ~= ''
                and t('%s (suggestion: %s)'):format(finding.title, finding.suggestion)
              or finding.title
          ),
          type = QUICKFIX_TYPES[severity] or 'I',
        }
      end, found)
      vim.fn.setqflist({}, ' ', { title = t('architect findings'), items = items })
      vim.cmd('botright copen')
    end)
  end)
end

return M
