import { readRows } from '#main/calls/activity'
import type { Question, WindowPorts } from '#main/electron/window-ports'
import { programOf } from '#main/gate/rule-match'
import type { Core } from '#main/open-core'
import { MOST_AN_HOUR } from '#main/triggers/runs'
import type { Wishing } from '#main/triggers/wishes'
import type { Plan } from '#shared/call/plan'
import type { Rule } from '#shared/call/rule'
import type { JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { describeWish } from '#shared/skill/describe-wish'
import { nameGiven } from '#shared/skill/needs'
import type { Background, TriggerTerms } from '#shared/triggers'
import { toVisible } from '#shared/visible'
import { flag, name, on } from './request.ts'

/** How many recent calls are searched for background calls. */
const LOOKED_AT = 500
const SHOWN = 50
const LONGEST = 600

/** Background tools. Only a person can switch one on, in a system dialog. */
export function handleBackground(core: Core, window: Pick<WindowPorts, 'confirm'>) {
  const { triggers, ledger } = core
  const unknown = () => refuse('CALL_NOT_FOUND', 'background-unknown')

  return {
    'background.list': on({}, async () => {
      const requested = await ledger.read({ types: ['call.requested'], newestFirst: true, limit: LOOKED_AT })
      const calls = requested.flatMap((fact) =>
        fact.type === 'call.requested' && fact.caller?.kind === 'trigger' ? [fact.call] : [],
      )
      const list: Background = { ...triggers.list(), log: await readRows(ledger, calls.slice(0, SHOWN)) }
      return reply(list)
    }),

    /** False if the person declines. */
    'background.switch': on({ skill: name, tool: name, enabled: flag }, async ({ skill, tool, enabled }) => {
      const found = triggers.find(skill, tool)
      if (!found) return unknown()
      const before = found.rule && ({ type: 'rule.revoked', chat: null, rule: found.rule.id } as const)
      if (!enabled) {
        if (before) await core.publish(before)
        return reply({ changed: before !== undefined })
      }
      const agreed = await planAll(core, found)
      if (!agreed.ok) return refuse(agreed.error.code, agreed.error.message)
      const { rule, plan } = agreed
      if (!(await window.confirm(askToRun(found, plan, rule.terms)))) return reply({ changed: false })
      const now = triggers.find(skill, tool)
      if (now?.toolSpec !== found.toolSpec) return unknown()
      await core.publish(...(before ? [before] : []), { type: 'rule.made', chat: null, rule })
      return reply({ changed: true })
    }),

    /** Stops the tool's runs, or starts it again under the same rule. */
    'background.run': on({ skill: name, tool: name, isWanted: flag }, async ({ skill, tool, isWanted }) => {
      if (!triggers.find(skill, tool)) return unknown()
      triggers.setRunning(skill, tool, isWanted)
      return reply({ done: true })
    }),
  }
}

type AgreedRule = Rule & { terms: TriggerTerms }

/** Plans every call that the tool would make, so that the person agrees to what the plans say. */
async function planAll(core: Pick<Core, 'plan'>, { skill, tool, wish, toolSpec }: Wishing) {
  const { bootstrap, subscriptions } = wish
  const inputs: JsonObject[] = [...(bootstrap ? [bootstrap.input] : []), ...(subscriptions.length > 0 ? [{}] : [])]
  const planned: { plan: Plan; args: JsonObject }[] = []
  for (const args of inputs) {
    const made = await core.plan({ tool: tool.modelName, args })
    if (!made.ok) return made
    planned.push({ args, ...made })
  }
  const { plan } = planned[0] ?? {}
  if (!plan || plan.closed) {
    return { ok: false, error: { code: 'REFUSED', message: message('background-unknown') } } as const
  }
  const terms: TriggerTerms = {
    ...{ ...wish, mostAnHour: MOST_AN_HOUR, grants: plan.grants, sandbox: plan.sandbox ?? null },
    inputs: planned.map(({ args }) => args),
    risk: plan.risk.class,
  }
  const program = programOf(plan)
  const rule: AgreedRule = {
    ...{ id: crypto.randomUUID(), effect: 'background', skill: skill.name, skillHash: skill.hash, tool: tool.name },
    ...{ toolSpec, scope: { kind: 'always' }, createdFrom: plan.digest, terms },
    ...(program && { program }),
  }
  return { ok: true, plan, rule } as const
}

function askToRun({ skill, tool, wish }: Wishing, plan: Plan, terms: TriggerTerms): Question {
  const said = [
    ...describeWish(wish),
    ...(wish.bootstrap ? [message('background-now')] : []),
    message('background-rate', { count: terms.mostAnHour }),
    ...describeReach(plan),
    ...(wish.bootstrap ? [message('background-input', { input: JSON.stringify(wish.bootstrap.input) })] : []),
  ]
  return {
    title: say('Run in the background?'),
    message: say('Let {tool} of {skill} run by itself?', { tool: tool.name, skill: skill.name }),
    detail: [
      ...said.map((each) => `• ${toVisible(sayMessage(each)).text.slice(0, LONGEST)}`),
      '',
      say('It runs without asking you. Any change of the tool, its input or its schedule ends this.'),
    ].join('\n'),
    action: say('Run in background'),
  }
}

/** What it could reach, from the plan. */
function describeReach({ grants, effects, sandbox = 'none' }: Plan): Message[] {
  const { hosts, secrets, tools, needs = [] } = grants
  const schemas = (access: 'read' | 'write') =>
    effects.flatMap((effect) => (effect.does === 'store' && effect.access === access ? [effect.schema] : [])).join(', ')
  const [reads, writes] = [schemas('read'), schemas('write')]
  const network =
    hosts === 'any'
      ? message('background-any-host')
      : hosts.length > 0
        ? message('background-hosts', { hosts: hosts.join(', ') })
        : message('background-offline')
  return [
    network,
    ...(reads ? [message('background-reads', { schemas: reads })] : []),
    ...(writes ? [message('background-writes', { schemas: writes })] : []),
    ...(needs.length > 0
      ? [message('background-needs', { names: needs.map((id) => textOf(nameGiven(id))).join(', ') })]
      : []),
    ...(secrets.length > 0 ? [message('background-secrets', { names: secrets.join(', ') })] : []),
    ...(tools.length > 0 ? [message('background-calls')] : []),
    message('background-confined', { level: sandbox }),
  ]
}
