import { useState } from 'react'
import { isOver } from '#renderer/parts/call/call-words.ts'
import { Button, TextButton } from '#renderer/parts/ui/controls.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import type { Tool } from '#shared/skill/tool'
import { toVisible } from '#shared/visible'
import { CallForm } from './call-form.tsx'

/** What can be done with a finished call. It is asked about as before, and the model is not told. */
export function CallActions({ call: made }: { call: ChatCall }) {
  const [isEditing, setEditing] = useState(false)
  const isEditable = useTool(made.tool) !== undefined
  if (!isOver(made.status)) return null
  const { rerun, chooseComparison, ask } = useApp.getState()
  const { call, tool } = made
  return (
    <section className="call-actions stack gap-3" aria-label={say('Actions for {tool}', { tool })}>
      <div className="gap-2 wrap row">
        {canUndo(made) && <Button text="Undo" onClick={() => void ask('call.undo', { call })} />}
        <Button text="Run again" onClick={() => void rerun(call)} />
        {isEditable && (
          <Button text="Edit arguments and run" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)} />
        )}
        {made.run && <Button text="Compare with…" onClick={() => void chooseComparison(call, tool)} />}
      </div>
      {isEditing && (
        <EditCall
          call={made}
          note={say('Asks for approval first. The model does not get its output.')}
          action={say('Review my version')}
          onRun={(args) => {
            setEditing(false)
            void rerun(call, args)
          }}
        />
      )}
    </section>
  )
}

/** Copies of files exist and were not used yet. */
function canUndo({ facts, run }: ChatCall): boolean {
  const kept = facts.some((fact) => fact.type === 'run.started' && (fact.kept?.length ?? 0) > 0)
  return kept && run?.finished !== undefined && !facts.some(({ type }) => type === 'files.restored')
}

/** Undefined if it is gone. */
export const useTool = (name: string): Tool | undefined =>
  useApp(({ skills }) => skills?.flatMap(({ tools }) => tools).find(({ modelName }) => modelName === name))

interface EditCallProps {
  call: ChatCall
  note: string
  action: string
  onRun: (args: string, digest: string) => void
}

export function EditCall({ call, note, action, onRun }: EditCallProps) {
  const isSending = useApp(({ answering }) => answering.has(call.call))
  const tool = useTool(call.tool)
  return (
    tool && (
      <CallForm tool={tool} args={call.args} chat={call.facts[0]?.chat} isOnCard isBusy={isSending} onRun={onRun}>
        {(isReady) => (
          <div className="row apart gap-3">
            <p className="soft small">{note}</p>
            <Button look="strong" type="submit" disabled={!isReady}>
              {action}
            </Button>
          </div>
        )}
      </CallForm>
    )
  )
}

/** The rule or policy that decided without asking, with a way to end it. Nothing if the person was asked. */
export function DecidedUnasked({ call: { facts } }: { call: ChatCall }) {
  const answered = facts.findLast((fact) => fact.type === 'approval.answered')
  if (answered?.type !== 'approval.answered' || (answered.by !== 'rule' && answered.by !== 'policy')) return null
  const { rule, why = answered.note, decision } = answered
  const look = 'row baseline gap-2 soft small'
  if (!rule)
    return why && <p className={look}>{say('Ran automatically: {why}', { why: toVisible(sayMessage(why)).text })}</p>
  const short = rule.slice(0, 8)
  return (
    <p className={look}>
      <Said
        text={decision === 'deny' ? 'Blocked by your rule {rule}' : 'Ran automatically: allowed by your rule {rule}'}
        values={{ rule: <code>{short}</code> }}
      />
      <TextButton
        text="Revoke"
        aria-label={say('Revoke rule {rule}', { rule: short })}
        onClick={() => void useApp.getState().change('rule.revoke', { rule })}
      />
    </p>
  )
}
