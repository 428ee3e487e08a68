import { describe, expect, it } from 'vitest'
import { inspectMachine } from '#main/calls/machine'
import { type CallPorts, makeRunCall } from '#main/calls/run-call'
import type { BinaryIdentity, Plan } from '#shared/call/plan'
import type { FactOf, NewFact } from '#shared/facts'
import type { Json } from '#shared/json'
import type { Skill } from '#shared/skill/skill'
import { UNDECIDED } from '#test/helpers/call-ports'
import {
  identity,
  makeSkill,
  makeSurroundings,
  makeTool,
  type Surroundings,
  type WrittenTool,
} from '#test/helpers/make-tool'
import { makeTempDir } from '#test/helpers/temp-dir'

/** All that a plan is made of, as it may change between the question and the start. */
interface Place {
  skill: Partial<Skill>
  tool: WrittenTool
  timeoutMs: number
  surroundings: Partial<Surroundings>
  realCwd: string
}

const arg = (kind: string, param: string, absentDefault: Json) => ({ kind, param, optional: true, absentDefault })
const written: WrittenTool = {
  args: [
    { kind: 'literal', value: 'fixed' } as never,
    { param: 'x', optional: true, absentDefault: 'v', resolveCommand: { script: 'prepare', args: ['$param'] } },
    arg('stdin', 'in', 'input'),
    { ...arg('tempfile', 'file', 'content'), flag: 'file' },
  ],
  postProcess: { script: 'after', args: ['one'] },
}
const script = (name: string, sha256: string) => ({
  name: `${name}.sh`,
  file: `/skills/test/scripts/${name}.sh`,
  sha256,
})
const scripts = [script('prepare', '1'.repeat(64)), script('after', '2'.repeat(64))]

const withIdentity = (change: Partial<BinaryIdentity>) => (place: Place) => {
  place.surroundings.findBinary = async (name) => ({
    ...({ ok: true, path: `/usr/bin/${name}` } as const),
    identity: { ...identity, realpath: `/usr/bin/${name}`, ...change },
  })
}

/** Each part of what is approved, changed after the question was asked. */
const CHANGES: Record<string, (place: Place) => void> = {
  'the name of the skill': ({ skill }) => Object.assign(skill, { name: 'other' }),
  'the content of the skill': ({ skill }) => Object.assign(skill, { hash: 'b'.repeat(64) }),
  'what the tool is': ({ tool }) => Object.assign(tool, { params: { description: 'another' } }),
  'a word the skill fixed': ({ tool }) => {
    tool.args = [{ kind: 'literal', value: 'changed' } as never, ...(tool.args ?? []).slice(1)]
  },
  'the subcommand': (place) => Object.assign(place.tool, { subcommand: 'walk' }),
  'the name of the program': (place) => Object.assign(place.tool, { binary: 'ae' }),
  'the path of the program': ({ surroundings }) => {
    surroundings.findBinary = async (name) => ({
      ...({ ok: true, path: `/opt/${name}` } as const),
      identity: { ...identity, realpath: `/usr/bin/${name}` },
    })
  },
  'where the program really lies': withIdentity({ realpath: '/opt/ad' }),
  'the device of the program': withIdentity({ dev: '9' }),
  'the inode of the program': withIdentity({ ino: '9' }),
  'the size of the program': withIdentity({ size: '9' }),
  'the time of the program': withIdentity({ mtimeNs: '9' }),
  'the bytes of the program': withIdentity({ sha256: 'f'.repeat(64) }),
  'the folder': ({ surroundings }) => Object.assign(surroundings, { cwd: '/projects/other' }),
  'where the folder leads': (place) => Object.assign(place, { realCwd: '/elsewhere' }),
  'a name in the environment': ({ surroundings }) => {
    surroundings.env = { PATH: '/usr/bin', LANG: 'C.UTF-8', EXTRA: '' }
  },
  'a value in the environment': ({ surroundings }) => {
    surroundings.env = { PATH: '/usr/bin', LANG: 'cs_CZ.UTF-8' }
  },
  'standard input': ({ tool }) => Object.assign(tool.args?.[2] as object, { absentDefault: 'other' }),
  'what a file holds': ({ tool }) => Object.assign(tool.args?.[3] as object, { absentDefault: 'other' }),
  'the time limit': (place) => Object.assign(place, { timeoutMs: 1000 }),
  'the sandbox': ({ surroundings }) => Object.assign(surroundings, { sandbox: 'enforced' }),
  'the bytes of a script': ({ skill }) => {
    skill.scripts = [script('prepare', '3'.repeat(64)), script('after', '2'.repeat(64))]
  },
  'the bytes of what reads the output': ({ skill }) => {
    skill.scripts = [script('prepare', '1'.repeat(64)), script('after', '4'.repeat(64))]
  },
  'the words of what reads the output': ({ tool }) => {
    tool.postProcess = { script: 'after', args: ['two'] }
  },
  'whether scripts may run': ({ skill }) => Object.assign(skill, { allowScripts: false }),
}

