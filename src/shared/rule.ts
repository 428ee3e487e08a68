import type { Json } from './json.ts'

/** One argument's value as a rule takes it. */
export type ArgCondition = { equals: Json } | { under: string } | { host: string } | { oneOf: Json[] }

/** What a person decided once for calls to come. Made by main from a plan; never written by a window, a skill or a model. */
export interface Rule {
  id: string
  effect: 'allow' | 'deny'
  skill: string
  /** The skill as it was; for the person to read. */
  skillHash: string
  /** What the tool was: an allow rule holds for nothing else. */
  toolSpec: string
  tool: string
  args?: Record<string, ArgCondition>
  scope: { kind: 'chat'; chat: string } | { kind: 'session'; session: string } | { kind: 'until'; at: string }
  /** Of the plan it was made from. */
  createdFrom: string
}
