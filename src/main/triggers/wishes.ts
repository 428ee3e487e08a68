import type { Rules } from '#main/calls/rules'
import { configIdOf } from '#main/calls/tool-config'
import { hashToolSpec } from '#main/skills/spec-hash'
import type { Rule } from '#shared/call/rule'
import { canonicalJson, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { describeSchedule, describeWish, TICK } from '#shared/skill/describe-wish'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import type { Subscription } from '#shared/skill/tool-code'
import type { BackgroundState, BackgroundTool, Schedule, TriggerWish } from '#shared/triggers'
import { type Definitions, nextTime, ownSchedule } from './schedule.ts'

/** A tool that wants to run in the background, as it is now. */
export interface Wishing {
  id: string
  skill: Skill
  tool: Tool
  wish: TriggerWish
  toolSpec: string
}

export function listWishing(
  skills: readonly Skill[],
  { definitions, settings }: Definitions,
  zone?: string,
): Wishing[] {
  return skills.flatMap((skill) =>
    skill.tools.flatMap((tool) => {
      const { bootstrap = null, subscriptions = [] } = tool.code ?? {}
      if (!bootstrap && subscriptions.length === 0) return []
      const times = schedulesFor(subscriptions, definitions, zone).map(({ interval, zone }) => ({ interval, zone }))
      const wish = { bootstrap, subscriptions, times, settings: settings.get(configIdOf(tool.id)) ?? 0 }
      return { id: tool.id, skill, tool, wish, toolSpec: hashToolSpec(tool, skill.scripts) }
    }),
  )
}

/** The schedules that a tool's subscriptions wait for. */
export function schedulesFor(
  subscriptions: readonly Subscription[],
  definitions: readonly Schedule[],
  zone?: string,
): Schedule[] {
  const found = subscriptions.flatMap(({ schema, tag }) => {
    if (schema !== TICK) return []
    const defined = definitions.filter(({ labels }) => tag === undefined || ['schedule:tick', ...labels].includes(tag))
    const own = defined.length === 0 && tag !== undefined ? ownSchedule(tag, zone) : null
    return own ? [own] : defined
  })
  return [...new Map(found.map((schedule) => [schedule.id, schedule])).values()]
}

/** The tool's state before anything of it runs. */
export function stateOf(
  { skill, tool, wish, toolSpec }: Wishing,
  rule: Rule | undefined,
): { state: Extract<BackgroundState, 'off' | 'on' | 'changed' | 'unavailable'>; why?: Message } {
  if (!rule) return { state: 'off' }
  if (skill.state !== 'trusted')
    return { state: 'unavailable', why: message('skill-not-trusted', { skill: skill.name }) }
  if (!skill.enabled || skill.toolsOff?.includes(tool.name)) {
    return { state: 'unavailable', why: message('background-switched-off') }
  }
  if (!skill.allowScripts) return { state: 'unavailable', why: message('code-not-allowed', { skill: skill.name }) }
  const { bootstrap, subscriptions, times, settings } = rule.terms ?? {}
  const agreed = { bootstrap, subscriptions, times, settings }
  const isSame = rule.toolSpec === toolSpec && toCanonical(agreed) === toCanonical(wish)
  return isSame ? { state: 'on' } : { state: 'changed', why: message('background-changed') }
}

/** All of them as they are, before it is known what runs. */
export function listBackground(
  skills: readonly Skill[],
  rules: ReturnType<Rules['background']>,
  found: Definitions,
  now: number,
  zone?: string,
) {
  const nextOf = (times: TriggerWish['times']) => Math.min(...times.map((time) => nextTime(time, now)))
  const toTime = (at: number) => (Number.isFinite(at) ? { next: new Date(at).toISOString() } : {})
  return {
    tools: listWishing(skills, found, zone).map((each): BackgroundTool & { id: string } => {
      const { state, why } = stateOf(each, ruleOf(each, rules)?.rule)
      return {
        ...{ id: each.id, skill: each.skill.name, tool: each.tool.name, state, when: describeWish(each.wish) },
        ...(why && { why }),
        ...(state === 'on' && toTime(nextOf(each.wish.times))),
      }
    }),
    schedules: [
      ...found.definitions.map((schedule) => {
        const { id, title } = schedule
        return { id, title, words: describeSchedule(schedule), ...toTime(nextOf([schedule])) }
      }),
      ...found.broken,
    ],
  }
}

export const ruleOf = ({ skill, tool }: Wishing, rules: ReturnType<Rules['background']>) =>
  rules.find(({ rule }) => rule.skill === skill.name && rule.tool === tool.name)

const toCanonical = (value: object) => canonicalJson(JSON.parse(JSON.stringify(value)) as Json)
