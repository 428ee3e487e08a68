import type { Json, JsonObject } from '#shared/json'

/** An example that doubles as a test. */
export interface ToolExample {
  input: JsonObject
  /** Absent if the example does not say. */
  output?: Json
  description: string
}

/** What tool.code.v1 declares besides how a tool runs. */
export interface ToolCode {
  title: string
  version: string
  tags: string[]
  /** Shown but not enforced. */
  cpuPercent?: number
  fields: ConfigField[]
  subscriptions: Subscription[]
  bootstrap: Bootstrap | null
}

export const UI_TYPES = ['text', 'textarea', 'number', 'slider', 'boolean', 'select', 'secret-select', 'json'] as const
export type UiType = (typeof UI_TYPES)[number]

/** One field of the form that configures the tool. */
export interface ConfigField {
  key: string
  label: string
  uiType: UiType
  description: string
  required: boolean
  defaultValue?: Json
  placeholder?: string
  secretName?: string
  validation: { min?: number; max?: number; step?: number; pattern?: string }
  options: { value: Json; label: string }[]
  source?: OptionsSource
}

/** `tool`: an ordinary call fetches them. */
export type OptionsSource =
  | { from: 'store'; schema: string; tag?: string; valuePath: string; labelPath: string }
  | { from: 'address'; tool: string; valueField: string; labelField: string }

/** A tool's settings, and the id under which the tool reads them. */
export interface ToolConfig {
  id: string
  version: number
  values: JsonObject
}

/** All given conditions must match. */
export interface Subscription {
  schema: string
  tag?: string
  matches: ContextMatch[]
  description: string
}

export const MATCH_OPS = ['eq', 'ne', 'gt', 'lt', 'contains', 'exists'] as const

export interface ContextMatch {
  path: string
  op: (typeof MATCH_OPS)[number]
  value?: Json
}

export interface Bootstrap {
  mode: 'once' | 'continuous'
  /** From 0 to 100; higher ones go first. */
  priority: number
  waitFor: string[]
  input: JsonObject
}
