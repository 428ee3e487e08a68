import { useEffect, useRef, useState } from 'react'
import { ReviewSheet } from '#renderer/parts/skill/review-sheet.tsx'
import { SkillList } from '#renderer/parts/skill/skill-list.tsx'
import { SkillSheet } from '#renderer/parts/skill/skill-sheet.tsx'
import { countOn } from '#renderer/parts/skill/tools-off.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { EmptyState } from '#renderer/parts/ui/empty-state.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { NOTHING_OFF } from '#renderer/store/choices.ts'
import { PageBar } from '#renderer/views/pages/page-bar.tsx'
import { say, sayMessage } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import { SkillIntake } from './skills-intake.tsx'
import { Playground } from './skills-playground.tsx'

export function Skills() {
  const skills = useApp((app) => app.skills)
  const chosen = useApp((app) => app.chosenSkill)
  const { chooseSkill, closeReview, closeTrial, openIntake } = useApp.getState()
  const shown = skills?.find(({ name }) => name === chosen) ?? firstOf(skills ?? [])
  const ready = skills ? countOn(skills, NOTHING_OFF) : null
  const choose = (name: string) => {
    closeReview()
    closeTrial()
    chooseSkill(name)
  }
  return (
    <section className="page down" aria-label={say('Skills')}>
      <PageBar title={say('Skills')} note={ready && readyWords(ready)}>
        <Button look="strong" onClick={openIntake}>
          {say('Install skill')}
        </Button>
      </PageBar>
      <Moved />
      {skills && shown ? (
        <div className="split stack grow">
          <SkillList skills={skills} selected={shown.name} onSelect={choose} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <section className="split-main" tabIndex={0} aria-label={say('Skill details')}>
            <Shown key={shown.name} skill={shown} />
          </section>
        </div>
      ) : (
        skills && (
          <EmptyState title={say('No skills yet')}>
            <p>{say('A skill is a folder that describes commands and how the model can use them.')}</p>
          </EmptyState>
        )
      )}
      <SkillIntake />
    </section>
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
  return skills.find(({ state }) => state === 'quarantined' || state === 'changed') ?? skills[0]
}

function Shown({ skill }: { skill: Skill }) {
  const isReviewed = useApp((app) => app.reviewing?.skill === skill.name)
  const isTried = useApp(({ trial }) => skill.tools.some(({ modelName }) => modelName === trial?.tool))
  if (isReviewed) return <SkillReview skill={skill} />
  return isTried ? <Playground skill={skill} /> : <Sheet skill={skill} />
}

function Sheet({ skill }: { skill: Skill }) {
  const { name } = skill
  const isSwitching = useApp((app) => app.switching.has(name))
  const areScriptsOff = useApp((app) => app.settings.scripts !== 'on')
  const [isRemoving, setRemoving] = useState(false)
  const { switchSkill, switchScripts, switchTool, review, ask, exportSkill, removeSkill, openTrial } = useApp.getState()
  const { connectServers, choosePrompt, attachResource, stageServed, permitServer, changeSkill, switchAccess } =
    useApp.getState()
  return (
    <>
      <SkillSheet
        skill={skill}
        areScriptsOff={areScriptsOff}
        isSwitching={isSwitching}
        onSwitch={(isEnabled) => void switchSkill(name, isEnabled)}
        onSwitchTool={(tool, isOn) => void switchTool(name, tool, isOn)}
        onSwitchAccess={(need, isOn) => void switchAccess(name, need, isOn)}
        onSwitchScripts={(isAllowed) => void switchScripts(name, isAllowed)}
        onReview={() => void review(name)}
        onRenew={() => void changeSkill(name, 'skill.trust', { skill: name, hash: skill.hash })}
        onPermit={(server, what, allowed) => void permitServer({ skill: name, server }, what, allowed)}
        onConnect={() => void connectServers(name)}
        onOpenFolder={() => void ask('skill.openFolder', { skill: name })}
        onExport={() => void exportSkill(name)}
        onRemove={() => setRemoving(true)}
        onTry={openTrial}
        onOffer={{
          onPrompt: (server, prompt) => choosePrompt({ skill: name, server }, prompt),
          onResource: (server, uri) => void attachResource({ skill: name, server }, uri),
          onSkill: (server, uri) => void stageServed({ skill: name, server }, uri),
        }}
      />
      {isRemoving && (
        <SkillRemoval
          skill={name}
          onClose={() => setRemoving(false)}
          onRemove={() => {
            setRemoving(false)
            void removeSkill(name)
          }}
        />
      )}
    </>
  )
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
      <Button look="quiet" onClick={useApp.getState().forgetMoved}>
        {say('Dismiss')}
      </Button>
    </div>
  )
}

function SkillReview({ skill }: { skill: Skill }) {
  const reviewing = useApp((app) => app.reviewing)
  const { closeReview, review, trustReviewed } = useApp.getState()
  const top = useRef<HTMLDivElement>(null)
  const again = () => void review(skill.name)
  useEffect(() => top.current?.closest('.split-main')?.scrollTo(0, 0), [])
  return (
    <div ref={top}>
      {reviewing?.state === 'reading' && <p className="phase sheet stack gap-5 quiet">{say('Loading the review')}</p>}
      {reviewing?.state === 'failed' && (
        <EmptyState
          title={say('The skill is not trusted')}
          actions={
            <>
              <Button onClick={closeReview}>{say('Close')}</Button>
              <Button look="strong" onClick={again}>
                {say('Review again')}
              </Button>
            </>
          }
        >
          <p>{sayMessage(reviewing.message)}</p>
        </EmptyState>
      )}
      {reviewing?.state === 'here' && (
        <ReviewSheet
          key={reviewing.review.hash}
          review={reviewing.review}
          page={skill.body}
          isTrusting={reviewing.isTrusting}
          isOutdated={skill.hash !== reviewing.review.hash}
          onTrust={trustReviewed}
          onReview={again}
          onClose={closeReview}
        />
      )}
    </div>
  )
}

interface SkillRemovalProps {
  skill: string
  onRemove: () => void
  onClose: () => void
}

function SkillRemoval({ skill, onRemove, onClose }: SkillRemovalProps) {
  return (
    <Overlay label={say('Remove {skill}?', { skill })} onClose={onClose}>
      <div className="overlay-header row apart still ruled pad">
        <h2>{say('Remove {skill}?', { skill })}</h2>
      </div>
      <div className="overlay-body stack gap-4">
        <p>{say('Its tools are removed from all chats, and its rules are deleted.')}</p>
        <p className="quiet">{say('Its folder is moved to Skillet’s data folder. Nothing is deleted.')}</p>
        <footer className="row wrap">
          <Button onClick={onClose}>{say('Cancel')}</Button>
          <Button look="strong" onClick={onRemove}>
            {say('Remove')}
          </Button>
        </footer>
      </div>
    </Overlay>
  )
}
