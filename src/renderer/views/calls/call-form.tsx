import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { ApprovalFacts } from '#renderer/parts/call/approval-facts.tsx'
import { judgedRisk, whyAsked } from '#renderer/parts/call/call-words.ts'
import { ArgvRows, CommandText, useFolding } from '#renderer/parts/call/command-text.tsx'
import { NatureChip } from '#renderer/parts/call/nature-chip.tsx'
import { fieldsOf, PlaygroundForm, useFilled } from '#renderer/parts/call/playground-form.tsx'
import { Button, Form } from '#renderer/parts/ui/controls.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { nameAction } from '#shared/call/describe-action'
import { natureOf } from '#shared/call/nature'
import { fitsForm } from '#shared/call/question'
import { reasonsOf } from '#shared/call/risk'
import { isObject, type JsonObject } from '#shared/json'
import type { Said as SaidMessage } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import type { ChatQuestion } from '#shared/requests/chat-requests'
import type { CallPreview } from '#shared/requests/record-requests'
import type { Tool } from '#shared/skill/tool'
import { toVisible, toVisibleLines } from '#shared/visible'

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
        <NatureChip nature={natureOf(plan)} risk={judgedRisk(plan, verdict).class} />{' '}
        {isBrief ? whyAsked(plan, verdict) : reasonsOf(verdict).filter(isBeyondChip).map(sayMessage).join(' · ')}
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

/** Its chip already says that it only reads. */
const isBeyondChip = (said: SaidMessage): boolean => typeof said === 'string' || said.code !== 'risk-reads-only'

/**
 * A server's question during a call. Its words are set apart from ours, no shortcut answers it, and the model fills in
 * nothing.
 */
export function QuestionForm({ call, question }: { call: string; question: ChatQuestion }) {
  const { schema, text } = question
  const fields = useMemo(() => fieldsOf(schema), [schema])
  const { args, isValid, form } = useFilled(fields, defaultsOf(schema))
  const isReady = isValid && fitsForm(args, schema)
  const isSending = useApp(({ answering }) => answering.has(call))
  const answer = (values: JsonObject | null) => void useApp.getState().answerQuestion(call, question.question, values)
  const server = toVisible(question.server).text
  return (
    <Form
      className="approval"
      aria-label={say('Question from {server}', { server })}
      onSend={() => {
        if (isReady && !isSending) answer(args)
      }}
    >
      <header className="approval-head">
        <i className="waits" />
        <h2>
          <Said text="The server {server} asks you" values={{ server: <code>{server}</code> }} />
        </h2>
        <p className="soft">
          {question.host === null
            ? say('It is a program on this computer.')
            : say('Your answer is sent to {host}.', { host: toVisible(question.host).text })}{' '}
          {say('The words below are the server’s. Enter no password or key.')}{' '}
          {question.isUnsure && say('Several calls of it are running, and it did not say which one asks.')}
        </p>
      </header>
      <blockquote className="question-words">{toVisibleLines(text)}</blockquote>
      <div className="approval-panel ruled-above pad">
        <PlaygroundForm {...form} />
      </div>
      <footer className="row wrap">
        <span className="row wrap right gap-2 end">
          {/* The second half of a double click was meant for the question before. */}
          <Button
            text="Decline"
            look="quiet"
            disabled={isSending}
            onClick={({ detail }) => detail < 2 && answer(null)}
          />
          <Button
            text="Send answer"
            look="strong"
            type="submit"
            disabled={!isReady || isSending}
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          />
        </span>
      </footer>
    </Form>
  )
}

/** What became of a question that can no longer be answered. */
export function QuestionNote({ question }: { question: ChatQuestion }) {
  const server = toVisible(question.server).text
  const { refused, answered } = question
  const given = answered?.map(({ name, length }) => `${toVisible(name).text} (${length})`).join(', ')
  return (
    <p className="quiet small">
      {refused === 'secret'
        ? say('{server} asked for something like a password. Skillet refused.', { server })
        : refused
          ? say('{server} asked in a form that cannot be shown here. Skillet refused.', { server })
          : answered
            ? say('You answered {server}: {fields}', { server, fields: given || say('nothing') })
            : say('{server} asked, and got no answer.', { server })}
    </p>
  )
}

function defaultsOf({ properties }: JsonObject): JsonObject {
  const fields = Object.entries(isObject(properties) ? properties : {})
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (isObject(field) && field.default !== undefined ? [[name, field.default]] : [])),
  )
}
