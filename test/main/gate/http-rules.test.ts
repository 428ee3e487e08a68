import { describe, expect, it } from 'vitest'
import { judge } from '#main/gate/judge'
import { proposeRules } from '#main/gate/propose-rules'
import type { Plan } from '#shared/call/plan'
import { httpSpec, planHttpCall } from '#test/helpers/http-call'
import { makeJudgedPlan, makeStanding, NOW } from '#test/helpers/make-standing'

const moment = { chat: 'chat-1', session: 'session-1', now: NOW }

/** A tool whose whole address is one parameter. */
async function ask(url: string) {
  const planned = await planHttpCall(httpSpec('{url}'), { url }, {})
  if (!planned.ok) throw new Error(JSON.stringify(planned))
  const { judged, action, effects, grants } = planned
  return { judged, plan: makeJudgedPlan('C', { action, effects, grants }) as Plan }
}

describe('a request whose whole address is one parameter', () => {
  it('is remembered by its host, and then runs only for that host, even after output was read', async () => {
    const { plan, judged } = await ask('https://a.example/feed.xml')
    const proposals = proposeRules(plan, judged, { kind: 'ask', reason: '' }, moment)
    expect(proposals.map(({ choice }) => choice)).toEqual(['values', 'place-1', 'never'])
    const place = proposals.find(({ choice }) => choice === 'place-1')
    expect(place?.rule.args).toEqual({ url: { host: 'https://a.example' } })
    const rules = place ? [{ id: 'mine', ...place.rule }] : []
    const decide = async (url: string) => {
      const other = await ask(url)
      return judge(other.plan, other.judged, makeStanding({ rules, hasOutput: true, policy: 'trusted' })).kind
    }
    expect(await decide('https://a.example/other?x=1')).toBe('run')
    for (const url of ['https://b.example/', 'http://a.example/', 'https://a.example:8443/']) {
      expect(await decide(url), url).toBe('ask')
    }
  })
})
