--- What reviews found, in the quickfix window.

local client = require('architect.client')
local messages = require('architect.messages')
local text = require('architect.text')

local M = {}

local QUICKFIX_TYPES = { error = 'E', warning = 'W', info = 'I' }
--- Severities of the protocol's diagnostics, should the server send those.
local SEVERITIES = { 'error', 'warning', 'info', 'info' }

---@param call architect.Call
function M.list(call)
  client.with(call.bufnr, function(connection)
    local argument = call.words[1] == 'clear' and { clear = true } or {}
    client.execute(connection, 'architect.findings', argument, function(result)
      local found = type(result) == 'table' and result.findings or {}
      if #found == 0 then
        return messages.say('there are no findings')
      end
      local items = vim.tbl_map(function(finding)
        local start = finding.range.start
        local severity = SEVERITIES[finding.severity] or finding.severity
        return {
          filename = vim.uri_to_fname(finding.uri),
          lnum = start.line + 1,
          col = start.character + 1,
          text = text.one_line(finding.title),
          type = QUICKFIX_TYPES[severity] or 'I',
        }
      end, found)
      vim.fn.setqflist({}, ' ', { title = 'architect', items = items })
      vim.cmd('botright copen')
    end)
  end)
end

return M
