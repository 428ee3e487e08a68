import type { ReactNode } from 'react'
import { countOf, formatDay } from '#renderer/parts/ui/figures.ts'
import { Section, Warning } from '#renderer/parts/ui/layout.tsx'
import { LineDiff } from '#renderer/parts/ui/line-diff.tsx'
import { textOf } from '#shared/messages/message'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { ReviewedServer } from '#shared/skill/mcp-server'
import { describeNeed, needId, type SkillAccess } from '#shared/skill/needs'
import type { FileChange, Review, ReviewedBinary, ReviewedFile, ReviewedTool } from '#shared/skill/review'
import { toVisible, toVisibleLines } from '#shared/visible'
import { SignatureTag, Template } from './tool-about.tsx'

/** Everything that can do harm comes first. */
export function ReviewDangers({ review }: { review: Review }) {
  const { tools, hidden, scripts } = review
  const anyCode = tools.filter(({ runs, helpers }) =>
    [...runs, ...helpers.filter(({ script }) => script === undefined)].some(({ isAnyCode }) => isAnyCode),
  )
  const sentences = [
    anyCode.length > 0 &&
      say('{tools} can run any code the model writes. Skillet asks you before each run.', {
        tools: listOf(anyCode.map(({ name }) => name)),
      }),
    hidden.length > 0 &&
      say('Contains hidden text in {places}.', { places: countOf(hidden.length, 'place', 'places') }),
    scripts.length > 0 && say('Scripts stay off until you turn them on.'),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) {
    return <p className="soft">{say('No tool runs code written by the model, and no text is hidden.')}</p>
  }
  return (
    <div className="stack gap-2 pad wash">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {hidden.length > 0 && (
        <ul>
          {hidden.map(({ file, message }) => (
            <li key={`${file} ${textOf(message)}`}>
              <code>{file}</code> {sayMessage(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function ReviewAccess({ access }: { access: readonly SkillAccess[] }) {
  return (
    <Section name={say('Access')}>
      <p className="soft">{say('If you trust it, its commands also get this, and nothing else of your home:')}</p>
      <ul className="programs">
        {access.map((each) => (
          <li className="row gap-4 apart ruled" key={needId(each.need)}>
            <span>{sayMessage(describeNeed(each))}</span>
            {!each.isGranted && <span className="quiet small">{say('Stays off: you turned it off.')}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function ServerSection({ servers, children }: { servers: readonly ReviewedServer[]; children?: ReactNode }) {
  return (
    <Section className="stack gap-2" name={say('Servers')}>
      <ul className="programs">
        {servers.map(({ name, line, env, secrets, folders, reads, network }) => (
          <li className="stack gap-1 ruled" key={name}>
            <strong>{name}</strong>
            <code>{line}</code>
            <p className="quiet small">
              {[
                folders.length > 0 && say('Can change {folders}', { folders: folders.join(', ') }),
                reads.length > 0 && say('Can read {folders}', { folders: reads.join(', ') }),
                folders.length + reads.length === 0 && say('Opens no folders'),
                network ? say('Uses the internet') : say('No internet'),
                env.length > 0 && say('Gets {names}', { names: env.join(', ') }),
                secrets.length > 0 && say('Gets the secrets {names}', { names: secrets.join(', ') }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {children}
    </Section>
  )
}

export function ReviewTools({ tools }: { tools: readonly ReviewedTool[] }) {
  if (tools.length === 0) {
    return <p className="quiet">{say('Has no tools. Its text is given to the model as instructions.')}</p>
  }
  return (
    <Section name={say('Commands it can run')}>
      <ul className="tools">
        {tools.map((tool) => (
          <li className="stack ruled" key={tool.name}>
            <div className="tool-name">
              <code>{tool.name}</code>
              {tool.titles.length > 0 && <p className="soft small">{tool.titles.join(' · ')}</p>}
              <p className="quiet small">{tool.description}</p>
              {tool.signature && <SignatureTag signature={tool.signature} />}
              {tool.byItself?.map((when) => (
                <p className="care small" key={sayMessage(when)}>
                  {say('Asks to run by itself: {when}', { when: toVisible(sayMessage(when)).text })}
                </p>
              ))}
            </div>
            <div className="stack gap-1">
              {tool.runs.map(({ argvTemplate, isAnyCode }) => (
                <Template
                  key={argvTemplate.join(' ')}
                  pieces={argvTemplate.map((text) => ({ text, isValue: VALUE.test(text) }))}
                  isAnyCode={isAnyCode}
                />
              ))}
              {tool.helpers.map((helper, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a helper is its place
                <p className="review-helper small" key={at}>
                  {helperSentence(helper)}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const VALUE = /^<.*>$/

function helperSentence({ param, script, command, args }: ReviewedTool['helpers'][number]): string {
  const line = (words: string[]) => [...words, ...args].join(' ')
  const by = readersOf(script && line([script]), command && line(command))
  return param === null
    ? say('Its output is processed by {by}.', { by })
    : say('{param} is resolved by {by}.', { param, by })
}

function readersOf(script: string | undefined, command: string | undefined): string {
  if (!script) return command ?? ''
  return command
    ? say('the script {script}, or {command}', { script, command })
    : say('the script {script}', { script })
}

export function ReviewPrograms({ binaries }: { binaries: readonly ReviewedBinary[] }) {
  if (binaries.length === 0) return null
  return (
    <Section name={say('Programs')}>
      <ul className="programs">
        {binaries.map(({ name, path, changedAt, isOther, isAnyCode }) => (
          <li className="row gap-4 apart ruled" key={name}>
            <span>
              <code>{name}</code> {isAnyCode && <Warning>{say('runs any code')}</Warning>}
              {isOther && <Warning>{say('not the one you trusted')}</Warning>}
            </span>
            {path === null ? (
              <span data-look="missing">{say('missing')}</span>
            ) : (
              <span className="row start wrap right gap-1 gap-x-3">
                <code>{path}</code>
                {changedAt && <span className="figure">{say('from {day}', { day: formatDay(changedAt) })}</span>}
                <span data-look="found">{say('found')}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shown completely, because all of it gets trusted. */
export function ReviewScripts({ scripts }: { scripts: readonly ReviewedFile[] }) {
  if (scripts.length === 0) return null
  return (
    <Section name={say('Scripts')}>
      {scripts.map(({ file, sha256, text }) => (
        <figure className="review-source pad-top-3" key={file}>
          <figcaption className="soft small">
            <code>{file}</code> <code className="quiet">{sha256.slice(0, 12)}</code>
          </figcaption>
          {text === null ? (
            <p className="grow care small">{say('This is not text and can’t be shown.')}</p>
          ) : (
            <pre className="box small" dir="ltr">
              <code>{text}</code>
            </pre>
          )}
        </figure>
      ))}
    </Section>
  )
}

const PAGE_FILE = 'SKILL.md'

/** A skill's text can mislead the model as much as any script. */
export function ReviewPage({ page }: { page: string }) {
  if (page.trim() === '') return null
  return (
    <Section name={say('Sent to the model')}>
      <figure className="review-source pad-top-3">
        <figcaption className="soft small">
          <code>{PAGE_FILE}</code>
        </figcaption>
        <pre dir="auto" className="review-page box small">
          {toVisibleLines(page)}
        </pre>
      </figure>
    </Section>
  )
}

function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return say('{names} and {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })
}

const WORDS: Record<FileChange['kind'], Text> = { added: 'new', removed: 'removed', changed: 'changed' }

export function ReviewChanges({ changes }: { changes: readonly FileChange[] | undefined }) {
  if (!changes || changes.length === 0) return null
  return (
    <Section
      name={say('Changes')}
      heading={say('Changed since you trusted it: {files}', { files: countOf(changes.length, 'file', 'files') })}
    >
      {changes.map(({ file, kind, diff, words, isModeChanged }) => (
        <figure className="review-source pad-top-3" key={file}>
          <figcaption className="soft small">
            <code>{file}</code>{' '}
            {isModeChanged
              ? say('{change}, including whether it is executable', { change: say(WORDS[kind]) })
              : say(WORDS[kind])}
          </figcaption>
          {diff === null ? (
            kind === 'changed' && <p className="quiet">{say('Not text, or too long to compare.')}</p>
          ) : (
            <pre className="box small" dir="ltr">
              <LineDiff lines={diff} words={words} />
            </pre>
          )}
        </figure>
      ))}
    </Section>
  )
}
