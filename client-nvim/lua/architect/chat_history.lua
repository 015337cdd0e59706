--- Messages that were sent or read in chats, for the keys that bring them back.

local M = {}

local MOST = 200

local messages = {} ---@type string[] the oldest first

---@param message string
function M.add(message)
  message = vim.trim(message)
  if message == '' then
    return
  end
  messages = vim.tbl_filter(function(known)
    return known ~= message
  end, messages)
  messages[#messages + 1] = message
  if #messages > MOST then
    table.remove(messages, 1)
  end
end

---@return string[] the oldest first
function M.all()
  return messages
end

return M
