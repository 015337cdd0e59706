--- Seconds that are left until something happens, behind the last line of a log.

local t = require('architect.l10n').t

local M = {}

local api = vim.api
local SPACE = api.nvim_create_namespace('architect.countdown')
local TICK_MS = 1000

local rounds = {} ---@type table<integer, integer> by buffer

--- Show no seconds in the buffer any more.
---@param bufnr integer
function M.stop(bufnr)
  if rounds[bufnr] and api.nvim_buf_is_valid(bufnr) then
    api.nvim_buf_clear_namespace(bufnr, SPACE, 0, -1)
  end
  rounds[bufnr] = nil
end

--- Count `seconds` down behind the last line, until they are over or `stop` is called.
---@param bufnr integer
---@param seconds number
function M.start(bufnr, seconds)
  local round = vim.uv.hrtime()
  local last = api.nvim_buf_line_count(bufnr) - 1
  local ends_at = round / 1e6 + seconds * 1000
  rounds[bufnr] = round
  local function show()
    if rounds[bufnr] ~= round or not api.nvim_buf_is_valid(bufnr) then
      return
    end
    local left = math.ceil((ends_at - vim.uv.hrtime() / 1e6) / 1000)
    if left <= 0 then
      return M.stop(bufnr)
    end
    api.nvim_buf_set_extmark(bufnr, SPACE, last, 0, {
      id = 1,
      virt_text = { { t(' %d s left'):format(left), 'ArchitectDim' } },
    })
    vim.defer_fn(show, TICK_MS)
  end
  show()
end

return M
