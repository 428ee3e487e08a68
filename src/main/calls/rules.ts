import { randomUUID } from 'node:crypto'
import type { History, JudgedPlan } from '#main/gate/judge'
import { indexRules, type RuleIndex } from '#main/gate/rule-index'
import type { RuleUse } from '#main/ledger/messages'
import type { Ledger } from '#main/ledger/open-ledger'
import { permits, type Rule, type RuleRow } from '#shared/call/rule'
import type { Fact, FactType } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import type { Notice } from '#shared/requests/requests'
import { POLICIES, type Policy } from '#shared/settings/settings'
import { makeCallMemory, type Steps, takeStep } from './call-memory.ts'

/** The facts with decisions about later calls. `countUses` adds how often each rule answered. */
export const RULE_TYPES: FactType[] = [
  ...(['rule.made', 'rule.revoked', 'skill.removed', 'setting.changed', 'chat.policy-changed'] as const),
  ...(['chat.deleted', 'program.revoked', 'ledger.salvaged'] as const),
]

const UNUSED_AFTER_MS = 30 * 24 * 60 * 60 * 1000
/** How many runs are searched for what a tool was when it last ran. */
const RUNS_LOOKED_AT = 500

export interface RulePorts {
  /** The id of this process; a rule may last as long. */
  session: string
  now(): Date
  /** The newest starts, newest first. */
  readRuns(limit: number): Promise<Fact[]>
  /** All messages of a chat. */
  readMessages(chat: string): Promise<Fact[]>
  verify(): Promise<{ ok: boolean; reason?: Message | string }>
  /** Whether the model runs on this computer. True if none is named. */
  isModelLocal(model: string | undefined): boolean
  /** Called once; from then on nothing runs without asking. */
  noticeDamage(reason: Message | string): void
}

/** Whether a rule's skill is trusted, and what its tool is now. */
export type LookUp = (
  skill: string,
  tool: string,
) => { isTrusted: boolean; toolSpec: string; startsProgram?: boolean } | null

interface Known extends Omit<RuleRow, 'idle' | 'isUnused'> {
  isDamaged: boolean
}

export type Rules = ReturnType<typeof makeRules>

