import { ToolRow } from '#renderer/parts/call/tool-row.tsx'
import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { say, type Text } from '#shared/messages/say'
import type { Permit } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'
import { executionsOf } from '#shared/skill/tool'
import { DiagnosticList } from './diagnostic-list.tsx'
import { type ServerOffersActions, ServerOffersList } from './offer-list.tsx'
import { ServerList } from './server-list.tsx'
import { SkillAccessList } from './skill-access.tsx'
import { SkillSwitch } from './skill-switch.tsx'
import { explainStanding, waitsForReview } from './skill-words.ts'

export interface SkillSheetProps {
  skill: Skill
  /** A setting turns scripts off for every skill. */
  areScriptsOff: boolean
  /** A switch is being saved. */
  isSwitching: boolean
  onSwitch: (isEnabled: boolean) => void
  onSwitchScripts: (isAllowed: boolean) => void
  onSwitchTool: (tool: string, isOn: boolean) => void
  onSwitchAccess: (need: string, isOn: boolean) => void
  onReview: () => void
  /** Trusts it with the programs as they are now. */
  onRenew: () => void
  onConnect: () => void
  onPermit: (server: string, what: Permit, allowed: boolean) => void
  onOpenFolder: () => void
  onExport: () => void
  onRemove: () => void
  onTry: (tool: string) => void
  onOffer: ServerOffersActions
}

