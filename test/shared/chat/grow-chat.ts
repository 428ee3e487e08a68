import fc from 'fast-check'
import type { Fact, FactBody } from '#shared/facts'
import { plan } from '../../stories/facts.ts'

const STATS = { rounds: 1, calls: 1, promptTokens: 1, outputTokens: 1, ms: 1 }
const df = plan('disk', 'ss', ['df', '-h'])

interface Node {
  turn: string
  parent: Node | null
  next: Node | null
  versions: string[]
  /** What a person sees of it, in words. */
  seen: string[]
}

/** A chat as a person makes it grow, and beside its facts what they must then see: written without the code under test. */
export interface Grown {
  facts: Fact[]
  seen: string[]
  versions: string[][]
  /** How the calls that are in view ended. */
  ended: Map<string, boolean>
}

export type Step = { do: 'say' | 'replace' | 'choose' | 'run' | 'finish' | 'rename'; at: number }

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    do: fc.constantFrom(...(['say', 'say', 'say', 'replace', 'choose', 'run', 'finish', 'rename'] as const)),
    at: fc.nat(1000),
  }),
  { maxLength: 60 },
)

export function growChat(wanted: readonly Step[]): Grown {
  const facts: Fact[] = []
  const add = (body: FactBody) =>
    void facts.push({ ...body, seq: facts.length * 2 + 1, at: new Date(facts.length * 1000).toISOString(), chat: 'c' })
  const root: Node = { turn: '', parent: null, next: null, versions: [], seen: [] }
  const nodes: Node[] = []
  const open: string[] = []
  const ended = new Map<string, boolean>()
  const path = () => {
    const found: Node[] = []
    for (let node: Node | null = root; node; node = node.next) found.push(node)
    return found
  }
  const request = (by?: 'person') => {
    const call = `call-${ended.size}`
    add({ type: 'call.requested', call, tool: 'disk', args: {}, ...(by && { by }) })
    add({ type: 'run.started', call, run: `run-${call}`, plan: df })
    ended.set(call, false)
    open.push(call)
    return call
  }
  const finish = (call: string) => {
    ended.set(call, true)
    open.splice(open.indexOf(call), 1)
    add({
      ...{ type: 'run.finished', call, run: `run-${call}`, exitCode: 0, signal: null, timedOut: false, ms: 1 },
      ...{ canceled: false, truncated: false, stdoutBytes: 0, stderrBytes: 0, survivors: [], forModel: '' },
      ...{ stdoutSha256: '', stderrSha256: '' },
    })
  }
  const speak = (node: Node, more: { replaces?: string }) => {
    const { turn } = node
    nodes.push(node)
    if (node.parent) node.parent.next = node
    add({ type: 'turn.started', turn, model: 'm', ...more })
    add({ type: 'message.added', role: 'user', content: `ask ${turn}` })
    const call = request()
    if (nodes.length % 3 !== 1) finish(call)
    add({ type: 'message.added', role: 'assistant', content: `answer ${turn}` })
    add({ type: 'turn.finished', turn, reason: 'answered', stats: STATS })
    node.seen.push(`ask ${turn}`, call, `answer ${turn}`, `end ${turn}`)
  }
  const pick = (at: number) => nodes[at % nodes.length]
  add({ type: 'chat.created', title: 'Grown', model: null })
  for (const { do: what, at } of wanted) {
    const turn = `t${nodes.length}`
    const node = pick(at)
    if (what === 'say') speak({ turn, parent: path().at(-1) ?? root, next: null, versions: [turn], seen: [] }, {})
    if (what === 'rename') add({ type: 'chat.renamed', title: `Title ${at}` })
    if (what === 'run') path().at(-1)?.seen.push(request('person'))
    if (what === 'finish' && open.length > 0) finish(open[at % open.length] ?? '')
    if (!node) continue
    if (what === 'replace' && path().includes(node)) {
      node.versions.push(turn)
      speak({ turn, parent: node.parent, next: null, versions: node.versions, seen: [] }, { replaces: node.turn })
    }
    if (what === 'choose') {
      add({ type: 'branch.chosen', turn: node.turn })
      for (let child = node; child.parent; child = child.parent) child.parent.next = child
    }
  }
  const inView = path()
  const seen = inView.flatMap((node) => node.seen)
  const versions = [...new Set(inView.map((node) => node.versions))].filter(({ length }) => length > 1)
  return { facts, seen, versions, ended: new Map([...ended].filter(([call]) => seen.includes(call))) }
}
