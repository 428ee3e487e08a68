import { Fragment } from 'react'
import type { Skill } from '#shared/skill'
import type { Tool } from '#shared/tool'
import { Button } from './button.tsx'
import { DiagnosticList } from './diagnostic-list.tsx'
import { countOf } from './figures.ts'
import { SkillSwitch } from './skill-switch.tsx'
import { explainStanding, waitsForReview } from './skill-words.ts'
import { type TemplatePiece, templateOf } from './tool-template.ts'

export interface SkillSheetProps {
  skill: Skill
  /** Scripts are off for every skill, by one setting. */
  areScriptsOff: boolean
  /** A switch of it is on its way. */
  isSwitching: boolean
  onSwitch: (isEnabled: boolean) => void
  onSwitchScripts: (isAllowed: boolean) => void
  onReview: () => void
  onOpenFolder: () => void
  onRemove: () => void
  onTry: (tool: string) => void
}

/** Everything a skill is: what it may run, what that needs, and what deserves a look. */
export function SkillSheet(props: SkillSheetProps) {
  const { skill, onReview, onOpenFolder, onRemove, onTry } = props
  const programs = programsOf(skill)
  const standing = explainStanding(skill)
  return (
    <article className="sheet" aria-label={skill.name}>
      <header>
        <h2>{skill.name}</h2>
        <p className="quiet">
          <code className="hash">{skill.hash.slice(0, 12)}</code> · {originOf(skill)}
        </p>
      </header>
      <p className="lede">{skill.description}</p>
      {standing && (
        <div className="standing" data-state={skill.state}>
          <p>{standing}</p>
          {waitsForReview(skill) && (
            <Button look="strong" onClick={onReview}>
              Review {skill.name}
            </Button>
          )}
        </div>
      )}
      {skill.tools.length === 0 ? (
        <p className="quiet">It runs nothing. What it says is given to the model as context.</p>
      ) : (
        <section aria-label="What it may run">
          <h3>What it may run</h3>
          <ul className="tools">
            {skill.tools.map((tool) => (
              <ToolRow key={tool.id} tool={tool} onTry={mayTry(skill) ? onTry : undefined} />
            ))}
          </ul>
        </section>
      )}
      {programs.length > 0 && (
        <section aria-label="Programs">
          <h3>Programs</h3>
          <ul className="programs">
            {programs.map((program) => (
              <li key={program}>
                <code>{program}</code>
                {skill.missingBins.includes(program) ? (
                  <span data-look="missing">missing</span>
                ) : (
                  <span data-look="found">found</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {skill.withheld.length > 0 && (
        <section aria-label="Kept back">
          <h3>Kept back</h3>
          <DiagnosticList
            diagnostics={skill.withheld.map(({ name, diagnostic }) => ({ ...diagnostic, subject: name }))}
          />
        </section>
      )}
      {otherDiagnostics(skill).length > 0 && (
        <section aria-label="Worth a look">
          <h3>Worth a look</h3>
          <DiagnosticList diagnostics={otherDiagnostics(skill)} />
        </section>
      )}
      {skill.scripts.length > 0 && (
        <section aria-label="Scripts">
          <h3>Scripts</h3>
          <ul className="programs">
            {skill.scripts.map(({ name, file, sha256 }) => (
              <li key={name}>
                <code>{file}</code>
                <code className="hash">{sha256.slice(0, 12)}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Switches {...props} />
      <p className="quiet where">
        In <code>{skill.sourceDir ?? skill.dir}</code>
      </p>
      <footer className="sheet-foot">
        {skill.origin === 'installed' && (
          <Button look="quiet" onClick={onRemove}>
            Remove
          </Button>
        )}
        <span />
        <Button onClick={onOpenFolder}>Open folder</Button>
        {!waitsForReview(skill) && <Button onClick={onReview}>Look inside</Button>}
      </footer>
    </article>
  )
}

/** What may never run before it is reviewed has nothing to be switched. */
function Switches({ skill, areScriptsOff, isSwitching, onSwitch, onSwitchScripts }: SkillSheetProps) {
  if (waitsForReview(skill)) return null
  return (
    <section className="switches" aria-label="Switches">
      <SkillSwitch
        label={`Enable ${skill.name}`}
        says={skill.enabled ? 'On: its tools are offered to the model.' : 'Off: the model does not hear of it.'}
        isOn={skill.enabled}
        isDisabled={isSwitching}
        onSwitch={onSwitch}
      />
      {skill.scripts.length > 0 && (
        <SkillSwitch
          label={`Allow scripts for ${skill.name}`}
          says={scriptsSentence(skill, areScriptsOff)}
          isOn={skill.allowScripts}
          isDisabled={isSwitching || areScriptsOff}
          onSwitch={onSwitchScripts}
        />
      )}
    </section>
  )
}

function scriptsSentence({ scripts, allowScripts }: Skill, areScriptsOff: boolean): string {
  if (areScriptsOff) return 'Scripts are off for all skills, in Settings.'
  if (allowScripts) return `On: ${countOf(scripts.length, 'script')} may run, to work out values.`
  return 'Off: values that a script would work out are passed on unchanged, and you are told.'
}

function mayTry({ state, enabled }: Skill): boolean {
  return enabled && state === 'trusted'
}

function ToolRow({ tool, onTry }: { tool: Tool; onTry: ((tool: string) => void) | undefined }) {
  return (
    <li>
      <div className="tool-name">
        <code>{tool.modelName}</code>
        {onTry && (
          <button
            type="button"
            className="text-button"
            aria-label={`Try ${tool.modelName}`}
            onClick={() => onTry(tool.modelName)}
          >
            Try
          </button>
        )}
        <p>{tool.description}</p>
      </div>
      <div className="templates">
        {tool.runtime.executions.map((execution, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an execution is its place
          <Template key={at} pieces={templateOf(execution)} />
        ))}
      </div>
    </li>
  )
}

function Template({ pieces }: { pieces: readonly TemplatePiece[] }) {
  return (
    <code className="template" dir="ltr">
      {pieces.map(({ isOptional, words }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
        <span key={at}>
          {isOptional && <span className="optional">[</span>}
          {words.map(({ text, origin }, index) => (
            <Fragment key={text}>
              {index > 0 && ' '}
              <span data-origin={origin}>{text}</span>
            </Fragment>
          ))}
          {isOptional && <span className="optional">]</span>}
        </span>
      ))}
    </code>
  )
}

/** What its tools start, and what it lacks. */
function programsOf(skill: Skill): string[] {
  const started = skill.tools.flatMap(({ runtime }) => runtime.executions.map(({ binary }) => binary))
  return [...new Set([...started, ...skill.missingBins])].sort()
}

function otherDiagnostics(skill: Skill): Skill['diagnostics'] {
  return skill.diagnostics.filter(
    (diagnostic) =>
      !skill.withheld.some((kept) => kept.diagnostic === diagnostic || isSame(kept.diagnostic, diagnostic)),
  )
}

function isSame(a: Skill['diagnostics'][number], b: Skill['diagnostics'][number]): boolean {
  return a.code === b.code && a.file === b.file && a.path === b.path
}

function originOf({ origin, format }: Skill): string {
  const from = { bundled: 'comes with Skillet', installed: 'installed by you', named: 'named at the start' }[origin]
  return format ? `${from} · ${format}` : from
}
