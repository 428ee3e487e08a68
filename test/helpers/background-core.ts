import { expect, onTestFinished } from 'vitest'
import type { CoreOptions } from '#main/open-core'
import { handleBackground } from '#main/requests/handle-background'
import { handleSkills } from '#main/requests/handle-skills'
import type { FactOf } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { makeMovableClock } from './movable-clock.ts'
import { body, makeToolCode, openToolCode } from './tool-code.ts'

/** A tool that gives what it was started by. */
export const tellEvent = body('return context.request.trigger_event')
export const keepOn = body('await new Promise((resolve) => setInterval(() => undefined, 1000))')
export const daily = { schema_name: 'schedule.tick.v1', tag: 'interval:daily', description: 'Every day' }

/** A document that asks to run by itself. */
export const wishing = (name: string, context: JsonObject = {}, source = tellEvent) =>
  makeToolCode(source, { name, ...context })

export const once = (priority: number, wait_for: string[] = [], more: JsonObject = {}) => ({
  bootstrap: { enabled: true, mode: 'once', priority, wait_for, ...more },
})

/** Skillet over these tools, in a time that a test moves; nobody answers what is asked. */
export async function openBackground(
  documents: readonly JsonObject[],
  options: Partial<CoreOptions> = {},
  at = '2026-03-05T10:30:00Z',
) {
  const moved = makeMovableClock(at)
  const asked: string[] = []
  const dialogs: string[] = []
  let answer = true
  const { core, facts, home } = await openToolCode(documents, {
    background: { clock: moved.clock, zone: 'UTC' },
    decide: async (call, _plan, _verdict, signal) => {
      asked.push(call)
      if (signal.aborted) return null
      const { promise, resolve } = Promise.withResolvers<null>()
      signal.addEventListener('abort', () => resolve(null))
      return promise
    },
    ...options,
  })
  const window = {
    confirm: async ({ message, detail }: { message: string; detail: string }) => {
      dialogs.push(`${message}\n${detail}`)
      return answer
    },
    openFolder: async () => null,
    chooseFolder: async () => null,
  }
  const requests = { ...handleBackground(core, window), ...handleSkills(core, window) }
  await requests['skill.switchScripts']({ skill: 'sample', allowed: true })
  dialogs.length = 0
  onTestFinished(() => core.triggers.close())

  const tool = (name: string) => core.triggers.list().tools.find((each) => each.tool === name)
  const requested = () =>
    facts.flatMap((fact) => (fact.type === 'call.requested' && fact.caller?.kind === 'trigger' ? [fact] : []))
  const finished = (call: string) =>
    facts.find((fact): fact is FactOf<'run.finished'> => fact.type === 'run.finished' && fact.call === call)
  return {
    ...{ core, facts, home, asked, dialogs, requests, tool, ...moved },
    decline: () => {
      answer = false
    },
    switchOn: async (...names: string[]) => {
      for (const name of names) {
        const reply = await requests['background.switch']({ skill: 'sample', tool: name, enabled: true })
        if (!reply.ok) throw new Error(textOf(reply.error.message))
      }
    },
    /** Which tools ran by themselves, in order. */
    started: () => requested().map((fact) => fact.tool),
    results: () => requested().map(({ call }) => finished(call)?.result),
    why: (name: string) => textOf(tool(name)?.why ?? ''),
    /** So many calls were made, and nothing runs but what keeps running. */
    settled: async (calls: number) => {
      await expect.poll(() => requested().length, { timeout: 10_000 }).toBe(calls)
      const isOver = () => requested().every(({ call }) => finished(call) || asked.includes(call))
      await expect.poll(isOver, { timeout: 10_000 }).toBe(true)
    },
  }
}
