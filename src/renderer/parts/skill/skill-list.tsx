import { say, type Text } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import { summaryOf } from './skill-words.ts'

interface SkillListProps {
  skills: readonly Skill[]
  selected: string | null
  onSelect: (name: string) => void
}

const GROUPS: { name: Text; holds: (skill: Skill) => boolean }[] = [
  { name: 'Waiting for your review', holds: ({ state }) => state === 'quarantined' },
  { name: 'Changed since you trusted them', holds: ({ state }) => state === 'changed' },
  { name: 'Ready', holds: (skill) => skill.state === 'trusted' && skill.enabled && skill.missingBins.length === 0 },
  {
    name: 'Turned off',
    holds: ({ state, enabled, missingBins }) => state === 'trusted' && !enabled && missingBins.length === 0,
  },
  {
    name: 'Not available here',
    holds: ({ state, missingBins }) => state === 'unavailable' || (state === 'trusted' && missingBins.length > 0),
  },
]

export function SkillList({ skills, selected, onSelect }: SkillListProps) {
  return (
    <div className="skill-list">
      {GROUPS.map(({ name, holds }) => {
        const members = skills.filter(holds)
        if (members.length === 0) return null
        return (
          <section key={name} aria-label={say(name)}>
            <h2 className="group-name quiet tiny">{say(name)}</h2>
            <ul>
              {members.map((skill) => (
                <li key={skill.name}>
                  <button
                    type="button"
                    className="row-button row gap-2 soft gap-3"
                    aria-current={skill.name === selected ? 'true' : undefined}
                    onClick={() => onSelect(skill.name)}
                  >
                    <span
                      className="dot still"
                      data-skill={skill.missingBins.length > 0 ? 'unavailable' : skill.state}
                      aria-hidden="true"
                    />
                    <span className="row-words stack grow">
                      <strong>{skill.name}</strong>
                      <small className="truncate quiet small">{summaryOf(skill)}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
