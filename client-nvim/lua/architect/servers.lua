--- Stopping and restarting the servers of all workspaces.

local client = require('architect.client')
local crashes = require('architect.crashes')
local discovery = require('architect.discovery')
local program = require('architect.program')
local rpc = require('architect.rpc')

local M = {}

--- Stop all servers; calls `done` when they have exited.
---@param done? fun()
function M.stop(done)
  local clients = client.all()
  for _, each in ipairs(clients) do
    client.expect_exit(each.id)
    rpc.stop(each)
  end
  if not done then
    return
  end
  local tries = 0
  local function poll()
    tries = tries + 1
    local left = vim.tbl_filter(function(each)
      return not client.has_exited(each.id)
    end, clients)
    if #left == 0 then
      return vim.schedule(done)
    end
    -- A server gets five seconds to shut down, plus one.
    if tries == 60 then
      for _, each in ipairs(left) do
        rpc.stop(each, true)
      end
    end
    vim.defer_fn(poll, 100)
  end
  poll()
end

--- Restart all servers, and reset the crash count.
function M.restart()
  local to_start = {}
  for _, each in ipairs(client.all()) do
    to_start[each.config.root_dir] = true
  end
  to_start[discovery.root(0)] = true
  crashes.forget()
  program.warn_again()
  M.stop(function()
    for root in pairs(to_start) do
      client.start_for(root, client.buffers_of(root))
    end
  end)
end

return M
