import { showCost } from '#renderer/parts/skill/tool-about.tsx'
import { CopyButton } from '#renderer/parts/ui/copying.tsx'
import { formatMs, localeOf } from '#renderer/parts/ui/figures.ts'
import { FactsList, Scroll, Table } from '#renderer/parts/ui/layout.tsx'
import { lineOf, nameAction } from '#shared/call/describe-action'
import { natureOf } from '#shared/call/nature'
import { say, sayMessage } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import type { Cost } from '#shared/skill/about'
import { toVisible, toVisibleLines } from '#shared/visible'
import { identityRows, resolverSentence, SandboxWord, Sentences, shortRows } from './approval-facts.tsx'
import { coercionWords, decisionOf, isFilledInByPerson, judgedRisk, verbOf } from './call-words.ts'
import { ArgvRows, CommandText, useFolding } from './command-text.tsx'
import { NatureChip } from './nature-chip.tsx'

export function CommandPanel({ call }: { call: ChatCall }) {
  const folding = useFolding()
  const { plan } = call
  const decision = decisionOf(call)
  const notes = (plan?.notes ?? []).flatMap(({ element, text }) => (element < 0 ? sayMessage(text) : []))
  if (!plan) {
    return (
      <>
        <p>{say('No command was created for this call.')}</p>
        {call.refusal && (
          <p className="quiet small">
            {sayMessage(call.refusal.message)} <code>{call.refusal.code}</code>
          </p>
        )}
      </>
    )
  }
  return (
    <>
      <CommandText plan={plan} size="small" {...folding} />
      <FactsList
        pairs={[
          { name: say('Status'), value: verbOf(call.status) },
          decision !== null && { name: say('Decision'), value: decision },
          { name: say('Risk'), value: <RiskAndReasons call={call} /> },
          ...shortRows(plan.action),
          plan.sandbox !== undefined && { name: say('Sandbox'), value: <SandboxWord plan={plan} /> },
          notes.length > 0 && { name: say('Notes'), value: notes.join(' '), isWide: true },
          ...identityRows(plan),
          call.refusal !== undefined && { name: say('Not run'), value: sayMessage(call.refusal.message) },
        ]}
      />
      <div className="gap-2 wrap row">
        {plan.action.kind === 'process' && (
          <CopyButton text={lineOf(plan.action, 'posix')} label={say('Copy as shell command')} />
        )}
        <CopyButton text={lineOf(plan.action, 'json')} label={say('Copy as JSON')} />
      </div>
      {(folding.isUnfolded || nameAction(plan.action).length < 4000) && (
        <ArgvRows plan={plan} isOwn={isFilledInByPerson(call)} />
      )}
    </>
  )
}

/** As judged for the person: its class may be higher than the plan's own. */
function RiskAndReasons({ call }: { call: ChatCall }) {
  const { plan, approvals } = call
  if (!plan) return null
  const asked = approvals.findLast((approval) => approval.digest === plan.digest)
  const risk = asked ? judgedRisk(asked.plan, asked.verdict) : plan.risk
  return (
    <>
      <NatureChip nature={natureOf(plan)} risk={risk.class} /> {risk.reasons.map(sayMessage).join(' · ')}
    </>
  )
}

export function ArgumentsPanel({ call }: { call: ChatCall }) {
  const names = Object.keys(call.args)
  if (names.length === 0) return <p className="quiet">{say('No arguments')}</p>
  const isOwn = call.caller.kind === 'person'
  return (
    <>
      <Table className="arguments wide small" heads={[say('Name'), say(isOwn ? 'From you' : 'From the model')]}>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <code>{toVisible(name).text}</code>
            </th>
            <td>
              <code className="plain from-model">{toVisibleLines(argumentText(call, name))}</code>
            </td>
          </tr>
        ))}
      </Table>
      <Sentences texts={call.plan?.coercions.map(coercionWords) ?? []} />
      <Sentences texts={call.plan?.resolvers.map((step) => resolverSentence(step, isOwn)) ?? []} />
    </>
  )
}

function argumentText(call: ChatCall, name: string): string {
  const value = call.args[name]
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** When things happened and how long they took. `cost`: the tool author's estimate. */
export function TimingPanel({ call, cost }: { call: ChatCall; cost?: Cost | undefined }) {
  const approval = call.approvals.at(-1)
  const { run } = call
  const asked = between(approval?.askedAt, approval?.answer?.at)
  const took = run?.finished?.ms ?? between(run?.startedAt, run?.finishedAt)
  return (
    <FactsList
      pairs={[
        { name: say('Called'), value: clock(call.at) },
        approval !== undefined && { name: say('Asked for approval'), value: clock(approval.askedAt) },
        approval?.answer !== undefined && {
          name: say('Answered'),
          value:
            asked === null
              ? clock(approval.answer.at)
              : say('{time}, after {duration}', { time: clock(approval.answer.at), duration: formatMs(asked) }),
        },
        ...call.resolvers.map(({ step, startedAt, finished }) => ({
          name: say('Resolved {param}', { param: step.param }),
          value: finished
            ? say('{time}, in {duration}', { time: clock(startedAt), duration: formatMs(finished.ms) })
            : clock(startedAt),
        })),
        run !== undefined && { name: say('Started'), value: clock(run.startedAt) },
        run?.finishedAt !== undefined && { name: say('Ended'), value: clock(run.finishedAt) },
        took !== null && { name: say('Duration'), value: formatMs(took) },
        cost !== undefined && { name: say('Estimated cost'), value: showCost(cost) },
        cost !== undefined && took !== null && { name: say('Cost of this call'), value: showCost(cost, took) },
        call.plan !== undefined && { name: say('Time limit'), value: formatMs(call.plan.timeoutMs) },
      ]}
    />
  )
}

function between(from: string | undefined, to: string | undefined): number | null {
  return from === undefined || to === undefined ? null : Math.max(0, Date.parse(to) - Date.parse(from))
}

function clock(at: string): string {
  const date = new Date(at)
  return `${date.toLocaleTimeString(localeOf(), { hourCycle: 'h23' })}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

export function RawPanel({ call }: { call: ChatCall }) {
  return (
    <Scroll className="stream box small" label={say('Record of {tool}', { tool: call.tool })}>
      <pre dir="ltr">{toVisibleLines(call.facts.map((fact) => JSON.stringify(fact, null, 2)).join('\n\n'))}</pre>
    </Scroll>
  )
}
