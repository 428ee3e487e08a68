import { type ReactNode, useState } from 'react'
import { DiagnosticList } from '#renderer/parts/skill/lists.tsx'
import { explainStanding, waitsForReview } from '#renderer/parts/skill/skill-words.ts'
import { Button, SkillSwitch } from '#renderer/parts/ui/controls.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { Section } from '#renderer/parts/ui/layout.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { nameNeed, needId, type SkillAccess } from '#shared/skill/needs'
import type { Skill } from '#shared/skill/skill'
import { executionsOf } from '#shared/skill/tool'
import { ServerList, ServerOffersList } from './server-list.tsx'
import { mayTry, ToolRow } from './tool-row.tsx'

export function SkillSheet({ skill }: { skill: Skill }) {
  const { name, hash, state, tools, withheld } = skill
  const isSwitching = useApp((app) => app.switching.has(name))
  const [isRemoving, setRemoving] = useState(false)
  const { changeSkill, review, ask, exportSkill } = useApp.getState()
  const isWaiting = waitsForReview(skill)
  const standing = explainStanding(skill)
  const others = otherDiagnostics(skill)
  const showReview = () => void review(name)
  return (
    <article className="sheet stack gap-5" aria-label={name}>
      <header className="row wrap baseline gap-1 gap-x-3">
        <h2 className="title">{name}</h2>
        <p className="quiet">
          <code className="quiet">{hash.slice(0, 12)}</code> · {originOf(skill)}
        </p>
      </header>
      <p className="lede soft">{skill.description}</p>
      {standing && (
        <div className="standing row gap-3 wrap apart pad wash" data-state={state}>
          <p className="fill">{standing}</p>
          {isWaiting && (
            <Button look="strong" onClick={showReview}>
              {say('Review {skill}', { skill: name })}
            </Button>
          )}
          {state === 'trusted' && skill.programs === null && (
            <Button text="Renew" look="strong" onClick={() => void changeSkill('skill.trust', { skill: name, hash })} />
          )}
        </div>
      )}
      {skill.servers && <ServerList skill={skill} servers={skill.servers} />}
      {skill.offers && <ServerOffersList skill={name} offers={skill.offers} isUsable={mayTry(skill)} />}
      {tools.length === 0 && !skill.servers && (
        <p className="quiet">{say('Has no tools. Its text is given to the model as instructions.')}</p>
      )}
      {tools.length > 0 && (
        <Section name={say('Commands it can run')}>
          <ul className="tools">
            {tools.map((tool) => (
              <ToolRow key={tool.id} tool={tool} skill={skill} />
            ))}
          </ul>
        </Section>
      )}
      <NameList
        heading={say('Programs')}
        rows={programsOf(skill).map((program) => ({
          name: program,
          about: skill.missingBins.includes(program) ? (
            <span data-look="missing">{say('missing')}</span>
          ) : (
            <span data-look="found">{say('found')}</span>
          ),
        }))}
      />
      {withheld.length > 0 && (
        <Section name={say('Not available')}>
          <DiagnosticList diagnostics={withheld.map(({ name, diagnostic }) => ({ ...diagnostic, subject: name }))} />
        </Section>
      )}
      {others.length > 0 && (
        <Section name={say('Notes')}>
          <DiagnosticList diagnostics={others} />
        </Section>
      )}
      <NameList
        heading={say('Scripts')}
        rows={scriptsOf(skill).map(({ file, sha256 }) => ({
          name: file,
          about: sha256 && <code className="quiet">{sha256.slice(0, 12)}</code>,
        }))}
      />
      {!isWaiting && <Switches skill={skill} isDisabled={isSwitching} />}
      {!isWaiting && skill.access && <Access skill={name} access={skill.access} isDisabled={isSwitching} />}
      <p className="quiet small">
        <Said text="In {folder}" values={{ folder: <code>{skill.sourceDir ?? skill.dir}</code> }} />
      </p>
      <footer className="sheet-foot row wrap">
        {skill.origin === 'installed' && <Button text="Remove" look="quiet" onClick={() => setRemoving(true)} />}
        <span className="grow" />
        <Button text="Export" onClick={() => void exportSkill(name)} />
        <Button text="Open folder" onClick={() => void ask('skill.openFolder', { skill: name })} />
        {!isWaiting && <Button text="Show contents" onClick={showReview} />}
      </footer>
      {isRemoving && <SkillRemoval skill={name} onClose={() => setRemoving(false)} />}
    </article>
  )
}

