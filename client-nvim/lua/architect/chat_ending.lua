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
  startOllama = t('start Ollama (`ollama serve`), then :Architect retry'),
  trustProject = t('run `architect trust` in the folder, then :Architect retry'),
}

--- What helps if a key was sent and refused: a variable goes before the keyring.
local REFUSED_KEY = t(
  'correct the key where it comes from (a variable: in the shell, then start Neovim anew); where no variable has one, '
    .. ':Architect login, then :Architect retry; or :Architect model'
)

--- If it was chosen in the chat and is in no settings.
local OF_REASONING = t(':Architect reasoning default, then :Architect retry')

--- The words of a remedy; nil if there is none.
---@param remedy any of RunInfo
---@param chat architect.Chat whose server said it
---@return string?
function M.remedy(remedy, chat)
  if type(remedy) ~= 'table' then
    return nil
  end
  if remedy.kind == 'openSettings' then
    local setting = type(remedy.setting) == 'string' and remedy.setting ~= '' and remedy.setting or 'config'
    return t('correct %s in setup({ ... }), call that again, then :Architect restart'):format(setting)
  end
  if remedy.kind == 'installLitellm' then
    local install = chat.install_litellm
    return install and t('`%s` in a terminal, then :Architect restart'):format(install)
      or t('install LiteLLM where the server runs, then :Architect restart')
  end
  return REMEDIES[remedy.kind]
end

--- The words of what helps against the end of a run, by what was sent and chosen for it.
---@param chat architect.Chat
---@param remedy any of RunInfo
---@return string?
local function remedy_of_run(chat, remedy)
  remedy = type(remedy) == 'table' and remedy or {}
  local kind, setting = remedy.kind, remedy.setting
  if kind == 'enterKey' then
    return REFUSED_KEY
  elseif chat.choices.reasoning and type(setting) == 'string' and setting:find('reasoning_effort', 1, true) then
    return OF_REASONING
  end
  return M.remedy(remedy, chat)
end

---@param log architect.ChatLog
---@param event table run.state of a run that is done
---@param run architect.Run
function M.show(log, event, run)
  local is_nearly_full = (run.context or 0) >= protocol.NEARLY_FULL_PERCENT
  if is_nearly_full and not log.nearly_full then
    local line = t('%d %% of the context is used: :Architect compact sums it up, :Architect new begins a new session')
    write.notice(log, line:format(math.min(run.context, 100)), 'ArchitectWarning')
  end
  log.nearly_full = is_nearly_full
  local remedy = remedy_of_run(log.chat, event.remedy)
  if remedy then
    write.notice(log, t('what helps: %s'):format(remedy), 'ArchitectWarning')
  end
  if run.agent == 'plan' and event.outcome == 'completed' then
    write.notice(log, t(':Architect do carries out the plan'), 'ArchitectDim')
  elseif #run.files > 0 then
    local files = text.count(#run.files, 'file')
    write.notice(log, t('%s changed: d shows it, u undoes it, :Architect hunks decides'):format(files), 'ArchitectDim')
  elseif #run.proposed > 0 then
    local files = text.count(#run.proposed, 'file')
    write.notice(log, t('changes to %s proposed: :Architect hunks decides'):format(files), 'ArchitectDim')
  end
end

return M
