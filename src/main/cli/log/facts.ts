import { fail } from '#main/cli/exits'
import type { Options } from '#main/cli/options'
import type { Ledger } from '#main/ledger/open-ledger'
import type { Fact, FactOf } from '#shared/facts'

const AT_ONCE = 1000

export type Filter = Pick<Options, 'chat' | 'tool' | 'since' | 'search'>

/** The matching facts, oldest first, in blocks. */
export async function* listFacts(ledger: Ledger, filter: Filter): AsyncGenerator<Fact> {
  const calls = filter.tool === undefined ? null : await findCalls(ledger, filter.tool)
  const passes = (fact: Fact) =>
    (filter.chat === undefined || fact.chat === filter.chat) &&
    (filter.since === undefined || fact.at >= filter.since) &&
    (calls === null || calls.has(callOf(fact)))
  const pages = filter.search === undefined ? readPages(ledger, filter) : searchPages(ledger, filter.search)
  for await (const page of pages) yield* page.filter(passes)
}

async function* readPages(ledger: Ledger, { chat }: Filter): AsyncGenerator<Fact[]> {
  let after = 0
  for (;;) {
    const page = await ledger.read({ after, limit: AT_ONCE, ...(chat !== undefined && { chat }) })
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.seq
  }
}

/** A search returns the newest first, so all of it must be read before the oldest can be shown. */
async function* searchPages(ledger: Ledger, text: string): AsyncGenerator<Fact[]> {
  const found: Fact[] = []
  let before: number | undefined
  for (;;) {
    const page = await ledger.search({ text, limit: AT_ONCE, ...(before !== undefined && { before }) })
    found.push(...page)
    before = page.at(-1)?.seq
    if (page.length < AT_ONCE) break
  }
  yield found.reverse()
}

async function findCalls(ledger: Ledger, tool: string): Promise<Set<string>> {
  const calls = new Set<string>()
  for (const fact of await ledger.read({ types: ['call.requested'] })) {
    if (fact.type === 'call.requested' && fact.tool === tool) calls.add(fact.call)
  }
  return calls
}

const callOf = (fact: Fact): string => ('call' in fact && typeof fact.call === 'string' ? fact.call : '')

export interface CallRecord {
  requested: FactOf<'call.requested'>
  started?: FactOf<'run.started'>
  finished?: FactOf<'run.finished'>
  facts: Fact[]
}

const SHORTEST = 4

/** Finds a call by the id of the call or of its run, or by the beginning of one. */
export async function findCall(ledger: Ledger | null, id = ''): Promise<CallRecord> {
  if (id.length < SHORTEST) fail('USAGE', `"${id}" is too short: give at least ${SHORTEST} characters of the id.`)
  const calls = new Set<string>()
  for (const fact of (await ledger?.read({ types: ['call.requested', 'run.started'] })) ?? []) {
    const isRun = fact.type === 'run.started' && fact.run.startsWith(id)
    if (isRun || callOf(fact).startsWith(id)) calls.add(callOf(fact))
  }
  const [call, other] = calls
  if (ledger === null || call === undefined) return fail('USAGE', `no run on record has the id ${id}. See: skillet log`)
  if (other !== undefined) fail('USAGE', `${calls.size} calls on record begin with ${id}. Give more of the id.`)
  const facts = await ledger.read({ calls: [call] })
  const requested = findLast(facts, 'call.requested')
  if (!requested) return fail('USAGE', `the record has only part of ${id}: the call itself is missing.`)
  const [started, finished] = [findLast(facts, 'run.started'), findLast(facts, 'run.finished')]
  return { requested, facts, ...(started && { started }), ...(finished && { finished }) }
}

function findLast<T extends Fact['type']>(facts: readonly Fact[], type: T): FactOf<T> | undefined {
  return facts.findLast((fact): fact is FactOf<T> => fact.type === type)
}
