--- Answering a request of the server later.

--- What `start` is given calls back with; only the first answer counts.
---
--- Handlers of requests run in a coroutine of their own, which waits here without blocking.
---@param start fun(answer: fun(value: any))
---@return any
return function(start)
  local waiting = assert(coroutine.running(), 'not in a handler')
  local answered = false
  start(function(value)
    if answered then
      return
    end
    answered = true
    vim.schedule(function()
      local ok, problem = coroutine.resume(waiting, value)
      if not ok then
        require('architect.messages').fail(tostring(problem))
      end
    end)
  end)
  return coroutine.yield()
end
