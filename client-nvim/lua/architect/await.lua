--- Wait in a request handler for a callback.

--- The value that the callback passed to `start` is called with; only the first call counts.
---
--- Neovim runs request handlers in a coroutine, which is suspended here.
---@param start fun(answer: fun(value: any))
---@return any
return function(start)
  local thread = assert(coroutine.running(), 'not in a request handler')
  local answered = false
  start(function(value)
    if answered then
      return
    end
    answered = true
    vim.schedule(function()
      local ok, problem = coroutine.resume(thread, value)
      if not ok then
        require('architect.notify').error(tostring(problem))
      end
    end)
  end)
  return coroutine.yield()
end
