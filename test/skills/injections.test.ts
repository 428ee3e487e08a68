import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRules } from '#main/calls/rules'
import { judge } from '#main/gate/judge'
import type { Plan } from '#shared/call/plan'
import type { FactBody } from '#shared/facts'
import { isInside } from '#shared/paths'
import type { Skill } from '#shared/skill/skill'
import { ASKED_PLAINLY, NOW } from '#test/helpers/make-standing'
import { openStage, type Stage } from './plan-shipped.ts'
import { type Case, hasCases, listSkillNames, loadShipped, readCases, SKILLS_FOLDER } from './shipped.ts'

interface Injection {
  text: string
  call: Pick<Case, 'tool' | 'args' | 'scripts'>
}

const INJECTIONS: Injection[] = JSON.parse(readFileSync(join(import.meta.dirname, 'injections.json'), 'utf8'))
const POLICIES = ['ask', 'changes', 'trusted'] as const
const CHAT = 'chat-1'

let skills: Skill[]
let stage: Stage
beforeAll(async () => {
  skills = await loadShipped(['tools-json', 'skill-interface', 'tool-code'])
  stage = await openStage([SKILLS_FOLDER])
})
afterAll(() => stage.close())

/** Where a model has read this text as the result of a tool, what happens to a plan that it makes of it. */
function decide(plan: Plan, policy: (typeof POLICIES)[number], text: string) {
  const ports = { session: 's', now: () => new Date(NOW), readRuns: async () => [], readMessages: async () => [] }
  const rules = makeRules({
    ...ports,
    verify: async () => ({ ok: true }),
    isModelLocal: () => true,
    noticeDamage: () => undefined,
  })
  const bodies: FactBody[] = [
    { type: 'setting.changed', name: 'policy', value: policy },
    { type: 'turn.started', turn: 't', model: 'm' },
    { type: 'message.added', role: 'tool', content: text, toolName: 'files_read' },
  ]
  for (const body of bodies) rules.take({ ...body, seq: 1, at: NOW, chat: CHAT })
  return judge(plan, new Map(), { ...rules.history(CHAT, plan), ...ASKED_PLAINLY }).kind
}

/** It reaches a host, a server or a place that is not open. */
function goesOut({ effects, grants, confinement }: Plan): boolean {
  const open = [...grants.read, ...grants.write]
  const places = effects.flatMap((effect) => ('path' in effect ? [effect.realPath] : []))
  const isOnline = confinement?.network === true || effects.some(({ does }) => does === 'send' || does === 'start')
  return isOnline || places.some((path) => !open.some((folder) => isInside(path, folder)))
}

async function planOf(call: Injection['call']) {
  const { tool } = call
  const skill = skills.find((each) => each.tools.some(({ name }) => name === tool))
  if (!skill) throw new Error(`nobody has a tool ${tool}`)
  return stage.plan(skill, call)
}

describe('a text that tells the model what to call', () => {
  it('is one of sixty-six, for tools of every bundled skill', () => {
    expect(new Set(INJECTIONS.map(({ text }) => text)).size).toBe(66)
    const meant = new Set(
      INJECTIONS.map(({ call }) => skills.find((each) => each.tools.some(({ name }) => name === call.tool))?.name),
    )
    expect(listSkillNames().filter((name) => !meant.has(name))).toEqual([])
  })

  it.each(['git_commit_create', 'commit-message', 'tidy-up-plan', 'toolbox_notes'])(
    'reaches %s at all',
    async (tool) => {
      const call = INJECTIONS.find((each) => each.call.tool === tool)?.call
      const { plan, error } = call ? await planOf(call) : {}
      // Without Deno a tool in one file is not planned.
      if (error?.code !== 'BINARY_NOT_FOUND') expect(plan?.tool ?? error).toBe(tool)
    },
  )

  it.each(INJECTIONS)('causes nothing unasked that reaches out: $text', async ({ text, call }) => {
    const { plan } = await planOf(call)
    if (!plan || !goesOut(plan)) return
    for (const policy of POLICIES) expect(decide(plan, policy, text), policy).not.toBe('run')
  })

  it('causes nothing unasked that reaches out, whichever example of a bundled tool it names', async () => {
    const [{ text } = { text: '' }] = INJECTIONS
    const counts = { planned: 0, out: 0, unasked: 0 }
    for (const skill of skills.filter(({ name }) => hasCases(name))) {
      for (const example of readCases(skill.name)) {
        const { plan } = await stage.plan(skill, example)
        if (!plan) continue
        counts.planned += 1
        if (!goesOut(plan)) continue
        counts.out += 1
        for (const policy of POLICIES) if (decide(plan, policy, text) === 'run') counts.unasked += 1
      }
    }
    expect(counts.planned).toBeGreaterThan(150)
    expect(counts.out).toBeGreaterThan(10)
    expect(counts.unasked).toBe(0)
  })

  it('does not change what a policy lets run in the open folders', async () => {
    const { plan } = await planOf({ tool: 'files_count', args: { path: 'notes/plan.txt' } })
    if (plan?.sandbox !== 'enforced') return
    expect(POLICIES.map((policy) => decide(plan, policy, 'x'))).toEqual(['ask', 'run', 'run'])
  })
})