/** Earlier decisions that affect the next plan, folded from facts. */
export function makeRules(ports: RulePorts) {
  const { session, now } = ports
  const memory = makeCallMemory()
  const known = new Map<string, Known>()
  const policies = new Map<string, Policy>()
  /** The model of each chat's last turn. */
  const models = new Map<string, string>()
  let policy: Policy = 'ask'
  let book: RuleIndex | null = null
  let damage: Message | string = ''
  let isPolicyDamaged = false
  let isChainBroken = false
  let lookingBack: Promise<void> | null = null
  let verifying: Promise<void> | null = null

  const isAnythingDecided = () => known.size > 0 || policy !== 'ask' || policies.size > 0
  const holds = ({ rule, isDamaged }: Known) => !permits(rule) || !(isDamaged || isChainBroken)

  function forget(isGone: (rule: Rule) => boolean): void {
    for (const [id, { rule }] of known) if (isGone(rule)) known.delete(id)
    book = null
  }

  const steps: Steps = {
    'turn.started': ({ chat, model }) => void models.set(chat ?? '', model),
    'rule.made'({ rule, at }) {
      known.set(rule.id, { rule, madeAt: at, uses: 0, isDamaged: false })
      book = null
    },
    'rule.revoked': (fact) => forget(({ id }) => id === fact.rule),
    'skill.removed': (fact) => forget((rule) => rule.skill === fact.skill && permits(rule)),
    'chat.deleted'({ chat }) {
      policies.delete(chat ?? '')
      forget(({ scope }) => scope.kind === 'chat' && scope.chat === chat)
    },
    'program.revoked': ({ program }) => forget(({ scope }) => scope.kind === 'program' && scope.program === program),
    'approval.answered'({ by, rule, at }) {
      const used = by === 'rule' && rule !== undefined ? known.get(rule) : undefined
      if (used) known.set(used.rule.id, { ...used, uses: used.uses + 1, lastUsed: at })
    },
    'setting.changed'({ name, value }) {
      if (name !== 'policy') return
      policy = POLICIES.find((each) => each === value) ?? 'ask'
      isPolicyDamaged = false
    },
    'chat.policy-changed'({ chat, policy }) {
      if (policy === 'default') policies.delete(chat ?? '')
      else policies.set(chat ?? '', policy)
    },
    // A salvaged record may lack decisions, so nothing is allowed until it is decided again.
    'ledger.salvaged'({ reason }) {
      if (!isAnythingDecided()) return
      for (const [id, entry] of known) known.set(id, { ...entry, isDamaged: true })
      isPolicyDamaged = true
      policies.clear()
      damage = reason
      book = null
    },
  }

  /** A check that failed to run is repeated; whoever waits for it is told. */
  function startCheck(): Promise<void> {
    const check = checkChain()
    check.catch(() => {
      verifying = null
    })
    return check
  }

  async function checkChain(): Promise<void> {
    const verified = await ports.verify()
    if (verified.ok) return
    isChainBroken = true
    book = null
    damage = verified.reason ?? message('record-chain-broken')
    ports.noticeDamage(damage)
  }

  function policyOf(chat: string | null): Policy {
    if (isChainBroken) return 'ask'
    return policies.get(chat ?? '') ?? (isPolicyDamaged ? 'ask' : policy)
  }

  return {
    session,
    take(fact: Fact) {
      memory.take(fact)
      takeStep(steps, fact)
    },
    /** How often rules answered before this session. */
    countUses(uses: readonly RuleUse[]) {
      for (const { rule, ...counted } of uses) {
        const used = known.get(rule)
        if (used) known.set(rule, { ...used, ...counted })
      }
    },
    /** Resolves once everything a judgement in this chat needs has been read. */
    async ready(chat: string | null = null): Promise<void> {
      lookingBack ??= ports.readRuns(RUNS_LOOKED_AT).then(memory.lookBack)
      // Started early, because a long record takes seconds.
      if (isAnythingDecided()) verifying ??= startCheck()
      await lookingBack
      if (chat !== null && !memory.knows(chat)) memory.recall(chat, await ports.readMessages(chat))
    },
    /** Whether the record is intact. Verified once, before something runs without asking. */
    async isSound(): Promise<boolean> {
      verifying ??= startCheck()
      await verifying
      return !isChainBroken
    },
    /** What matters to this plan; without a plan, to any call of the chat. */
    history(chat: string | null, plan?: JudgedPlan): History {
      book ??= indexRules([...known.values()].filter(holds).map(({ rule }) => rule))
      return {
        ...{ rules: book, chat, session, now: now().toISOString(), policy: policyOf(chat) },
        isTainted: memory.isTainted(chat),
        hasOutput: memory.hasOutput(chat),
        hasOtherProgram: plan !== undefined && memory.hasOtherProgram(plan),
        isFirstAfterChange: plan !== undefined && memory.isFirstAfterChange(plan),
        isModelLocal: ports.isModelLocal(models.get(chat ?? '')),
        wasDeclined: plan !== undefined && memory.wasDeclined(chat, plan),
      }
    },
    isTainted: memory.isTainted,
    /** What may run in the background, and when each last did. */
    background: (): { rule: Rule; since: string }[] =>
      [...known.values()]
        .filter((entry) => entry.rule.effect === 'background' && holds(entry))
        .map(({ rule, madeAt, lastUsed }) => ({ rule, since: lastUsed ?? madeAt })),
    /** The policy chosen for this chat only. */
    ownPolicy: (chat: string): Policy | undefined => policies.get(chat),
    list: (lookUp: LookUp): RuleRow[] =>
      [...known.values()].map((entry): RuleRow => {
        const { isDamaged, ...row } = entry
        const idle = holds(entry) ? whyIdle(row.rule, lookUp, session, now().toISOString()) : 'damaged'
        const isUnused = now().getTime() - Date.parse(row.lastUsed ?? row.madeAt) > UNUSED_AFTER_MS
        return { ...row, ...(idle && { idle }), isUnused }
      }),
    /** Why earlier decisions are void, if they are. */
    damage: (): Message | string | undefined => {
      const isDamaged = isChainBroken || isPolicyDamaged || [...known.values()].some((entry) => entry.isDamaged)
      return isDamaged ? damage : undefined
    },
  }
}

function whyIdle(rule: Rule, lookUp: LookUp, session: string, now: string) {
  const { scope, skill, tool, toolSpec, by } = rule
  if (scope.kind === 'session' && scope.session !== session) return 'expired'
  const time = scope.kind === 'until' ? scope : scope.kind === 'program' ? scope.within : undefined
  if (time && !(time.from <= now && now < time.at)) return 'expired'
  if (!permits(rule)) return undefined
  const found = lookUp(skill, tool)
  if (!found?.isTrusted) return 'skill-untrusted'
  const isSame = found.toolSpec === toolSpec && (!by || lookUp(by.skill, by.tool)?.toolSpec === by.toolSpec)
  if (!isSame) return 'tool-changed'
  const isUnnamed = found.startsProgram && rule.program === undefined && rule.digest === undefined
  return isUnnamed ? 'program-unnamed' : undefined
}

/** Opens the rules for a new session. `told` may contain other facts as well. */
export function openRules(
  ledger: Pick<Ledger, 'read' | 'verify'>,
  told: readonly Fact[],
  isModelLocal: (model: string | undefined) => boolean,
  tell: (notice: Notice) => void,
): Rules {
  const rules = makeRules({
    session: randomUUID(),
    now: () => new Date(),
    isModelLocal,
    readMessages: (chat) => ledger.read({ chat, types: ['message.added'] }),
    readRuns: (limit) => ledger.read({ types: ['run.started'], newestFirst: true, limit }),
    verify: () => ledger.verify(),
    noticeDamage: (reason) => tell(describeDamage(reason)),
  })
  const isOfRules = new Set(RULE_TYPES)
  for (const fact of told) if (isOfRules.has(fact.type)) rules.take(fact)
  const damage = rules.damage()
  if (damage !== undefined) tell(describeDamage(damage))
  return rules
}

const describeDamage = (reason: Message | string): Notice => ({
  message: message('rules-void', { reason }),
  remedy: message('review-rules'),
})
