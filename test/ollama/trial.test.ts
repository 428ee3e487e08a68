import { expect, it } from 'vitest'
import { makeModels } from '#main/models/models'
import { TRIAL_REQUESTS, tryModel } from '#main/models/trials'
import { textOf } from '#shared/messages/message'
import { pointsOf } from '#shared/model/model-settings'
import { host, isOurs, model } from './real-server.ts'

const OPTIONS = { input: { style: 'choose' }, request: {}, leavesMemory: false } as const
/** Under a schema this model needs up to seconds for a token, so a trial of it is a figure and no daily test. */
const isLong = Boolean(process.env.SKILLET_FIGURES)
const SOME = [0, 5].flatMap((at) => TRIAL_REQUESTS[at] ?? [])

it.runIf(isOurs && isLong)('tries a real model without tools in both ways, and picks the better one', async () => {
  const { signal } = new AbortController()
  const models = makeModels({ host: () => host, plainHosts: () => [], tick: () => {}, isInstalled: async () => true })
  const met = await models.meet(model, signal)
  if (!met.ok) throw new Error(textOf(met.problem.message))
  const steps: string[] = []
  const told = (done: number, of: number) => void steps.push(`${done} of ${of}`)
  const tried = await tryModel({ met, options: OPTIONS, signal, told, requests: SOME, whenIdle: async () => {} })
  if (!tried.ok) throw new Error(textOf(tried.problem.message))
  const { scores, best } = tried.value
  console.log(JSON.stringify(scores))
  expect(steps).toHaveLength(2 * SOME.length)
  expect(steps.at(-1)).toBe(`${steps.length} of ${steps.length}`)
  expect(scores.map(({ style, asked, askedForNothing }) => [style, asked + askedForNothing])).toEqual([
    ['compact', SOME.length],
    ['choose', SOME.length],
  ])
  const most = Math.max(...scores.map(pointsOf))
  expect(scores.filter((score) => pointsOf(score) === most).map(({ style }) => style)).toContain(best)
  expect(most).toBeGreaterThan(0)
})
