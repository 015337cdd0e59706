--- What the user decided about changes, as a chat tells it: one line for each run that is only that.

local t = require('architect.l10n').t
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

local MOST_NAMED = 3

---@class architect.Decision
---@field verb 'kept'|'accepted'|'undid'|'discarded'|'reverted'|'restored'
---@field count integer hunks; 0 for whole files
---@field paths string[]
---@field notes string[]

---@param found architect.Decision
---@param paths any
local function add_paths(found, paths)
  for _, path in ipairs(type(paths) == 'table' and paths or {}) do
    if not vim.list_contains(found.paths, path) then
      table.insert(found.paths, path)
    end
  end
end

---@param event table
---@return architect.Decision
local function begun(event)
  local is_back = type(event.restores) == 'string' and event.restores ~= ''
  local verb = event.agent == 'keep' and 'kept' or is_back and 'restored' or 'reverted'
  return { verb = verb, count = 0, paths = {}, notes = {} }
end

---@param found architect.Decision
---@param event table
local function told(found, event)
  found.count = found.count + (type(event.hunks) == 'table' and #event.hunks or 0)
  add_paths(found, event.paths)
  if type(event.note) == 'string' and event.note ~= '' then
    table.insert(found.notes, text.one_line(event.note))
  end
end

---@type table<string, fun(found: architect.Decision, event: table)>
local REDUCERS = {
  ['file.changed'] = function(found, event)
    found.has_edits = true
    found.verb = found.verb == 'kept' and 'accepted' or found.verb
    add_paths(found, { event.path })
  end,
  ['changes.kept'] = told,
  ['changes.rejected'] = function(found, event)
    found.verb = found.has_edits and 'undid' or 'discarded'
    told(found, event)
  end,
  ['run.finished'] = function(found, event)
    for _, line in ipairs(type(event.leftAlone) == 'table' and event.leftAlone or {}) do
      table.insert(found.notes, text.one_line(line))
    end
  end,
}

local SENTENCES = {
  accepted = t('You accepted %s'),
  discarded = t('You discarded %s'),
  kept = t('You kept %s'),
  restored = t('You restored an earlier state'),
  reverted = t('You reverted a decision about %s'),
  undid = t('You undid %s'),
}
local IN_FILES = {
  accepted = t('You accepted %s in %s'),
  discarded = t('You discarded %s in %s'),
  kept = t('You kept %s in %s'),
  reverted = t('You reverted a decision about %s in %s'),
  undid = t('You undid %s in %s'),
}

--- `You undid 2 changes in a.py: not so loud`
---@param found architect.Decision
---@return string
function M.words(found)
  local is_proposal = found.verb == 'accepted' or found.verb == 'discarded'
  local what = is_proposal and t('the proposed changes') or t('the changes')
  if found.count > 0 then
    what = is_proposal and text.count(found.count, 'proposed change') or text.count(found.count, 'change')
  end
  local named = table.concat(found.paths, ', ', 1, math.min(#found.paths, MOST_NAMED))
  if #found.paths > MOST_NAMED then
    named = t('%s and %d more'):format(named, #found.paths - MOST_NAMED)
  end
  local words
  if named == '' then
    words = SENTENCES[found.verb]:format(what)
  elseif found.verb == 'restored' then
    words = t('You restored an earlier state of %s'):format(named)
  else
    words = IN_FILES[found.verb]:format(what, named)
  end
  return #found.notes > 0 and ('%s: %s'):format(words, table.concat(found.notes, '; ')) or words
end

--- Two decisions of the same kind as one; nil if they are not.
---@param one architect.Decision?
---@param other architect.Decision
---@return architect.Decision?
local function joined(one, other)
  local is_alike = one and one.verb == other.verb and #one.notes + #other.notes == 0
  if not one or not is_alike or one.count == 0 or other.count == 0 then
    return nil
  end
  local both = vim.deepcopy(one)
  both.count = one.count + other.count
  add_paths(both, other.paths)
  return both
end

--- Write the line, in place of that of the last decision if that was alike.
---@param log architect.ChatLog
---@param found architect.Decision
local function tell(log, found)
  local both = write.last_line(log) == log.decided_line and joined(log.decided, found) or nil
  if both then
    write.remove_last_lines(log, 1)
  end
  log.decided = both or found
  write.line(log, M.words(log.decided), 'ArchitectDim')
  log.decided_line = write.last_line(log)
end

--- Follow a run that is a decision; its end writes the line.
---@param log architect.ChatLog
---@param event table
---@param run architect.Run
function M.show(log, event, run)
  if event.type == 'run.started' then
    run.decision = begun(event)
  end
  local reduce = run.decision and REDUCERS[event.type]
  if reduce then
    reduce(run.decision, event)
  end
  if run.decision and event.type == 'run.finished' then
    tell(log, run.decision)
  end
end

return M
