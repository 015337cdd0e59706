--- What a chat says below the end of a run: what can be done now.

local t = require('architect.l10n').t
local protocol = require('architect.protocol')
local text = require('architect.text')
local write = require('architect.log_writer')

local M = {}

--- What helps against an error, in the words of this editor.
local REMEDIES = {
  selectModel = t(':Architect model, then :Architect retry'),
  enterKey = t(':Architect login keeps the key of a provider, then :Architect retry; or :Architect model'),
  retry = ':Architect retry',
  startOllama = t('start Ollama (ollama serve), then :Architect retry'),
  installLitellm = t('pip install litellm in the environment of the server, then :Architect restart'),
  trustProject = t('run architect trust in the folder, then :Architect retry'),
}

--- What helps if a key was sent and refused: a variable goes before the keyring.
local REFUSED_KEY = t(
  'correct the key where it comes from (a variable: in the shell, then start Neovim anew); where no variable has one, '
    .. ':Architect login, then :Architect retry; or :Architect model'
)

--- The words of a remedy; nil if there is none.
---@param remedy any of RunInfo
---@return string?
function M.remedy(remedy)
  if type(remedy) ~= 'table' then
    return nil
  end
  if remedy.kind == 'openSettings' then
    local setting = type(remedy.setting) == 'string' and remedy.setting ~= '' and remedy.setting or 'config'
    return t('correct %s in setup({ ... }), call that again, then :Architect restart'):format(setting)
  end
  return REMEDIES[remedy.kind]
end

---@param log architect.ChatLog
---@param event table run.state of a run that is done
---@param run architect.Run
function M.show(log, event, run)
  local is_nearly_full = (run.context or 0) >= protocol.NEARLY_FULL_PERCENT
  if is_nearly_full and not log.nearly_full then
    local line = t('%d %% of the context is used: :Architect compact sums it up, :Architect new begins a new session')
    write.line(log, line:format(math.min(run.context, 100)), 'ArchitectWarning')
  end
  log.nearly_full = is_nearly_full
  local is_refused = type(event.remedy) == 'table' and event.remedy.kind == 'enterKey'
  local remedy = is_refused and REFUSED_KEY or M.remedy(event.remedy)
  if remedy then
    write.line(log, t('what helps: %s'):format(text.one_line(remedy)), 'ArchitectWarning')
  end
  if run.agent == 'plan' and event.outcome == 'completed' then
    write.line(log, t(':Architect do carries out the plan'), 'ArchitectDim')
  elseif #run.files > 0 then
    local files = text.count(#run.files, 'file')
    write.line(log, t('%s changed: d shows it, u undoes it, :Architect hunks decides'):format(files), 'ArchitectDim')
  elseif #run.proposed > 0 then
    local files = text.count(#run.proposed, 'file')
    write.line(log, t('changes to %s proposed: :Architect hunks decides'):format(files), 'ArchitectDim')
  end
end

return M
