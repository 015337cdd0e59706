--- Runs that an earlier server did not bring to an end.

local messages = require('architect.messages')
local runs = require('architect.runs')
local text = require('architect.text')

local M = {}

local told = {} ---@type table<string, boolean>

---@param info table a RunInfo
---@param client vim.lsp.Client
local function tell(info, client)
  local run = runs.ensure(info.runId, client.id)
  runs.update(run, info)
  if told[info.runId] then
    return
  end
  told[info.runId] = true
  local title = text.one_line(info.title or info.runId, 40)
  local files = text.counted(#run.files, 'file')
  local template = 'the run %q was interrupted, %s changed; :Architect sessions goes on with it'
  messages.warn(template:format(title, files))
end

--- Tell of interrupted runs, once each.
---@param client vim.lsp.Client
function M.show_interrupted(client)
  local connection = require('architect.client')
  if not connection.has_command(client, 'architect.runs') then
    return
  end
  connection.execute(client, 'architect.runs', {}, function(result)
    local found = type(result) == 'table' and type(result.runs) == 'table' and result.runs or {}
    for _, info in ipairs(found) do
      if type(info.runId) == 'string' and info.outcome == 'interrupted' then
        tell(info, client)
      end
    end
  end)
end

return M
