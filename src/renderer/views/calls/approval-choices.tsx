import { useId, useState } from 'react'
import { fieldWords } from '#renderer/parts/call/call-words.ts'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { describeRule, type RuleProposal } from '#shared/call/rule'
import type { ApprovalAsked } from '#shared/facts'
import { isObject, type Json, ownOf } from '#shared/json'
import type { Said } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

export function ApprovalDiffers({ differs }: { differs: NonNullable<ApprovalAsked['differs']> }) {
  if (differs.length === 0) return null
  return (
    <section className="approval-differs stack gap-1 small pad" aria-label={say('Changes since your approval')}>
      <p>{say('This changed after you approved it, so it did not run. Changes:')}</p>
      <dl>
        {differs.flatMap(({ field, was, is }) =>
          listFields(was, is).map(({ name, before, now }) => (
            <div className="stack gap-2" key={`${field} ${name}`}>
              <dt>
                {fieldWords(field)}
                {name && (
                  <>
                    : <code>{name}</code>
                  </>
                )}
              </dt>
              <dd>
                <del>{before}</del> <ins>{now}</ins>
              </dd>
            </div>
          )),
        )}
      </dl>
    </section>
  )
}

interface FieldDifference {
  /** `identity.size`; empty if everything differs. */
  name: string
  before: string
  now: string
}

/** The differences between two JSON values, field by field; both as they are if they are words or no field differs. */
export function listFields(was: Said, is: Said): FieldDifference[] {
  const [before, now] = [readJson(was), readJson(is)]
  const fields = before === undefined || now === undefined ? [] : compare(before, now, '')
  return fields.length > 0 ? fields : [{ name: '', before: visible(was), now: visible(is) }]
}

function readJson(side: Said): Json | undefined {
  try {
    return typeof side === 'string' ? (JSON.parse(side) as Json) : undefined
  } catch {
    return undefined
  }
}

function compare(was: Json | undefined, is: Json | undefined, name: string): FieldDifference[] {
  const [before, now] = [JSON.stringify(was), JSON.stringify(is)]
  if (before === now) return []
  if (!isObject(was) || !isObject(is)) return [{ name, before: visible(before ?? '–'), now: visible(now ?? '–') }]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    compare(ownOf(was, key), ownOf(is, key), name ? `${name}.${key}` : key),
  )
}

const visible = (side: Said) => toVisible(sayMessage(side)).text

export function DenyNote({ isAnswering, onDeny }: { isAnswering: boolean; onDeny: (note: string) => void }) {
  const [note, setNote] = useState('')
  const id = useId()
  return (
    <div className="approval-panel hug ruled-above stack gap-2 pad">
      <label className="bold" htmlFor={id}>
        {say('Note for the model')}
      </label>
      <textarea
        className="field"
        id={id}
        rows={2}
        maxLength={2000}
        value={note}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus
        onChange={(event) => setNote(event.target.value)}
      />
      <Button text="Deny and send" disabled={isAnswering || note.trim() === ''} onClick={() => onDeny(note.trim())} />
    </div>
  )
}

interface RememberChoicesProps {
  proposals: readonly RuleProposal[]
  isReady: boolean
  isAnswering: boolean
  onRemember: (choice: string) => void
}

/** The rules that main offers. A system dialog confirms before one is stored. */
export function RememberChoices({ proposals, isReady, isAnswering, onRemember }: RememberChoicesProps) {
  const [choice, setChoice] = useState<string | null>(null)
  const name = useId()
  const chosen = proposals.find((each) => each.choice === choice)
  const isDeny = chosen?.rule.effect === 'deny'
  return (
    <fieldset className="approval-panel hug ruled-above stack gap-2 pad">
      <legend className="bold">{say('Next time')}</legend>
      {proposals.map(({ choice: each, rule }) => (
        <label className="approval-choice row gap-2" key={each}>
          <input type="radio" name={name} value={each} checked={each === choice} onChange={() => setChoice(each)} />
          <span>{describeRule(rule, formatDay)}</span>
        </label>
      ))}
      <Button
        text={isDeny ? 'Always deny' : 'Allow and run'}
        disabled={!chosen || isAnswering || !isReady}
        onClick={() => chosen && onRemember(chosen.choice)}
      />
    </fieldset>
  )
}
