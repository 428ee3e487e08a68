import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { checkPicture, checkSound } from '#main/chat/check-picture'
import { makeTimeLimit } from '#main/runners/process/time-limit'
import type { Ended } from '#main/runners/runner'
import { runAction } from '#main/runners/runners'
import type { KeptFile, Run } from '#shared/call/plan'
import { MOST_PICTURES } from '#shared/chat/picture'
import type { InsideTurn, RunFinished } from '#shared/facts'
import type { Message, Said } from '#shared/messages/message'
import type { RetryPolicy } from '#shared/skill/about'
import { makeAsk } from './approvals.ts'
import { runPostProcess } from './helper-steps.ts'
import { makeInnerCalls, readOutcome } from './inner-calls.ts'
import { hashLeft } from './kept-files.ts'
import type { PlannedCall } from './plan-call.ts'
import type { Call } from './run-call.ts'
import { makeServe } from './serve-program.ts'
import { checkReturns, describeEnd, hashesOf } from './tell-model.ts'

/** Tries again if the tool asks for it and the failure may pass. */
export async function runApproved(call: Call, planned: PlannedCall, kept: KeptFile[]) {
  const { retry } = planned.callable.tool
  const { ports, signal } = call
  for (let attempt = 1; ; attempt += 1) {
    const done = await runOnce(call, planned, { attempt, kept })
    if (!retry || attempt >= retry.attempts || !mayPass(done.run) || signal.aborted) return done
    const ms = delayBefore(attempt + 1, retry)
    // A call that is stopped waits no longer.
    await (ports.wait?.(ms, signal) ?? setTimeout(ms, undefined, { signal }).catch(() => undefined))
    if (signal.aborted) return done
  }
}

const isLacking = (said: Said): said is Message => typeof said !== 'string' && said.code === 'credentials-not-given'

/** Recorded before it starts, and its end before anybody is told. */
async function runOnce(
  request: Call,
  { plan, callable, args, env }: PlannedCall,
  { attempt, kept }: { attempt: number; kept: KeptFile[] },
) {
  const { call, chat, signal, caller, ports, journal } = request
  const id = randomUUID()
  const which = { ...(attempt > 1 && { attempt }), ...(kept.length > 0 && { kept }) }
  await journal.append([{ type: 'run.started', call, run: id, plan, ...which }])
  const limit = makeTimeLimit()
  const inner = makeInnerCalls(request, plan, limit, callable.tool.allowedTools?.slice(1))
  const innerCall = async (tool: string, args: unknown) => readOutcome(await inner(tool, args))
  const { secrets } = ports.machine
  const happened = await runAction(plan, {
    ...{ run: id, signal, env, caller, wrap: ports.machine.wrap, keptBytes: ports.limits().keptOutputBytes },
    secret: (name) => secrets.use(name, callable.holder),
    answer: request.answer ?? (async () => ''),
    limit,
    call: innerCall,
    turn: (prompt, stop) => {
      const record = (body: InsideTurn) => journal.append([{ type: 'turn.inside', call, body }])
      return ports.takeTurn({ prompt, call, chat, signal: stop, record, runCall: inner })
    },
    callServer: ports.callServer,
    ask: makeAsk({ call, run: id }, journal.append, ports.ask),
    ...(request.trigger && { trigger: request.trigger }),
    serve: makeServe({
      ...{ plan, holder: callable.holder, secrets, call: innerCall },
      records: (asked) => ports.records(asked, request.eventDepth),
    }),
    progress: (text) => {
      request.output?.('stderr', `${text}\n`)
      if (chat !== null) ports.tick({ tick: 'progress', chat, run: id, text })
    },
    output: (stream, text) => {
      request.output?.(stream, text)
      if (chat !== null) ports.tick({ tick: 'output', chat, run: id, stream, text })
    },
  })
  const checked = await checkReturns(callable.tool, happened)
  const lacking = (checked.exitCode ?? 0) === 0 ? [] : plan.notes.flatMap(({ text }) => (isLacking(text) ? [text] : []))
  const ended = lacking.length > 0 ? { ...checked, refused: [...(checked.refused ?? []), ...lacking] } : checked
  const { told: media, texts } = checkMedia(happened.media)
  const { run, succeeded } = await describeEnd(id, ended, callable.telling(args), (output) =>
    runPostProcess(request, output, plan),
  )
  const { stdout, stderr, id: _, ...told } = run
  const left = kept.length > 0 ? { left: await hashLeft(kept) } : {}
  const more = { succeeded, ...left, ...media }
  const finished: RunFinished = { type: 'run.finished', call, run: id, ...told, ...more, ...hashesOf(run) }
  await journal.append([finished], [stdout, stderr, ...texts])
  return { run, succeeded }
}

const PASSING_STATUS = new Set([408, 425, 429])

/**
 * Whether another attempt could help. It cannot if the tool reports a failure itself or if the arguments do not fit.
 */
function mayPass({ how, status }: Pick<Run, 'how' | 'status'>): boolean {
  if (how === 'timed-out' || how === 'not-started') return true
  return status !== undefined && (PASSING_STATUS.has(status) || status >= 500)
}

/** Milliseconds before an attempt; the first one does not wait. */
function delayBefore(attempt: number, { backoff, initialMs, multiplier, mostMs }: RetryPolicy): number {
  const waits = attempt - 1
  const grown = backoff === 'fixed' ? 1 : backoff === 'linear' ? waits : multiplier ** (waits - 1)
  return Math.min(mostMs, initialMs * grown)
}

/** Keeps the pictures and sounds of a run that are safe to show, judged by their bytes and within the usual limits. */
function checkMedia(found: Ended['media'] = []) {
  const of = (wanted: 'image' | 'audio') =>
    found.slice(0, MOST_PICTURES).flatMap(({ kind, name, data }) => {
      return kind === wanted ? [[name, Buffer.from(data, 'base64')] as const] : []
    })
  const seen = of('image').flatMap(([name, bytes]) => {
    const checked = checkPicture(name, bytes)
    return checked.ok ? [checked] : []
  })
  const heard = of('audio').flatMap(([name, bytes]) => checkSound(name, bytes) ?? [])
  const pictures = seen.map(({ picture }) => picture)
  const sounds = heard.map(({ sound }) => sound)
  return {
    told: { ...(pictures.length > 0 && { pictures }), ...(sounds.length > 0 && { sounds }) },
    texts: [...seen, ...heard].map(({ data }) => data),
  }
}
