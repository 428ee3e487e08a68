import { Fragment } from 'react'
import type { Skill } from '#shared/skill'
import type { Tool } from '#shared/tool'
import { DiagnosticList } from './diagnostic-list.tsx'
import { countOf } from './figures.ts'
import { type TemplatePiece, templateOf } from './tool-template.ts'

/** Everything a skill is: what it may run, what that needs, and what deserves a look. */
export function SkillSheet({ skill }: { skill: Skill }) {
  const programs = programsOf(skill)
  return (
    <article className="sheet" aria-label={skill.name}>
      <header>
        <h2>{skill.name}</h2>
        <p className="quiet">
          <code className="hash">{skill.hash.slice(0, 12)}</code> · {originOf(skill)}
        </p>
      </header>
      <p className="lede">{skill.description}</p>
      {skill.tools.length === 0 ? (
        <p className="quiet">It runs nothing. What it says is given to the model as context.</p>
      ) : (
        <section aria-label="What it may run">
          <h3>What it may run</h3>
          <ul className="tools">
            {skill.tools.map((tool) => (
              <ToolRow key={tool.id} tool={tool} />
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
          {skill.missingBins.length > 0 && (
            <p className="quiet">
              Install what is missing and it becomes usable by itself; its tools are not offered until then.
            </p>
          )}
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
          <p className="quiet">
            {skill.allowScripts
              ? `${countOf(skill.scripts.length, 'script')} may run, to work out values.`
              : 'Off: values that a script would work out are passed on unchanged, and you are told.'}
          </p>
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
      <p className="quiet where">
        In <code>{skill.dir}</code>
      </p>
    </article>
  )
}

function ToolRow({ tool }: { tool: Tool }) {
  return (
    <li>
      <div className="tool-name">
        <code>{tool.modelName}</code>
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
