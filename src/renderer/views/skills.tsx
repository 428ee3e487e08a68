import { useState } from 'react'
import { EmptyState } from '#renderer/parts/empty-state.tsx'
import { countOf } from '#renderer/parts/figures.ts'
import { countTools } from '#renderer/parts/prompts.ts'
import { SkillList } from '#renderer/parts/skill-list.tsx'
import { SkillSheet } from '#renderer/parts/skill-sheet.tsx'
import { useApp } from '#renderer/store/app.ts'
import { PageBar } from './page-bar.tsx'

export function Skills() {
  const skills = useApp((app) => app.skills)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = skills?.find(({ name }) => name === chosen) ?? skills?.[0]
  const ready = skills ? countTools(skills) : null
  return (
    <section className="page" aria-label="Skills">
      <PageBar
        title="Skills"
        note={ready && `${countOf(ready.skills, 'skill')} ready, ${countOf(ready.tools, 'tool')}`}
      />
      {skills && shown ? (
        <div className="split">
          <SkillList skills={skills} selected={shown.name} onSelect={setChosen} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <section className="split-main" tabIndex={0} aria-label="The skill">
            <SkillSheet key={shown.name} skill={shown} />
          </section>
        </div>
      ) : (
        skills && (
          <EmptyState title="No skills here">
            <p>A skill is a folder that says which commands exist and how the model may call them.</p>
          </EmptyState>
        )
      )}
    </section>
  )
}
