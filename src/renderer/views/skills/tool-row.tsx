import { waitsForReview } from '#renderer/parts/skill/skill-words.ts'
import { SignatureTag, Template, ToolAboutView } from '#renderer/parts/skill/tool-about.tsx'
import { Switch, TextButton } from '#renderer/parts/ui/controls.tsx'
import { useApp } from '#renderer/store/app.ts'
import { templatesOf } from '#shared/call/argv-template'
import { say } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'

export function ToolRow({ tool, skill }: { tool: Tool; skill: Skill }) {
  const isSwitching = useApp(({ switching }) => switching.has(skill.name))
  const pinned = useApp(({ settings }) => settings.pinnedTools)
  const { changeSetting, changeSkill, openTrial } = useApp.getState()
  const isOn = !skill.toolsOff?.includes(tool.name)
  const isPinned = pinned.includes(tool.modelName)
  const others = pinned.filter((name) => name !== tool.modelName)
  return (
    <li className="stack ruled" data-off={isOn ? undefined : ''}>
      <div className="row start gap-3">
        {!waitsForReview(skill) && (
          <Switch
            aria-label={say('Let the model use {tool}', { tool: tool.modelName })}
            disabled={isSwitching}
            isOn={isOn}
            onSwitch={(enabled) =>
              void changeSkill('skill.switchTool', { skill: skill.name, tool: tool.name, enabled })
            }
          />
        )}
        <div className="tool-name grow">
          <code>{tool.modelName}</code>
          {!isOn && <span className="tool-off care small">{say('turned off')}</span>}
          {mayTry(skill) && isOn && (
            <TextButton
              text="Try"
              className="small"
              aria-label={say('Try {tool}', { tool: tool.modelName })}
              onClick={() => openTrial(tool.modelName)}
            />
          )}
          {(isPinned || (mayTry(skill) && isOn)) && (
            <TextButton
              text={isPinned ? 'Unpin' : 'Pin'}
              className="small"
              aria-label={say(isPinned ? 'Unpin {tool}' : 'Pin {tool}', { tool: tool.modelName })}
              title={say('Small models see only some of your tools. Pinned tools come first.')}
              onClick={() => void changeSetting('pinnedTools', isPinned ? others : [...others, tool.modelName])}
            />
          )}
          {tool.words && <p className="soft small">{tool.words.title}</p>}
          <p className="quiet small">{tool.description}</p>
          {tool.signature && <SignatureTag signature={tool.signature} />}
          <ToolAboutView {...tool} />
        </div>
      </div>
      <div className="stack gap-1">
        {templatesOf(tool).map(({ pieces }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way to run is its place
          <Template key={at} pieces={pieces} />
        ))}
      </div>
    </li>
  )
}

export const mayTry = ({ enabled, state }: Skill): boolean => enabled && state === 'trusted'