describe('what was approved', () => {
  it('starts exactly the plan that was shown if nothing changed', async () => {
    const { asked, started } = await approveOnce(() => undefined)
    expect(asked).toHaveLength(1)
    expect(started).toMatchObject([{ plan: { digest: asked[0]?.digest, action: asked[0]?.plan.action } }])
  })

  it.each(Object.keys(CHANGES))(
    'does not start after this changed, and a new card says what differs: %s',
    async (name) => {
      const { asked, started } = await approveOnce(CHANGES[name] ?? (() => undefined))
      expect(started).toEqual([])
      expect(asked).toHaveLength(2)
      expect(asked[1]?.digest).not.toBe(asked[0]?.digest)
      expect(asked[1]?.differs?.length).toBeGreaterThan(0)
      expect(asked[1]?.verdict.kind).toBe('ask')
    },
  )

  it('never shows the value of a variable that differs', async () => {
    const { asked } = await approveOnce(({ surroundings }) => {
      surroundings.env = { PATH: '/usr/bin', LANG: 'a secret' }
    })
    expect(asked[1]?.differs).toEqual([{ field: 'env LANG', was: 'one value', is: 'another' }])
  })

  it('is refused for good if it differs each time it is looked at', async () => {
    let count = 0
    const { asked, started, refused } = await approveEach((place) => withIdentity({ ino: `${count++}` })(place))
    expect(asked).toHaveLength(3)
    expect(started).toEqual([])
    expect(refused).toMatchObject([{ code: 'APPROVAL_STALE' }])
  })

  it('does not start if its skill was changed or withdrawn meanwhile', async () => {
    const { asked, started, refused } = await approveEach(({ skill }) => Object.assign(skill, { state: 'changed' }))
    expect(asked).toHaveLength(1)
    expect(started).toEqual([])
    expect(refused).toMatchObject([{ code: 'SKILL_CHANGED' }])
  })
})

/** Changes something behind the first card, approves it, and declines every card after it. */
function approveOnce(change: (place: Place) => void) {
  return approve(change, (cards) => cards === 1)
}

function approveEach(change: (place: Place) => void) {
  return approve(change, () => true)
}

async function approve(change: (place: Place) => void, says: (cards: number) => boolean) {
  const place: Place = {
    skill: { allowScripts: true, scripts },
    tool: structuredClone(written),
    ...{ timeoutMs: 120_000, surroundings: {}, realCwd: '/projects' },
  }
  const machine = await inspectMachine({ cwd: makeTempDir(), skillFolders: [], sandbox: 'off' })
  const facts: NewFact[] = []
  let cards = 0
  const ports: CallPorts = {
    record: async (added) => void facts.push(...added),
    tick: () => undefined,
    find: () => {
      const tool = { ...makeTool(place.tool), limits: { timeoutMs: place.timeoutMs } }
      return { ok: true, skill: makeSkill({ ...place.skill, tools: [tool] }), tool }
    },
    ...UNDECIDED,
    machine: {
      ...machine,
      searchPath: [],
      forCall: () => ({ ...makeSurroundings({ realAncestor: async () => place.realCwd }), ...place.surroundings }),
    },
    decide: async (_call, plan) => {
      if (isOfHelper({ plan })) return { decision: 'once', by: 'person' }
      cards++
      if (says(cards)) change(place)
      return { decision: says(cards) ? 'once' : 'deny', by: 'person' }
    },
  }
  const { signal } = new AbortController()
  await makeRunCall(ports)({
    caller: { kind: 'model', from: 'protocol' },
    chat: 'chat',
    call: 'call',
    tool: 'tool',
    args: {},
    signal,
  })
  const ofType = <T extends NewFact['type']>(type: T) =>
    facts.filter((fact): fact is NewFact & FactOf<T> => fact.type === type)
  const asked = ofType('approval.asked').filter((card) => !isOfHelper(card))
  return { asked, started: ofType('run.started'), refused: ofType('call.refused') }
}

/** Without a sandbox a helper has a card of its own. */
const isOfHelper = ({ plan: { risk } }: { plan: Pick<Plan, 'risk'> }) =>
  risk.reasons.some((reason) => typeof reason !== 'string' && reason.code === 'helper-unconfined')