function NameList({ heading, rows }: { heading: string; rows: readonly { name: string; about: ReactNode }[] }) {
  if (rows.length === 0) return null
  return (
    <Section name={heading}>
      <ul className="programs">
        {rows.map(({ name, about }) => (
          <li className="row gap-4 apart ruled" key={name}>
            <code>{name}</code>
            {about}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Switches({ skill, isDisabled }: { skill: Skill; isDisabled: boolean }) {
  const areScriptsOff = useApp((app) => app.settings.scripts !== 'on')
  const { changeSkill } = useApp.getState()
  const { name, enabled, allowScripts } = skill
  return (
    <section className="pad-4 stack gap-4 box" aria-label={say('Options')}>
      <SkillSwitch
        label={say('Enable {skill}', { skill: name })}
        says={say(enabled ? 'On: the model can use its tools.' : 'Off: the model can’t use it.')}
        isOn={enabled}
        disabled={isDisabled}
        onSwitch={(enabled) => void changeSkill('skill.switch', { skill: name, enabled })}
      />
      {scriptsOf(skill).length > 0 && (
        <SkillSwitch
          label={say('Allow scripts for {skill}', { skill: name })}
          says={scriptsSentence(skill, areScriptsOff)}
          isOn={allowScripts}
          disabled={isDisabled || areScriptsOff}
          onSwitch={(allowed) => void changeSkill('skill.switchScripts', { skill: name, allowed })}
        />
      )}
    </section>
  )
}

function Access({ skill, access, isDisabled }: { skill: string; access: readonly SkillAccess[]; isDisabled: boolean }) {
  const { changeSkill } = useApp.getState()
  return (
    <section className="pad-4 stack gap-4 box" aria-label={say('Access')}>
      <h3 className="label">{say('Access')}</h3>
      {access.map((each) => (
        <SkillSwitch
          key={needId(each.need)}
          label={sayMessage(nameNeed(each.need))}
          says={explainAccess(each)}
          isOn={each.isGranted}
          disabled={isDisabled}
          onSwitch={(allowed) => void changeSkill('skill.switchAccess', { skill, need: needId(each.need), allowed })}
        />
      ))}
    </section>
  )
}

function explainAccess({ need, commands, isGranted, isDeclared }: SkillAccess): string {
  if (need.kind === 'home') {
    return isGranted
      ? say(
          'On: its commands see every file in your home except private places. Each call asks, unless you made a rule for it.',
        )
      : say('Off: its commands see the open folders only.')
  }
  if (isGranted && commands.length > 0) return say('On: only {commands} gets this.', { commands: commands.join(', ') })
  if (isGranted) return say('On: only commands of this skill get this.')
  return isDeclared ? say('Off: the skill asks for this.') : say('Off: the skill does not ask for this.')
}

/** Everything that may run besides its declared commands. */
const scriptsOf = ({ scripts, code = [] }: Skill): { file: string; sha256?: string }[] => [
  ...scripts,
  ...code.map((file) => ({ file })),
]

function scriptsSentence(skill: Skill, areScriptsOff: boolean): string {
  const { allowScripts, code = [] } = skill
  if (areScriptsOff) return say('Scripts are off for all skills, in Settings.')
  if (allowScripts) {
    const allowed = countOf(scriptsOf(skill).length, 'script', 'scripts')
    if (code.length > 0) return say('On: {scripts} can run. Each call is still checked.', { scripts: allowed })
    return say('On: {scripts} can run to resolve values.', { scripts: allowed })
  }
  if (code.length > 0) return say('Off: tools that are files of code don’t run.')
  return say('Off: values are passed on unchanged instead of being resolved by a script.')
}

function programsOf(skill: Skill): string[] {
  const started = skill.tools.flatMap((tool) => executionsOf(tool).map(({ binary }) => binary))
  return [...new Set([...started, ...skill.missingBins])].sort()
}

function otherDiagnostics({ diagnostics, withheld }: Skill): Skill['diagnostics'] {
  return diagnostics.filter(
    ({ code, file, path }) =>
      !withheld.some(({ diagnostic: kept }) => kept.code === code && kept.file === file && kept.path === path),
  )
}

const ORIGINS: Record<Skill['origin'], Text> = {
  bundled: 'comes with Skillet',
  installed: 'installed by you',
  named: 'from the command line',
}

function originOf({ origin, format }: Skill): string {
  const from = say(ORIGINS[origin])
  return format ? `${from} · ${format}` : from
}

function SkillRemoval({ skill, onClose }: { skill: string; onClose: () => void }) {
  const remove = () => {
    onClose()
    void useApp.getState().removeSkill(skill)
  }
  return (
    <Overlay label={say('Remove {skill}?', { skill })} onClose={onClose}>
      <div className="row apart still ruled pad">
        <h2>{say('Remove {skill}?', { skill })}</h2>
      </div>
      <div className="panel stack gap-4">
        <p>{say('Its tools are removed from all chats, and its rules are deleted.')}</p>
        <p className="quiet">{say('Its folder is moved to Skillet’s data folder. Nothing is deleted.')}</p>
        <footer className="row wrap right gap-2 gap-x-3">
          <Button text="Cancel" onClick={onClose} />
          <Button text="Remove" look="strong" onClick={remove} />
        </footer>
      </div>
    </Overlay>
  )
}
