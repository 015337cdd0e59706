--- `:Architect loop` and `parallel`: what they are asked, and the start.

local client = require('architect.client')
local notify = require('architect.notify')
local t = require('architect.l10n').t
local workflows = require('architect.workflows')

local M = {}

---@param prompt string
---@param use fun(answer: string)
local function ask(prompt, use)
  vim.ui.input({ prompt = prompt }, function(answer)
    if answer then
      use(vim.trim(answer))
    end
  end)
end

--- Several in one line, between two semicolons each.
---@param typed string
---@return string[]
local function several(typed)
  return vim.tbl_filter(function(each)
    return each ~= ''
  end, vim.tbl_map(vim.trim, vim.split(typed, ';;', { plain = true })))
end

--- The buffer of the call, which says in which folder a workflow works; nil if the server has no part in it.
---@param call architect.Call
---@return string?
local function place_of(call)
  return client.for_buffer(call.bufnr) and vim.uri_from_bufnr(call.bufnr) or nil
end

--- Whether what is typed begins with an option that is not there, which is told.
---@param typed string
---@return boolean
local function has_unknown_option(typed)
  local option = typed:match('^%+%+[%w-]*')
  if option then
    notify.warn(t('unknown option %s'):format(option))
  end
  return option ~= nil
end

--- Repeat a task until its checks pass; asks for what is missing.
---@param call architect.Call
function M.loop(call)
  local copy, task = call.rest:match('^(%+%+copy)%s+(.*)$')
  local uri = place_of(call)
  local function with_task(wanted)
    if wanted == '' then
      return
    end
    ask(t('Checks, by ;; (empty: the agent decides): '), function(checks)
      local argument = { task = wanted, checks = several(checks), copy = copy ~= nil, uri = uri }
      workflows.begin(call, 'architect.loop', argument)
    end)
  end
  task = task or call.rest
  if has_unknown_option(task) then
    return
  elseif task == '' then
    return ask(t('Task to repeat: '), with_task)
  end
  with_task(task)
end

--- Run several tasks at the same time, each on a branch of its own.
---@param call architect.Call
function M.parallel(call)
  local uri = place_of(call)
  local function with_tasks(typed)
    local tasks = several(typed)
    if #tasks == 0 then
      return
    end
    ask(t('Checks of each, by ;; (may be empty): '), function(checks)
      local argument = { tasks = tasks, checks = several(checks), uri = uri }
      workflows.begin(call, 'architect.parallel', argument)
    end)
  end
  if has_unknown_option(call.rest) then
    return
  elseif call.rest == '' then
    return ask(t('Tasks, separated by ;;: '), with_tasks)
  end
  with_tasks(call.rest)
end

return M
