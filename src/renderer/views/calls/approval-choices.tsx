import { useId, useState } from 'react'
import { listFields, type Side } from '#renderer/parts/call/plan-difference.ts'
import { fieldWords } from '#renderer/parts/call/plan-words.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { describeRule, type RuleProposal } from '#shared/call/rule'
import type { ApprovalAsked } from '#shared/facts'
import { say, sayMessage } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

/** What has changed since the person approved it. */
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
                <del>{sideOf(before)}</del> <ins>{sideOf(now)}</ins>
              </dd>
            </div>
          )),
        )}
      </dl>
    </section>
  )
}

/** The plan's JSON, or words if there is none or it must not be shown. */
function sideOf(side: Side): string {
  if (side === undefined) return '–'
  return toVisible('words' in side ? sayMessage(side.words) : JSON.stringify(side.value)).text
}

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
      <Button disabled={isAnswering || note.trim() === ''} onClick={() => onDeny(note.trim())}>
        {say('Deny and send')}
      </Button>
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
      <Button disabled={!chosen || isAnswering || !isReady} onClick={() => chosen && onRemember(chosen.choice)}>
        {say(isDeny ? 'Always deny' : 'Allow and run')}
      </Button>
    </fieldset>
  )
}
