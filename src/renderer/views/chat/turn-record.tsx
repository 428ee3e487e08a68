import { Fragment, useEffect } from 'react'
import { coercionWords, recoveryOf } from '#renderer/parts/call/call-words.ts'
import { formatCount, formatMs, formatTime } from '#renderer/parts/ui/figures.ts'
import { FactsList, Scroll } from '#renderer/parts/ui/layout.tsx'
import { type App, useApp } from '#renderer/store/app.ts'
import { callerOf } from '#shared/call/call-state'
import { nameAction } from '#shared/call/describe-action'
import type { AnswerStats, ContextFitted, Fact, FactOf, ReadAgain } from '#shared/facts'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { toVisibleLines } from '#shared/visible'
import { ContextParts } from './context-meter.tsx'
import { RequestView } from './request-view.tsx'
import { sentenceOf } from './turn-end.tsx'

/** The chosen turn, or the latest. */
function turnOf({ chat, inspectedTurn }: Pick<App, 'chat' | 'inspectedTurn'>): string | null {
  if (inspectedTurn !== null) return inspectedTurn
  const end = chat?.entries.findLast(({ kind }) => kind === 'end')
  return chat?.turn?.turn ?? (end?.kind === 'end' ? end.turn : null)
}

/** A whole turn: what was sent, what was corrected, and all that happened. During it, it is reloaded with each event. */
export function TurnRecord() {
  const turn = useApp(turnOf)
  const chat = useApp((app) => app.open)
  const record = useApp((app) => app.turnRecord)
  const moved = useApp((app) => (app.chat?.turn?.turn === turn ? app.chat?.seq : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happened is what makes it be read again
  useEffect(() => {
    if (chat !== null && turn !== null) void useApp.getState().readTurn(chat, turn)
  }, [chat, turn, moved])
  if (turn === null) return <p className="quiet">{say('No messages in this chat yet.')}</p>
  if (record?.turn !== turn || record.state === 'reading') return <p className="quiet">{say('Loading details…')}</p>
  if (record.state === 'lost') return <p className="quiet">{sayMessage(record.message)}</p>
  const { facts, isCut } = record
  const repairs = repairsOf(facts)
  return (
    <Scroll className="panel stack gap-3 grow" label={say('Answer')}>
      <Summary facts={facts} />
      <h3 className="soft bold pad-top-3">{say('Sent to the model')}</h3>
      <Requests facts={facts} />
      <h3 className="soft bold pad-top-3">{say('Corrections')}</h3>
      {repairs.length === 0 ? (
        <p className="quiet">{say('No corrections needed.')}</p>
      ) : (
        <ul className="stack gap-2 soft small">
          {repairs.map(({ seq, tool, words }) => (
            <li key={`${seq} ${words}`}>
              {tool && <code>{toVisibleLines(tool)}</code>} {toVisibleLines(words)}
            </li>
          ))}
        </ul>
      )}
      <h3 className="soft bold pad-top-3">{say('Timeline')}</h3>
      <Events facts={facts} />
      {isCut && <p className="quiet">{say('Too long to show in full. The end is missing here.')}</p>}
    </Scroll>
  )
}

function Summary({ facts }: { facts: readonly Fact[] }) {
  const started = facts.find((fact) => fact.type === 'turn.started')
  const finished = facts.find((fact) => fact.type === 'turn.finished')
  if (!started) return null
  const { stats } = finished ?? {}
  return (
    <FactsList
      columns={2}
      pairs={[
        { name: say('Model'), value: started.model },
        { name: say('Started'), value: formatTime(started.at) },
        finished
          ? { name: say('Outcome'), value: sentenceOf({ ...finished, kind: 'end', model: started.model }) }
          : { name: say('Outcome'), value: say('Still running.') },
        stats !== undefined && { name: say('Duration'), value: formatMs(stats.ms) },
        stats !== undefined && {
          name: say('Tokens'),
          value: say('{read} read, {written} written', {
            read: formatCount(stats.promptTokens),
            written: formatCount(stats.outputTokens),
          }),
        },
        ...facts
          .flatMap((fact) => (fact.type === 'message.added' && fact.stats?.readTokens ? [fact.stats] : []))
          .map(describeReading),
      ]}
    />
  )
}

const REASONS: Record<ReadAgain, Text> = {
  first: 'first request',
  chat: 'another chat came before',
  beginning: 'tools or skills changed',
  context: 'context size changed',
  'left-out': 'earlier messages changed',
  lost: 'model was reloaded',
}

/** `Prompt 1: 40 of 4 200 tokens read`, and why it was more than the new text. */
function describeReading({ promptTokens = 0, readTokens = 0, readAgain, promptMs }: AnswerStats, at: number) {
  const counts = { read: formatCount(readTokens), whole: formatCount(promptTokens) }
  const parts = [
    say('{read} of {whole} tokens read', counts),
    promptMs === undefined ? '' : formatMs(promptMs),
    readAgain ? say(REASONS[readAgain]) : '',
  ]
  return { name: say('Prompt {number}', { number: at + 1 }), value: parts.filter(Boolean).join(' · ') }
}

function Requests({ facts }: { facts: readonly Fact[] }) {
  const sent = facts.filter((fact): fact is FactOf<'request.sent'> => fact.type === 'request.sent')
  if (sent.length > 0) {
    return sent.map((one) => <RequestView key={one.seq} sent={one} fitted={fittedBefore(facts, one.seq)} />)
  }
  const fitted = facts.filter((fact): fact is Fact & ContextFitted => fact.type === 'context.fitted')
  if (fitted.length === 0) return <p className="quiet">{say('Nothing was sent.')}</p>
  return (
    <>
      <p className="quiet">{say('Requests were not saved when this was recorded. Only the context usage is known.')}</p>
      {fitted.map((one, at) => (
        <div key={one.seq} className="request request-body stack gap-3">
          <p className="label">{say('Request {number}', { number: at + 1 })}</p>
          <ContextParts context={one} />
        </div>
      ))}
    </>
  )
}

/** For the same request. A short one is not fitted. */
function fittedBefore(facts: readonly Fact[], seq: number): ContextFitted | null {
  const before = facts.filter((fact) => fact.seq < seq)
  const last = before.findLast(({ type }) => type === 'request.sent' || type === 'context.fitted')
  return last?.type === 'context.fitted' ? last : null
}

function Events({ facts }: { facts: readonly Fact[] }) {
  const start = Date.parse(facts[0]?.at ?? '')
  return (
    <dl className="turn-events stack small">
      {facts.map((fact) => (
        <Fragment key={fact.seq}>
          <dt className="figure" title={formatTime(fact.at)}>
            +{formatMs(Math.max(0, Date.parse(fact.at) - start))}
          </dt>
          <dd className="truncate">
            <code>{fact.type}</code> <span className="soft">{toVisibleLines(detailOf(fact))}</span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

const LONGEST = 200

/** The fact's own text, shortened but not reworded. */
function detailOf<Type extends Fact['type']>(fact: FactOf<Type>): string {
  const detail = DETAILS[fact.type as Type]?.(fact) ?? ''
  return detail.length > LONGEST ? `${detail.slice(0, LONGEST).toWellFormed()}…` : detail
}

const DETAILS: { [Type in Fact['type']]?: (fact: FactOf<Type>) => string } = {
  'message.added': ({ role, content, thinking = '' }) => `${role} ${content || thinking}`,
  'answer.written': ({ text, thinking = '' }) => text || thinking,
  'call.requested': ({ tool, args }) => `${tool} ${JSON.stringify(args)}`,
  'call.refused': ({ code, message }) => `${code} ${sayMessage(message)}`,
  'approval.asked': ({ plan }) => nameAction(plan.action, 'posix'),
  'run.started': ({ plan }) => nameAction(plan.action, 'posix'),
  'approval.answered': ({ decision, by, note }) => [decision, by, note].filter(Boolean).join(' '),
  'question.asked': ({ server, text }) => `${server} ${text}`,
  'run.finished': ({ exitCode, ms }) => `exit ${exitCode} ${ms} ms`,
  'context.fitted': ({ estimate, numCtx }) => `${estimate} / ${numCtx}`,
  'request.sent': ({ request, sha256 }) => `${request} ${sha256.slice(0, 16)}`,
  'turn.started': ({ model }) => model,
  'turn.finished': ({ reason }) => reason,
}

interface Repair {
  seq: number
  tool: string
  words: string
}

/** Calls that were not taken as the model wrote them: found in its text, converted, or returned for correction. */
function repairsOf(facts: readonly Fact[]): Repair[] {
  const tools = new Map(facts.flatMap((fact) => (fact.type === 'call.requested' ? [[fact.call, fact.tool]] : [])))
  const coerced = new Set<string>()
  return facts.flatMap((fact): Repair[] => {
    const { seq } = fact
    if (fact.type === 'context.mismatched') {
      const counts = { estimate: formatCount(fact.estimate), read: formatCount(fact.promptEvalCount) }
      return [{ seq, tool: '', words: say('About {estimate} tokens sent; the model read {read}.', counts) }]
    }
    const recovery = fact.type === 'call.requested' ? recoveryOf({ caller: callerOf(fact) }) : null
    if (fact.type === 'call.requested' && recovery) {
      return [{ seq, tool: fact.tool, words: recovery.note }]
    }
    if (fact.type === 'call.refused' && isMisfit(fact.code)) {
      const words = say('Invalid arguments, sent back to the model: {problem}', { problem: sayMessage(fact.message) })
      return [{ seq, tool: tools.get(fact.call) ?? '', words }]
    }
    if ((fact.type === 'approval.asked' || fact.type === 'run.started') && !coerced.has(fact.call)) {
      coerced.add(fact.call)
      const tool = tools.get(fact.call) ?? ''
      return fact.plan.coercions.map((coercion) => ({ seq, tool, words: coercionWords(coercion) }))
    }
    return []
  })
}

const isMisfit = (code: string) => code.startsWith('ARGS_') || code.startsWith('PARAM_')
