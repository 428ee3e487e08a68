import { type Opening, Picker } from '#renderer/parts/ui/chooser.tsx'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import type { ToolsOff } from '#shared/facts'
import { say } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import { countOn, isUsable, switchSkillIn, switchToolIn } from './skill-words.ts'

interface ToolsPickerProps extends Opening {
  skills: readonly Skill[]
  off: ToolsOff
  onChange: (off: ToolsOff) => void
  onMore: () => void
}

/** Chooses what the model is offered in this chat. What is off everywhere stays off. */
export function ToolsPicker({ skills, off, onChange, onMore, ...opening }: ToolsPickerProps) {
  const usable = skills.filter(isUsable)
  const count = countOn(skills, off)
  const words = `${countOf(count.skills, 'skill', 'skills')} · ${countOf(count.tools, 'tool', 'tools')}`
  const isLimited = off.skills.length + off.tools.length > 0
  return (
    <Picker
      {...opening}
      chip="tools-chip"
      holds="dialog"
      words={words}
      says={say('Skills and tools in this chat: {count}', { count: words })}
      label={say('Skills and tools in this chat')}
      isLimited={isLimited}
    >
      <div className="picker-head row gap-2 apart still ruled small">
        <p className="quiet">{say('What the model can use in this chat.')}</p>
        {isLimited && <Button text="Turn all on" look="quiet" onClick={() => onChange({ skills: [], tools: [] })} />}
      </div>
      <ul className="picker-skills grow" data-first tabIndex={-1}>
        {usable.map((skill) => (
          <SkillChoice key={skill.name} skill={skill} off={off} onChange={onChange} />
        ))}
        {usable.length === 0 && <li className="quiet">{say('No skills available')}</li>}
      </ul>
      <button
        type="button"
        className="picker-option row gap-2 still"
        data-more=""
        onClick={() => {
          opening.onToggle(false)
          onMore()
        }}
      >
        {say('Manage skills…')}
      </button>
    </Picker>
  )
}

export function SkillChoice({ skill, off, onChange }: { skill: Skill } & Pick<ToolsPickerProps, 'off' | 'onChange'>) {
  const { name, tools, toolsOff = [] } = skill
  const isOn = !off.skills.includes(name)
  return (
    <li>
      <label className="picker-skill">
        <input type="checkbox" checked={isOn} onChange={() => onChange(switchSkillIn(off, name, !isOn))} />
        <strong>{name}</strong>
      </label>
      <details>
        <summary
          className="quiet small"
          aria-label={say('{skill}: {tools}', { tools: countOf(tools.length, 'tool', 'tools'), skill: name })}
        >
          {countOf(tools.length, 'tool', 'tools')}
        </summary>
        <ul>
          {tools.map((tool) => {
            const isOffEverywhere = toolsOff.includes(tool.name)
            const isToolOn = isOn && !isOffEverywhere && !off.tools.includes(tool.modelName)
            return (
              <li key={tool.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={isToolOn}
                    disabled={!isOn || isOffEverywhere}
                    onChange={() => onChange(switchToolIn(off, tool.modelName, !isToolOn))}
                  />
                  <code className="small">{tool.modelName}</code>
                  {isOffEverywhere && <small className="quiet small">{say('off in all chats')}</small>}
                </label>
              </li>
            )
          })}
        </ul>
      </details>
    </li>
  )
}
