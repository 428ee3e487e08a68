import { countOn, summaryOf, waitsForReview } from '#renderer/parts/skill/skill-words.ts'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { EmptyState, Scroll } from '#renderer/parts/ui/layout.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { NOTHING_OFF } from '#renderer/store/choices.ts'
import { Page } from '#renderer/views/pages/page.tsx'
import { say, type Text } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import { Playground } from './playground.tsx'
import { SkillReview } from './review-sheet.tsx'
import { SkillIntake } from './skill-intake.tsx'
import { SkillSheet } from './skill-sheet.tsx'

export function Skills() {
  const skills = useApp((app) => app.skills)
  const chosen = useApp((app) => app.chosenSkill)
  const { chooseSkill, openIntake } = useApp.getState()
  const shown = skills?.find(({ name }) => name === chosen) ?? firstOf(skills ?? [])
  const ready = skills ? countOn(skills, NOTHING_OFF) : null
  return (
    <Page
      title={say('Skills')}
      note={ready && readyWords(ready)}
      actions={<Button text="Install skill" look="strong" onClick={openIntake} />}
    >
      <Moved />
      {skills && shown ? (
        <div className="split stack grow">
          <SkillList skills={skills} selected={shown.name} onSelect={chooseSkill} />
          <Scroll className="split-main" label={say('Skill details')}>
            <Shown key={shown.name} skill={shown} />
          </Scroll>
        </div>
      ) : (
        skills && (
          <EmptyState title={say('No skills yet')}>
            <p>{say('A skill is a folder that describes commands and how the model can use them.')}</p>
          </EmptyState>
        )
      )}
      <SkillIntake />
    </Page>
  )
}

function readyWords({ skills, tools }: ReturnType<typeof countOn>): string {
  return say('{skills} ready, {tools}', {
    skills: countOf(skills, 'skill', 'skills'),
    tools: countOf(tools, 'tool', 'tools'),
  })
}

/** Skills that wait for the person come first. */
function firstOf(skills: readonly Skill[]): Skill | undefined {
  return skills.find(waitsForReview) ?? skills[0]
}

function Shown({ skill }: { skill: Skill }) {
  const isReviewed = useApp((app) => app.reviewing?.skill === skill.name)
  const isTried = useApp(({ trial }) => skill.tools.some(({ modelName }) => modelName === trial?.tool))
  if (isReviewed) return <SkillReview skill={skill} />
  return isTried ? <Playground skill={skill} /> : <SkillSheet skill={skill} />
}

const MOVED = {
  removed: '{skill} removed. Its folder is at {folder}',
  exported: '{skill} exported. Its folder is at {folder}',
} as const

function Moved() {
  const moved = useApp((app) => app.moved)
  if (!moved) return null
  return (
    <div className="removed row gap-3 apart ruled" role="status">
      <p>
        <Said text={MOVED[moved.how]} values={{ skill: moved.skill, folder: <code>{moved.movedTo}</code> }} />
      </p>
      <Button text="Dismiss" look="quiet" onClick={useApp.getState().forgetMoved} />
    </div>
  )
}

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
                    <span className="stack grow">
                      <strong>{skill.name}</strong>
                      <small className="quiet small">{summaryOf(skill)}</small>
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
