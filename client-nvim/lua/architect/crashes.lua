--- Crashes of servers, which count towards the option `restarts` for a while.

local M = {}

local WINDOW_MS = 5 * 60 * 1000

---@type table<string, integer[]> times at which the servers of a root crashed, in ms
local crashes = {}

--- Note a crash.
---@param root string
---@return integer crashes within the window, this one included
function M.count(root)
  local now = vim.uv.now()
  local recent = vim.tbl_filter(function(at)
    return now - at < WINDOW_MS
  end, crashes[root] or {})
  recent[#recent + 1] = now
  crashes[root] = recent
  return #recent
end

function M.forget()
  crashes = {}
end

return M
