import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { ApprovalFacts } from '#renderer/parts/call/approval-facts.tsx'
import { ArgvRows } from '#renderer/parts/call/argv-rows.tsx'
import { judgedRisk, whyAsked } from '#renderer/parts/call/call-words.ts'
import { CommandText, useFolding } from '#renderer/parts/call/command-text.tsx'
import { NatureChip } from '#renderer/parts/call/nature-chip.tsx'
import { fieldsOf, PlaygroundForm, useFilled } from '#renderer/parts/call/playground-form.tsx'
import { Form } from '#renderer/parts/ui/controls.tsx'
import { useApp } from '#renderer/store/app.ts'
import { nameAction } from '#shared/call/describe-action'
import { reasonsOf } from '#shared/call/risk'
import type { JsonObject } from '#shared/json'
import { say, sayMessage } from '#shared/messages/say'
import type { CallPreview } from '#shared/requests/record-requests'
import type { Tool } from '#shared/skill/tool'

interface CallFormProps {
  tool: Pick<Tool, 'modelName' | 'params'>
  args: JsonObject
  /** Where it would run. */
  chat?: string | null | undefined
  /** Opened to write in it. */
  isOnCard?: boolean
  isBusy: boolean
  /** `digest`: of the plan that was shown. */
  onRun: (args: string, digest: string) => void
  children: (isReady: boolean) => ReactNode
}

/** A tool's parameters as a form, with a preview of what the values would run. Starts nothing by itself. */
export function CallForm({ tool, args, chat, isOnCard = false, isBusy, onRun, children }: CallFormProps) {
  const { modelName, params } = tool
  const fields = useMemo(() => fieldsOf(params), [params])
  const [shown, setShown] = useState<{ text: string; preview: CallPreview } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isOnCard) form.current?.querySelector<HTMLElement>('.field')?.focus()
  }, [isOnCard])
  const filled = useFilled(fields, args)
  const text = JSON.stringify(filled.args)
  useEffect(
    () =>
      useApp
        .getState()
        .previewCall({ tool: modelName, args: text, ...(chat && { chat }) }, (preview) => setShown({ text, preview })),
    [modelName, text, chat],
  )
  const isCurrent = shown?.text === text && filled.isValid
  const plan = isCurrent && shown.preview.ok ? shown.preview.plan : null
  return (
    <Form
      ref={form}
      className={isOnCard ? 'approval-panel ruled-above stack gap-3 pad' : 'stack gap-5'}
      aria-label={isOnCard ? say('Edit arguments') : undefined}
      onSend={() => {
        if (plan && !isBusy) onRun(text, plan.digest)
      }}
    >
      <PlaygroundForm {...filled.form} />
      <section aria-label={say('Command preview')} aria-busy={!isCurrent}>
        {!isOnCard && <h3 className="ruled label">{say('Command preview')}</h3>}
        <PlaygroundPreview preview={shown?.preview ?? null} isBrief={isOnCard} />
      </section>
      {children(plan !== null && !isBusy)}
    </Form>
  )
}

/** What would run with the current values, or why nothing would. Starts nothing. */
export function PlaygroundPreview({ preview, isBrief = false }: { preview: CallPreview | null; isBrief?: boolean }) {
  const folding = useFolding()
  if (!preview) return <p className="quiet">{say('Preparing the preview')}</p>
  if (!preview.ok) {
    return (
      <p title={preview.code} className="bad pad-top-2">
        {sayMessage(preview.message)}
      </p>
    )
  }
  const { plan, verdict } = preview
  return (
    <div className="pad-top-3 stack gap-3">
      <CommandText plan={plan} {...folding} />
      <p>
        <NatureChip plan={plan} risk={judgedRisk(plan, verdict).class} />{' '}
        {isBrief ? whyAsked(plan, verdict) : reasonsOf(verdict).map(sayMessage).join(' · ')}
      </p>
      {!isBrief && (
        <>
          <ApprovalFacts plan={plan} isOwn {...folding} />
          {(folding.isUnfolded || nameAction(plan.action).length < 4000) && <ArgvRows plan={plan} isOwn />}
        </>
      )}
    </div>
  )
}