/** A skill's page: what it may run, what it needs, and its problems. */
export function SkillSheet(props: SkillSheetProps) {
  const { skill, isSwitching, onReview, onOpenFolder, onRemove, onTry, onSwitchTool } = props
  const programs = programsOf(skill)
  const standing = explainStanding(skill)
  return (
    <article className="sheet stack gap-5" aria-label={skill.name}>
      <header className="row wrap">
        <h2>{skill.name}</h2>
        <p className="quiet">
          <code className="quiet">{skill.hash.slice(0, 12)}</code> · {originOf(skill)}
        </p>
      </header>
      <p className="lede soft">{skill.description}</p>
      {standing && (
        <div className="standing row gap-3 wrap apart pad wash" data-state={skill.state}>
          <p>{standing}</p>
          {waitsForReview(skill) && (
            <Button look="strong" onClick={onReview}>
              {say('Review {skill}', { skill: skill.name })}
            </Button>
          )}
          {skill.state === 'trusted' && skill.programs === null && (
            <Button look="strong" onClick={props.onRenew}>
              {say('Renew')}
            </Button>
          )}
        </div>
      )}
      {skill.servers && (
        <ServerList
          servers={skill.servers}
          signedOut={skill.withheld.some(({ diagnostic }) => diagnostic.code === 'SERVER_SIGN_IN')}
          isBusy={isSwitching}
          permits={skill.permits}
          onPermit={skill.state === 'trusted' ? props.onPermit : undefined}
          onConnect={waitsForReview(skill) || skill.origin === 'bundled' ? undefined : props.onConnect}
        />
      )}
      {skill.offers && <ServerOffersList offers={skill.offers} {...(mayTry(skill) && props.onOffer)} />}
      {skill.tools.length === 0 && !skill.servers && (
        <p className="quiet">{say('Has no tools. Its text is given to the model as instructions.')}</p>
      )}
      {skill.tools.length > 0 && (
        <section aria-label={say('Commands it can run')}>
          <h3 className="ruled label">{say('Commands it can run')}</h3>
          <ul className="tools">
            {skill.tools.map((tool) => (
              <ToolRow
                key={tool.id}
                tool={tool}
                isOn={!skill.toolsOff?.includes(tool.name)}
                isSwitching={isSwitching}
                onTry={mayTry(skill) ? onTry : undefined}
                onSwitch={waitsForReview(skill) ? undefined : (isOn) => onSwitchTool(tool.name, isOn)}
              />
            ))}
          </ul>
        </section>
      )}
      {programs.length > 0 && (
        <section aria-label={say('Programs')}>
          <h3 className="ruled label">{say('Programs')}</h3>
          <ul className="programs">
            {programs.map((program) => (
              <li className="row gap-4 apart ruled" key={program}>
                <code>{program}</code>
                {skill.missingBins.includes(program) ? (
                  <span data-look="missing">{say('missing')}</span>
                ) : (
                  <span data-look="found">{say('found')}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {skill.withheld.length > 0 && (
        <section aria-label={say('Not available')}>
          <h3 className="ruled label">{say('Not available')}</h3>
          <DiagnosticList
            diagnostics={skill.withheld.map(({ name, diagnostic }) => ({ ...diagnostic, subject: name }))}
          />
        </section>
      )}
      {otherDiagnostics(skill).length > 0 && (
        <section aria-label={say('Notes')}>
          <h3 className="ruled label">{say('Notes')}</h3>
          <DiagnosticList diagnostics={otherDiagnostics(skill)} />
        </section>
      )}
      {scriptsOf(skill).length > 0 && (
        <section aria-label={say('Scripts')}>
          <h3 className="ruled label">{say('Scripts')}</h3>
          <ul className="programs">
            {scriptsOf(skill).map(({ file, sha256 }) => (
              <li className="row gap-4 apart ruled" key={file}>
                <code>{file}</code>
                {sha256 && <code className="quiet">{sha256.slice(0, 12)}</code>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Switches {...props} />
      {skill.access && !waitsForReview(skill) && (
        <SkillAccessList access={skill.access} isBusy={isSwitching} onSwitch={props.onSwitchAccess} />
      )}
      <p className="quiet where small">
        <Said text="In {folder}" values={{ folder: <code>{skill.sourceDir ?? skill.dir}</code> }} />
      </p>
      <footer className="sheet-foot row wrap">
        {skill.origin === 'installed' && (
          <Button look="quiet" onClick={onRemove}>
            {say('Remove')}
          </Button>
        )}
        <span className="grow" />
        <Button onClick={props.onExport}>{say('Export')}</Button>
        <Button onClick={onOpenFolder}>{say('Open folder')}</Button>
        {!waitsForReview(skill) && <Button onClick={onReview}>{say('Show contents')}</Button>}
      </footer>
    </article>
  )
}

/** A skill that must be reviewed first has no switches. */
function Switches({ skill, areScriptsOff, isSwitching, onSwitch, onSwitchScripts }: SkillSheetProps) {
  if (waitsForReview(skill)) return null
  return (
    <section className="switches stack gap-4 box" aria-label={say('Options')}>
      <SkillSwitch
        label={say('Enable {skill}', { skill: skill.name })}
        says={say(skill.enabled ? 'On: the model can use its tools.' : 'Off: the model can’t use it.')}
        isOn={skill.enabled}
        isDisabled={isSwitching}
        onSwitch={onSwitch}
      />
      {scriptsOf(skill).length > 0 && (
        <SkillSwitch
          label={say('Allow scripts for {skill}', { skill: skill.name })}
          says={scriptsSentence(skill, areScriptsOff)}
          isOn={skill.allowScripts}
          isDisabled={isSwitching || areScriptsOff}
          onSwitch={onSwitchScripts}
        />
      )}
    </section>
  )
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

function mayTry({ state, enabled }: Skill): boolean {
  return enabled && state === 'trusted'
}

/** The programs its tools start, and the missing ones. */
function programsOf(skill: Skill): string[] {
  const started = skill.tools.flatMap((tool) => executionsOf(tool).map(({ binary }) => binary))
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

const ORIGINS: Record<Skill['origin'], Text> = {
  bundled: 'comes with Skillet',
  installed: 'installed by you',
  named: 'from the command line',
}

function originOf({ origin, format }: Skill): string {
  const from = say(ORIGINS[origin])
  return format ? `${from} · ${format}` : from
}
