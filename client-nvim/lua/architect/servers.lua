--- Stopping and restarting the servers of all workspaces.

local client = require('architect.client')
local crashes = require('architect.crashes')
local discovery = require('architect.discovery')
local t = require('architect.l10n').t
local notify = require('architect.notify')
local program = require('architect.program')
local rpc = require('architect.rpc')
local text = require('architect.text')

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

---@param roots string[]
---@return string
local function named(roots)
  table.sort(roots)
  local names = vim.tbl_map(function(root)
    return text.one_line(vim.fs.basename(root))
  end, roots)
  return (#names == 1 and t('the server of %s') or t('the servers of %s')):format(table.concat(names, ', '))
end

--- Stop all servers, and say which in the words of `say`, or that there are none.
---@param say? { stopped: string, none: string }
function M.stop_all(say)
  say = say or { stopped = t('stopped %s'), none = t('no server runs') }
  local roots = vim.tbl_map(function(each)
    return each.config.root_dir
  end, client.all())
  if #roots == 0 then
    return notify.info(say.none)
  end
  M.stop(function()
    notify.info(say.stopped:format(named(roots)))
  end)
end

--- Restart all servers, say which when they are there, and reset the crash count.
---@param words? string that say so, and why
function M.restart(words)
  local to_start = {}
  for _, each in ipairs(client.all()) do
    to_start[each.config.root_dir] = true
  end
  to_start[discovery.root(0)] = true
  crashes.forget()
  program.warn_again()
  notify.info(words or t('restarting'))
  M.stop(function()
    for root in pairs(to_start) do
      client.start_for(root, client.buffers_of(root))
      -- Without a server it was told why.
      client.when_started(root, function()
        notify.info(t('%srestarted %s'):format(why or '', named({ root })))
      end)
    end
  end)
end

return M
